// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/model/exponential_time.hpp>
#include <dvfs/model/fit.hpp>

using namespace dvfs;
using namespace dvfs_test;
using models::exponential_time;

namespace {

// Its leave-one-out error takes more steps than clang grants a constant expression.
constexpr fit_options without_leave_one_out{.leave_one_out = false};

constexpr double error_of_recovery(exponential_time truth)
{
  auto const fit = dvfs::fit<exponential_time>(points_of(truth), without_leave_one_out);
  return fit ? worst(truth, fit->model) : 1;
}

}  // namespace

TEST_CASE("an exponential falls from a + b to a")
{
  DVFS_CHECK_BOTH(exponential_time{{2, 3, 0}}(1_GHz) == 5_s);
  DVFS_CHECK_BOTH(near(exponential_time{{2, 3, 1}}(1_GHz).value, 2 + 3 * 0.36787944117144233, 1e-15));
}

TEST_CASE("the coefficients of an exponential are found again to 1e-9")
{
  DVFS_CHECK_BOTH(error_of_recovery({{174, 900, 5.5}}) < 1e-9);
  CHECK(error_of_recovery({{20, 40, 2}}) < 1e-9);
  CHECK(error_of_recovery({{0, 3, 1}}) < 1e-9);
  detail::random_source random{7};
  for (int i = 0; i < 300; ++i) {
    exponential_time const truth{
        {1 + 100 * random.uniform(), 100 + 400 * random.uniform(), 0.7 + 8 * random.uniform()}};
    CHECK_MESSAGE(error_of_recovery(truth) < 1e-9, truth.coefficients[0], " ", truth.coefficients[1], " ",
                  truth.coefficients[2]);
  }
}

TEST_CASE("a time that does not fall has no rate, and says so")
{
  auto const flat = fit<exponential_time>(points_of([](frequency) { return 20_s; }));
  REQUIRE(flat);
  CHECK(near(flat->model(700_MHz).value, 20));
  CHECK(flat->model.coefficients[1] == 0);
  CHECK(flat->model.coefficients[2] == 0);
  CHECK(flat->at_bound == std::array{false, true, true});
  CHECK(!flat->r_squared);

  auto const rising = fit<exponential_time>(points_of([](frequency f) { return duration{1 + in_GHz(f)}; }));
  REQUIRE(rising);
  CHECK(rising->at_bound == std::array{false, true, true});
  CHECK(near(*rising->r_squared + 1, 1));
}

TEST_CASE("a rate faster than the levels can show is marked as not found")
{
  auto const step = fit<exponential_time>(points_of([](frequency f) { return f == 306_MHz ? 30_s : 20_s; }));
  REQUIRE(step);
  CHECK(near(step->model.coefficients[0], 20, 1e-3));
  CHECK(step->at_bound[2]);
}

TEST_CASE("the search for the rate ends at the least misfit, whatever the noise")
{
  detail::random_source random{11};
  for (int i = 0; i < 50; ++i) {
    exponential_time const truth{{100, 50 + 500 * random.uniform(), 1 + 6 * random.uniform()}};
    auto const points = points_of([&](frequency f) { return (1 + 0.02 * random.normal()) * truth(f); });
    auto const fit = dvfs::fit<exponential_time>(points);
    REQUIRE(fit);
    CHECK(fit->leave_one_out_mape);
    auto misfit = [&](exponential_time const& m) {
      double sum = 0;
      for (auto const& p : points) sum += (m(p.at) - p.value).value * (m(p.at) - p.value).value;
      return sum;
    };
    double const least = misfit(fit->model);
    auto const [a, b, c] = fit->model.coefficients;
    for (double by : {0.7, 0.9, 0.99, 0.9999, 1.0001, 1.01, 1.1, 1.4}) {
      CHECK(least <= misfit({{a * by, b, c}}) * (1 + 1e-12));
      CHECK(least <= misfit({{a, b * by, c}}) * (1 + 1e-12));
      CHECK(least <= misfit({{a, b, c * by}}) * (1 + 1e-12));
    }
  }
}

TEST_CASE("no rate on a fine grid fits better, even to noise alone")
{
  detail::random_source random{13};
  for (int i = 0; i < 200; ++i) {
    auto const points = points_of([&](frequency) { return duration{10 + random.uniform()}; });
    auto const fit = dvfs::fit<exponential_time>(points, without_leave_one_out);
    REQUIRE(fit);
    double least = detail::infinity, reached = 0;
    for (auto const& p : points) reached += detail::ipow((fit->model(p.at) - p.value).value, 2);
    for (double c = 0.05; c < 50; c *= 1.01) {
      detail::least_squares<2> equations;
      for (auto const& p : points) equations.add({1, detail::exp(-c * (in_GHz(p.at) - 0.306))}, p.value.value, 1);
      least = detail::min(least, equations.solve_bounded().squares);
    }
    CHECK(reached <= least * (1 + 1e-9));
  }
}

TEST_CASE("an exponential needs three levels, far enough apart")
{
  std::array const two{point<duration>{306_MHz, 3_s}, point<duration>{408_MHz, 2_s}, point<duration>{408_MHz, 2_s}};
  CHECK(fit<exponential_time>(two).error() == errc::too_few_points);
  std::array const close{point<duration>{1'000'000_kHz, 3_s}, point<duration>{frequency{1'000'000'001}, 2_s},
                         point<duration>{frequency{1'000'000'002}, 1_s}};
  CHECK(fit<exponential_time>(close).error() == errc::singular_fit);
}
