// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/detail/math.hpp>
#include <dvfs/detail/random.hpp>

#include <cmath>

namespace math = dvfs::detail;

TEST_CASE("exact cases are exact, at compile time and at run time")
{
  DVFS_CHECK_BOTH(math::sqrt(0.0) == 0.0);
  DVFS_CHECK_BOTH(math::sqrt(1.0) == 1.0);
  DVFS_CHECK_BOTH(math::sqrt(2.25) == 1.5);
  DVFS_CHECK_BOTH(math::sqrt(1e300) == 1e150);
  DVFS_CHECK_BOTH(math::exp(0.0) == 1.0);
  DVFS_CHECK_BOTH(math::log(1.0) == 0.0);
  DVFS_CHECK_BOTH(math::log2(8.0) == 3.0);
  DVFS_CHECK_BOTH(math::cbrt(27.0) == 3.0);
  DVFS_CHECK_BOTH(math::cbrt(-8.0) == -2.0);
  DVFS_CHECK_BOTH(math::pow(2.0, 0.0) == 1.0);
  DVFS_CHECK_BOTH(math::ipow(2.0, 10) == 1024.0);
  DVFS_CHECK_BOTH(math::ipow(2.0, -2) == 0.25);
}

TEST_CASE("the edges of the range are infinity, 0 and not a number as in the C library")
{
  DVFS_CHECK_BOTH(math::is_nan(math::sqrt(-1.0)));
  DVFS_CHECK_BOTH(math::is_nan(math::log(-1.0)));
  DVFS_CHECK_BOTH(math::log(0.0) == -math::infinity);
  DVFS_CHECK_BOTH(math::exp(1000.0) == math::infinity);
  DVFS_CHECK_BOTH(math::exp(-1000.0) == 0.0);
  DVFS_CHECK_BOTH(math::sqrt(math::infinity) == math::infinity);
  DVFS_CHECK_BOTH(!math::is_finite(math::infinity) && !math::is_finite(math::nan) && math::is_finite(1e308));
}

TEST_CASE("sqrt is correctly rounded: it equals the hardware's on a million numbers")
{
  math::random_source random{1};
  for (int i = 0; i < 1'000'000; ++i) {
    double const x = std::ldexp(1 + random.uniform(), static_cast<int>(random.below(2040)) - 1020);
    if (math::sqrt(x) != std::sqrt(x)) FAIL_CHECK("sqrt of ", x);
  }
  CHECK(math::sqrt(5e-324) == std::sqrt(5e-324));
}

TEST_CASE("exp, log, log2, cbrt and pow agree with the C library to 4 units in the last place")
{
  math::random_source random{2};
  auto close = [](double a, double b) { return std::abs(a - b) <= 4 * 2.3e-16 * std::abs(b) + 5e-324; };
  for (int i = 0; i < 100'000; ++i) {
    double const x = std::exp(40 * random.uniform() - 20);
    CHECK_MESSAGE(close(math::log(x), std::log(x)), x);
    CHECK_MESSAGE(close(math::log2(x), std::log2(x)), x);
    CHECK_MESSAGE(close(math::cbrt(x), std::cbrt(x)), x);
    double const y = 1400 * random.uniform() - 700;
    CHECK_MESSAGE(close(math::exp(y), std::exp(y)), y);
    double const p = 2 * random.uniform() - 1;
    CHECK_MESSAGE(std::abs(math::pow(x, p) / std::pow(x, p) - 1) < 1e-14, x);
  }
}
