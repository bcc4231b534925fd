// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/clock_grid.hpp>
#include <dvfs/core/objective/choose.hpp>
#include <dvfs/core/result.hpp>
#include <dvfs/model/domains_power.hpp>
#include <dvfs/model/domains_time.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace dvfs {

/// A model over several clocks with what is known of how well it describes the points it was fitted to.
template<class Model>
struct fitted_domains {
  Model model{};
  std::size_t points{};                                   ///< those of weight above 0
  double mape{};                                          ///< mean absolute error relative to the measured value
  std::optional<double> r_squared{};                      ///< none where all values are equal
  std::array<bool, Model::coefficient_count> at_bound{};  ///< coefficients that the bound holds, not the points

  [[nodiscard]] constexpr auto operator()(clocks<Model::domains> const& at) const { return model(at); }
};

/// A model of several clocks with the least sum of squared errors, relative to the measured values, no coefficient
/// below 0.
///
/// Refused are a frequency of 0, values that are not finite or not above 0, negative weights, fewer points than the
/// model has coefficients, more than 512 of them, and points that do not determine it.
template<class Model>
  requires(Model::domains > 0)
[[nodiscard]] constexpr result<fitted_domains<Model>> fit(
    std::span<clocks_point<typename Model::value_type, Model::domains> const> points)
{
  std::size_t n = 0;
  double weights = 0, mean = 0;
  for (auto const& p : points) {
    for (auto const f : p.at)
      if (f.value == 0) return unexpected{errc::zero_frequency};
    if (!detail::is_finite(p.weight)) return unexpected{errc::not_finite};
    if (p.weight < 0) return unexpected{errc::not_positive};
    if (p.weight == 0) continue;
    if (!detail::is_finite(p.value.value)) return unexpected{errc::not_finite};
    if (!(p.value.value > 0)) return unexpected{errc::not_positive};
    ++n;
    weights += p.weight;
    mean += p.weight * p.value.value;
  }
  if (n < Model::coefficient_count) return unexpected{errc::too_few_points};
  if (points.size() > detail::most_points) return unexpected{errc::too_many_points};
  auto const found = domains_fitter<Model>::solve(points);
  if (!found) return unexpected{found.error()};
  fitted_domains<Model> fit{.model = found->model, .points = n, .at_bound = found->at_bound};
  mean /= weights;
  double squares = 0, spread = 0;
  for (auto const& p : points) {
    if (p.weight == 0) continue;
    double const y = p.value.value, off = y - fit.model(p.at).value;
    squares += p.weight * off * off;
    spread += p.weight * (y - mean) * (y - mean);
    fit.mape += detail::abs(off) / y / static_cast<double>(n);
  }
  if (!detail::is_finite(fit.mape)) return unexpected{errc::not_finite};
  if (spread > 1e-28 * mean * mean * weights) fit.r_squared = 1 - squares / spread;
  return fit;
}

/// The combination of levels that answers a request, found exactly: all are looked at. The choice's level counts the
/// places of the grid; a slowdown is against the top of all ladders.
template<class Aim, class... Limits, std::size_t D, class PowerOf, class TimeOf>
[[nodiscard]] constexpr result<choice, refusal> choose(request<Aim, Limits...> const& wanted, clock_grid<D> const& grid,
                                                       PowerOf const& power_of, TimeOf const& time_of)
{
  auto const at = [&](std::size_t i) {
    auto const f = grid[i];
    duration const took = time_of(f);
    return level_cost{f[0], power_of(f) * took, took};
  };
  return detail::chooser<request<Aim, Limits...>, decltype(at)>{wanted, grid.size(), at}.run();
}

}  // namespace dvfs
