// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/export/names.hpp>
#include <dvfs/learn/tree.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace dvfs::learn {

namespace detail {

[[nodiscard]] inline std::string dot_quoted(std::string const& text)
{
  std::string out = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + '"';
}

}  // namespace detail

/// A tree as a Graphviz digraph; edges say whether the test of their node holds.
[[nodiscard]] inline std::string to_dot(std::span<tree_node const> nodes, tree_names const& names = {})
{
  std::string out = "digraph tree {\n  node [shape=box];\n";
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    tree_node const& n = nodes[i];
    std::string const id = std::to_string(i);
    if (n.is_leaf()) {
      out += "  " + id + " [label=" + detail::dot_quoted(names.label(static_cast<std::size_t>(n.label))) +
             ", style=rounded];\n";
      continue;
    }
    out += "  " + id + " [label=" + detail::dot_quoted(detail::test_text(n, names, true)) + "];\n";
    out += "  " + id + " -> " + std::to_string(n.left) + " [label=yes];\n";
    out += "  " + id + " -> " + std::to_string(n.right) + " [label=no];\n";
  }
  return out + "}\n";
}

template<class Nodes>
[[nodiscard]] std::string to_dot(basic_tree<Nodes> const& tree, tree_names const& names = {})
{
  return to_dot(std::span<tree_node const>{tree.nodes.data(), tree.nodes.size()}, names);
}

}  // namespace dvfs::learn
