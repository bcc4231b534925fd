// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "synthetic.hpp"

#include <dvfs/learn/explain.hpp>
#include <dvfs/learn/grow.hpp>
#include <dvfs/learn/predict.hpp>

#include <cmath>

using namespace dvfs::learn;

namespace {

// x0 <= 7 ? 0 : x1 <= 53 ? 1 : x0 <= 20 ? 2 : 1
decision_tree make()
{
  decision_tree t{{}, 2, 3};
  t.nodes = {{0, 1, 7, 1, 2, 9, 5, 0.5},  {-1, 0, 0, -1, -1, 3, 0, 0}, {1, 1, 53, 3, 4, 6, 2, 0.4},
             {-1, 1, 0, -1, -1, 3, 0, 0}, {0, 2, 20, 5, 6, 3, 1, 0.4}, {-1, 2, 0, -1, -1, 2, 0, 0},
             {-1, 1, 0, -1, -1, 1, 0, 0}};
  return t;
}

double const unknown = dvfs::detail::nan;

}  // namespace

TEST_CASE("why: the tests on the way, with the row's values, until one is not known")
{
  auto const t = make();
  CHECK(explain(t, std::vector{12.0, 60.0}) ==
        std::vector<passed_test>{{0, 12, 7, false}, {1, 60, 53, false}, {0, 12, 20, true}});
  CHECK(explain(t, std::vector{7.0, unknown}) == std::vector<passed_test>{{0, 7, 7, true}});
  CHECK(explain(t, std::vector{12.0, unknown}) == std::vector<passed_test>{{0, 12, 7, false}});
  CHECK(explain(t, std::vector{unknown, unknown}).empty());
}

TEST_CASE("what would change it: per feature the nearest value that alone leads to another label")
{
  auto const t = make();
  CHECK(single_changes(t, std::vector{12.0, 60.0}) ==
        std::vector<counterfactual>{{{{0, 12, 7, false}}, 0}, {{{1, 60, 53, false}}, 1}});
  // 16 is nearer to 20 than to 7.
  CHECK(single_changes(t, std::vector{16.0, 60.0})[0] == counterfactual{{{0, 16, 20, true}}, 1});
  // No x1 leads away from label 0, and above 53 the nearest x0 is just above 7.
  CHECK(single_changes(t, std::vector{3.0, 60.0}) == std::vector<counterfactual>{{{{0, 3, 7, true}}, 2}});
  // A value that is not known is no change to propose; without x1 the answer is 1 above 7.
  CHECK(single_changes(t, std::vector{12.0, unknown}) == std::vector<counterfactual>{{{{0, 12, 7, false}}, 0}});
  CHECK(single_changes(t, std::vector{unknown, 1.0}).empty());
}

TEST_CASE("the nearest value above a bound is the next double")
{
  CHECK(value_change{0, 0, 7, true}.to() == std::nextafter(7, 8));
  CHECK(value_change{0, -9, -7, true}.to() == std::nextafter(-7.0, 0.0));
  CHECK(value_change{0, -9, 0, true}.to() == std::nextafter(0.0, 1.0));
  CHECK(value_change{0, -9, -0.0, true}.to() == std::nextafter(0.0, 1.0));
  CHECK(value_change{0, 9, 7, false}.to() == 7);
}

TEST_CASE("the fewest changes are one where one will do, and several where it will not")
{
  auto const t = make();
  CHECK(fewest_changes(t, std::vector{3.0, 60.0}) == counterfactual{{{0, 3, 7, true}}, 2});
  // Both above 1, or else 0.
  decision_tree both{{}, 2, 2};
  both.nodes = {{0, 0, 1, 1, 2, 4, 1, 0.4},
                {-1, 0, 0, -1, -1, 2, 0, 0},
                {1, 0, 1, 3, 4, 2, 1, 0.5},
                {-1, 0, 0, -1, -1, 1, 0, 0},
                {-1, 1, 0, -1, -1, 1, 0, 0}};
  CHECK(single_changes(both, std::vector{0.0, 0.0}).empty());
  CHECK(fewest_changes(both, std::vector{0.0, 0.0}) == counterfactual{{{0, 0, 1, true}, {1, 0, 1, true}}, 1});
  CHECK(fewest_changes(both, std::vector{0.0, 5.0}) == counterfactual{{{0, 0, 1, true}}, 1});
  decision_tree leaf{{}, 2, 1};
  leaf.nodes = {{}};
  CHECK(!fewest_changes(leaf, std::vector{0.0, 0.0}));
}

TEST_CASE("on a grown tree every change leads where it says, and no nearer threshold leads elsewhere")
{
  dataset const d = dvfs_test::synthetic(300, 5, 6);
  decision_tree const tree = grow(d);
  std::vector<double> row(5);
  std::size_t wrong = 0, seen = 0;
  for (std::size_t i = 0; i < d.rows(); i += 3) {
    dataset_view(d).row(i, row);
    std::int32_t const label = tree.predict(row);
    auto const singles = single_changes(tree, row);
    std::vector<double> nearest(5, dvfs::detail::infinity);
    for (counterfactual const& c : singles) {
      auto changed = row;
      value_change const& v = c.changes[0];
      changed[v.feature] = v.to();
      nearest[v.feature] = std::abs(v.bound - v.from);
      wrong += tree.predict(changed) == c.label && c.label != label ? 0u : 1u;
      ++seen;
    }
    for (tree_node const& n : tree.nodes) {
      if (n.is_leaf()) continue;
      auto const f = static_cast<std::size_t>(n.feature);
      if (!(std::abs(n.threshold - row[f]) < nearest[f])) continue;
      for (double const x : {n.threshold, std::nextafter(n.threshold, dvfs::detail::infinity)}) {
        auto changed = row;
        changed[f] = x;
        wrong += tree.predict(changed) == label ? 0u : 1u;
      }
    }
    auto const fewest = fewest_changes(tree, row);
    REQUIRE(fewest);
    auto changed = row;
    for (value_change const& v : fewest->changes) changed[v.feature] = v.to();
    wrong += tree.predict(changed) == fewest->label && fewest->label != label ? 0u : 1u;
    wrong += (fewest->changes.size() == 1) == !singles.empty() ? 0u : 1u;
  }
  CHECK(wrong == 0);
  CHECK(seen > 100);
}
