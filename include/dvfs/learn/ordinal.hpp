// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/tree.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dvfs::learn {

/// Whether a tree cuts some feature by categories instead of by a threshold.
template<class Nodes>
[[nodiscard]] constexpr bool has_categories(basic_tree<Nodes> const& tree)
{
  for (std::size_t i = 0; i < tree.nodes.size(); ++i)
    if (tree.nodes[i].left_categories != 0) return true;
  return false;
}

/// The same tree with thresholds only, for the categories 0 .. 7 of the categorical features: a cut by categories
/// becomes a chain of thresholds, below which its subtrees stand as often as its categories take turns. Policies, which
/// refuse cuts by categories, take such a tree.
[[nodiscard]] inline decision_tree ordinal(decision_tree const& tree)
{
  // What is still to be written: a node of the tree, or from a category on the rest of a chain that replaces it.
  struct work {
    std::size_t node;
    std::size_t from_category;
    std::int32_t right_of;
  };
  constexpr std::size_t whole_node = static_cast<std::size_t>(-1);
  decision_tree out{{}, tree.columns, tree.labels};
  std::vector<work> todo{{0, whole_node, -1}};
  while (!todo.empty()) {
    work w = todo.back();
    todo.pop_back();
    tree_node n = tree.nodes[w.node];
    bool const is_chain = n.left_categories != 0;
    if (is_chain) {
      if (w.from_category == whole_node) w.from_category = 0;
      bool const left = (n.left_categories >> w.from_category & 1u) != 0;
      std::size_t next = w.from_category;  // the first category that goes another way, or 8
      while (next < max_categories && ((n.left_categories >> next & 1u) != 0) == left) ++next;
      auto const side = static_cast<std::size_t>(left ? n.left : n.right);
      if (next == max_categories) {
        todo.push_back({side, whole_node, w.right_of});
        continue;
      }
      auto const here = static_cast<std::int32_t>(out.nodes.size());
      if (w.right_of >= 0) out.nodes[static_cast<std::size_t>(w.right_of)].right = here;
      n.threshold = static_cast<double>(next) - 1;
      n.left_categories = 0;
      n.left = here + 1;
      out.nodes.push_back(n);
      if (!tree.weights.empty()) out.weights.push_back(tree.weights[w.node]);
      todo.push_back({w.node, next, here});
      todo.push_back({side, whole_node, -1});
      continue;
    }
    auto const here = static_cast<std::int32_t>(out.nodes.size());
    if (w.right_of >= 0) out.nodes[static_cast<std::size_t>(w.right_of)].right = here;
    if (!n.is_leaf()) {
      todo.push_back({static_cast<std::size_t>(n.right), whole_node, here});
      todo.push_back({static_cast<std::size_t>(n.left), whole_node, -1});
      n.left = here + 1;
    }
    out.nodes.push_back(n);
    if (!tree.weights.empty()) out.weights.push_back(tree.weights[w.node]);
  }
  return out;
}

}  // namespace dvfs::learn
