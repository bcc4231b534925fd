// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/math.hpp>
#include <dvfs/detail/static_vector.hpp>
#include <dvfs/learn/tree.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

// What can be said of a tree without asking it anything; for a constant tree the compiler knows all of it.
namespace dvfs::learn {
namespace detail {

template<class Stack>
constexpr bool is_well_formed(std::span<tree_node const> nodes, std::size_t columns, std::size_t labels, Stack waiting)
{
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    auto const& n = nodes[i];
    if (n.label < 0 || static_cast<std::size_t>(n.label) >= labels) return false;
    auto const next = static_cast<std::int32_t>(i + 1);
    if (!n.is_leaf()) {
      if (static_cast<std::size_t>(n.feature) >= columns || !dvfs::detail::is_finite(n.threshold) ||
          n.left_categories != 0)
        return false;
      if (n.left != next || n.right <= next) return false;
      waiting.push_back(n.right);
    } else if (waiting.empty()) {
      return i + 1 == nodes.size();
    } else {
      if (waiting.back() != next) return false;
      waiting.pop_back();
    }
  }
  return false;
}

// The rows that reach a node: each feature is more than `above` and at most `at_most`.
template<std::size_t Columns>
struct box {
  std::array<double, Columns> above{};
  std::array<double, Columns> at_most{};
};

template<std::size_t Columns>
constexpr bool has_empty_leaf(std::span<tree_node const> nodes, std::array<bool, Columns> const& whole, std::size_t at,
                              box<Columns> const& limits)
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
  return has_empty_leaf(nodes, whole, static_cast<std::size_t>(n.left), left) ||
         has_empty_leaf(nodes, whole, static_cast<std::size_t>(n.right), right);
}

}  // namespace detail

/// Whether the nodes are one tree in preorder over `columns` features with labels below `labels` and finite thresholds,
/// without cuts by categories.
template<std::size_t N>
[[nodiscard]] constexpr bool is_well_formed(std::array<tree_node, N> const& nodes, std::size_t columns,
                                            std::size_t labels)
{
  return detail::is_well_formed(nodes, columns, labels, dvfs::detail::static_vector<std::int32_t, N>{});
}
[[nodiscard]] inline bool is_well_formed(decision_tree const& tree)
{
  return detail::is_well_formed(tree.nodes, tree.columns, tree.labels, std::vector<std::int32_t>{});
}

/// Comparisons on the longest way from a node to an answer.
[[nodiscard]] constexpr std::size_t depth(std::span<tree_node const> nodes, std::size_t at = 0)
{
  if (nodes[at].is_leaf()) return 0;
  return 1 + dvfs::detail::max(depth(nodes, static_cast<std::size_t>(nodes[at].left)),
                               depth(nodes, static_cast<std::size_t>(nodes[at].right)));
}

/// Whether some leaf answers no row at all, because the tests above it contradict each other; `whole` tells which
/// features are whole numbers.
template<std::size_t Columns>
[[nodiscard]] constexpr bool has_unreachable_leaf(std::span<tree_node const> nodes,
                                                  std::array<bool, Columns> const& whole)
{
  detail::box<Columns> everything;
  everything.above.fill(-dvfs::detail::infinity);
  everything.at_most.fill(dvfs::detail::infinity);
  return detail::has_empty_leaf(nodes, whole, 0, everything);
}

}  // namespace dvfs::learn
