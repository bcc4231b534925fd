// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/experiment/certainty.hpp>
#include <dvfs/experiment/evaluate.hpp>
#include <dvfs/experiment/quality.hpp>
#include <dvfs/io/curve.hpp>
#include <dvfs/model.hpp>

#include <boost/describe/class.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
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
  std::optional<double> aicc{};                ///< Akaike's criterion, less is better among models of one quantity
  std::vector<double> outliers_mhz{};          ///< levels that do not belong to the curve and were left out
  std::optional<double> optimum_mhz{};         ///< of an energy, where its valley lies inside
  std::optional<double> best_level_mhz{};      ///< of an energy: its least among the measured levels
  std::optional<double> regret{};              ///< measured energy at that level above the least measured, a fraction
};
BOOST_DESCRIBE_STRUCT(fitted_model, (),
                      (formula, coefficients, at_bound, r_squared, mape, leave_one_out_mape, aicc, outliers_mhz,
                       optimum_mhz, best_level_mhz, regret))

/// The formulas of the models that two rules choose: the error at levels left out, and Akaike's criterion.
struct chosen_model {
  std::optional<std::string> by_leave_one_out{};
  std::optional<std::string> by_aicc{};
};
BOOST_DESCRIBE_STRUCT(chosen_model, (), (by_leave_one_out, by_aicc))

/// What is chosen for each quantity.
struct chosen_models {
  chosen_model power{}, time{}, energy{};
};
BOOST_DESCRIBE_STRUCT(chosen_models, (), (power, time, energy))

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
  chosen_models chosen{};
  experiment::certainty certainty{};
  std::vector<flag> flags{};  ///< what is wrong with the data
};
BOOST_DESCRIBE_STRUCT(curve_fit, (),
                      (device, workload, context, levels, measured_best_mhz, power, time, energy, remarks, chosen,
                       certainty, flags))

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
  m.aicc = fit.aicc;
  return m;
}

/// A family fitted to a curve, without outliers where the family can tell them; if there is none, a remark says why.
template<class Model, class T>
[[nodiscard]] std::optional<std::pair<fitted<Model>, fitted_model>> try_model(std::vector<point<T>> const& points,
                                                                              curve_fit& all)
{
  if (points.empty()) return std::nullopt;
  std::span<point<T> const> const view{points};
  auto refused = [&](errc why) {
    all.remarks.push_back(std::string(Model::formula()) + ": " + std::string(what(why)));
    return std::nullopt;
  };
  if constexpr (differentiable<Model>) {
    auto const found = fit_robustly<Model>(view);
    if (!found) return refused(found.error());
    auto described = describe_fit(found->fit);
    for (auto const& o : found->outliers) described.outliers_mhz.push_back(in_MHz(o.at));
    return std::pair{found->fit, described};
  } else {
    auto const found = fit<Model>(view);
    if (!found) return refused(found.error());
    return std::pair{*found, describe_fit(*found)};
  }
}

template<class... Models, class T>
void try_models(std::vector<point<T>> const& points, std::vector<fitted_model>& fits, curve_fit& all)
{
  auto try_one = [&]<class Model>(Model const*) {
    if (auto found = try_model<Model>(points, all)) fits.push_back(std::move(found->second));
  };
  (try_one(static_cast<Models const*>(nullptr)), ...);
}

template<class Model, class T>
void try_energy(std::vector<point<T>> const& points, curve const& c, curve_fit& all)
{
  auto found = try_model<Model>(points, all);
  if (!found) return;
  auto& [fit, m] = *found;
  if constexpr (sum_of_powers<Model>)
    if (auto const inside = sweet_spot(fit.model)) m.optimum_mhz = in_MHz(*inside);
  auto const clocks = c.frequencies();
  ladder_view const ladder{clocks};
  auto const best = ladder[best_level(ladder, fit.model)];
  m.best_level_mhz = in_MHz(best);
  auto const* const measured = c.at(best);
  auto const* const least = best_point(c);
  if (measured && measured->used && least) m.regret = measured->used->mean / least->used->mean - 1;
  all.energy.push_back(std::move(m));
}

/// The formulas of least error at left-out levels and of least AICc; the first named of equal ones.
[[nodiscard]] inline chosen_model choose_among(std::vector<fitted_model> const& fits)
{
  chosen_model chosen;
  std::optional<double> error, criterion;
  for (auto const& m : fits) {
    if (m.leave_one_out_mape && (!error || *m.leave_one_out_mape < *error * (1 - 1e-6) - 1e-12)) {
      error = m.leave_one_out_mape;
      chosen.by_leave_one_out = m.formula;
    }
    // Criteria compare only where the same points were fitted.
    if (m.aicc && m.outliers_mhz.empty() && (!criterion || *m.aicc < *criterion - 1e-6)) {
      criterion = m.aicc;
      chosen.by_aicc = m.formula;
    }
  }
  return chosen;
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
  curve_fit all{c.key.device, c.key.workload, context_of(c.key), c.points.size(), {}, {}, {}, {}, {}, {}, {}, {}};
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
  detail::try_models<proportional_power, affine_power, quadratic_power, affine_cubic_power, free_exponent_power,
                     hinge_power, table_power>(drawn, all.power, all);
  detail::try_models<compute_bound_time, fixed_and_compute_time, curved_time, exponential_time, bottleneck_time,
                     table_time>(took, all.time, all);
  detail::try_energy<three_term_energy>(used, c, all);
  detail::try_energy<four_term_energy>(used, c, all);
  detail::try_energy<product_energy<affine_power, fixed_and_compute_time>>(cost, c, all);
  detail::try_energy<product_energy<affine_cubic_power, fixed_and_compute_time>>(cost, c, all);
  detail::try_energy<product_energy<quadratic_power, curved_time>>(cost, c, all);
  detail::try_energy<product_energy<hinge_power, bottleneck_time>>(cost, c, all);
  all.chosen = {detail::choose_among(all.power), detail::choose_among(all.time), detail::choose_among(all.energy)};
  all.certainty = certainty_of(c);
  all.flags = flags_of(c);
  return all;
}

}  // namespace dvfs::experiment
