// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/result.hpp>
#include <dvfs/model/concepts.hpp>
#include <dvfs/model/fitter.hpp>
#include <dvfs/model/point.hpp>

#include <array>
#include <optional>
#include <span>

namespace dvfs {

/// A model with what is known of how well it describes the points it was fitted to; errors are fractions, not percent.
template<fittable Model>
struct fitted {
  using value_type = typename Model::value_type;

  Model model{};
  std::size_t points{};               ///< those of weight above 0
  double mape{};                      ///< mean absolute error relative to the measured value
  std::optional<double> r_squared{};  ///< none where all values are equal
  /// Mean absolute relative error at each level of the model fitted to all other levels; none where these are too few.
  std::optional<double> leave_one_out_mape{};
  /// Standard deviation of a point of mean weight, in the unit of the value or, of a relative fit, as a fraction; none
  /// where there are no more points than active coefficients.
  std::optional<double> deviation{};
  /// Akaike's criterion for few points (C. M. Hurvich, C.-L. Tsai, 1989), less is better among fits to the same points;
  /// none where these are too few for the family.
  std::optional<double> aicc{};
  std::array<bool, Model::coefficient_count> at_bound{};  ///< coefficients that the bound holds, not the points

  [[nodiscard]] constexpr value_type operator()(frequency f) const { return model(f); }
  [[nodiscard]] constexpr bool hit_bound() const
  {
    for (bool held : at_bound)
      if (held) return true;
    return false;
  }
};

namespace detail {

/// What makes points unfit to be fitted to a model that needs so many different levels; none if nothing does.
template<class T>
[[nodiscard]] constexpr std::optional<errc> fault_in(std::span<point<T> const> points, std::size_t levels_needed)
{
  std::size_t levels = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto const& p = points[i];
    if (p.at.value == 0) return errc::zero_frequency;
    if (!is_finite(p.weight)) return errc::not_finite;
    if (p.weight < 0) return errc::not_positive;
    if (p.weight == 0) continue;
    if (!is_measurement(p.value)) return errc::not_finite;
    if (!is_positive(p.value)) return errc::not_positive;
    if (is_first_at_its_level(points, i)) ++levels;
  }
  if (levels < levels_needed) return errc::too_few_points;
  return std::nullopt;
}

/// The mean absolute relative error at each level of the model fitted to all others.
template<class Model, class T>
[[nodiscard]] constexpr std::optional<double> leave_one_out(std::span<point<T> const> points,
                                                            fit_options const& options)
{
  using Q = typename Model::value_type;
  std::size_t levels = 0, n = 0;
  for (std::size_t i = 0; i < points.size(); ++i) levels += is_first_at_its_level(points, i);
  if (levels <= Model::levels_needed) return std::nullopt;
  double sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!is_first_at_its_level(points, i)) continue;
    auto const without = fitter<Model>::solve(points, points[i].at, options);
    if (!without) return std::nullopt;
    for (auto const& p : points) {
      if (p.at != points[i].at || p.weight == 0) continue;
      sum += abs(without->model(p.at).value / measured<Q>(p.value) - 1);
      ++n;
    }
  }
  return sum / static_cast<double>(n);
}

/// How many numbers the points determine: all coefficients that no bound holds, unless the model counts otherwise.
template<class Model>
[[nodiscard]] constexpr double free_parameters(Model const& model,
                                               std::array<bool, Model::coefficient_count> const& held)
{
  if constexpr (requires { model.parameter_count(); }) {
    return static_cast<double>(model.parameter_count());
  } else {
    double free = 0;
    for (bool h : held) free += h ? 0 : 1;
    return free;
  }
}

template<class Model, class T>
constexpr void judge(fitted<Model>& fit, std::span<point<T> const> points, fit_options const& options)
{
  using Q = typename Model::value_type;
  double weights = 0, mean = 0;
  for (auto const& p : points) weights += p.weight;
  for (auto const& p : points)
    if (p.weight > 0) mean += p.weight / weights * measured<Q>(p.value);
  double squares = 0, spread = 0, squares_judged = 0, level = 0;
  for (auto const& p : points) {
    if (p.weight == 0) continue;
    double const y = measured<Q>(p.value), off = y - fit.model(p.at).value, share = p.weight / weights;
    squares += share * off * off;
    squares_judged += options.relative ? share * (off / y) * (off / y) : share * off * off;
    spread += share * (y - mean) * (y - mean);
    level += options.relative ? share : share * y * y;
    fit.mape += abs(off) / y;
    ++fit.points;
  }
  auto const n = static_cast<double>(fit.points);
  fit.mape /= n;
  // A spread of rounding errors alone is no spread.
  if (spread > 1e-28 * mean * mean) fit.r_squared = 1 - squares / spread;
  double const parameters = free_parameters(fit.model, fit.at_bound), free = n - parameters;
  if (free > 0) fit.deviation = sqrt(squares_judged * n / free);
  // The deviation is one parameter more; a misfit of rounding errors is as good as none.
  if (double const k = parameters + 1; n > k + 1)
    fit.aicc = n * log(max(squares_judged, 1e-28 * level)) + 2 * k + 2 * k * (k + 1) / (n - k - 1);
}

template<class Model, class T>
[[nodiscard]] constexpr result<fitted<Model>> fit_checked(std::span<point<T> const> points, fit_options const& options)
{
  if (auto const fault = fault_in(points, Model::levels_needed)) return unexpected{*fault};
  auto const found = fitter<Model>::solve(points, frequency{}, options);
  if (!found) return unexpected{found.error()};
  fitted<Model> fit{.model = found->model, .at_bound = found->at_bound};
  judge(fit, points, options);
  if (!is_finite(fit.mape)) return unexpected{errc::not_finite};
  if (options.leave_one_out) fit.leave_one_out_mape = leave_one_out<Model>(points, options);
  return fit;
}

}  // namespace detail

/// The model of a family with the least sum of squared errors, no coefficient below 0 unless the options allow it.
///
/// Refused are a frequency of 0, values that are not finite or not above 0, negative weights, fewer different levels
/// than the family needs, and levels so close that they do not determine it.
template<fittable Model>
[[nodiscard]] constexpr result<fitted<Model>> fit(std::span<point<typename Model::value_type> const> points,
                                                  fit_options const& options = {})
{
  return detail::fit_checked<Model>(points, options);
}

/// The same from whole runs: a power model is fitted to energy over time, a product to power and to time.
template<fittable Model>
[[nodiscard]] constexpr result<fitted<Model>> fit(std::span<point<run_cost> const> runs,
                                                  fit_options const& options = {})
{
  return detail::fit_checked<Model>(runs, options);
}

}  // namespace dvfs
