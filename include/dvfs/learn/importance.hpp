// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/tree.hpp>

#include <cstddef>
#include <vector>

namespace dvfs::learn {

/// How much each feature lowers the impurity of a tree, as shares that sum to 1; all 0 for a tree that lowers nothing.
template<class Nodes>
[[nodiscard]] std::vector<double> importances(basic_tree<Nodes> const& tree)
{
  std::vector<double> out(tree.columns, 0);
  double sum = 0;
  // Products are kept apart from the differences, so that there is nothing to fuse.
  std::vector<double> weighted;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) weighted.push_back(tree.nodes[i].impurity * tree.weight(i).all);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    tree_node const& n = tree.nodes[i];
    if (n.is_leaf()) continue;
    double const children = weighted[static_cast<std::size_t>(n.left)] + weighted[static_cast<std::size_t>(n.right)];
    double const gain = weighted[i] - children;
    out[static_cast<std::size_t>(n.feature)] += gain;
    sum += gain;
  }
  if (sum > 0)
    for (double& x : out) x /= sum;
  return out;
}

}  // namespace dvfs::learn
