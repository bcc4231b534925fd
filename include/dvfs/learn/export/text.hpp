// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/export/names.hpp>
#include <dvfs/learn/tree.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace dvfs::learn {

namespace detail {

inline void append_text(std::string& out, std::span<tree_node const> nodes, std::size_t at, std::size_t level,
                        tree_names const& names)
{
  std::string indent;
  for (std::size_t i = 0; i < level; ++i) indent += "|   ";
  tree_node const& n = nodes[at];
  if (n.is_leaf()) {
    out += indent + "|--- " + names.label(static_cast<std::size_t>(n.label));
    if (n.count != 0) out += " (" + std::to_string(n.count - n.errors) + " of " + std::to_string(n.count) + ")";
    out += '\n';
    return;
  }
  std::string const column = names.column(static_cast<std::size_t>(n.feature));
  std::string const threshold = shortest(n.threshold);
  out += indent + "|--- " + column + " <= " + threshold + '\n';
  append_text(out, nodes, static_cast<std::size_t>(n.left), level + 1, names);
  out += indent + "|--- " + column + " > " + threshold + '\n';
  append_text(out, nodes, static_cast<std::size_t>(n.right), level + 1, names);
}

}  // namespace detail

/// A tree as indented text, one line per branch and leaf; a leaf says how many of its training rows it gets right.
[[nodiscard]] inline std::string to_text(std::span<tree_node const> nodes, tree_names const& names = {})
{
  std::string out;
  detail::append_text(out, nodes, 0, 0, names);
  return out;
}

template<class Nodes>
[[nodiscard]] std::string to_text(basic_tree<Nodes> const& tree, tree_names const& names = {})
{
  return to_text(std::span<tree_node const>{tree.nodes.data(), tree.nodes.size()}, names);
}

}  // namespace dvfs::learn
