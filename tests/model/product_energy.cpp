// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/model/exponential_time.hpp>
#include <dvfs/model/families.hpp>
#include <dvfs/model/fit.hpp>
#include <dvfs/model/product_energy.hpp>

using namespace dvfs;
using namespace dvfs_test;

namespace {

using product = models::product_energy<models::affine_cubic_power, models::fixed_and_compute_time>;
constexpr product truth{{{11, 8, 9}}, {{20, 30}}};
constexpr auto runs = points_of([](frequency f) { return truth.cost(f); });

constexpr double sum_of(product const& m, frequency f)
{
  double sum = 0;
  for (auto const [e, c] : m.terms()) sum += c * detail::ipow(in_GHz(f), e);
  return sum;
}

}  // namespace

TEST_CASE("a product is power times time, and knows both")
{
  DVFS_CHECK_BOTH(truth(1_GHz) == 1400_J);
  DVFS_CHECK_BOTH(truth.cost(1_GHz).took == 50_s && truth.cost(1_GHz).used == 1400_J);
  DVFS_CHECK_BOTH(product::formula() == "(a + b f + c f^3) (c0 + c1/f)");
  DVFS_CHECK_BOTH(product::coefficient_count == 5 && product::levels_needed == 3);
  DVFS_CHECK_BOTH(product::coefficient_name(2) == "c" && product::coefficient_name(3) == "c0");
  DVFS_CHECK_BOTH(truth.coefficient(2) == 9 && truth.coefficient(4) == 30);
}

TEST_CASE("a product of power series is their expansion, with each power once and in rising order")
{
  DVFS_CHECK_BOTH(truth.terms().size() == 5);
  DVFS_CHECK_BOTH(truth.terms()[0].exponent == -1 && truth.terms()[0].coefficient == 11 * 30);
  DVFS_CHECK_BOTH(truth.terms()[1].exponent == 0 && truth.terms()[1].coefficient == 11 * 20 + 8 * 30);
  DVFS_CHECK_BOTH(truth.terms()[4].exponent == 3 && truth.terms()[4].coefficient == 9 * 20);
  DVFS_CHECK_BOTH(near(sum_of(truth, 306_MHz), truth(306_MHz).value, 1e-14));
  DVFS_CHECK_BOTH(sum_of_powers<product>);
  DVFS_CHECK_BOTH(!sum_of_powers<models::product_energy<models::affine_power, models::exponential_time>>);
}

TEST_CASE("the power and the time of a product are found again to 1e-9")
{
  DVFS_CHECK_BOTH(worst(truth, fit<product>(runs)->model) < 1e-9);
  DVFS_CHECK_BOTH(fit<product>(runs, {.relative = true})->mape < 1e-12);
  DVFS_CHECK_BOTH(*fit<product>(runs)->leave_one_out_mape < 1e-9);
}

TEST_CASE("a bound on a coefficient of either factor is told at its place")
{
  auto const fit = dvfs::fit<product>(points_of([](frequency f) {
    return run_cost{models::power_series<energy, 1>{{10}}(f), duration{1}};  // P = 10 f, t = 1
  }));
  REQUIRE(fit);
  CHECK(fit->at_bound == std::array{true, false, true, false, true});

  auto const negative = [](frequency f) {
    duration const t{10 - 1 / in_GHz(f)};
    return run_cost{5_W * t, t};
  };
  CHECK(dvfs::fit<product>(points_of(negative))->at_bound[4]);
  auto const free = dvfs::fit<product>(points_of(negative), {.may_be_negative = 0b10000});
  CHECK(near(free->model.took.coefficients[1], -1));
  CHECK(near(free->model.took.coefficients[0], 10));
}

TEST_CASE("an exponential may be a factor")
{
  models::product_energy<models::affine_power, models::exponential_time> const m{{{5, 10}}, {{170, 800, 5}}};
  auto const fit = dvfs::fit<std::remove_const_t<decltype(m)>>(points_of([&](frequency f) { return m.cost(f); }));
  REQUIRE(fit);
  CHECK(worst(m, fit->model) < 1e-9);
}
