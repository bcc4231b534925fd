// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/model/student_t.hpp>

#include <cmath>

using dvfs::detail::abs;
using dvfs::detail::log_gamma;
using dvfs::detail::student_cdf;
using dvfs::detail::student_quantile_above;
using dvfs_test::near;

TEST_CASE("log gamma at whole and half numbers")
{
  DVFS_CHECK_BOTH(abs(log_gamma(1)) < 1e-14 && abs(log_gamma(2)) < 1e-14);
  DVFS_CHECK_BOTH(near(log_gamma(11), 15.104412573075516, 1e-14));   // log 10!
  DVFS_CHECK_BOTH(near(log_gamma(0.5), 0.5723649429247001, 1e-14));  // log sqrt(pi)
  DVFS_CHECK_BOTH(near(log_gamma(100.5), 361.4355404678, 1e-12));
}

TEST_CASE("Student's distribution in closed form for 1 and 2 degrees of freedom")
{
  DVFS_CHECK_BOTH(near(student_cdf(1, 1), 0.75, 1e-14) && near(student_cdf(-1, 1), 0.25, 1e-14));
  for (double t : {-30.0, -2.0, -0.3, 0.1, 1.5, 8.0, 200.0})
    CHECK(near(student_cdf(t, 2), 0.5 + t / (2 * std::sqrt(2 + t * t)), 1e-12));
  CHECK(student_cdf(0, 7) == 0.5);
}

TEST_CASE("quantiles as they are tabled, and in closed form for 1, 2 and 4 degrees of freedom")
{
  DVFS_CHECK_BOTH(near(student_quantile_above(0.025, 10), 2.228138852, 1e-10));
  CHECK(near(student_quantile_above(0.05, 5), 2.015048373, 1e-9));
  CHECK(near(student_quantile_above(0.005, 30), 2.749995654, 1e-9));
  CHECK(near(student_quantile_above(0.05, 1e7), 1.6448536, 1e-6));
  CHECK(near(student_quantile_above(0.95, 5), -2.015048373, 1e-9));
  for (double tail : {1e-5, 0.025, 0.05, 0.2, 0.4}) {
    CAPTURE(tail);
    CHECK(near(student_quantile_above(tail, 1), std::tan(3.141592653589793 * (0.5 - tail)), 1e-9));
    double const p = 4 * tail * (1 - tail);
    CHECK(near(student_quantile_above(tail, 2), (1 - 2 * tail) * std::sqrt(2 / p), 1e-12));
    CHECK(near(student_quantile_above(tail, 4), 2 * std::sqrt(std::cos(std::acos(std::sqrt(p)) / 3) / std::sqrt(p) - 1),
               1e-11));
  }
  for (double freedom : {1.0, 2.5, 9.0, 80.0})
    for (double tail : {1e-6, 0.01, 0.3, 0.9})
      CHECK(near(1 - student_cdf(student_quantile_above(tail, freedom), freedom), tail, 1e-8));
}
