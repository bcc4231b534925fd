// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>

namespace dvfs::learn {

/// The threshold between two neighbouring values below < above: their midpoint, or `below` where the midpoint would round
/// to `above`. Never overflows.
[[nodiscard]] constexpr double midpoint(double below, double above) noexcept
{
  double const sum = below + above;
  constexpr double largest = std::numeric_limits<double>::max();
  double const middle = sum > largest || sum < -largest ? below / 2 + above / 2 : sum / 2;
  return middle < above ? middle : below;
}

}  // namespace dvfs::learn
