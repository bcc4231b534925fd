// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/learn/cross_validation.hpp>
#include <dvfs/learn/select.hpp>

using namespace dvfs::learn;
using table_rows = std::vector<std::vector<double>>;

namespace {

constexpr grow_options regret{.criterion = criterion::regret};

double mean_regret(cost_table const& costs, std::vector<std::int32_t> const& predictions)
{
  return summarise_regret(costs, predictions).mean;
}

// Two features: the first tells most labels apart, the second those whose confusion is dear.
struct tug_of_war {
  dataset table;
  cost_table costs;
};
tug_of_war make_tug_of_war()
{
  table_rows x(2), costs;
  std::vector<std::int32_t> y;
  for (int i = 0; i < 12; ++i) {
    // Ten rows of labels 0 and 1 that hardly matter, two of label 2 that do.
    int const label = i >= 10 ? 2 : i % 2;
    y.push_back(label);
    x[0].push_back(label == 2 ? 1 : label);
    x[1].push_back(label == 2 ? 9 : 1);
    costs.push_back(label == 2   ? std::vector{50.0, 50.0, 1.0}
                    : label == 1 ? std::vector{1.1, 1.0, 60.0}
                                 : std::vector{1.0, 1.1, 60.0});
  }
  return {*dataset::from_columns(x, y), *cost_table::from_rows(costs)};
}

}  // namespace

TEST_CASE("a leaf answers the label of least total cost, ties to the lowest")
{
  auto const d = *dataset::from_columns(table_rows{{1, 1, 1}}, std::vector{0, 0, 1});
  auto const dear = *cost_table::from_rows(table_rows{{1, 2}, {1, 2}, {9, 1}});
  CHECK(grow(d, dear, regret).nodes[0].label == 1);
  CHECK(grow(d, dear, regret).nodes[0].errors == 2);
  CHECK(grow(d, dear, regret).nodes[0].impurity == doctest::Approx(2.0 / 3));
  auto const tie = *cost_table::from_rows(table_rows{{1, 2}, {1, 2}, {3, 1}});
  CHECK(grow(d, tie, regret).nodes[0].label == 0);
}

TEST_CASE("the tree of least regret is not the most accurate one, and costs less")
{
  auto const [table, costs] = make_tug_of_war();
  grow_options gini{.max_depth = 1};
  grow_options by_cost{.criterion = criterion::regret, .max_depth = 1};
  auto const accurate = predict(grow(table, gini), table);
  auto const cheap = predict(grow(table, costs, by_cost), table);
  CHECK(grow(table, gini).nodes[0].feature == 0);
  CHECK(grow(table, costs, by_cost).nodes[0].feature == 1);
  CHECK(count_correct(table.labels(), cheap) < count_correct(table.labels(), accurate));
  CHECK(mean_regret(costs, cheap) < mean_regret(costs, accurate));
}

TEST_CASE("growing stops where nothing is left to save")
{
  // Both rows are as well off with label 1.
  auto const d = *dataset::from_columns(table_rows{{1, 2}}, std::vector{0, 1});
  auto const costs = *cost_table::from_rows(table_rows{{1, 1}, {2, 1}});
  CHECK(grow(d, costs, regret).nodes.size() == 1);
  CHECK(grow(d, costs, regret).nodes[0].label == 1);
}

TEST_CASE("a cost that is not known counts as the dearest known one of its row")
{
  double const nan = dvfs::detail::nan;
  auto const d = *dataset::from_columns(table_rows{{1, 1}}, std::vector{0, 2}, {}, 3);
  auto const costs = *cost_table::from_rows(table_rows{{1, 4, nan}, {5, 2, 1}});
  CHECK(grow(d, costs, regret).nodes[0].label == 2);  // regrets 0 + 4, 3 + 1, 3 + 0
}

TEST_CASE("sums of regrets neither overflow nor lose a tie")
{
  auto const d = *dataset::from_columns(table_rows{{1, 2, 3, 4}}, std::vector{0, 1, 0, 1});
  for (double const unit : {1e-300, 0.1, 1e300}) {
    auto const costs = *cost_table::from_rows(table_rows{{0, unit}, {unit, 0}, {0, unit}, {unit, 0}});
    auto const tree = grow(d, costs, {.criterion = criterion::regret, .max_depth = 1});
    CHECK(tree.nodes[0].threshold == 1.5);
    CHECK(tree.nodes[0].impurity == doctest::Approx(unit / 2));
  }
}

TEST_CASE(
    "leaving rows out together gives what refitting without each gives "
    "under regret as well")
{
  dvfs::detail::random_source random(11);
  int wrong = 0;
#if defined(__SANITIZE_ADDRESS__)
  int const tables = 500;
#else
  int const tables = 10'000;
#endif
  for (int t = 0; t < tables; ++t) {
    std::size_t const n = 2 + random.below(59), d = 1 + random.below(5), labels = 1 + random.below(6);
    table_rows x(d, std::vector<double>(n));
    for (auto& column : x) {
      std::uint64_t const values = random.below(3) == 0 ? 3 : 1 + random.below(500);
      for (double& v : column) v = double(random.below(values));
    }
    std::uint64_t const kind = random.below(3);
    table_rows c(n, std::vector<double>(labels));
    for (auto& row : c)
      for (double& v : row)
        v = kind == 0 ? double(random.below(3)) : kind == 1 ? random.uniform() : 5 + double(random.below(100)) / 7;
    auto const costs = *cost_table::from_rows(c);
    std::vector<std::int32_t> y;
    for (std::size_t i = 0; i < n; ++i) y.push_back(costs.best(i));
    auto const table = *dataset::from_columns(x, y, {}, labels);
    grow_options o = regret;
    if (random.below(3) == 0) o.max_depth = std::uint32_t(random.below(6));
    if (random.below(3) == 0) o.min_samples_split = std::uint32_t(random.below(12));
    if (random.below(3) == 0) o.min_samples_leaf = std::uint32_t(random.below(6));
    if (random.below(3) == 0) o.min_impurity_decrease = double(random.below(100)) / 400;
    detail::whole_regrets const regrets{costs};
    grower<> g{table};
    auto const predictions = loocv(table, costs, o);
    for (std::size_t i = 0; i < n; ++i)
      wrong += predict(g.grow_without(i, o, &regrets), table, i) == predictions[i] ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("a choice of settings may include regret among the criteria")
{
  auto const [table, costs] = make_tug_of_war();
  option_grid grid;
  grid.criteria = {criterion::gini, criterion::regret};
  grid.max_depths = {1};
  auto const s = select_by_regret(table, combinations(grid), costs);
  CHECK(s.best().options.criterion == criterion::regret);
  CHECK(s.best().tree == grow(table, costs, s.best().options));
}
