// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "random_table.hpp"
#include "synthetic.hpp"

#include <dvfs/learn/cross_validation/pruned.hpp>

#include <numeric>

using namespace dvfs::learn;

namespace {

constexpr pruning_risk both_risks[]{pruning_risk::impurity, pruning_risk::errors};

std::vector<std::uint32_t> each_alone(std::size_t rows)
{
  std::vector<std::uint32_t> groups(rows);
  std::iota(groups.begin(), groups.end(), 0u);
  return groups;
}

// Zero, what is on the path of the full tree and of trees without a row, between, beside and beyond.
std::vector<double> alphas_of_interest(dvfs::detail::random_source& random, dataset const& d, grow_options const& o,
                                       pruning_risk risk, detail::whole_regrets const* regrets)
{
  std::vector<double> alphas{0, random.uniform(), random.uniform() / 10};
  grower<> g{d};
  auto const add = [&](decision_tree const& tree) {
    auto const path = pruning_path(tree, risk);
    for (int i = 0; i < 3; ++i) {
      double const alpha = path[random.below(path.size())].alpha;
      std::uint64_t const kind = random.below(4);
      alphas.push_back(kind == 0 ? alpha * (1 - 1e-9) : kind == 1 ? alpha * (1 + 1e-9) : alpha);
    }
  };
  add(g.grow(o, regrets));
  for (int i = 0; i < 2; ++i) add(g.grow_without(random.below(d.rows()), o, regrets));
  // Where the risk is whole, every true tie is a small fraction.
  alphas.push_back(double(1 + random.below(4)) / double((1 + random.below(4)) * (d.rows() - 1)));
  return alphas;
}

#if defined(__SANITIZE_ADDRESS__)
constexpr int tables = 300;
#else
constexpr int tables = 5'000;
#endif

}  // namespace

TEST_CASE("pruned leave-one-out predictions equal those of refitting and pruning, row by row, on random tables")
{
  dvfs::detail::random_source random(20'261'201);
  int wrong = 0, pruned = 0, cut = 0;
  for (int t = 0; t < tables; ++t) {
    dataset const d = dvfs_test::random_table(random, 40);
    grow_options const o = dvfs_test::random_options(random);
    for (pruning_risk const risk : both_risks) {
      auto const alphas = alphas_of_interest(random, d, o, risk, nullptr);
      auto const predictions = loocv_by_alpha(d, o, alphas, risk);
      wrong += predictions == cross_validate_by_alpha(d, o, each_alone(d.rows()), alphas, risk) ? 0 : 1;
      for (auto const& p : predictions) cut += p != predictions[0] ? 1 : 0;
      pruned += int(predictions.size());
    }
  }
  CHECK(wrong == 0);
  CHECK(cut > pruned / 4);
}

TEST_CASE("pruned leave-one-out predictions equal those of refitting and pruning under regret as well")
{
  dvfs::detail::random_source random(20'261'202);
  int wrong = 0;
  for (int t = 0; t < tables / 2; ++t) {
    dataset const d = dvfs_test::random_table(random, 40);
    cost_table const costs = dvfs_test::random_costs(random, d);
    grow_options o = dvfs_test::random_options(random);
    o.criterion = criterion::regret;
    detail::whole_regrets const regrets{costs};
    for (pruning_risk const risk : both_risks) {
      auto const alphas = alphas_of_interest(random, d, o, risk, &regrets);
      wrong += loocv_by_alpha(d, costs, o, alphas, risk) ==
                       cross_validate_by_alpha(d, costs, o, each_alone(d.rows()), alphas, risk)
                   ? 0
                   : 1;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("alphas may come in any order and more than once; infinity leaves the root, zero what saves something")
{
  dataset const d = dvfs_test::synthetic(300, 5, 6);
  std::vector<double> const alphas{0.01, dvfs::detail::infinity, 0, 0.002, 0.01};
  for (pruning_risk const risk : both_risks) {
    auto const p = loocv_by_alpha(d, {}, alphas, risk);
    REQUIRE(p.size() == 5);
    CHECK(p[0] == p[4]);
    CHECK(p[1] == loocv(d, {.max_depth = 0}));
    CHECK(p[3] == loocv_by_alpha(d, {}, std::vector{0.002}, risk)[0]);
    CHECK(p == cross_validate_by_alpha(d, {}, each_alone(300), alphas, risk));
  }
  CHECK(loocv_by_alpha(d, {}, alphas)[2] == loocv(d));
}

TEST_CASE("a limit of leaves is pruned by refits")
{
  dataset const d = dvfs_test::synthetic(60, 3, 3);
  std::vector<double> const alphas{0, 0.02, 0.05};
  grow_options const o{.max_leaf_nodes = 6};
  CHECK(loocv_by_alpha(d, o, alphas) == cross_validate_by_alpha(d, o, each_alone(60), alphas));
  CHECK(loocv_by_alpha(d, o, alphas)[0] == loocv(d, o));
}

TEST_CASE("rows of weight two are pruned as rows that are there twice")
{
  std::vector<double> const x{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, weight{2, 1, 1, 2, 2, 1, 2, 1, 1, 2};
  std::vector<std::int32_t> const y{0, 0, 1, 0, 1, 1, 0, 1, 2, 1};
  std::vector<double> many;
  std::vector<std::int32_t> labels;
  std::vector<std::uint32_t> groups;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int copy = 0; copy < int(weight[i]); ++copy) {
      many.push_back(x[i]);
      labels.push_back(y[i]);
      groups.push_back(std::uint32_t(i));
    }
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{x}, y);
  auto const copies = *dataset::from_columns(std::vector<std::vector<double>>{many}, labels);
  auto const weights = *row_weights::from_values(d, weight);
  std::vector<double> const alphas{0, 0.05, 0.07, 0.1, 0.13, 0.2};
  for (pruning_risk const risk : both_risks) {
    auto const weighted = loocv_by_alpha(d, weights, {}, alphas, risk);
    auto const counted = cross_validate_by_alpha(copies, {}, groups, alphas, risk);
    for (std::size_t k = 0; k < alphas.size(); ++k)
      for (std::size_t i = 0; i < many.size(); ++i) CHECK(weighted[k][groups[i]] == counted[k][i]);
    CHECK(weighted == cross_validate_by_alpha(d, weights, {}, each_alone(d.rows()), alphas, risk));
    CHECK(weighted != loocv_by_alpha(d, {}, alphas, risk));
  }
}

TEST_CASE("no alpha gives no predictions, a single row or group no label")
{
  dataset const d = dvfs_test::synthetic(30, 3, 3);
  std::vector<double> const none, one{0.1};
  CHECK(loocv_by_alpha(d, {}, none).empty());
  auto const single = *dataset::from_columns(std::vector<std::vector<double>>{{1}}, std::vector{0});
  CHECK(loocv_by_alpha(single, {}, one) == predictions_by_alpha{{no_label}});
  std::vector<std::uint32_t> const together(30, 4);
  CHECK(cross_validate_by_alpha(d, {}, together, one)[0] == std::vector<std::int32_t>(30, no_label));
}

TEST_CASE("without pruning, groups get what cross_validate gives")
{
  dataset const d = dvfs_test::synthetic(200, 5, 6);
  std::vector<std::uint32_t> groups;
  for (std::size_t i = 0; i < d.rows(); ++i) groups.push_back(std::uint32_t(i * 7 % 11));
  std::vector<double> const alphas{0, 0.01};
  auto const p = cross_validate_by_alpha(d, {}, groups, alphas);
  CHECK(p[0] == cross_validate(d, {}, groups));
  grower<> g{d};
  decision_tree const tree = prune(g.grow_if({}, [&](std::size_t i) { return groups[i] != 3; }), 0.01);
  for (std::size_t i = 0; i < d.rows(); ++i)
    if (groups[i] == 3) CHECK(p[1][i] == predict(tree, d, i));
}

TEST_CASE("a chain of cuts as deep as the table is long is pruned as refits are")
{
  std::vector<double> x(120);
  std::vector<std::int32_t> y(120);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = double(i);
    y[i] = std::int32_t(i);
  }
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{x}, y);
  std::vector<double> const alphas{0, 1.0 / 119, 2.0 / 119, 0.1};
  for (pruning_risk const risk : both_risks)
    CHECK(loocv_by_alpha(d, {}, alphas, risk) == cross_validate_by_alpha(d, {}, each_alone(120), alphas, risk));
}
