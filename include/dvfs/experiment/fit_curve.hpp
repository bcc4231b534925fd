// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/experiment/evaluate.hpp>
#include <dvfs/io/curve.hpp>
#include <dvfs/model.hpp>

#include <boost/describe/class.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dvfs::experiment {

/// A model fitted to a curve: its coefficients (frequency in GHz, results in SI units) and how well it describes the
/// levels.
struct fitted_model {
  std::string formula{};
  std::map<std::string, double> coefficients{};
  std::vector<std::string> at_bound{};  ///< coefficients that would be negative and were held at 0
  std::optional<double> r_squared{};
  double mape{};                               ///< mean absolute relative error, a fraction
  std::optional<double> leave_one_out_mape{};  ///< the same at levels left out of the fit
  std::optional<double> optimum_mhz{};         ///< of an energy, where its valley lies inside
  std::optional<double> best_level_mhz{};      ///< of an energy: its least among the measured levels
  std::optional<double> regret{};              ///< measured energy at that level above the least measured, a fraction
};
BOOST_DESCRIBE_STRUCT(fitted_model, (),
                      (formula, coefficients, at_bound, r_squared, mape, leave_one_out_mape, optimum_mhz,
                       best_level_mhz, regret))

/// The models of one curve, for each quantity those that its levels suffice for, in the order in which they were tried.
struct curve_fit {
  std::string device{};
  std::string workload{};
  std::string context{};
  std::size_t levels{};
  std::optional<double> measured_best_mhz{};
  std::vector<fitted_model> power{};
  std::vector<fitted_model> time{};
  std::vector<fitted_model> energy{};
  std::vector<std::string> remarks{};  ///< why a model is missing
};
BOOST_DESCRIBE_STRUCT(curve_fit, (),
                      (device, workload, context, levels, measured_best_mhz, power, time, energy, remarks))

namespace detail {

template<class Model>
[[nodiscard]] fitted_model describe_fit(fitted<Model> const& fit)
{
  fitted_model m;
  m.formula = Model::formula();
  for (std::size_t i = 0; i < Model::coefficient_count; ++i) {
    std::string const name{Model::coefficient_name(i)};
    m.coefficients[name] = fit.model.coefficient(i);
    if (fit.at_bound[i]) m.at_bound.push_back(name);
  }
  m.r_squared = fit.r_squared;
  m.mape = fit.mape;
  m.leave_one_out_mape = fit.leave_one_out_mape;
  return m;
}

template<class Model, class T>
void try_model(std::vector<point<T>> const& points, std::vector<fitted_model>& fits, curve_fit& all)
{
  if (points.empty()) return;
  auto const found = fit<Model>(std::span<point<T> const>{points});
  if (found)
    fits.push_back(describe_fit(*found));
  else
    all.remarks.push_back(std::string(Model::formula()) + ": " + std::string(what(found.error())));
}

template<class Model, class T>
void try_energy(std::vector<point<T>> const& points, curve const& c, curve_fit& all)
{
  if (points.empty()) return;
  auto const found = fit<Model>(std::span<point<T> const>{points});
  if (!found) {
    all.remarks.push_back(std::string(Model::formula()) + ": " + std::string(what(found.error())));
    return;
  }
  auto m = describe_fit(*found);
  if (auto const inside = sweet_spot(found->model)) m.optimum_mhz = in_MHz(*inside);
  auto const clocks = c.frequencies();
  ladder_view const ladder{clocks};
  auto const best = ladder[best_level(ladder, found->model)];
  m.best_level_mhz = in_MHz(best);
  auto const* const measured = c.at(best);
  auto const* const least = best_point(c);
  if (measured && measured->used && least) m.regret = measured->used->mean / least->used->mean - 1;
  all.energy.push_back(std::move(m));
}

template<class T, class Get>
[[nodiscard]] std::vector<point<T>> points_of(curve const& c, Get get)
{
  std::vector<point<T>> points;
  for (auto const& p : c.points)
    if (auto const value = get(p)) points.push_back({*p.at, *value});
  return points;
}

template<class Q>
[[nodiscard]] std::optional<Q> mean_of(std::optional<repeated<Q>> const& r)
{
  return r ? std::optional{r->mean} : std::nullopt;
}

}  // namespace detail

/// Fits every family of models to a curve: power and time where they were measured, energy directly and as their
/// product.
[[nodiscard]] inline curve_fit fit_curve(curve const& c)
{
  curve_fit all{c.key.device, c.key.workload, context_of(c.key), c.points.size(), {}, {}, {}, {}, {}};
  if (auto const* best = best_point(c)) all.measured_best_mhz = in_MHz(*best->at);

  auto const drawn = detail::points_of<power>(c, [](curve_point const& p) -> std::optional<power> {
    if (p.drawn) return p.drawn->mean;
    if (p.used && p.took) return p.used->mean / p.took->mean;
    return std::nullopt;
  });
  auto const took = detail::points_of<duration>(c, [](curve_point const& p) { return detail::mean_of(p.took); });
  auto const used = detail::points_of<energy>(c, [](curve_point const& p) { return detail::mean_of(p.used); });
  auto const cost = detail::points_of<run_cost>(c, [](curve_point const& p) -> std::optional<run_cost> {
    if (p.used && p.took) return run_cost{p.used->mean, p.took->mean};
    return std::nullopt;
  });
  if (drawn.empty()) all.remarks.emplace_back("no power was measured");
  if (took.empty()) all.remarks.emplace_back("no time was measured");
  if (used.empty()) all.remarks.emplace_back("no energy was measured");

  using namespace models;
  detail::try_model<proportional_power>(drawn, all.power, all);
  detail::try_model<affine_power>(drawn, all.power, all);
  detail::try_model<affine_cubic_power>(drawn, all.power, all);
  detail::try_model<compute_bound_time>(took, all.time, all);
  detail::try_model<fixed_and_compute_time>(took, all.time, all);
  detail::try_model<exponential_time>(took, all.time, all);
  detail::try_energy<three_term_energy>(used, c, all);
  detail::try_energy<four_term_energy>(used, c, all);
  detail::try_energy<product_energy<affine_power, fixed_and_compute_time>>(cost, c, all);
  detail::try_energy<product_energy<affine_cubic_power, fixed_and_compute_time>>(cost, c, all);
  return all;
}

}  // namespace dvfs::experiment
