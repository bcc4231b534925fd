// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/detail/config.hpp>
#include <dvfs/detail/math.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace dvfs::models {

/// t = a + b exp(-c f), f in GHz: the paper's "nearly exponential" fall of time to a floor of `a` seconds.
struct exponential_time {
  using value_type = duration;
  static constexpr std::size_t coefficient_count = 3;
  static constexpr std::size_t levels_needed = 3;

  std::array<double, 3> coefficients{};

  [[nodiscard]] constexpr duration operator()(frequency f) const
  {
    auto const [a, b, c] = coefficients;
    return {a + b * detail::exp(-c * in_GHz(f))};
  }

  [[nodiscard]] constexpr double coefficient(std::size_t i) const { return coefficients[i]; }
  [[nodiscard]] static constexpr std::string_view coefficient_name(std::size_t i)
  {
    DVFS_PRECONDITION(i < coefficient_count);
    return std::string_view{"abc"}.substr(i, 1);
  }
  [[nodiscard]] static constexpr std::string_view formula() { return "a + b exp(-c f)"; }

  bool operator==(exponential_time const&) const = default;
};

}  // namespace dvfs::models
