// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace dvfs {

/// A measured supply, by the label the board gives it (VDD_GPU_SOC, VIN_SYS_5V0); the label must outlive the rail.
struct rail {
  std::string_view label{};

  auto operator<=>(rail const&) const = default;
};

}  // namespace dvfs
