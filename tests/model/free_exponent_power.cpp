// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/model/fit.hpp>
#include <dvfs/model/free_exponent_power.hpp>

using namespace dvfs;
using namespace dvfs_test;
using models::free_exponent_power;

namespace {

constexpr double error_of_recovery(free_exponent_power truth, fit_options options = {.leave_one_out = false})
{
  auto const fit = dvfs::fit<free_exponent_power>(points_of(truth), options);
  return fit ? worst(truth, fit->model) : 1;
}

}  // namespace

TEST_CASE("power with an exponent is its formula")
{
  DVFS_CHECK_BOTH(free_exponent_power{{2, 3, 2.5}}(1_GHz) == 5_W);
  DVFS_CHECK_BOTH(near(free_exponent_power{{2, 3, 2}}(2_GHz).value, 14, 1e-14));
  CHECK(free_exponent_power::formula() == "a + b f^p");
}

TEST_CASE("static power, slope and exponent are found again to 1e-9")
{
  DVFS_CHECK_BOTH(error_of_recovery({{10, 12, 2.8}}) < 1e-9);
  CHECK(error_of_recovery({{0, 12, 1.4}}) < 1e-9);
  detail::random_source random{3};
  for (int i = 0; i < 300; ++i) {
    free_exponent_power const truth{{1 + 50 * random.uniform(), 1 + 50 * random.uniform(), 0.6 + 5 * random.uniform()}};
    CHECK_MESSAGE(error_of_recovery(truth) < 1e-9, truth.coefficients[2]);
    CHECK_MESSAGE(error_of_recovery(truth, {.relative = true, .leave_one_out = false}) < 1e-9, truth.coefficients[2]);
  }
}

TEST_CASE("an exponent that the points do not hold is reported as held by a bound")
{
  auto const flat = fit<free_exponent_power>(points_of([](frequency) { return 20_W; }));
  REQUIRE(flat);
  CHECK(flat->at_bound == std::array{false, true, true});
  CHECK(near(flat->model(700_MHz).value, 20));
  auto const steep =
      fit<free_exponent_power>(points_of([](frequency f) { return power{5 + detail::ipow(in_GHz(f), 12)}; }));
  REQUIRE(steep);
  CHECK(steep->at_bound == std::array{false, false, true});
  CHECK(near(steep->model.coefficients[2], 8, 1e-5));
  // Negative static power would fit better, and is not allowed.
  auto const held = fit<free_exponent_power>(points_of([](frequency f) { return power{30 * in_GHz(f) - 6}; }));
  REQUIRE(held);
  CHECK(held->at_bound[0]);
  CHECK(held->model.coefficients[0] == 0);
  auto const free = fit<free_exponent_power>(points_of([](frequency f) { return power{30 * in_GHz(f) - 6}; }),
                                             {.may_be_negative = 1});
  CHECK(near(free->model.coefficients[0], -6, 1e-8));
  CHECK(near(free->model.coefficients[2], 1, 1e-8));
}

TEST_CASE("the gradient is the change with each coefficient")
{
  free_exponent_power const m{{2, 3, 2.5}};
  for (std::size_t i = 0; i < 3; ++i) {
    auto up = m, down = m;
    up.coefficients[i] += 1e-5;
    down.coefficients[i] -= 1e-5;
    CHECK(near(m.gradient(700_MHz)[i], (up(700_MHz).value - down(700_MHz).value) / 2e-5, 1e-8));
  }
}
