// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>

#include <optional>

namespace dvfs {

/// An operating performance point: a frequency and, where the device tells it (Jetson and NVML do not), its voltage.
struct opp {
  frequency at{};
  std::optional<voltage> supply{};

  bool operator==(opp const&) const = default;
};

}  // namespace dvfs
