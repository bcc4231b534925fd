// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/config.hpp>

#include <compare>
#include <concepts>
#include <cstdint>

namespace dvfs {

/// A number that remembers what it measures, in the SI unit of its tag; structural, so that it can be a template
/// argument.
template<class Tag, class Rep>
struct quantity {
  using rep = Rep;

  Rep value{};

  auto operator<=>(quantity const&) const = default;

};

using frequency = quantity<struct frequency_tag, std::uint64_t>;  ///< hertz, whole: memory rates exceed 32 bits
using power = quantity<struct power_tag, double>;                 ///< watt
using energy = quantity<struct energy_tag, double>;               ///< joule
using voltage = quantity<struct voltage_tag, double>;             ///< volt
using temperature = quantity<struct temperature_tag, double>;     ///< degree Celsius
using duration = quantity<struct duration_tag, double>;           ///< second

/// Kinds that add up and scale; frequencies name levels and temperatures are points on a scale, so neither does.
template<class Tag>
concept extensive = !std::same_as<Tag, struct frequency_tag> && !std::same_as<Tag, struct temperature_tag>;

/// A sum or difference within one kind.
template<extensive Tag>
[[nodiscard]] constexpr quantity<Tag, double> operator+(quantity<Tag, double> a, quantity<Tag, double> b)
{
  return {a.value + b.value};
}
template<extensive Tag>
[[nodiscard]] constexpr quantity<Tag, double> operator-(quantity<Tag, double> a, quantity<Tag, double> b)
{
  return {a.value - b.value};
}
template<extensive Tag>
[[nodiscard]] constexpr quantity<Tag, double> operator*(double factor, quantity<Tag, double> q)
{
  return {factor * q.value};
}
template<extensive Tag>
[[nodiscard]] constexpr quantity<Tag, double> operator*(quantity<Tag, double> q, double factor)
{
  return {q.value * factor};
}
template<extensive Tag>
[[nodiscard]] constexpr quantity<Tag, double> operator/(quantity<Tag, double> q, double divisor)
{
  return {q.value / divisor};
}

template<extensive Tag>
constexpr quantity<Tag, double>& operator+=(quantity<Tag, double>& a, quantity<Tag, double> b)
{
  a.value += b.value;
  return a;
}

/// How many times `b` goes into `a`.
template<class Tag, class Rep>
  requires(!std::same_as<Tag, struct temperature_tag>)
[[nodiscard]] constexpr double operator/(quantity<Tag, Rep> a, quantity<Tag, Rep> b)
{
  return static_cast<double>(a.value) / static_cast<double>(b.value);
}

[[nodiscard]] constexpr energy operator*(power p, duration t) { return {p.value * t.value}; }
[[nodiscard]] constexpr energy operator*(duration t, power p) { return p * t; }
[[nodiscard]] constexpr power operator/(energy e, duration t) { return {e.value / t.value}; }
[[nodiscard]] constexpr duration operator/(energy e, power p) { return {e.value / p.value}; }

/// A frequency as a real number of gigahertz, the unit in which the models of frequency are well scaled.
[[nodiscard]] constexpr double in_GHz(frequency f) { return static_cast<double>(f.value) / 1e9; }
/// A frequency as a real number of megahertz, the unit in which people name levels.
[[nodiscard]] constexpr double in_MHz(frequency f) { return static_cast<double>(f.value) / 1e6; }
/// The frequency nearest to a number of megahertz, which must be finite, not negative and below 1.8e13.
[[nodiscard]] constexpr frequency from_MHz(double mhz)
{
  DVFS_PRECONDITION(mhz >= 0 && mhz < 1.8e13);
  return {static_cast<std::uint64_t>(mhz * 1e6 + 0.5)};
}

}  // namespace dvfs
