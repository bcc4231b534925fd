// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/objective.hpp>

#include <concepts>
#include <optional>
#include <string_view>

namespace dvfs {

/// A bound on some figure of a run: which figure, given the time at the fastest level (none where unknown), how much
/// at most, and a name for messages. The figure is nothing where it cannot be known.
template<class L>
concept absolute_limit = std::copyable<L> && requires(L const& l, run_cost const& cost, std::optional<duration> top)
{
  {
    L::name()
  }
  noexcept->std::same_as<std::string_view>;
  {
    l.most()
  }
  noexcept->std::same_as<double>;
  {
    l.figure(cost, top)
  }
  noexcept->std::same_as<std::optional<double>>;
};

/// A bound relative to the least score that any level reaches which meets the absolute limits.
template<class L>
concept relative_limit = std::copyable<L> && objective<typename L::score> && requires(L const& l)
{
  {
    L::name()
  }
  noexcept->std::same_as<std::string_view>;
  {
    l.most()
  }
  noexcept->std::same_as<double>;
};

template<class L>
concept limit = absolute_limit<L> || relative_limit<L>;

/// Time at most `factor` times that at the fastest level of the ladder, or times `against` where it is given.
struct slowdown_at_most {
  static constexpr bool reads_energy = false;
  double factor{1};
  std::optional<duration> against{};

  [[nodiscard]] static constexpr std::string_view name() noexcept { return "slowdown_at_most"; }
  [[nodiscard]] constexpr double most() const noexcept { return factor; }
  [[nodiscard]] constexpr std::optional<double> figure(run_cost const& cost, std::optional<duration> top) const noexcept
  {
    auto const reference = against ? against : top;
    return reference ? std::optional{cost.took / *reference} : std::nullopt;
  }
};

/// Mean power over the run of at most so many watts.
struct power_at_most {
  power watts{};

  [[nodiscard]] static constexpr std::string_view name() noexcept { return "power_at_most"; }
  [[nodiscard]] constexpr double most() const noexcept { return watts.value; }
  [[nodiscard]] constexpr std::optional<double> figure(run_cost const& cost, std::optional<duration>) const noexcept
  {
    return (cost.used / cost.took).value;
  }
};

/// A deadline: at most so many seconds.
struct time_at_most {
  static constexpr bool reads_energy = false;
  duration seconds{};

  [[nodiscard]] static constexpr std::string_view name() noexcept { return "time_at_most"; }
  [[nodiscard]] constexpr double most() const noexcept { return seconds.value; }
  [[nodiscard]] constexpr std::optional<double> figure(run_cost const& cost, std::optional<duration>) const noexcept
  {
    return cost.took.value;
  }
};

/// A budget: at most so many joules.
struct energy_at_most {
  static constexpr bool reads_time = false;
  energy joules{};

  [[nodiscard]] static constexpr std::string_view name() noexcept { return "energy_at_most"; }
  [[nodiscard]] constexpr double most() const noexcept { return joules.value; }
  [[nodiscard]] constexpr std::optional<double> figure(run_cost const& cost, std::optional<duration>) const noexcept
  {
    return cost.used.value;
  }
};

/// Energy at most so many percent above the least of any level that meets the absolute limits.
struct energy_within {
  using score = objectives::energy;
  static constexpr bool reads_time = false;
  double percent{};

  [[nodiscard]] static constexpr std::string_view name() noexcept { return "energy_within"; }
  [[nodiscard]] constexpr double most() const noexcept { return 1 + percent / 100; }
};

}  // namespace dvfs
