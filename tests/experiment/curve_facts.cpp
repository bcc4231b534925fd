// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include "curves_of.hpp"

#include <dvfs/core/literals.hpp>
#include <dvfs/experiment/curve_facts.hpp>
#include <dvfs/experiment/training_set.hpp>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

// Least energy at 306 MHz, least energy-delay product at 612 MHz, least time at 816 MHz.
std::string const sweep_text =
    "workload,gpu_mhz,time_s,energy_j,layers\n"
    "a,306,10,100,4\na,612,5,120,4\na,816,4,200,4\n"
    "b,306,10,90,9\nb,612,5,100,9\nb,816,4,300,9\n";

}  // namespace

TEST_CASE("the best level, its regret and FFG are those of the objective")
{
  auto const curves = dvfs_test::curves_of(sweep_text);
  CHECK(best_point(curves[0])->at == 306_MHz);
  CHECK(best_point(curves[0], objectives::edp{})->at == 612_MHz);
  CHECK(best_point(curves[0], objectives::time{})->at == 816_MHz);
  CHECK(*regret_at(curves[0], curves[0].points[1]) == doctest::Approx(0.2));
  CHECK(*regret_at(curves[0], curves[0].points[0], objectives::edp{}) == doctest::Approx(1000.0 / 600 - 1));
  CHECK(best_fixed_level(curves) == 306_MHz);
  CHECK(best_fixed_level(curves, objectives::time{}) == 816_MHz);
}

TEST_CASE("workloads are labelled for the objective, which the training set names")
{
  auto const curves = dvfs_test::curves_of(sweep_text);
  auto const by_time = make_training_set(curves, {"layers"}, {}, "sweep.csv", objectives::time{});
  CHECK(by_time.levels == std::vector{816_MHz});
  CHECK(by_time.objective == "time");
  auto const by_energy = make_training_set(curves, {"layers"}, {}, "sweep.csv");
  CHECK(by_energy.levels == std::vector{306_MHz});
  CHECK(by_energy.objective == "energy");
  CHECK(by_energy.ladder == std::vector{306_MHz, 612_MHz, 816_MHz});
}

TEST_CASE("an objective that reads what was not measured is known nowhere, and not 0")
{
  auto const curves = dvfs_test::curves_of("workload,gpu_mhz,energy_j,layers\na,306,2,4\na,612,1,4\n");
  CHECK(best_point(curves[0])->at == 612_MHz);
  CHECK(best_point(curves[0], objectives::edp{}) == nullptr);
  CHECK(!regret_at(curves[0], curves[0].points[0], objectives::edp{}));
  CHECK(!best_fixed_level(curves, objectives::time{}));
  CHECK(dvfs_test::refusal([&] { (void)make_training_set(curves, {"layers"}, {}, "s.csv", objectives::edp{}); }) ==
        "s.csv: energy_j: expected edp to label a by, found none");
}
