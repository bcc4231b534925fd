// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace dvfs::detail {

struct found_minimum {
  double at{};
  bool at_low_end{}, at_high_end{};
};

/// The least of a function between two numbers: the best of so many steps, then by golden section around it.
template<class F>
[[nodiscard]] constexpr found_minimum least_between(F const& f, double low_end, double high_end, int steps)
{
  double const step = (high_end - low_end) / steps;
  int best = 0;
  double least = f(low_end);
  for (int i = 1; i <= steps; ++i) {
    double const value = f(low_end + i * step);
    if (value < least) {
      least = value;
      best = i;
    }
  }
  double low = low_end + (best > 0 ? best - 1 : 0) * step, high = low_end + (best < steps ? best + 1 : steps) * step;
  constexpr double ratio = 0.6180339887498949;
  double left = high - ratio * (high - low), right = low + ratio * (high - low);
  double at_left = f(left), at_right = f(right);
  for (int i = 0; i < 70; ++i) {
    if (at_left <= at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - ratio * (high - low);
      at_left = f(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + ratio * (high - low);
      at_right = f(right);
    }
  }
  double const at = at_left <= at_right ? left : right;
  return {at, at<low_end + 1e-6, at> high_end - 1e-6};
}

}  // namespace dvfs::detail
