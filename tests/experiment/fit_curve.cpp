// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "curves_of.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/experiment/fit_curve.hpp>
#include <dvfs/experiment/measured.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

fitted_model const* find(std::vector<fitted_model> const& all, std::string_view formula)
{
  for (auto const& m : all)
    if (m.formula == formula) return &m;
  return nullptr;
}

bool has(std::vector<std::string> const& remarks, std::string_view remark)
{
  return std::find(remarks.begin(), remarks.end(), remark) != remarks.end();
}

}  // namespace

TEST_CASE("A + B/f + C f^2 describes both DeBERTa sweeps with R^2 of 0.99 and more and names their best levels")
{
  auto const curves = io::curves(measured_sweeps());
  double const best[]{612, 714};
  for (std::size_t i = 0; i < 2; ++i) {
    auto const fit = fit_curve(curves[i]);
    CAPTURE(fit.workload);
    CHECK(fit.levels == 11);
    CHECK(fit.measured_best_mhz == best[i]);
    auto const* m = find(fit.energy, models::three_term_energy::formula());
    REQUIRE(m);
    CHECK(*m->r_squared >= 0.99);
    CHECK(m->best_level_mhz == best[i]);
    CHECK(m->regret == 0.0);
    CHECK(*m->leave_one_out_mape < 0.01);
    CHECK(*m->optimum_mhz == doctest::Approx(best[i]).epsilon(0.1));
    CHECK(m->coefficients.size() == 3);
  }
}

TEST_CASE("what was not measured has no model, and says so")
{
  auto const fit = fit_curve(io::curves(measured_sweeps())[0]);
  CHECK(fit.power.empty());
  CHECK(fit.time.empty());
  CHECK(has(fit.remarks, "no power was measured"));
  CHECK(has(fit.remarks, "no time was measured"));
  auto const no_energy = fit_curve(dvfs_test::curves_of("workload,gpu_mhz,time_s\na,500,4\na,1000,2\n")[0]);
  CHECK(no_energy.energy.empty());
  CHECK(no_energy.measured_best_mhz == std::nullopt);
  CHECK(has(no_energy.remarks, "no energy was measured"));
}

TEST_CASE("an exact law is found: t = 2/f, P = 3 + 4 f")
{
  auto const fit = fit_curve(
      dvfs_test::curves_of("workload,gpu_mhz,time_s,power_w\na,250,8,4\na,500,4,5\na,1000,2,7\na,2000,1,11\n")[0]);
  auto const* time = find(fit.time, models::compute_bound_time::formula());
  REQUIRE(time);
  CHECK(time->mape < 1e-9);
  CHECK(time->coefficients.begin()->second == doctest::Approx(2));
  CHECK(time->best_level_mhz == std::nullopt);
  auto const* power = find(fit.power, models::affine_power::formula());
  REQUIRE(power);
  CHECK(power->mape < 1e-9);
  CHECK(*power->r_squared == doctest::Approx(1));
  // Energy 6/f + 8 falls all the way: the best level is the top and no valley lies inside.
  CHECK(fit.measured_best_mhz == 2000.0);
  for (auto const& m : fit.energy) {
    CAPTURE(m.formula);
    CHECK(m.best_level_mhz == 2000.0);
    CHECK(m.regret == 0.0);
  }
  auto const* energy = find(fit.energy, models::three_term_energy::formula());
  REQUIRE(energy);
  CHECK(energy->optimum_mhz == std::nullopt);
}

TEST_CASE("power is energy over time where it was not measured itself")
{
  auto const fit =
      fit_curve(dvfs_test::curves_of("workload,gpu_mhz,time_s,energy_j\na,500,4,20\na,1000,2,20\na,2000,1,20\n")[0]);
  auto const* power = find(fit.power, models::proportional_power::formula());
  REQUIRE(power);
  CHECK(power->coefficients.begin()->second == doctest::Approx(10));
}

TEST_CASE("a coefficient that would be negative is held at 0 and named")
{
  auto const fit =
      fit_curve(dvfs_test::curves_of("workload,gpu_mhz,power_w\na,500,1\na,1000,4\na,1500,7\na,2000,10\n")[0]);
  auto const* power = find(fit.power, models::affine_power::formula());
  REQUIRE(power);
  CHECK(power->at_bound.size() == 1);
  CHECK(power->coefficients.at(power->at_bound.front()) == 0);
}

TEST_CASE("levels too few for a model leave it out with the reason")
{
  auto const fit = fit_curve(dvfs_test::curves_of("workload,gpu_mhz,energy_j\na,500,1\na,1000,2\n")[0]);
  CHECK(fit.energy.empty());
  CHECK(std::count_if(fit.remarks.begin(), fit.remarks.end(), [](std::string const& r) {
          return r.find(std::string(models::three_term_energy::formula()) + ": ") == 0;
        }) == 1);
}

TEST_CASE("each rule chooses among the models of a quantity, and an outlier is named and left out")
{
  std::string csv = "workload,gpu_mhz,time_s,power_w\n";
  for (int mhz = 300; mhz <= 1300; mhz += 100) {
    double const f = mhz / 1000.0, wobble = 1 + 0.002 * ((mhz / 100) % 3 - 1), bad = mhz == 700 ? 1.4 : 1;
    csv += "a," + std::to_string(mhz) + "," + std::to_string((5 + 20 / f) * wobble) + "," +
           std::to_string((10 + 4 * f + 9 * f * f * f) * wobble * bad) + "\n";
  }
  auto const fit = fit_curve(dvfs_test::curves_of(csv)[0]);
  CHECK(fit.chosen.time.by_leave_one_out == "c0 + c1/f");
  CHECK(fit.chosen.time.by_aicc == "c0 + c1/f");
  auto const* cubic = find(fit.power, models::affine_cubic_power::formula());
  REQUIRE(cubic);
  CHECK(cubic->outliers_mhz == std::vector{700.0});
  CHECK(cubic->coefficients.at("a") == doctest::Approx(10).epsilon(0.05));
  CHECK(cubic->mape < 0.01);
  CHECK(fit.chosen.power.by_leave_one_out);
  auto const* time = find(fit.time, models::fixed_and_compute_time::formula());
  CHECK(time->outliers_mhz.empty());
  CHECK(*time->aicc < 0);
}

TEST_CASE("intervals, the optimum and the saving come with a fit; a flaw of the data is flagged")
{
  std::string csv = "workload,gpu_mhz,time_s,energy_j,repeat\n";
  dvfs::detail::random_source random{1};
  for (int mhz = 300; mhz <= 1300; mhz += 100)
    for (int repeat = 1; repeat <= 3; ++repeat) {
      double const f = mhz / 1000.0;
      csv += "a," + std::to_string(mhz) + "," + std::to_string(5 + 20 / f) + "," +
             std::to_string((200 + 140 / f + 250 * f * f) * (1 + 0.01 * random.normal())) + "," +
             std::to_string(repeat) + "\n";
    }
  auto const fit = fit_curve(dvfs_test::curves_of(csv)[0]);
  auto const& known = fit.certainty;
  REQUIRE(known.levels.size() == 11);
  for (auto const& l : known.levels) {
    CHECK(*l.energy_low_j < *l.energy_j);
    CHECK(*l.energy_j < *l.energy_high_j);
    CHECK(*l.energy_high_j / *l.energy_low_j < 1.04);
    CHECK(*l.power_low_w < *l.power_high_w);
    CHECK(l.time_s == doctest::Approx(5 + 20000 / l.mhz).epsilon(0.005));
  }
  REQUIRE(known.optimum);
  CHECK(known.optimum->least_low_mhz < 654);
  CHECK(known.optimum->least_high_mhz > 654);
  CHECK(known.optimum->fastest_mhz >= known.optimum->best_mhz);
  REQUIRE(known.saving_vs_top);
  CHECK(known.saving_vs_top->established);
  CHECK(known.saving_vs_top->low < known.saving_vs_top->fraction);
  CHECK(known.saving_vs_top->fraction < known.saving_vs_top->high);
  CHECK(known.pareto_mhz.front() == 1300);
  CHECK(known.convex_mhz.front() == 1300);
  CHECK(known.pareto_mhz.size() >= known.convex_mhz.size());
  CHECK(*known.noise == doctest::Approx(0.01).epsilon(0.3));
  CHECK(fit.flags.empty());
  auto const flawed =
      fit_curve(dvfs_test::curves_of("workload,gpu_mhz,time_s,power_w\na,300,8,10\na,600,4,7\na,900,3,15\n")[0]);
  CHECK(flawed.flags.size() == 1);
}

TEST_CASE("what was not measured has no interval")
{
  auto const fit = fit_curve(io::curves(measured_sweeps())[0]);
  REQUIRE(fit.certainty.levels.size() == 11);
  CHECK(!fit.certainty.levels[0].time_s);
  CHECK(!fit.certainty.levels[0].power_low_w);
  CHECK(fit.certainty.levels[0].energy_low_j);
  CHECK(fit.certainty.pareto_mhz.empty());
  CHECK(fit.certainty.optimum->best_mhz == 612);
  auto const one = fit_curve(dvfs_test::curves_of("workload,gpu_mhz,energy_j\na,500,1\n")[0]);
  CHECK(!one.certainty.optimum);
  CHECK(!one.certainty.saving_vs_top);
}
