// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/model/bottleneck_time.hpp>
#include <dvfs/model/families.hpp>
#include <dvfs/model/hinge.hpp>
#include <dvfs/model/robust.hpp>

#include <cstdio>
#include <vector>

using namespace dvfs;
using namespace dvfs_test;

namespace {

template<class M>
auto noisy_points(M const& truth, double noise, detail::random_source& random)
{
  auto points = points_of(truth);
  for (auto& p : points) p.value = p.value * (1 + noise * random.normal());
  return points;
}

template<class M, class Points>
auto robust(Points const& points, fit_options options = {.relative = true, .leave_one_out = false})
{
  return fit_robustly<M>(std::span<typename Points::value_type const>{points}, options);
}

}  // namespace

TEST_CASE("a single bad point is named and the truth found without it, exactly where the rest is exact")
{
  models::quadratic_power const truth{{10, 5, 20}};
  for (std::size_t bad = 0; bad < 11; ++bad) {
    auto points = points_of(truth);
    points[bad].value = points[bad].value * 1.3;
    auto const found = robust<models::quadratic_power>(points);
    REQUIRE(found);
    REQUIRE(found->outliers.size() == 1);
    CHECK(found->outliers[0].index == bad);
    CHECK(found->outliers[0].at == orin[level{bad}]);
    CHECK(worst(truth, found->fit.model) < 1e-9);
    CHECK(found->fit.points == 10);
  }
}

TEST_CASE("in a constant expression too")
{
  constexpr auto found = [] {
    auto points = points_of(models::affine_power{{10, 5}});
    points[3].value = {90};
    return *fit_robustly<models::affine_power>(std::span<point<power> const>{points});
  }();
  DVFS_CHECK_BOTH(found.outliers.size() == 1 && found.outliers[0].index == 3 &&
                  near(found.fit.model.coefficients[0], 10));
}

TEST_CASE("a bad point among 1 % noise is named; what it hides is found next")
{
  detail::random_source random{2};
  models::fixed_and_compute_time const truth{{20, 60}};
  int named = 0, both = 0;
  for (int i = 0; i < 200; ++i) {
    auto points = noisy_points(truth, 0.01, random);
    points[4].value = points[4].value * 1.15;
    auto const one = robust<models::fixed_and_compute_time>(points);
    named += one->outliers.size() == 1 && one->outliers[0].index == 4;
    points[8].value = points[8].value * 0.6;
    auto const two = robust<models::fixed_and_compute_time>(points);
    both += two->outliers.size() == 2 && two->outliers[0].index == 8 && two->outliers[1].index == 4;
  }
  CHECK(named >= 190);
  CHECK(both >= 180);
}

TEST_CASE("at most one clean curve in a hundred has a point named")
{
  detail::random_source random{5};
  int linear = 0, curved = 0, hinged = 0;
  constexpr int draws = 4000;
  for (int i = 0; i < draws; ++i) {
    linear +=
        !robust<models::fixed_and_compute_time>(noisy_points(models::fixed_and_compute_time{{20, 60}}, 0.02, random))
             ->outliers.empty();
    curved += !robust<models::affine_cubic_power>(noisy_points(models::affine_cubic_power{{15, 10, 20}}, 0.02, random))
                   ->outliers.empty();
    hinged += !robust<models::hinge_power>(noisy_points(models::hinge_power{{5, 10, 30, 0.918}}, 0.01, random))
                   ->outliers.empty();
  }
  MESSAGE("named on clean curves, per mille: ", 1000 * linear / draws, " ", 1000 * curved / draws, " ",
          1000 * hinged / draws);
  // Three standard errors above 1 %.
  CHECK(linear < draws * 0.015);
  CHECK(curved < draws * 0.015);
  CHECK(hinged < draws * 0.015);
  CHECK(linear > draws * 0.003);
}

TEST_CASE("points that cannot be compared have no outliers; never more than a fifth is left out")
{
  std::vector<point<power>> three{{500_MHz, 5_W}, {700_MHz, 50_W}, {900_MHz, 8_W}};
  CHECK(robust<models::affine_power>(three)->outliers.empty());
  auto exact = points_of(models::affine_power{{3, 4}});
  CHECK(robust<models::affine_power>(exact)->outliers.empty());
  // Nine wild points of thirty, each far beyond the next: six are left out.
  std::vector<point<power>> wild;
  models::affine_power const line{{3, 4}};
  double factor = 10;
  for (std::size_t i = 0; i < 30; ++i) {
    auto const f = orin[level{i % 11}];
    wild.push_back({f, line(f) * (i % 10 < 3 ? factor *= 30 : 1 + 0.001 * static_cast<double>(i % 4))});
  }
  CHECK(robust<models::affine_power>(wild, {.may_be_negative = 0b11, .leave_one_out = false})->outliers.size() == 6);
  std::vector<point<power>> many(513, {500_MHz, 5_W});
  CHECK(robust<models::affine_power>(many).error() == errc::too_many_points);
}

TEST_CASE("points of weight 0 stay out and are no outliers; leave-one-out ignores what was left out")
{
  auto points = points_of(models::affine_power{{3, 4}});
  points[2].value = {70};
  points[2].weight = 0;
  points[7].value = {55};
  auto const found = robust<models::affine_power>(points, {});
  REQUIRE(found->outliers.size() == 1);
  CHECK(found->outliers[0].index == 7);
  CHECK(*found->fit.leave_one_out_mape < 1e-12);
}
