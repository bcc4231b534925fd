// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/learn/features.hpp>
#include <dvfs/policy/default_governor.hpp>
#include <dvfs/policy/fixed.hpp>
#include <dvfs/policy/guard/evidence.hpp>
#include <dvfs/policy/guard/verdict.hpp>
#include <dvfs/policy/policy.hpp>
#include <dvfs/policy/static_tree.hpp>
#include <dvfs/policy/tree.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace dvfs::policies {

/// From where on a guard falls back.
struct guard_limits {
  std::uint32_t least_rows{3};  ///< training workloads in the leaf
  double most_loss{0.01};  ///< what the answer may lose to the fallback with the coverage of the evidence, a fraction

  bool operator==(guard_limits const&) const = default;
};

/// A level, or none where the clock is left to the device's own governor, and why.
struct guarded_answer {
  std::optional<frequency> at{};
  guard_verdict why{};

  bool operator==(guarded_answer const&) const = default;
};

namespace detail {

// Where a policy ends for a row, and whether all that it asks for was known.
struct place {
  std::size_t node{};
  bool is_decided{};
};

[[nodiscard]] constexpr place find_place(std::span<learn::tree_node const> nodes, std::span<double const> row) noexcept
{
  std::size_t at = 0;
  while (!nodes[at].is_leaf()) {
    auto const& n = nodes[at];
    double const x = row[static_cast<std::size_t>(n.feature)];
    if (x != x) return {at, false};
    at = static_cast<std::size_t>(x <= n.threshold ? n.left : n.right);
  }
  return {at, true};
}

// How a guard looks into a policy: into a tree by its nodes, into any other not at all.
template<class Policy>
struct inside {
  [[nodiscard]] static constexpr place find(Policy const&, std::span<double const> row,
                                            std::span<feature_range const> ranges) noexcept
  {
    // What it asks for is not to be seen from outside: all that has a range.
    for (std::size_t j = 0; j < row.size(); ++j)
      if (row[j] != row[j] && ranges[j].is_looked_at()) return {0, false};
    return {0, true};
  }
};
template<>
struct inside<tree> {
  [[nodiscard]] static place find(tree const& t, std::span<double const> row, std::span<feature_range const>) noexcept
  {
    return find_place(t.learnt().nodes, row);
  }
};
template<auto const& Table, auto const& Board>
struct inside<static_tree<Table, Board>> {
  [[nodiscard]] static constexpr place find(static_tree<Table, Board> const&, std::span<double const> row,
                                            std::span<feature_range const>) noexcept
  {
    return find_place(Table.nodes, row);
  }
};

// The first reason not to trust an answer about a row.
[[nodiscard]] constexpr guard_verdict judge(place end, std::span<double const> row,
                                            std::span<feature_range const> ranges, std::span<node_evidence const> nodes,
                                            guard_limits const& limits) noexcept
{
  DVFS_PRECONDITION(ranges.size() == row.size() && end.node < nodes.size());
  if (!end.is_decided) return guard_verdict::feature_not_known;
  // What is not known and not asked for either is outside of no range.
  for (std::size_t j = 0; j < row.size(); ++j)
    if (row[j] == row[j] && (row[j] < ranges[j].low || row[j] > ranges[j].high))
      return guard_verdict::outside_training_range;
  auto const& here = nodes[end.node];
  if (here.rows < limits.least_rows) return guard_verdict::few_rows_in_leaf;
  if (!(here.loss_bound <= limits.most_loss)) return guard_verdict::loss_bound_too_high;
  return guard_verdict::trusted;
}

}  // namespace detail

/// A policy that answers only where its training vouches for it; elsewhere the fallback does: one fixed level (FFG), any
/// other policy of the same jobs, or default_governor, with which there is `decide` only, for no level can be named.
/// Nothing is allocated on the way to an answer.
template<class Policy, class Evidence = evidence, class Fallback = fixed>
struct guarded {
  [[no_unique_address]] Policy policy{};
  Evidence evidence{};
  Fallback fallback{};
  guard_limits limits{};

  /// Whether the policy's own answer is trusted, and if not why: the first reason in the order of the enumerators.
  [[nodiscard]] constexpr guard_verdict judge(std::span<double const> row) const noexcept
  {
    return detail::judge(detail::inside<Policy>::find(policy, row, evidence.ranges), row, evidence.ranges,
                         evidence.nodes, limits);
  }
  template<learn::described_row Job>
  [[nodiscard]] constexpr guard_verdict judge(Job const& job) const noexcept
  {
    auto const row = learn::row_of(job);
    return judge(std::span<double const>{row});
  }

  template<class Job>
  [[nodiscard]] constexpr guarded_answer decide(Job const& job) const noexcept
  {
    auto const why = judge(job);
    if (why == guard_verdict::trusted) return {policy(job), why};
    if constexpr (dvfs::policy<Fallback, Job>)
      return {fallback(job), why};
    else
      return {std::nullopt, why};
  }

  template<class Job>
    requires dvfs::policy<Fallback, Job>
  [[nodiscard]] constexpr frequency operator()(Job const& job) const noexcept
  {
    return judge(job) == guard_verdict::trusted ? policy(job) : fallback(job);
  }

  bool operator==(guarded const&) const = default;
};
template<class Policy, class Evidence, class Fallback>
guarded(Policy, Evidence, Fallback) -> guarded<Policy, Evidence, Fallback>;
template<class Policy, class Evidence, class Fallback>
guarded(Policy, Evidence, Fallback, guard_limits) -> guarded<Policy, Evidence, Fallback>;

}  // namespace dvfs::policies
