// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/learn/select.hpp>

using namespace dvfs::learn;

namespace {

dataset make(std::vector<double> x, std::vector<std::int32_t> y)
{
  return *dataset::from_columns(std::vector<std::vector<double>>{std::move(x)}, y);
}

}  // namespace

TEST_CASE("a grid is every combination, the decrease varying fastest")
{
  option_grid grid;
  grid.criteria = {criterion::gini, criterion::entropy};
  grid.max_depths = {1, std::nullopt};
  grid.min_impurity_decreases = {0, 0.1};
  auto const all = combinations(grid);
  REQUIRE(all.size() == 8);
  CHECK(all[0] == grow_options{criterion::gini, 1, 2, 1, 0});
  CHECK(all[1] == grow_options{criterion::gini, 1, 2, 1, 0.1});
  CHECK(all[2] == grow_options{criterion::gini, std::nullopt, 2, 1, 0});
  CHECK(all[7] == grow_options{criterion::entropy, std::nullopt, 2, 1, 0.1});
}

TEST_CASE("the setting with most correct leave-one-out predictions is chosen")
{
  // One stray label: deep trees learn it, and pay for it when a neighbour is left out.
  auto const d = make({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {0, 0, 1, 0, 0, 1, 1, 1, 1, 1});
  std::vector<grow_options> const settings{{}, {.max_depth = 1}};
  auto const s = select_by_accuracy(d, settings);
  CHECK(s.candidates.size() == 2);
  CHECK(s.candidates[1].correct > s.candidates[0].correct);
  CHECK(s.chosen == 1);
  CHECK(s.best().regret.unknown == 10);
  CHECK(s.best().tree == grow(d, {.max_depth = 1}));
}

TEST_CASE("among equals the smaller tree wins, then the setting named first")
{
  auto const d = make({1, 2, 3, 4, 5, 6}, {0, 0, 0, 1, 1, 1});
  std::vector<grow_options> const same{{.max_depth = 5}, {.max_depth = 4}, {.max_depth = 3}};
  CHECK(select_by_accuracy(d, same).chosen == 0);
  // The stray last row is not learnt without itself, so the cut that it causes is of no use.
  auto const stray = make({1, 2, 3, 4, 5}, {0, 0, 0, 0, 1});
  std::vector<grow_options> const deep_first{{}, {.max_depth = 0}};
  auto const s = select_by_accuracy(stray, deep_first);
  CHECK(s.candidates[0].correct == s.candidates[1].correct);
  CHECK(s.chosen == 1);
}

TEST_CASE("among equals of the same depth the tree with fewer leaves wins, though it is named last")
{
  auto const d = make({1, 2, 3, 4, 5, 6, 7, 8}, {0, 0, 2, 1, 1, 1, 1, 0});
  std::vector<grow_options> const settings{{}, {.min_samples_split = 4}};
  auto const s = select_by_accuracy(d, settings);
  REQUIRE(s.candidates[0].correct == s.candidates[1].correct);
  REQUIRE(s.candidates[0].tree.depth() == s.candidates[1].tree.depth());
  REQUIRE(s.candidates[0].tree.leaf_count() > s.candidates[1].tree.leaf_count());
  CHECK(s.chosen == 1);
}

TEST_CASE("regret may choose another setting than accuracy")
{
  auto const d = make({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {0, 0, 1, 0, 0, 1, 1, 1, 1, 1});
  std::vector<grow_options> const settings{{}, {.max_depth = 0}, {.max_depth = 1}};
  // Answering 1 where 0 is best costs almost nothing, the other way round a lot.
  std::vector<std::vector<double>> costs;
  for (std::int32_t const y : d.labels()) costs.push_back(y == 0 ? std::vector{1.0, 1.01} : std::vector{9.0, 1.0});
  auto const table = *cost_table::from_rows(costs);
  auto const by_accuracy = select_by_accuracy(d, settings);
  auto const by_regret = select_by_regret(d, settings, table);
  CHECK(by_accuracy.best().options.max_depth == 1);
  CHECK(by_regret.best().options.max_depth == 0);
  CHECK(by_regret.best().regret.mean < summarise_regret(table, by_accuracy.best().predictions).mean);
}

TEST_CASE("a setting whose answers have an unknown cost does not win by that")
{
  auto const d = make({1, 2, 3, 4}, {0, 0, 1, 1});
  double const nan = dvfs::detail::nan;
  // The full tree answers 0 0 0 1, the root alone 1 1 0 0.
  auto const table = *cost_table::from_rows(std::vector<std::vector<double>>{{1, 2}, {1, 2}, {1, 2}, {1, nan}});
  std::vector<grow_options> const settings{{}, {.max_depth = 0}};
  auto const s = select_by_regret(d, settings, table);
  CHECK(s.candidates[0].regret.mean == 0);
  CHECK(s.candidates[0].regret.unknown == 1);
  CHECK(s.candidates[1].regret.mean == 0.5);
  CHECK(s.chosen == 1);
}
