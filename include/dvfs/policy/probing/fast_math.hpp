// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/math.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

// What a decision needs within nanoseconds and to six digits: the same bytes on every compiler, as in detail/math.hpp.
namespace dvfs::policies::detail {

/// The square root of a positive number, by the instruction that rounds it correctly.
[[nodiscard]] inline double root(double x) noexcept { return __builtin_sqrt(x); }

/// e to the x for x <= 0, within 1e-8 of the value.
[[nodiscard]] constexpr double fast_exp(double x) noexcept
{
  if (!(x > -700)) return 0;
  int const k = static_cast<int>(x * 1.4426950408889634 - 0.5);
  double const r = x - k * 0.6931471805599453;
  double const s =
      1 +
      r * (1 + r * (1.0 / 2 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5040)))))));
  return s * std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

/// The natural logarithm of a positive normal number, within 1e-9.
[[nodiscard]] constexpr double fast_log(double x) noexcept
{
  auto const bits = std::bit_cast<std::uint64_t>(x);
  auto exponent = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0xfffffffffffffull) | 0x3ff0000000000000ull);
  if (m > 1.4142135623730951) {
    m /= 2;
    ++exponent;
  }
  double const s = (m - 1) / (m + 1), s2 = s * s;
  return exponent * 0.6931471805599453 + 2 * s * (1 + s2 * (1.0 / 3 + s2 * (1.0 / 5 + s2 * (1.0 / 7 + s2 / 9))));
}

/// How much a standard normal deviate falls below z on average, counting only when it does: z Phi(z) + phi(z).
class expected_shortfall {
 public:
  static constexpr double reach = 5;  ///< so many deviations below, it counts as 0; it is less than 1e-7

  constexpr expected_shortfall() noexcept
  {
    // From its tail upwards by integration: its slope is Phi, whose slope is phi; both by Simpson's rule.
    double phi_sum = 0, sum = 0;
    auto density = [](double z) { return 0.3989422804014327 * dvfs::detail::exp(-z * z / 2); };
    for (std::size_t i = 0; i < at_.size(); ++i) {
      at_[i] = sum;
      double const z = low + static_cast<double>(i) * step, a = density(z), b = density(z + step / 2),
                   c = density(z + step);
      double const half = phi_sum + step / 24 * (5 * a + 8 * b - c), full = phi_sum + step / 6 * (a + 4 * b + c);
      sum += step / 6 * (phi_sum + 4 * half + full);
      phi_sum = full;
    }
  }

  [[nodiscard]] constexpr double operator()(double z) const noexcept
  {
    if (!(z > low)) return 0;
    if (!(z < high)) return z;
    double const place = (z - low) / step;
    auto const i = static_cast<std::size_t>(place);
    return at_[i] + (place - static_cast<double>(i)) * (at_[i + 1] - at_[i]);
  }

 private:
  static constexpr double low = -reach, high = reach, step = 1.0 / 32;
  std::array<double, 322> at_{};
};
inline constexpr expected_shortfall shortfall{};

}  // namespace dvfs::policies::detail
