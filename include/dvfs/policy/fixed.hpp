// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>

namespace dvfs::policies {

/// Always the same frequency: the paper's FFG, or the top of the ladder.
struct fixed {
  frequency at{};

  [[nodiscard]] constexpr frequency operator()(auto const&) const noexcept { return at; }
  bool operator==(fixed const&) const = default;
};

}  // namespace dvfs::policies
