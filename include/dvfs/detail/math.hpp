// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/int128.hpp>

#include <bit>
#include <cstdint>
#include <limits>

// Elementary functions that give the same bytes in a constant expression, on every compiler and on every machine:
// the C library's differ in the last bit, and clang's are not constexpr.  Errors are within 2 ulp, of pow within 2 ulp
// times the size of its logarithm; sqrt is correctly rounded.
namespace dvfs::detail {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

[[nodiscard]] constexpr bool is_nan(double x) noexcept { return x != x; }
[[nodiscard]] constexpr double abs(double x) noexcept { return x < 0 ? -x : x; }
[[nodiscard]] constexpr bool is_finite(double x) noexcept
{
  return !is_nan(x) && abs(x) <= std::numeric_limits<double>::max();
}
template<class T>
[[nodiscard]] constexpr T min(T a, T b) noexcept
{
  return b < a ? b : a;
}
template<class T>
[[nodiscard]] constexpr T max(T a, T b) noexcept
{
  return a < b ? b : a;
}

/// The greatest whole number that is at most x.
[[nodiscard]] constexpr double floor(double x) noexcept
{
  if (!(abs(x) < 0x1p52)) return x;
  auto const whole = static_cast<double>(static_cast<std::int64_t>(x));
  return whole > x ? whole - 1 : whole;
}

/// x to a whole power, by repeated squaring.
[[nodiscard]] constexpr double ipow(double x, int n) noexcept
{
  double base = n < 0 ? 1 / x : x;
  double product = 1;
  for (unsigned k = n < 0 ? 0u - static_cast<unsigned>(n) : static_cast<unsigned>(n); k != 0; k >>= 1) {
    if (k & 1u) product *= base;
    base *= base;
  }
  return product;
}

/// x * 2^k.
[[nodiscard]] constexpr double scale(double x, int k) noexcept
{
  // Twice, since the result may be subnormal where 2^k is not representable.
  for (; k > 1000; k -= 1000) x *= 0x1p1000;
  for (; k < -1000; k += 1000) x *= 0x1p-1000;
  return x * std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

struct mantissa_exponent {
  double mantissa;
  int exponent;
};

/// Splits a positive finite x into m * 2^e with m in [1, 2).
[[nodiscard]] constexpr mantissa_exponent split(double x) noexcept
{
  int shift = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    shift = -54;
  }
  auto const bits = std::bit_cast<std::uint64_t>(x);
  auto const exponent = static_cast<int>(bits >> 52) - 1023;
  return {std::bit_cast<double>((bits & 0xfffffffffffffull) | 0x3ff0000000000000ull), exponent + shift};
}

/// The square root, correctly rounded; NaN below 0.
[[nodiscard]] constexpr double sqrt(double x) noexcept
{
  if (!(x > 0) || !is_finite(x)) return x < 0 ? nan : x;
  auto [m, e] = split(x);
  if (e & 1) {
    m *= 2;
    --e;
  }
  // m in [1, 4): the root of m * 2^104 is a whole number of 53 bits, found digit by digit and rounded by its rest.
  auto rest = static_cast<uint128>(static_cast<std::uint64_t>(m * 0x1p52)) << 52;
  std::uint64_t root = 0;
  for (int bit = 53; bit >= 0; --bit) {
    auto const trial = (static_cast<uint128>(root) << (bit + 1)) + (static_cast<uint128>(1) << (2 * bit));
    if (trial <= rest) {
      rest -= trial;
      root |= std::uint64_t{1} << bit;
    }
  }
  if (rest > root) ++root;
  return scale(static_cast<double>(root), e / 2 - 52);
}

/// e to the x.
[[nodiscard]] constexpr double exp(double x) noexcept
{
  if (is_nan(x)) return x;
  if (x > 709.8) return infinity;
  if (x < -745.2) return 0;
  constexpr double log2_e = 1.4426950408889634, ln2_high = 0x1.62e42fee00000p-1, ln2_low = 0x1.a39ef35793c76p-33;
  int const k = static_cast<int>(x * log2_e + (x < 0 ? -0.5 : 0.5));
  double const r = (x - k * ln2_high) - k * ln2_low;
  // |r| <= ln 2 / 2: the Taylor series to r^14 is below a half ulp.
  double sum = 1;
  for (int i = 14; i > 0; --i) sum = 1 + sum * r / i;
  return scale(sum, k);
}

/// x = m * 2^e with m in [1/sqrt 2, sqrt 2), and the parts of log m = 2 s + 2 s * tail.
struct log_parts {
  double exponent, s, tail;
};
[[nodiscard]] constexpr log_parts log_of_positive(double x) noexcept
{
  auto [m, e] = split(x);
  if (m > 1.4142135623730951) {
    m /= 2;
    ++e;
  }
  // log m = 2 artanh(s), |s| < 0.1716: the series to s^21 is below a half ulp.
  double const s = (m - 1) / (m + 1), s2 = s * s;
  double tail = 0;
  for (int i = 21; i > 1; i -= 2) tail = (tail + 1.0 / i) * s2;
  return {static_cast<double>(e), s, tail};
}

/// The natural logarithm; minus infinity at 0, NaN below.
[[nodiscard]] constexpr double log(double x) noexcept
{
  if (x == 0) return -infinity;
  if (!(x > 0) || !is_finite(x)) return x > 0 ? x : nan;
  auto const [e, s, tail] = log_of_positive(x);
  constexpr double ln2_high = 0x1.62e42fee00000p-1, ln2_low = 0x1.a39ef35793c76p-33;
  return e * ln2_high + (2 * s + (2 * s * tail + e * ln2_low));
}

/// The logarithm to base 2, exact for powers of 2.
[[nodiscard]] constexpr double log2(double x) noexcept
{
  if (x == 0) return -infinity;
  if (!(x > 0) || !is_finite(x)) return x > 0 ? x : nan;
  auto const [e, s, tail] = log_of_positive(x);
  constexpr double two_log2_e = 2.8853900817779268;
  return e + two_log2_e * (s + s * tail);
}

/// x to the y for x >= 0.
[[nodiscard]] constexpr double pow(double x, double y) noexcept
{
  if (y == 0) return 1;
  if (x == 0) return y > 0 ? 0 : infinity;
  return exp(y * log(x));
}

/// The cube root.
[[nodiscard]] constexpr double cbrt(double x) noexcept
{
  if (x == 0 || !is_finite(x)) return x;
  double const a = abs(x);
  double root = exp(log(a) / 3);
  // One step of Newton removes the error of the logarithm.
  root -= (root - a / (root * root)) / 3;
  return x < 0 ? -root : root;
}

}  // namespace dvfs::detail
