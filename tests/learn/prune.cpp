// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "random_table.hpp"
#include "synthetic.hpp"

#include <dvfs/learn/grow.hpp>
#include <dvfs/learn/prune.hpp>

#include <set>
#include <utility>

using namespace dvfs::learn;

namespace {

using cost = std::pair<std::uint32_t, std::uint32_t>;  // errors, leaves

// What every tree costs that is left when some nodes become leaves.
std::set<cost> all_costs(decision_tree const& tree, std::size_t at)
{
  tree_node const& n = tree.nodes[at];
  std::set<cost> costs{{n.errors, 1}};
  if (n.is_leaf()) return costs;
  auto const right = all_costs(tree, std::size_t(n.right));
  for (cost const& l : all_costs(tree, std::size_t(n.left)))
    for (cost const& r : right) costs.insert({l.first + r.first, l.second + r.second});
  return costs;
}

cost cost_of(decision_tree const& tree)
{
  cost c{0, 0};
  for (tree_node const& n : tree.nodes)
    if (n.is_leaf()) c = {c.first + n.errors, c.second + 1};
  return c;
}

}  // namespace

TEST_CASE("a pruned tree is a tree: preorder, and inner nodes answer what they answered")
{
  dataset const d = dvfs_test::synthetic(500, 5, 6);
  decision_tree const tree = grow(d);
  for (double const alpha : {0.0, 0.001, 0.003, 0.01, 0.1}) {
    decision_tree const p = prune(tree, alpha);
    std::size_t inner = 0;
    for (std::size_t i = 0; i < p.nodes.size(); ++i) {
      if (p.nodes[i].is_leaf()) continue;
      ++inner;
      CHECK(p.nodes[i].left == std::int32_t(i + 1));
      CHECK(p.nodes[i].right > p.nodes[i].left);
      std::uint32_t const left = p.nodes[i + 1].count;
      CHECK(left + p.nodes[std::size_t(p.nodes[i].right)].count == p.nodes[i].count);
    }
    CHECK(p.nodes.size() == 2 * inner + 1);
  }
  CHECK(prune(tree, 0) == tree);
  CHECK(prune(tree, 1).nodes.size() == 1);
}

TEST_CASE("a path rises in alpha and falls in leaves, down to the root")
{
  decision_tree const tree = grow(dvfs_test::synthetic(1000, 5, 6));
  for (pruning_risk const risk : {pruning_risk::impurity, pruning_risk::errors}) {
    auto const path = pruning_path(tree, risk);
    for (std::size_t i = 1; i < path.size(); ++i) {
      CHECK(path[i].alpha > path[i - 1].alpha);
      CHECK(path[i].leaves < path[i - 1].leaves);
      CHECK(path[i].risk > path[i - 1].risk);
    }
    CHECK(path.back().leaves == 1);
  }
}

TEST_CASE("of all trees that are left when nodes become leaves, none costs less, and none as cheap has fewer leaves")
{
  dvfs::detail::random_source random(4);
  for (int t = 0; t < 300; ++t) {
    dataset const d = dvfs_test::random_table(random, 25);
    decision_tree const tree = grow(d, dvfs_test::random_options(random));
    auto const costs = all_costs(tree, 0);
    for (std::uint32_t quarters = 0; quarters < 24; ++quarters) {  // of a row, per leaf
      auto const price = [&](cost const& c) { return std::pair{4 * c.first + quarters * c.second, c.second}; };
      cost best = *costs.begin();
      for (cost const& c : costs)
        if (price(c) < price(best)) best = c;
      CHECK(cost_of(prune(tree, double(quarters) / double(4 * d.rows()), pruning_risk::errors)) == best);
    }
  }
}

TEST_CASE("pruning at an alpha of the path, or up to the next, gives the tree of the path")
{
  dvfs::detail::random_source random(5);
  for (int t = 0; t < 300; ++t) {
    dataset const d = dvfs_test::random_table(random);
    cost_table const costs = dvfs_test::random_costs(random, d);
    grow_options o = dvfs_test::random_options(random);
    if (t % 3 == 0) o.criterion = criterion::regret;
    decision_tree const tree = t % 3 == 0 ? grow(d, costs, o) : grow(d, o);
    for (pruning_risk const risk : {pruning_risk::impurity, pruning_risk::errors}) {
      auto const path = pruning_path(tree, risk);
      for (std::size_t i = 0; i < path.size(); ++i) {
        double const next = i + 1 < path.size() ? path[i + 1].alpha : dvfs::detail::infinity;
        CHECK(prune(tree, path[i].alpha, risk).leaf_count() == path[i].leaves);
        CHECK(prune(tree, next * (1 - 1e-9), risk).leaf_count() == path[i].leaves);
      }
    }
  }
}

TEST_CASE("a cut that gains nothing is pruned at alpha 0, whatever digits sums of doubles lose")
{
  // Both sides have the shares of the whole: 1 : many : more, so many times on the left and so many on the right.
  for (int many = 1; many < 6; ++many)
    for (int more = many; more < 12; ++more)
      for (int left = 1; left < 6; ++left)
        for (int right = 1; right < 6; ++right) {
          std::vector<double> x;
          std::vector<int> y;
          for (int side : {0, 1})
            for (int i = 0; i < (side == 0 ? left : right); ++i)
              for (int j = 0; j < 1 + many + more; ++j) {
                x.push_back(side);
                y.push_back(j < 1 ? 0 : j <= many ? 1 : 2);
              }
          auto const d = *dataset::from_columns(std::vector<std::vector<double>>{x}, y);
          for (criterion const c : {criterion::gini, criterion::entropy}) {
            decision_tree const tree = grow(d, {.criterion = c});
            REQUIRE(tree.nodes.size() == 3);
            for (pruning_risk const risk : {pruning_risk::impurity, pruning_risk::errors})
              CHECK(prune(tree, 0, risk).nodes.size() == 1);
          }
        }
}

TEST_CASE("a tie at no errors at all goes to the leaf")
{
  // In each pair one row would rather have the other answer, but both are labelled 0.
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{{1, 1, 2, 2}}, std::vector{0, 0, 0, 0}, {}, 2);
  auto const costs = *cost_table::from_rows(std::vector<std::vector<double>>{{1, 9}, {2, 1}, {1, 9}, {2, 1}});
  decision_tree const tree = grow(d, costs, {.criterion = criterion::regret});
  REQUIRE(tree.nodes.size() == 3);
  REQUIRE(tree.nodes[0].errors == 0);
  CHECK(prune(tree, 0, pruning_risk::errors).nodes.size() == 1);
  CHECK(prune(tree, 0, pruning_risk::impurity).nodes.size() == 1);
}

TEST_CASE("a single leaf has nothing to prune")
{
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{{1, 1}}, std::vector{0, 1});
  decision_tree const leaf = grow(d);
  CHECK(prune(leaf, 1) == leaf);
  REQUIRE(pruning_path(leaf).size() == 1);
  CHECK(pruning_path(leaf)[0].risk == 0.5);
}
