// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/ladder.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/policy/tree_table.hpp>

#include <array>
#include <cstddef>
#include <span>


// What can be said of a tree without asking it anything; for a table all of it is known to the compiler.
namespace dvfs::policies {

/// Whether the nodes form a tree: each child stands behind its parent, within the table, under one parent.
[[nodiscard]] constexpr bool is_well_formed(std::span<tree_node const> nodes, std::size_t features)
{
  if (nodes.empty()) return false;
  std::size_t children = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    auto const& n = nodes[i];
    if (n.answer.value == 0) return false;
    if (n.is_leaf()) continue;
    if (static_cast<std::size_t>(n.feature) >= features || !dvfs::detail::is_finite(n.threshold)) return false;
    if (n.left <= i || n.right <= i || n.left >= nodes.size() || n.right >= nodes.size() || n.left == n.right) return false;
    children += 2;
  }
  if (children + 1 != nodes.size()) return false;
  // As many children as nodes but the root: then each has one parent exactly if none has two.
  for (std::size_t child = 1; child < nodes.size(); ++child) {
    std::size_t parents = 0;
    for (std::size_t i = 0; i < child; ++i)
      if (!nodes[i].is_leaf()) parents += (nodes[i].left == child ? 1u : 0u) + (nodes[i].right == child ? 1u : 0u);
    if (parents != 1) return false;
  }
  return true;
}

/// Comparisons on the longest way from the root to an answer.
[[nodiscard]] constexpr std::size_t depth(std::span<tree_node const> nodes, std::size_t at = 0)
{
  if (nodes[at].is_leaf()) return 0;
  return 1 + dvfs::detail::max(depth(nodes, nodes[at].left), depth(nodes, nodes[at].right));
}

/// The fastest frequency that the tree can answer.
[[nodiscard]] constexpr frequency fastest_answer(std::span<tree_node const> nodes)
{
  frequency fastest{};
  for (auto const& n : nodes)
    if (n.answer > fastest) fastest = n.answer;
  return fastest;
}

/// Whether every answer is a level of the ladder.
[[nodiscard]] constexpr bool is_on_ladder(std::span<tree_node const> nodes, ladder_view ladder)
{
  for (auto const& n : nodes)
    if (!find_exact(ladder, n.answer)) return false;
  return true;
}

/// The levels of the ladder that some leaf answers: element i is true if level i is among them.
template<std::size_t N>
[[nodiscard]] constexpr std::array<bool, N> reachable_levels(std::span<tree_node const> nodes,
                                                             frequency_ladder<N> const& ladder)
{
  std::array<bool, N> reached{};
  for (auto const& n : nodes)
    if (auto const l = find_exact(ladder, n.answer); l && n.is_leaf()) reached[to_index(*l)] = true;
  return reached;
}

namespace detail {

template<std::size_t Features>
struct box {
  std::array<double, Features> above{};    // a job's feature is more than this
  std::array<double, Features> at_most{};  // and no more than this
};

template<std::size_t Features>
constexpr bool has_empty_leaf(std::span<tree_node const> nodes, std::array<bool, Features> const& whole, std::size_t at,
                              box<Features> const& limits)
{
  auto const& n = nodes[at];
  if (n.is_leaf()) return false;
  auto const f = static_cast<std::size_t>(n.feature);
  // A whole number is at most 7.5 exactly if it is at most 7.
  double const t = whole[f] ? dvfs::detail::floor(n.threshold) : n.threshold;
  if (t <= limits.above[f] || t >= limits.at_most[f]) return true;
  auto left = limits, right = limits;
  left.at_most[f] = t;
  right.above[f] = t;
  return has_empty_leaf(nodes, whole, n.left, left) || has_empty_leaf(nodes, whole, n.right, right);
}

}  // namespace detail

/// Whether some leaf answers no job at all, because the tests above it contradict each other; `whole` tells which features
/// are whole numbers.
template<std::size_t Features>
[[nodiscard]] constexpr bool has_unreachable_leaf(std::span<tree_node const> nodes, std::array<bool, Features> const& whole)
{
  detail::box<Features> everything;
  everything.above.fill(-dvfs::detail::infinity);
  everything.at_most.fill(dvfs::detail::infinity);
  return detail::has_empty_leaf(nodes, whole, 0, everything);
}

}  // namespace dvfs::policies
