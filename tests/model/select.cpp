// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/model/exponential_time.hpp>
#include <dvfs/model/families.hpp>
#include <dvfs/model/product_energy.hpp>
#include <dvfs/model/select.hpp>
#include <dvfs/model/sweet_spot.hpp>

using namespace dvfs;
using namespace dvfs_test;

TEST_CASE("the family that made the points is chosen, and the simpler of two that explain them")
{
  using models::affine_cubic_power, models::affine_power, models::proportional_power;
  constexpr auto line =
      *select_model<proportional_power, affine_power, affine_cubic_power>(points_of(affine_power{{5, 9}}));
  DVFS_CHECK_BOTH(line.index() == 1 && line.formula() == "a + b f" && line.leave_one_out_mape() < 1e-12);
  DVFS_CHECK_BOTH(near(line(1_GHz).value, 14));
  constexpr auto cubic =
      *select_model<proportional_power, affine_power, affine_cubic_power>(points_of(affine_cubic_power{{5, 9, 2}}));
  DVFS_CHECK_BOTH(cubic.index() == 2 && near(cubic.fit_of<affine_cubic_power>()->model.coefficients[2], 2));
}

TEST_CASE("rounding never makes the richer family win")
{
  detail::random_source random{8};
  for (int i = 0; i < 200; ++i) {
    models::affine_power const truth{{1 + 20 * random.uniform(), 1 + 30 * random.uniform()}};
    auto const points = points_of(truth);
    CHECK(select_model<models::affine_power, models::quadratic_power>(points)->index() == 0);
    // Free to be negative, the third coefficient is some rounding error that may even help.
    CHECK(select_model<models::affine_power, models::quadratic_power>(points, {.may_be_negative = 0b100})->index() ==
          0);
  }
}

TEST_CASE("saturating time is recognised among the time models")
{
  models::exponential_time const saturating{{174, 900, 6}};
  auto const time = select_model<models::compute_bound_time, models::fixed_and_compute_time, models::exponential_time>(
      points_of(saturating));
  REQUIRE(time);
  CHECK(time->index() == 2);
}

TEST_CASE("products and direct forms of energy compete on the same runs")
{
  using product = models::product_energy<models::affine_cubic_power, models::fixed_and_compute_time>;
  product const truth{{{15, 5, 20}}, {{10, 60}}};
  detail::random_source random{2};
  auto const runs = points_of([&](frequency f) {
    auto const exact = truth.cost(f);
    return run_cost{(1 + 0.001 * random.normal()) * exact.used, exact.took};
  });
  auto const chosen = select_model<models::three_term_energy, models::four_term_energy, product>(runs);
  REQUIRE(chosen);
  CHECK(chosen->leave_one_out_mape() < 0.005);
  CHECK(best_level(orin, *chosen) == best_level(orin, truth));
  for (std::size_t i = 0; i < 3; ++i) {
    // The chosen one is the least of the three.
    double const errors[] = {*chosen->fit_of<models::three_term_energy>()->leave_one_out_mape,
                             *chosen->fit_of<models::four_term_energy>()->leave_one_out_mape,
                             *chosen->fit_of<product>()->leave_one_out_mape};
    CHECK(chosen->leave_one_out_mape() <= errors[i] * (1 + 2e-6));
  }
}

TEST_CASE("a family that cannot be judged is not chosen, and the reason stays readable")
{
  auto const all = points_of(deberta_qnli);
  std::array const four{all[0], all[3], all[6], all[10]};
  auto const chosen = select_model<models::four_term_energy, models::three_term_energy>(four);
  REQUIRE(chosen);
  CHECK(chosen->index() == 1);
  CHECK(chosen->fit_of<models::four_term_energy>());
  CHECK(!chosen->fit_of<models::four_term_energy>()->leave_one_out_mape);

  std::array const three{all[0], all[4], all[10]};
  CHECK(select_model<models::three_term_energy>(three).error() == errc::too_few_points);
  std::array const two{all[0], all[10]};
  CHECK(select_model<models::three_term_energy>(two).error() == errc::too_few_points);
  auto bad = all;
  bad[3].value = {-1};
  CHECK(select_model<models::three_term_energy, models::four_term_energy>(bad).error() == errc::not_positive);
}

TEST_CASE("Akaike's criterion is its formula: n ln(mean square) + 2 k + 2 k (k + 1) / (n - k - 1)")
{
  constexpr std::array points{point<power>{1_GHz, 5_W}, point<power>{2_GHz, 7_W}, point<power>{3_GHz, 10_W},
                              point<power>{4_GHz, 12_W}, point<power>{5_GHz, 16_W}};
  constexpr auto fit = *dvfs::fit<models::affine_power>(points, {.may_be_negative = 0b11});
  // 1.9 + 2.7 f: errors 0.4, -0.3, 0, -0.7, 0.6 give 0.22 as the mean square, and k is 3.
  constexpr double by_hand = 5 * detail::log(0.22) + 6 + 24;
  DVFS_CHECK_BOTH(near(*fit.aicc, by_hand));
  std::array const four{points[0], points[1], points[2], points[3]};
  CHECK(!dvfs::fit<models::affine_power>(four)->aicc);
}

TEST_CASE("by Akaike's criterion the family that made the points is chosen, and the simpler of two that explain them")
{
  using models::affine_cubic_power, models::affine_power, models::proportional_power;
  detail::random_source random{8};
  int cubic = 0, line = 0;
  for (int i = 0; i < 200; ++i) {
    auto choose = [&](auto const& truth) {
      auto points = points_of(truth);
      for (auto& p : points) p.value = p.value * (1 + 0.005 * random.normal());
      return select_model<proportional_power, affine_power, affine_cubic_power>(points, {.relative = true},
                                                                                selection_rule::aicc)
          ->index();
    };
    cubic += choose(affine_cubic_power{{10, 5, 15}}) == 2;
    line += choose(affine_power{{10, 15}}) == 1;
  }
  CHECK(cubic == 200);
  CHECK(line >= 170);
  CHECK(select_model<affine_power, affine_cubic_power>(points_of(affine_power{{5, 9}}), {}, selection_rule::aicc)
            ->index() == 0);
}
