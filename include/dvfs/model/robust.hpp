// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/static_vector.hpp>
#include <dvfs/model/fit.hpp>
#include <dvfs/model/student_t.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace dvfs {

/// A model whose change with each coefficient is known, so that it has intervals and outliers can be told.
template<class M>
concept differentiable = fittable<M> && requires(M const& m, frequency f)
{
  {
    m.gradient(f)
    } -> std::same_as<std::array<double, M::coefficient_count>>;
};

/// A point that does not belong to the curve of the others.
struct outlier {
  std::size_t index{};  ///< its place among the points
  frequency at{};
  double surprise{};  ///< its distance from the fit to the others, in standard errors of that distance
};

/// A fit without its outliers, which are named.
template<fittable Model>
struct robust_fit {
  static constexpr std::size_t most_outliers = 8;
  fitted<Model> fit{};
  detail::static_vector<outlier, most_outliers> outliers{};
};

namespace detail {

/// The equations of a model's coefficients around their fitted values, without those that a bound holds.
template<differentiable Model, class T>
[[nodiscard]] constexpr least_squares<Model::coefficient_count> equations_around(fitted<Model> const& fit,
                                                                                 std::span<point<T> const> points,
                                                                                 fit_options const& options)
{
  least_squares<Model::coefficient_count> equations;
  for (auto const& p : points) {
    if (p.weight == 0) continue;
    double const y = measured<typename Model::value_type>(p.value);
    auto row = fit.model.gradient(p.at);
    for (std::size_t i = 0; i < row.size(); ++i)
      if (fit.at_bound[i]) row[i] = 0;
    equations.add(row, 0, options.relative ? p.weight / y / y : p.weight);
  }
  return equations;
}

/// The point that lies farthest from the fit to the others, measured as a Student t variable (the externally
/// studentised residual: D. A. Belsley, E. Kuh, R. E. Welsch, 1980); none where too few points are left to tell.
template<differentiable Model, class T>
[[nodiscard]] constexpr std::optional<outlier> farthest(fitted<Model> const& fit, std::span<point<T> const> points,
                                                        fit_options const& options)
{
  auto const equations = equations_around(fit, points, options);
  double squares = 0, level = 0;
  auto weight_of = [&](point<T> const& p, double y) { return options.relative ? p.weight / y / y : p.weight; };
  for (auto const& p : points) {
    if (p.weight == 0) continue;
    double const y = measured<typename Model::value_type>(p.value), off = y - fit.model(p.at).value;
    squares += weight_of(p, y) * off * off;
    level += weight_of(p, y) * y * y;
  }
  double const freedom = static_cast<double>(fit.points) - free_parameters(fit.model, fit.at_bound) - 1;
  // A misfit of rounding errors has no outliers.
  if (!(freedom >= 1) || !(squares > 1e-24 * level)) return std::nullopt;
  std::optional<outlier> worst;
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto const& p = points[i];
    if (p.weight == 0) continue;
    double const y = measured<typename Model::value_type>(p.value), off = y - fit.model(p.at).value;
    auto row = fit.model.gradient(p.at);
    for (std::size_t k = 0; k < row.size(); ++k)
      if (fit.at_bound[k]) row[k] = 0;
    double const weight = weight_of(p, y), open = 1 - weight * equations.variance_of(row);
    // A point that alone determines a coefficient has no others to be compared with.
    if (!(open > 1e-9)) continue;
    double const own = weight * off * off / open, others = max(squares - own, 1e-24 * level) / freedom;
    double const t = sqrt(own / others);
    if (!worst || t > worst->surprise) worst = outlier{i, p.at, t};
  }
  return worst;
}

}  // namespace detail

/// Fits a family, and leaves out points that do not belong, one after the other, worst first.
///
/// A point is an outlier if it lies farther from the fit to the others than `false_alarm` allows: of curves that follow
/// the family with normal errors, at most that share (1 %) has any point named. Never more than
/// a fifth of the points, but one if they are few.
template<differentiable Model, class T>
[[nodiscard]] constexpr result<robust_fit<Model>> fit_robustly(std::span<point<T> const> points,
                                                               fit_options options = {}, double false_alarm = 0.01)
{
  if (points.size() > detail::most_points) return unexpected{errc::too_many_points};
  detail::static_vector<point<T>, detail::most_points> kept;
  for (auto const& p : points) kept.push_back(p);
  std::span<point<T> const> const view{kept.data(), kept.size()};
  bool const leave_one_out = options.leave_one_out;
  options.leave_one_out = false;
  std::size_t counted = 0;
  for (auto const& p : points) counted += p.weight > 0;
  auto const allowed = detail::min(detail::max<std::size_t>(counted / 5, 1), robust_fit<Model>::most_outliers);
  robust_fit<Model> found;
  for (;;) {
    auto const now = fit<Model>(view, options);
    if (!now) return unexpected{now.error()};
    found.fit = *now;
    if (found.outliers.size() >= allowed) break;
    auto const worst = detail::farthest(*now, view, options);
    if (!worst) break;
    double const n = static_cast<double>(now->points),
                 freedom = n - detail::free_parameters(now->model, now->at_bound) - 1;
    if (!(worst->surprise > detail::student_quantile_above(false_alarm / (2 * n), freedom))) break;
    auto without = kept;
    without[worst->index].weight = 0;
    // Not if the rest no longer determines the family.
    if (!fit<Model>(std::span<point<T> const>{without.data(), without.size()}, options)) break;
    kept[worst->index].weight = 0;
    found.outliers.push_back(*worst);
  }
  if (leave_one_out) found.fit.leave_one_out_mape = detail::leave_one_out<Model>(view, options);
  return found;
}

}  // namespace dvfs
