// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "synthetic.hpp"

#include <dvfs/learn/cross_validation.hpp>
#include <dvfs/learn/grow.hpp>
#include <dvfs/learn/importance.hpp>
#include <dvfs/learn/weights.hpp>

#include <limits>
#include <vector>

using namespace dvfs::learn;

namespace {

struct weighted_table {
  std::vector<std::vector<double>> columns;
  std::vector<std::int32_t> labels;
  std::vector<double> weights;
  std::vector<std::vector<double>> costs;
  std::size_t label_count;

  [[nodiscard]] dataset data() const { return *dataset::from_columns(columns, labels, {}, label_count); }
  [[nodiscard]] row_weights counts() const { return *row_weights::from_values(data(), weights); }
};

weighted_table random_table(dvfs::detail::random_source& random, std::uint64_t most_weight)
{
  weighted_table t{{}, {}, {}, {}, 1 + random.below(4)};
  std::size_t const rows = 2 + random.below(30);
  for (std::size_t i = 0; i < rows; ++i) {
    t.labels.push_back(std::int32_t(random.below(t.label_count)));
    t.weights.push_back(double(1 + random.below(most_weight)));
    t.costs.emplace_back();
    for (std::size_t k = 0; k < t.label_count; ++k) t.costs[i].push_back(1 + double(random.below(6)) / 7);
  }
  for (std::size_t j = 0; j < 1 + random.below(3); ++j) {
    t.columns.emplace_back();
    std::uint64_t const values = 2 + random.below(10);
    for (std::size_t i = 0; i < rows; ++i) t.columns[j].push_back(double(random.below(values)));
  }
  return t;
}

// The same table with each row as many times as it weighs.
weighted_table repeated(weighted_table const& t)
{
  weighted_table out{std::vector<std::vector<double>>(t.columns.size()), {}, {}, {}, t.label_count};
  for (std::size_t i = 0; i < t.labels.size(); ++i)
    for (double w = 0; w < t.weights[i]; ++w) {
      for (std::size_t j = 0; j < t.columns.size(); ++j) out.columns[j].push_back(t.columns[j][i]);
      out.labels.push_back(t.labels[i]);
      out.costs.push_back(t.costs[i]);
    }
  return out;
}

// Whether two trees cut alike, answer alike and weigh alike; one has weights, the other rows instead.
bool are_alike(decision_tree const& weighted, decision_tree const& plain)
{
  if (weighted.nodes.size() != plain.nodes.size()) return false;
  for (std::size_t i = 0; i < plain.nodes.size(); ++i) {
    auto const &a = weighted.nodes[i], &b = plain.nodes[i];
    if (a.feature != b.feature || a.label != b.label || a.threshold != b.threshold || a.left != b.left ||
        a.right != b.right || a.impurity != b.impurity || a.left_categories != b.left_categories ||
        weighted.weight(i) != plain.weight(i))
      return false;
  }
  return true;
}

// The same table, the first column of which has categories.
dataset with_a_category(weighted_table t)
{
  for (double& x : t.columns[0]) x = double(int(x) % 8);
  std::size_t const first[]{0};
  return *t.data().with_categories(first);
}

// As many rows as there are weights.
dataset rows_for(std::vector<double> const& weights)
{
  return *dataset::from_columns(std::vector<std::vector<double>>{weights}, std::vector<std::int32_t>(weights.size()),
                                {}, 1);
}

dataset_error refused(std::vector<double> const& weights)
{
  std::size_t const n = weights.size();
  return row_weights::from_values(rows_for(std::vector<double>(n)), weights).error();
}

}  // namespace

TEST_CASE("a row that weighs three counts as three rows, for every criterion")
{
  dvfs::detail::random_source random{21};
  std::size_t different = 0, exact = 0;
  for (int i = 0; i < 600; ++i) {
    auto const t = random_table(random, 4), many = repeated(t);
    // In every other table the first column has categories.
    auto const d = i % 2 == 0 ? t.data() : with_a_category(t);
    auto const copies = i % 2 == 0 ? many.data() : with_a_category(many);
    grow_options o{.max_depth = std::uint32_t(1 + random.below(8))};
    if (random.below(3) == 0) o.max_leaf_nodes = std::uint32_t(1 + random.below(8));
    if (random.below(3) == 0) o.min_impurity_decrease = double(random.below(100)) / 700;
    for (auto const c : {criterion::gini, criterion::entropy, criterion::regret}) {
      o.criterion = c;
      auto const weighted =
          c == criterion::regret ? grow(d, t.counts(), *cost_table::from_rows(t.costs), o) : grow(d, t.counts(), o);
      auto const plain = c == criterion::regret ? grow(copies, *cost_table::from_rows(many.costs), o) : grow(copies, o);
      different += are_alike(weighted, plain) ? 0u : 1u;
      exact += importances(weighted) == importances(plain) ? 1u : 0u;
    }
  }
  CHECK(different == 0);
  CHECK(exact == 1800);
}

TEST_CASE("equal weights change nothing, and neither does their unit")
{
  dvfs::detail::random_source random{22};
  for (int i = 0; i < 50; ++i) {
    auto const t = random_table(random, 3);
    auto const d = t.data();
    auto const equal = *row_weights::from_values(d, std::vector<double>(d.rows(), 0.3));
    CHECK(grow(d, equal).nodes == grow(d).nodes);
    auto const costs = *cost_table::from_rows(t.costs);
    grow_options const by_regret{.criterion = criterion::regret, .min_impurity_decrease = 0.01};
    CHECK(grow(d, equal, costs, by_regret).nodes == grow(d, costs, by_regret).nodes);
    auto scaled = t.weights;
    for (double& w : scaled) w *= 0.015625;
    CHECK(grow(d, *row_weights::from_values(d, scaled)).nodes == grow(d, t.counts()).nodes);
  }
}

TEST_CASE("a row of weight 0 has no say, but stays a row")
{
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{{1, 2, 3, 4}}, std::vector{0, 1, 1, 0}, {}, 2);
  auto const tree = grow(d, *row_weights::from_values(d, std::vector<double>{1, 1, 1, 0}));
  REQUIRE(tree.nodes.size() == 3);
  CHECK(tree.nodes[0].threshold == 1.5);
  CHECK(tree.nodes[2].count == 3);
  CHECK(tree.nodes[2].impurity == 0);
  CHECK(tree.weight(2) == node_weight{2, 0});
  // No cut leaves a side on which nothing counts.
  CHECK(grow(d, *row_weights::from_values(d, std::vector<double>{1, 0, 0, 0})).nodes.size() == 1);
}

TEST_CASE("a label that weighs more wins ties and leaves")
{
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{{1, 1, 1}}, std::vector{0, 0, 1}, {}, 2);
  CHECK(grow(d).nodes[0].label == 0);
  auto const weights = row_weights::from_labels(d, std::vector<double>{1, 3});
  REQUIRE(weights);
  auto const tree = grow(d, *weights);
  CHECK(tree.nodes[0].label == 1);
  CHECK(tree.weight(0) == node_weight{5, 2});
  auto const both = row_weights::from_labels(d, std::vector<double>{1, 3}, std::vector<double>{1, 1, 0.5});
  REQUIRE(both);
  CHECK((*both)[2] == 1.5);
}

TEST_CASE("weighted leave-one-out is that of a tree per row, and with costs needs none")
{
  dvfs::detail::random_source random{23};
  std::size_t different = 0;
  for (int i = 0; i < 150; ++i) {
    auto t = random_table(random, 5);
    for (double& w : t.weights) w = random.below(4) == 0 ? 0 : w * 0.7;
    t.weights[0] = 1;
    auto const d = i % 3 == 0 ? with_a_category(t) : t.data();
    auto const weights = t.counts();
    auto const costs = *cost_table::from_rows(t.costs);
    grow_options o{.min_samples_leaf = 1 + std::uint32_t(random.below(2)),
                   .min_impurity_decrease = random.below(2) == 0 ? 0 : 0.05};
    if (random.below(3) == 0) o.max_leaf_nodes = 4;
    for (auto const c : {criterion::gini, criterion::entropy, criterion::regret}) {
      o.criterion = c;
      dvfs::learn::detail::whole_regrets const regrets{costs, &weights};
      auto const predictions = loocv(d, weights, costs, o);
      grower<> g{d, &weights};
      for (std::size_t row = 0; row < d.rows(); ++row)
        different += predictions[row] == predict(g.grow_without(row, o, &regrets), d, row) ? 0u : 1u;
      std::vector<std::uint32_t> alone(d.rows());
      for (std::size_t row = 0; row < d.rows(); ++row) alone[row] = std::uint32_t(row);
      different += predictions == (c == criterion::regret ? cross_validate(d, weights, costs, o, alone)
                                                          : cross_validate(d, weights, o, alone))
                       ? 0u
                       : 1u;
    }
  }
  CHECK(different == 0);
}

TEST_CASE("an impurity decrease is weighed by the share of the weight")
{
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{{1, 2, 3, 4}}, std::vector{0, 0, 1, 1}, {}, 2);
  auto const weights = *row_weights::from_values(d, std::vector<double>{1, 1, 1, 5});
  // 2/8 of label 0 and 6/8 of label 1: the cut lowers the impurity from 3/8 to 0.
  CHECK(grow(d, weights, {.min_impurity_decrease = 0.375}).nodes.size() == 3);
  CHECK(grow(d, weights, {.min_impurity_decrease = 0.376}).nodes.size() == 1);
}

TEST_CASE("weights that do not fit are rounded to a power of two, and none above 0 is lost")
{
  using dvfs::learn::detail::whole_weights;
  auto const whole = [](std::vector<double> const& w, std::uint64_t limit) {
    return whole_weights(*row_weights::from_values(rows_for(w), w), limit);
  };
  CHECK(whole({3, 5, 0}, 100) == std::vector<std::uint32_t>{3, 5, 0});
  CHECK(whole({0.75, 1.5}, 100) == std::vector<std::uint32_t>{24, 48});
  CHECK(whole({1e9, 1, 0}, 100) == std::vector<std::uint32_t>{60, 1, 0});
  CHECK(whole({7, 7}, 100) == std::vector<std::uint32_t>{1, 1});
  CHECK(whole({5e-324, 1e-323}, 100) == std::vector<std::uint32_t>{32, 64});
  CHECK(whole({1e300, 5e299}, 100) == std::vector<std::uint32_t>{48, 24});
  // Where there are too many rows for that, some weigh nothing.
  CHECK(whole({1, 1, 1, 1, 100}, 8) == std::vector<std::uint32_t>{0, 0, 0, 0, 3});
}

TEST_CASE("bad weights are refused, with the row")
{
  double const inf = std::numeric_limits<double>::infinity();
  CHECK(refused({1, -1}) == dataset_error{dataset_fault::weight_negative, 1});
  CHECK(refused({inf}) == dataset_error{dataset_fault::weight_not_finite, 0});
  CHECK(refused({1, std::numeric_limits<double>::quiet_NaN()}) == dataset_error{dataset_fault::weight_not_finite, 1});
  CHECK(refused({1e308, 1e308}) == dataset_error{dataset_fault::weight_not_finite});
  CHECK(refused({0, 0}) == dataset_error{dataset_fault::no_weight});
  CHECK(message(refused({1, -1})).find("row 1: the weight is below 0") == 0);
  auto const d = dvfs_test::synthetic(20, 2, 3);
  CHECK(row_weights::from_values(d, std::vector<double>(19, 1)).error() == dataset_error{dataset_fault::weight_count});
  CHECK(row_weights::from_labels(d, std::vector<double>{1, 2}).error() == dataset_error{dataset_fault::weight_count});
  CHECK(row_weights::from_labels(d, std::vector<double>{1, 2, 3}, std::vector<double>{1}).error() ==
        dataset_error{dataset_fault::weight_count});
}
