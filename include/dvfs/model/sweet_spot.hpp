// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/ladder.hpp>
#include <dvfs/core/objective.hpp>
#include <dvfs/model/concepts.hpp>
#include <dvfs/model/product_energy.hpp>

#include <optional>
#include <span>

namespace dvfs {

/// Where a model of energy is least over all frequencies above 0: within, or at an end of whatever ladder there is.
enum class valley {
  inside,
  at_slowest,  ///< it rises everywhere, or is the same everywhere and the slower level wins the tie
  at_fastest,  ///< it falls everywhere
  unclear,     ///< negative coefficients leave room for a hill or several valleys: ask the ladder
};

namespace detail {

struct valley_found {
  valley kind{};
  double ghz{};
};

/// The minimum of a sum of powers given in rising order; with coefficients of at least 0 there is never more than one.
[[nodiscard]] constexpr valley_found find_valley(std::span<power_term const> terms)
{
  // f E'(f) is the sum of e c f^e: it has no more roots than its coefficients change sign (Descartes' rule).
  static_vector<power_term, 32> slopes;
  int changes = 0;
  for (auto const [e, c] : terms) {
    DVFS_PRECONDITION(is_finite(c));
    if (e == 0 || c == 0) continue;
    if (!slopes.empty() && (slopes.back().coefficient < 0) != (e * c < 0)) ++changes;
    slopes.push_back({e, e * c});
  }
  if (slopes.empty()) return {valley::at_slowest};
  bool const falls_first = slopes[0].coefficient < 0;
  if (changes == 0) return {falls_first ? valley::at_fastest : valley::at_slowest};
  if (changes > 1 || !falls_first) return {valley::unclear};

  if (slopes.size() == 2) {
    double const power = -slopes[0].coefficient / slopes[1].coefficient;
    switch (int const degree = slopes[1].exponent - slopes[0].exponent) {
      case 1: return {valley::inside, power};
      case 2: return {valley::inside, sqrt(power)};
      case 3: return {valley::inside, cbrt(power)};
      default: return {valley::inside, pow(power, 1.0 / degree)};
    }
  }
  auto rises_at = [&](double x) {
    double sum = 0;
    for (auto const [e, c] : slopes) sum += c * ipow(x, e);
    return sum > 0;
  };
  double low = 1, high = 1;
  while (low > 1e-9 && rises_at(low)) low /= 2;
  while (high < 1e9 && !rises_at(high)) high *= 2;
  if (low < 1e-9) return {valley::at_slowest};
  if (high > 1e9) return {valley::at_fastest};
  for (;;) {
    double const middle = low + (high - low) / 2;
    if (!(low < middle && middle < high)) return {valley::inside, high};
    (rises_at(middle) ? high : low) = middle;
  }
}

[[nodiscard]] constexpr valley_found find_valley_in_hertz(std::span<power_term const> rising)
{
  auto const found = find_valley(rising);
  // Nothing has a clock below a hertz or above 10^9 GHz.
  if (found.kind == valley::inside && found.ghz < 1e-9) return {valley::at_slowest};
  if (found.kind == valley::inside && !(found.ghz < 1e9)) return {valley::at_fastest};
  return found;
}

template<std::size_t N>
[[nodiscard]] constexpr valley_found find_valley_of(static_vector<power_term, N> const& terms)
{
  // Multiplying by one puts the terms in order.
  auto const rising = multiply(terms, static_vector<power_term, 1>(1, {0, 1}));
  return find_valley_in_hertz({rising.data(), rising.size()});
}

[[nodiscard]] constexpr std::optional<frequency> inside_of(valley_found found)
{
  if (found.kind != valley::inside) return std::nullopt;
  return frequency{static_cast<std::uint64_t>(found.ghz * 1e9 + 0.5)};
}

/// The terms of energy times time^delays.
template<int Delays, class Power, class Time>
[[nodiscard]] constexpr auto terms_with_delay(models::product_energy<Power, Time> const& m)
{
  static_assert(Delays >= 0 && Delays <= 2, "energy times time to the power 0, 1 or 2");
  if constexpr (Delays == 0)
    return m.terms();
  else
    return multiply(terms_with_delay<Delays - 1>(m), m.took.terms());
}

/// The level with the least score, the slower of two equal ones; a score that is not a number never wins.
template<class Score>
[[nodiscard]] constexpr level least_on(ladder_view ladder, Score const& score)
{
  DVFS_PRECONDITION(ladder.size() > 0);
  std::size_t best = 0;
  double least = score(ladder[level{0}]);
  for (std::size_t i = 1; i < ladder.size(); ++i) {
    double const s = score(ladder[level{i}]);
    // In this order, because GCC 11 has no constant comparison with what is not a number.
    if (!is_nan(s) && (is_nan(least) || s < least)) {
      least = s;
      best = i;
    }
  }
  DVFS_PRECONDITION(!is_nan(least));
  return level{best};
}

}  // namespace detail

/// Where a sum of powers has its minimum, to tell an absent sweet spot at the slowest level from one at the fastest.
template<sum_of_powers E>
[[nodiscard]] constexpr valley valley_of(E const& energy_of)
{
  return detail::find_valley_of(energy_of.terms()).kind;
}

/// The frequency of least energy of a sum of powers, to the hertz: in closed form where two terms have a slope, as
/// (B/2C)^(1/3) for A + B/f + C f^2 and sqrt(a c1 / (b c0)) for (a + b f)(c0 + c1/f), else the one root of the slope.
/// None where the least energy lies at an end (the slowest level where energy rises everywhere or never changes, the
/// fastest where it falls everywhere: `valley_of` tells) or where negative coefficients leave more than one answer.
template<sum_of_powers E>
[[nodiscard]] constexpr std::optional<frequency> sweet_spot(E const& energy_of)
{
  return detail::inside_of(detail::find_valley_of(energy_of.terms()));
}

/// The same for energy times time to the power `Delays`: 1 is the energy-delay product, 2 is ED2P.
template<int Delays, class Power, class Time>
[[nodiscard]] constexpr std::optional<frequency> sweet_spot_with_delay(models::product_energy<Power, Time> const& m)
{
  return detail::inside_of(detail::find_valley_of(detail::terms_with_delay<Delays>(m)));
}

/// The level of least energy under any model, the slower of two equal ones. The ladder must have a level, and the model
/// a number at one level at least.
template<energy_model E>
[[nodiscard]] constexpr level best_level(ladder_view ladder, E const& energy_of)
{
  return detail::least_on(ladder, [&](frequency f) { return energy_of(f).value; });
}

/// The level that is best for an objective, given what a run costs at each frequency.
template<objective O, cost_model C>
[[nodiscard]] constexpr level best_level(ladder_view ladder, O const& aim, C const& cost_of)
{
  return detail::least_on(ladder, [&](frequency f) { return aim(cost_of(f)); });
}

/// The level that is best for an objective, given power and time at each frequency.
template<objective O, power_model P, time_model T>
[[nodiscard]] constexpr level best_level(ladder_view ladder, O const& aim, P const& power_of, T const& time_of)
{
  return detail::least_on(ladder, [&](frequency f) { return aim({power_of(f) * time_of(f), time_of(f)}); });
}
template<objective O, power_model P, time_model T>
[[nodiscard]] constexpr level best_level(ladder_view ladder, O const& aim, models::product_energy<P, T> const& m)
{
  return best_level(ladder, aim, m.drawn, m.took);
}

}  // namespace dvfs
