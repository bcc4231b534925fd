// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/objective.hpp>
#include <dvfs/core/quantity.hpp>

#include <concepts>

namespace dvfs {

/// What was measured at one frequency; the weight multiplies its squared error, and 0 leaves the point out.
template<class T>
struct point {
  frequency at{};
  T value{};
  double weight{1};
};

namespace detail {

/// The number that a model of `Q` is fitted to, out of a quantity or out of what a whole run cost.
template<class Q>
[[nodiscard]] constexpr double measured(Q q)
{
  return q.value;
}
template<class Q>
[[nodiscard]] constexpr double measured(run_cost const& cost)
{
  if constexpr (std::same_as<Q, duration>)
    return cost.took.value;
  else if constexpr (std::same_as<Q, power>)
    return (cost.used / cost.took).value;
  else
    return cost.used.value;
}

}  // namespace detail
}  // namespace dvfs
