// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>

#include <concepts>

namespace dvfs {

/// What one run of a job cost.
struct run_cost {
  energy used{};
  duration took{};
};

/// What is to be made small: a pure function of what a run cost, less is better.
template<class O>
concept objective = std::copyable<O> && requires(O const& o, run_cost const& cost) {
  { o(cost) } noexcept -> std::same_as<double>;
};

namespace objectives {

/// Joules.
struct energy {
  [[nodiscard]] constexpr double operator()(run_cost const& cost) const noexcept { return cost.used.value; }
};

}  // namespace objectives

/// How much more `chosen` costs than `best`, as a fraction: 0 is the best choice there was.
template<objective O>
[[nodiscard]] constexpr double regret(O const& o, run_cost const& chosen, run_cost const& best)
{
  return o(chosen) / o(best) - 1;
}

}  // namespace dvfs
