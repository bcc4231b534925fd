// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>

#include <concepts>
#include <string_view>

namespace dvfs {

/// What one run of a job cost.
struct run_cost {
  energy used{};
  duration took{};

  bool operator==(run_cost const&) const = default;
};

/// What is to be made small: a pure function of what a run cost, less is better.
template<class O>
concept objective = std::copyable<O> && requires(O const& o, run_cost const& cost)
{
  {
    o(cost)
  }
  noexcept->std::same_as<double>;
};

namespace objectives {

/// Joules.
struct energy {
  static constexpr std::string_view name = "energy";
  static constexpr bool reads_time = false;
  [[nodiscard]] constexpr double operator()(run_cost const& cost) const noexcept { return cost.used.value; }
};

/// Seconds.
struct time {
  static constexpr std::string_view name = "time";
  static constexpr bool reads_energy = false;
  [[nodiscard]] constexpr double operator()(run_cost const& cost) const noexcept { return cost.took.value; }
};

/// Energy times time, J s (M. Horowitz, T. Indermaur, R. Gonzalez, 1994).
struct edp {
  static constexpr std::string_view name = "edp";
  [[nodiscard]] constexpr double operator()(run_cost const& cost) const noexcept
  {
    return cost.used.value * cost.took.value;
  }
};

/// Energy times time squared, J s^2, which does not depend on the voltage where power is cubic in the clock.
struct ed2p {
  static constexpr std::string_view name = "ed2p";
  [[nodiscard]] constexpr double operator()(run_cost const& cost) const noexcept
  {
    return cost.used.value * cost.took.value * cost.took.value;
  }
};

/// eta E + (1 - eta) P t, with P the most that the device may draw: the cost of Zeus (J. You, J.-W. Chung,
/// M. Chowdhury, NSDI 2023), in joules; 1 counts energy only, 0 time only.
struct zeus_cost {
  static constexpr std::string_view name = "zeus_cost";
  double eta{0.5};
  power most{};
  [[nodiscard]] constexpr double operator()(run_cost const& cost) const noexcept
  {
    return eta * cost.used.value + (1 - eta) * (most * cost.took).value;
  }
};

/// Joules at the wall: what the rails measured, and a constant power for the rest of the board while the job runs.
struct wall_energy {
  static constexpr std::string_view name = "wall_energy";
  power board{};
  [[nodiscard]] constexpr double operator()(run_cost const& cost) const noexcept
  {
    return (cost.used + board * cost.took).value;
  }
};

}  // namespace objectives

/// Whether a function of a run's cost reads its energy, and its time: it does unless it says `reads_energy = false`.
template<class F>
inline constexpr bool reads_energy = [] {
  if constexpr (requires { F::reads_energy; })
    return F::reads_energy;
  else
    return true;
}();
template<class F>
inline constexpr bool reads_time = [] {
  if constexpr (requires { F::reads_time; })
    return F::reads_time;
  else
    return true;
}();

/// How much more `chosen` costs than `best`, as a fraction: 0 is the best choice there was.
template<objective O>
[[nodiscard]] constexpr double regret(O const& o, run_cost const& chosen, run_cost const& best)
{
  return o(chosen) / o(best) - 1;
}

}  // namespace dvfs
