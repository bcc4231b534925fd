// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/config.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/learn/tree.hpp>
#include <dvfs/policy/guard/bound.hpp>

#include <boost/describe/class.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::policies {

/// From where to where a feature went in training, both ends included; one without ends is not looked at.
struct feature_range {
  double low{-dvfs::detail::infinity};
  double high{dvfs::detail::infinity};

  [[nodiscard]] constexpr bool is_looked_at() const noexcept
  {
    return low > -dvfs::detail::infinity || high < dvfs::detail::infinity;
  }
  bool operator==(feature_range const&) const = default;
};
BOOST_DESCRIBE_STRUCT(feature_range, (), (low, high))

/// What training tells of a node of a tree.
struct node_evidence {
  std::uint32_t rows{};  ///< training workloads that came here
  double loss_bound{
      dvfs::detail::infinity};  ///< what an answer loses to the fallback at most, with the coverage asked for

  bool operator==(node_evidence const&) const = default;
};

/// What training tells of a policy: a range for each feature and, of a tree, facts for each node; of any other policy
/// facts for all of it.
template<class Ranges, class Nodes>
struct basic_evidence {
  Ranges ranges{};
  Nodes nodes{};

  bool operator==(basic_evidence const&) const = default;
};

/// Evidence that is known at run time only, and evidence that can be a constant.
using evidence = basic_evidence<std::vector<feature_range>, std::vector<node_evidence>>;
template<std::size_t Columns, std::size_t Nodes>
using fixed_evidence = basic_evidence<std::array<feature_range, Columns>, std::array<node_evidence, Nodes>>;

/// A training workload that the policy was asked about without having been trained on it.
struct held_out_row {
  std::size_t leaf{};  ///< where it ends in the tree that was trained on all
  double loss{};       ///< what the answer cost above the fallback's, as a fraction of that; NaN where it is not known
};

namespace detail {

// The end of the branch that begins at a node: in preorder it lies in one piece.
[[nodiscard]] constexpr std::size_t end_of_branch(std::span<learn::tree_node const> nodes, std::size_t at)
{
  while (!nodes[at].is_leaf()) at = static_cast<std::size_t>(nodes[at].right);
  return at + 1;
}

// A node with too few rows for the coverage borrows the bound of the next node above that has enough.  `room` has a
// place for each row.
constexpr void weigh(std::span<learn::tree_node const> nodes, std::span<held_out_row const> rows, double coverage,
                     std::span<double> room, std::span<node_evidence> out)
{
  DVFS_PRECONDITION(room.size() >= rows.size() && out.size() == nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::size_t const end = end_of_branch(nodes, i);
    std::size_t n = 0;
    for (auto const& row : rows)
      if (row.leaf >= i && row.leaf < end) room[n++] = row.loss == row.loss ? row.loss : dvfs::detail::infinity;
    out[i].rows = static_cast<std::uint32_t>(n);
    if (n >= rows_needed(coverage)) out[i].loss_bound = loss_bound(room.first(n), coverage);
    if (nodes[i].is_leaf()) continue;
    // Children come later and overwrite this where they can.
    out[static_cast<std::size_t>(nodes[i].left)].loss_bound = out[i].loss_bound;
    out[static_cast<std::size_t>(nodes[i].right)].loss_bound = out[i].loss_bound;
  }
}

}  // namespace detail

/// Evidence for a tree from its held-out workloads.  A leaf that holds too few for the coverage has the bound of the
/// smallest branch around it that holds enough, or none.
[[nodiscard]] inline evidence gather_evidence(std::span<learn::tree_node const> nodes,
                                              std::vector<feature_range> ranges, std::span<held_out_row const> rows,
                                              double coverage)
{
  evidence e{std::move(ranges), std::vector<node_evidence>(nodes.size())};
  std::vector<double> room(rows.size());
  detail::weigh(nodes, rows, coverage, room, e.nodes);
  return e;
}

/// The same as a constant.
template<std::size_t Columns, std::size_t Nodes, std::size_t Rows>
[[nodiscard]] constexpr fixed_evidence<Columns, Nodes> gather_evidence(std::array<learn::tree_node, Nodes> const& nodes,
                                                                       std::array<feature_range, Columns> const& ranges,
                                                                       std::array<held_out_row, Rows> const& rows,
                                                                       double coverage)
{
  fixed_evidence<Columns, Nodes> e{ranges, {}};
  std::array<double, Rows> room{};
  detail::weigh(nodes, rows, coverage, room, e.nodes);
  return e;
}

}  // namespace dvfs::policies
