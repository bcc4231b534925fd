// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/objective/limits.hpp>

#include <concepts>
#include <cstddef>
#include <tuple>

namespace dvfs {

/// What to minimise and within which limits, composed as `minimize<objectives::energy> | slowdown_at_most{1.1}`.
template<objective Aim, limit... Limits>
struct request {
  static_assert(sizeof...(Limits) <= 32, "a request has at most 32 limits");

  [[no_unique_address]] Aim aim{};
  [[no_unique_address]] std::tuple<Limits...> limits{};

  static constexpr std::size_t limit_count = sizeof...(Limits);

  /// The same request with another aim of the same kind: `minimize<objectives::wall_energy>({10_W})`.
  [[nodiscard]] constexpr request operator()(Aim other) const { return {other, limits}; }

  /// The same request with one limit more.
  template<limit L>
  [[nodiscard]] friend constexpr request<Aim, Limits..., L> operator|(request const& r, L const& more)
  {
    static_assert((!std::same_as<L, Limits> && ...), "a limit stands in a request once: give the tighter of the two");
    return {r.aim, std::tuple_cat(r.limits, std::tuple{more})};
  }
};

/// The request to make an objective small, without limits.
template<objective Aim>
inline constexpr request<Aim> minimize{};

/// The fastest level whose energy is at most so many percent above the least.
[[nodiscard]] constexpr auto energy_within_then_fastest(double percent)
{
  return minimize<objectives::time> | energy_within{percent};
}

}  // namespace dvfs
