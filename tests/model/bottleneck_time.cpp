// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/model/bottleneck_time.hpp>
#include <dvfs/model/families.hpp>
#include <dvfs/model/fit.hpp>
#include <dvfs/model/select.hpp>

using namespace dvfs;
using namespace dvfs_test;
using models::bottleneck_time;

namespace {

constexpr double error_of_recovery(bottleneck_time truth, fit_options options = {.leave_one_out = false})
{
  auto const fit = dvfs::fit<bottleneck_time>(points_of(truth), options);
  return fit ? worst(truth, fit->model) : 1;
}

}  // namespace

TEST_CASE("the slower part rules where the corner is sharp, both add where it is not")
{
  DVFS_CHECK_BOTH(near(bottleneck_time{{3, 2, 1}}(1_GHz).value, 5, 1e-14));
  DVFS_CHECK_BOTH(near(bottleneck_time{{3, 4, 2}}(1_GHz).value, 5, 1e-14));
  DVFS_CHECK_BOTH(near(bottleneck_time{{3, 2, 32}}(1_GHz).value, 3, 1e-6));
  DVFS_CHECK_BOTH(bottleneck_time{{0, 4, 3}}(2_GHz) == 2_s && bottleneck_time{{3, 0, 3}}(2_GHz) == 3_s);
}

TEST_CASE("both parts and the corner are found again to 1e-9")
{
  CHECK(error_of_recovery({{174, 90, 4}}) < 1e-9);
  detail::random_source random{3};
  for (int i = 0; i < 100; ++i) {
    // The corner, c1 / c0 GHz, lies within the ladder.
    double const fixed = 1 + 100 * random.uniform(), corner = 0.45 + 0.6 * random.uniform();
    bottleneck_time const truth{{fixed, fixed * corner, 1.3 + 7 * random.uniform()}};
    CHECK_MESSAGE(error_of_recovery(truth) < 1e-9, truth.coefficients[0], " ", truth.coefficients[1], " ",
                  truth.coefficients[2]);
    CHECK(error_of_recovery(truth, {.relative = true, .leave_one_out = false}) < 1e-9);
  }
}

TEST_CASE("without a corner on the ladder there is no sharpness, and the fit says so")
{
  auto const sum = fit<bottleneck_time>(points_of(models::fixed_and_compute_time{{3, 2}}), {.leave_one_out = false});
  REQUIRE(sum);
  CHECK(sum->at_bound == std::array{false, false, true});
  CHECK(near(sum->model.coefficients[0], 3));
  CHECK(sum->model.coefficients[2] == 1);
  auto const compute = fit<bottleneck_time>(points_of(models::compute_bound_time{{2}}), {.leave_one_out = false});
  REQUIRE(compute);
  CHECK(compute->at_bound == std::array{true, false, true});
  CHECK(near(compute->model.coefficients[1], 2));
  auto const flat = fit<bottleneck_time>(points_of([](frequency) { return 20_s; }), {.leave_one_out = false});
  REQUIRE(flat);
  CHECK(flat->at_bound == std::array{false, true, true});
  CHECK(near(flat->model(700_MHz).value, 20));
}

TEST_CASE("noise is fitted with the least squares that neighbours do not undercut")
{
  detail::random_source random{4};
  bottleneck_time const truth{{180, 95, 5}};
  auto noisy = points_of(truth);
  for (auto& p : noisy) p.value = p.value * (1 + 0.01 * random.normal());
  auto squares = [&](bottleneck_time const& m) {
    double sum = 0;
    for (auto const& p : noisy) sum += detail::ipow(p.value.value - m(p.at).value, 2);
    return sum;
  };
  auto const found = fit<bottleneck_time>(noisy, {.leave_one_out = false})->model;
  double const least = squares(found);
  CHECK(least <= squares(truth));
  for (std::size_t i = 0; i < 3; ++i)
    for (double factor : {0.999, 1.001}) {
      auto near_by = found;
      near_by.coefficients[i] *= factor;
      CHECK(squares(near_by) > least);
    }
}

TEST_CASE("saturation sharper than 1/f is recognised among the time models")
{
  auto const chosen = select_model<models::compute_bound_time, models::fixed_and_compute_time, bottleneck_time>(
      points_of(bottleneck_time{{180, 95, 8}}));
  REQUIRE(chosen);
  CHECK(chosen->index() == 2);
}

TEST_CASE("the gradient is the change with each coefficient, at the ends too")
{
  for (auto const& m : {bottleneck_time{{174, 90, 4}}, bottleneck_time{{10, 90, 1.5}}})
    for (std::size_t i = 0; i < 3; ++i) {
      auto up = m, down = m;
      double const step = 1e-6 * m.coefficients[i];
      up.coefficients[i] += step;
      down.coefficients[i] -= step;
      CHECK(near(m.gradient(700_MHz)[i], (up(700_MHz).value - down(700_MHz).value) / (2 * step), 1e-6));
    }
}
