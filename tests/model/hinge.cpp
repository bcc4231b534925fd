// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/model/families.hpp>
#include <dvfs/model/fit.hpp>
#include <dvfs/model/hinge.hpp>
#include <dvfs/model/select.hpp>

using namespace dvfs;
using namespace dvfs_test;
using models::hinge_power;

namespace {

constexpr double error_of_recovery(hinge_power truth, fit_options options = {})
{
  auto const fit = dvfs::fit<hinge_power>(points_of(truth), options);
  return fit ? worst(truth, fit->model) : 1;
}

}  // namespace

TEST_CASE("a hinge is straight below its knee and steeper above")
{
  constexpr hinge_power m{{5, 10, 20, 0.8}};
  DVFS_CHECK_BOTH(near(m(500_MHz).value, 10) && near(m(800_MHz).value, 13) && near(m(1_GHz).value, 19));
  CHECK(hinge_power::formula() == "a + b f + c max(0, f - k)");
}

TEST_CASE("both lines and the level of the knee are found again to 1e-9, wherever the knee is")
{
  DVFS_CHECK_BOTH(error_of_recovery({{5, 10, 20, 0.918}}) < 1e-9);
  detail::random_source random{3};
  for (std::size_t knee = 1; knee < 10; ++knee) {
    hinge_power const truth{
        {1 + 20 * random.uniform(), 30 * random.uniform(), 2 + 30 * random.uniform(), in_GHz(orin[level{knee}])}};
    CHECK(error_of_recovery(truth) < 1e-9);
    CHECK(error_of_recovery(truth, {.relative = true}) < 1e-9);
  }
}

TEST_CASE("a straight line has no knee, and says so; a bend the other way needs leave")
{
  auto const line = fit<hinge_power>(points_of([](frequency f) { return power{5 + 9 * in_GHz(f)}; }));
  REQUIRE(line);
  CHECK(line->at_bound == std::array{false, false, true, true});
  auto const flatter = points_of(hinge_power{{5, 20, -15, 0.918}});
  CHECK(fit<hinge_power>(flatter)->at_bound[2]);
  auto const free = fit<hinge_power>(flatter, {.may_be_negative = 0b100});
  CHECK(near(free->model.coefficients[2], -15));
  CHECK(near(free->model.coefficients[3], 0.918));
}

TEST_CASE("a knee needs four levels, and leaving out the level of the knee moves it")
{
  auto const all = points_of(hinge_power{{5, 10, 20, 0.918}});
  std::array const three{all[0], all[5], all[10]};
  CHECK(fit<hinge_power>(three).error() == errc::too_few_points);
  auto const found = fit<hinge_power>(all);
  CHECK(*found->leave_one_out_mape > 1e-4);
  CHECK(*found->leave_one_out_mape < 0.02);
}

TEST_CASE("a step between two levels is better told by a hinge than by a line")
{
  // Steepness of the measured kind: 0.4 W per level, then 3 W at one step.
  auto const stepped = points_of(
      [](frequency f) { return power{11 + 6 * in_GHz(f) + (f > 1020_MHz ? 3 + 8 * (in_GHz(f) - 1.02) : 0)}; });
  auto const chosen = select_model<models::affine_power, models::hinge_power>(stepped);
  CHECK(chosen->index() == 1);
}
