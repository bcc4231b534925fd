// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace dvfs::learn {

/// The threshold between two neighbouring values below < above: their midpoint, or `below` where the midpoint would
/// round to `above`. Never overflows.
[[nodiscard]] constexpr double midpoint(double below, double above) noexcept
{
  // Halving first is exact for large values, halving last for small ones; in between they agree.
  bool const large = (below > 1 || below < -1) && (above > 1 || above < -1);
  double const middle = large ? below / 2 + above / 2 : (below + above) / 2;
  return middle < above ? middle : below;
}

}  // namespace dvfs::learn
