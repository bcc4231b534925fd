// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/math.hpp>

namespace dvfs::detail {

/// log Gamma(x) for x > 0: Stirling's series (DLMF 5.11.1), after recurrence to where it is exact to 1e-15.
[[nodiscard]] constexpr double log_gamma(double x)
{
  double product = 1;
  for (; x < 12; x += 1) product *= x;
  double const r = 1 / x, r2 = r * r;
  double const series =
      r *
      (1.0 / 12 - r2 * (1.0 / 360 - r2 * (1.0 / 1260 - r2 * (1.0 / 1680 - r2 * (1.0 / 1188 - r2 * 691.0 / 360360)))));
  return (x - 0.5) * log(x) - x + 0.9189385332046727 + series - log(product);
}

/// The regularised incomplete beta function I_x(a, b), by Lentz's method on its continued fraction (DLMF 8.17.22).
[[nodiscard]] constexpr double incomplete_beta(double a, double b, double x)
{
  if (!(x > 0)) return 0;
  if (!(x < 1)) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incomplete_beta(b, a, 1 - x);
  double const front = exp(a * log(x) + b * log(1 - x) + log_gamma(a + b) - log_gamma(a) - log_gamma(b)) / a;
  auto away_from_0 = [](double v) { return abs(v) < 1e-300 ? 1e-300 : v; };
  double c = 1, d = 1 / away_from_0(1 - (a + b) * x / (a + 1)), fraction = d;
  for (int m = 1; m < 300; ++m) {
    double const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_0(1 + even * d);
    c = away_from_0(1 + even / c);
    fraction *= d * c;
    double const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_0(1 + odd * d);
    c = away_from_0(1 + odd / c);
    fraction *= d * c;
    if (abs(d * c - 1) < 1e-15) break;
  }
  return front * fraction;
}

/// The probability that a Student t variable of so many degrees of freedom is at most t.
[[nodiscard]] constexpr double student_cdf(double t, double freedom)
{
  if (is_nan(t)) return t;
  double const tail = incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2;
  return t > 0 ? 1 - tail : tail;
}

/// The t that a Student variable exceeds with probability `tail`, for 0 < tail < 1.
[[nodiscard]] constexpr double student_quantile_above(double tail, double freedom)
{
  if (tail > 0.5) return -student_quantile_above(1 - tail, freedom);
  auto above = [&](double t) { return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2; };
  double low = 0, high = 1;
  while (above(high) > tail && high < 1e300) high *= 2;
  for (int i = 0; i < 200; ++i) {
    double const middle = low + (high - low) / 2;
    if (!(low < middle && middle < high)) break;
    (above(middle) > tail ? low : high) = middle;
  }
  return high;
}

}  // namespace dvfs::detail
