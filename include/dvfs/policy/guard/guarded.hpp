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

// The node where a policy ends for a row: of a tree the one that answers, any other policy is judged as a whole.
template<class Policy>
[[nodiscard]] constexpr std::size_t find_node(Policy const&, std::span<double const>) noexcept
{
  return 0;
}
[[nodiscard]] inline std::size_t find_node(tree const& t, std::span<double const> row) noexcept
{
  return t.learnt().find_node(row);
}
template<auto const& Table, auto const& Board>
[[nodiscard]] constexpr std::size_t find_node(static_tree<Table, Board> const&, std::span<double const> row) noexcept
{
  return learn::basic_tree<std::span<learn::tree_node const>>{Table.nodes}.find_node(row);
}

// The first reason not to trust an answer about a row, in the order of the enumerators.
[[nodiscard]] constexpr guard_verdict judge(std::size_t node, std::span<double const> row,
                                            std::span<feature_range const> ranges, std::span<node_evidence const> nodes,
                                            guard_limits const& limits) noexcept
{
  DVFS_PRECONDITION(ranges.size() == row.size() && node < nodes.size());
  bool is_outside = false;
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (!ranges[j].is_looked_at()) continue;
    if (row[j] != row[j]) return guard_verdict::feature_not_known;
    is_outside = is_outside || row[j] < ranges[j].low || row[j] > ranges[j].high;
  }
  if (is_outside) return guard_verdict::outside_training_range;
  if (nodes[node].rows < limits.least_rows) return guard_verdict::few_rows_in_leaf;
  if (!(nodes[node].loss_bound <= limits.most_loss)) return guard_verdict::loss_bound_too_high;
  return guard_verdict::trusted;
}

}  // namespace detail

/// A policy that answers only where its training vouches for it; elsewhere the fallback does: one fixed level (FFG),
/// any other policy of the same jobs, or default_governor, with which there is `decide` only, for no level can be named.
/// A feature that has a range must be known, even if the policy does not ask for it: who does not know it cannot tell
/// that the job is like those in training.  Nothing is allocated on the way to an answer.
template<class Policy, class Evidence = evidence, class Fallback = fixed>
struct guarded {
  [[no_unique_address]] Policy policy{};
  Evidence evidence{};
  Fallback fallback{};
  guard_limits limits{};

  /// Whether the policy's own answer is trusted, and if not why.
  [[nodiscard]] constexpr guard_verdict judge(std::span<double const> row) const noexcept
  {
    return detail::judge(detail::find_node(policy, row), row, evidence.ranges, evidence.nodes, limits);
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
