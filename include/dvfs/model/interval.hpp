// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace dvfs {

/// From the least to the most that a value can be taken to be.
template<class T>
struct interval {
  T low{};
  T high{};

  [[nodiscard]] constexpr bool contains(T const& value) const { return low <= value && value <= high; }
  bool operator==(interval const&) const = default;
};

}  // namespace dvfs
