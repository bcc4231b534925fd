// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/export/names.hpp>
#include <dvfs/learn/tree.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace dvfs::learn {

namespace detail {

/// A place in the walk of a tree, depth first: a node, or the other branch of the node that waits for it.
struct text_step {
  std::size_t node;
  std::size_t level;
  bool other_branch;
};

inline void append_text(std::string& out, std::span<tree_node const> nodes, tree_names const& names)
{
  // A stack of our own, for a tree may be deeper than that of the program.
  std::vector<text_step> todo{{0, 0, false}};
  while (!todo.empty()) {
    auto const [at, level, other_branch] = todo.back();
    todo.pop_back();
    tree_node const& n = nodes[at];
    for (std::size_t i = 0; i < level; ++i) out += "|   ";
    if (n.is_leaf()) {
      out += "|--- " + names.label(static_cast<std::size_t>(n.label));
      if (n.count != 0) out += " (" + std::to_string(n.count - n.errors) + " of " + std::to_string(n.count) + ")";
      out += '\n';
      continue;
    }
    out += "|--- " + test_text(n, names, !other_branch) + '\n';
    if (!other_branch) todo.push_back({at, level, true});
    todo.push_back({static_cast<std::size_t>(other_branch ? n.right : n.left), level + 1, false});
  }
}

}  // namespace detail

/// A tree as indented text, one line per branch and leaf; a leaf says how many of its training rows it gets right.
[[nodiscard]] inline std::string to_text(std::span<tree_node const> nodes, tree_names const& names = {})
{
  std::string out;
  detail::append_text(out, nodes, names);
  return out;
}

template<class Nodes>
[[nodiscard]] std::string to_text(basic_tree<Nodes> const& tree, tree_names const& names = {})
{
  return to_text(std::span<tree_node const>{tree.nodes.data(), tree.nodes.size()}, names);
}

}  // namespace dvfs::learn
