// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/int128.hpp>
#include <dvfs/detail/math.hpp>

#include <cstdint>

namespace dvfs::detail {

/// SplitMix64 (Steele, Lea and Flood, 2014): specified, seeded, the same everywhere, usable in constant expressions.
class random_source {
 public:
  constexpr explicit random_source(std::uint64_t seed) noexcept : state_{seed} {}

  /// 64 random bits.
  constexpr std::uint64_t next() noexcept
  {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  /// A whole number in [0, n), n above 0; the bias is below n / 2^64.
  constexpr std::uint64_t below(std::uint64_t n) noexcept
  {
    return static_cast<std::uint64_t>((static_cast<uint128>(next()) * n) >> 64);
  }

  /// A real number in [0, 1) on a grid of 2^-53.
  constexpr double uniform() noexcept { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// A normal deviate of mean 0 and deviation 1, by Marsaglia's polar method.
  constexpr double normal() noexcept
  {
    for (;;) {
      double const u = 2 * uniform() - 1, v = 2 * uniform() - 1, s = u * u + v * v;
      if (s > 0 && s < 1) return u * sqrt(-2 * log(s) / s);
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace dvfs::detail
