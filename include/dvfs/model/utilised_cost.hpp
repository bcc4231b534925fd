// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/objective.hpp>
#include <dvfs/core/quantity.hpp>
#include <dvfs/core/result.hpp>
#include <dvfs/detail/math.hpp>

#include <optional>
#include <span>

namespace dvfs {

/// What a run at one level, or some steps of it, showed.
struct utilised_run {
  frequency at{};
  run_cost cost{};
  double utilisation{};  ///< share of the time in which the domain worked, 0 to 1
};

/// What the voltage does over a ladder, relative to its lowest: level up to half of the top clock, then rising to half
/// as much again. Assumed, as boards have it roughly; give the board's own where it is known.
struct common_voltage {
  frequency top{};
  [[nodiscard]] constexpr double operator()(frequency f) const
  {
    return detail::max(1.0, 0.5 + static_cast<double>(f.value) / static_cast<double>(top.value));
  }
};

namespace models {

/// The energy and time of a run whose domain works for a number of cycles and waits for a time that no clock changes;
/// the board draws a constant power, and each cycle takes energy in proportion to the square of the voltage.
template<class Voltage = common_voltage>
struct utilised_cost {
  duration waiting{};
  double cycles{};
  power at_rest{};
  energy per_cycle{};  ///< at the lowest voltage
  Voltage voltage{};

  [[nodiscard]] constexpr run_cost operator()(frequency f) const
  {
    double const v = voltage(f);
    duration const took = waiting + duration{cycles / static_cast<double>(f.value)};
    return {at_rest * took + per_cycle * (cycles * v * v), took};
  }
};

}  // namespace models

/// The cost of a run at any level from its utilisation at one level or more, without a sweep. One level needs the power
/// that the board draws at rest; two far apart do not.
///
/// Refused are a frequency of 0, a time or energy that is not above 0, a utilisation outside 0 to 1, too few levels, and
/// runs that do not tell the power of work from that of rest.
template<class Voltage>
[[nodiscard]] constexpr result<models::utilised_cost<Voltage>> fit_utilised(std::span<utilised_run const> runs,
                                                                            Voltage const& relative_voltage,
                                                                            std::optional<power> at_rest = {})
{
  models::utilised_cost<Voltage> m{.voltage = relative_voltage};
  auto const n = static_cast<double>(runs.size());
  // The power of a run over the cycles per second that it worked, weighted by the voltage, is a straight line.
  auto const rate = [&](utilised_run const& r) {
    double const v = relative_voltage(r.at);
    return r.utilisation * static_cast<double>(r.at.value) * v * v;
  };
  auto const drawn = [](utilised_run const& r) { return (r.cost.used / r.cost.took).value; };
  double mean_rate = 0, mean_drawn = 0;
  bool levels_differ = false;
  for (auto const& r : runs) {
    double const u = r.utilisation, took = r.cost.took.value, used = r.cost.used.value;
    if (r.at.value == 0) return unexpected{errc::zero_frequency};
    if (!detail::is_finite(u) || !detail::is_finite(took) || !detail::is_finite(used))
      return unexpected{errc::not_finite};
    if (!(took > 0) || !(used > 0)) return unexpected{errc::not_positive};
    if (u < 0 || u > 1) return unexpected{errc::out_of_range};
    m.waiting.value += (1 - u) * took / n;
    m.cycles += u * took * static_cast<double>(r.at.value) / n;
    mean_rate += rate(r) / n;
    mean_drawn += drawn(r) / n;
    levels_differ = levels_differ || r.at != runs[0].at;
  }
  if (runs.empty() || (!levels_differ && !at_rest)) return unexpected{errc::too_few_points};

  // The line through the power at rest where that is known or must be held at 0, else the one of least squares.
  auto const slope_from = [&](double x0, double y0) {
    double xx = 0, xy = 0;
    for (auto const& r : runs) {
      double const x = rate(r) - x0;
      xx += x * x;
      xy += x * (drawn(r) - y0);
    }
    return xx > 1e-24 * mean_rate * mean_rate ? std::optional{detail::max(0.0, xy / xx)} : std::nullopt;
  };
  auto slope = at_rest ? slope_from(0, at_rest->value) : slope_from(mean_rate, mean_drawn);
  if (!slope) return unexpected{errc::singular_fit};
  m.at_rest = at_rest ? *at_rest : power{mean_drawn - *slope * mean_rate};
  if (m.at_rest.value < 0) {
    slope = slope_from(0, 0);
    m.at_rest = {};
  }
  m.per_cycle.value = *slope;
  return m;
}

}  // namespace dvfs
