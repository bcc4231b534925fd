// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "synthetic.hpp"

#include <dvfs/learn/grow.hpp>
#include <dvfs/learn/prune.hpp>

using namespace dvfs::learn;

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

TEST_CASE("a single leaf has nothing to prune")
{
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{{1, 1}}, std::vector{0, 1});
  decision_tree const leaf = grow(d);
  CHECK(prune(leaf, 1) == leaf);
  REQUIRE(pruning_path(leaf).size() == 1);
  CHECK(pruning_path(leaf)[0].risk == 0.5);
}
