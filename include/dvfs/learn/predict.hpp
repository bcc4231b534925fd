// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/math.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/tree.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dvfs::learn {

/// A prediction for a row about which nothing could be learnt.
inline constexpr std::int32_t no_label = -1;

/// The node at which the walk of one row of a table ends.
template<class Nodes>
[[nodiscard]] constexpr std::size_t find_node(basic_tree<Nodes> const& tree, dataset_view const& data, std::size_t row)
{
  tree_node const* const all = tree.nodes.data();
  std::size_t at = 0;
  while (!all[at].is_leaf())
    at = static_cast<std::size_t>(
        data.at(row, static_cast<std::size_t>(all[at].feature)) <= all[at].threshold ? all[at].left : all[at].right);
  return at;
}

/// The label that a tree gives one row of a table.
template<class Nodes>
[[nodiscard]] constexpr std::int32_t predict(basic_tree<Nodes> const& tree, dataset_view const& data, std::size_t row)
{
  return tree.nodes[find_node(tree, data, row)].label;
}

namespace detail {

/// A node as a walk of many rows needs it. The left child is the next node; a leaf leads to itself, since nothing is at
/// most its threshold, which is NaN.
struct walk_node {
  double threshold{};
  std::uint32_t feature{};
  std::uint32_t right{};
};

// Walks some rows at once, so that their cache misses overlap; `x` holds them row after row.
template<std::size_t Together>
void walk(std::vector<walk_node> const& nodes, double const* x, std::size_t columns, std::uint32_t* at)
{
  for (std::size_t i = 0; i < Together; ++i) at[i] = 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t i = 0; i < Together; ++i) {
      walk_node const& n = nodes[at[i]];
      // Without a branch, which would be mispredicted half the time.
      std::uint32_t const go_left = x[i * columns + n.feature] <= n.threshold ? 1 : 0;
      std::uint32_t const next = n.right ^ ((n.right ^ (at[i] + 1)) & (0 - go_left));
      moved |= next != at[i];
      at[i] = next;
    }
  }
}

}  // namespace detail

/// The label that a tree gives each row of a table.
template<class Nodes>
[[nodiscard]] std::vector<std::int32_t> predict(basic_tree<Nodes> const& tree, dataset_view const& data)
{
  constexpr std::size_t together = 16;
  std::vector<detail::walk_node> nodes;
  nodes.reserve(tree.nodes.size());
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    tree_node const& n = tree.nodes[i];
    if (n.is_leaf())
      nodes.push_back({dvfs::detail::nan, 0, static_cast<std::uint32_t>(i)});
    else
      nodes.push_back({n.threshold, static_cast<std::uint32_t>(n.feature), static_cast<std::uint32_t>(n.right)});
  }
  std::vector<std::int32_t> labels(data.rows());
  std::vector<double> x(together * data.columns);
  std::uint32_t at[together];
  std::size_t i = 0;
  for (; i + together <= labels.size(); i += together) {
    for (std::size_t j = 0; j < data.columns; ++j)
      for (std::size_t k = 0; k < together; ++k) x[k * data.columns + j] = data.at(i + k, j);
    detail::walk<together>(nodes, x.data(), data.columns, at);
    for (std::size_t k = 0; k < together; ++k) labels[i + k] = tree.nodes[at[k]].label;
  }
  for (; i < labels.size(); ++i) labels[i] = predict(tree, data, i);
  return labels;
}

}  // namespace dvfs::learn
