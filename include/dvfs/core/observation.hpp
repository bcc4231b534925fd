// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/core/reading.hpp>

namespace dvfs {

/// What a governor shows its policy each period: the clock now, what the sensors gave, and the job that runs.
template<class Job>
struct observation {
  reading<frequency> current{};
  reading<double> load{};  ///< share of the last period in which the domain worked, 0 to 1
  reading<power> drawn{};
  reading<temperature> hottest{};
  Job job{};

  bool operator==(observation const&) const = default;
};

}  // namespace dvfs
