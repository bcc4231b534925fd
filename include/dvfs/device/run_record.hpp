// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/core/reading.hpp>

namespace dvfs {

/// What one run of a job took; what was not measured is a reading without a value, not a 0.
struct run_record {
  reading<energy> used{};
  reading<duration> took{};
  reading<double> load{};         ///< share of the time in which the domain worked, 0 to 1
  reading<frequency> mean_clock{};

  bool operator==(run_record const&) const = default;
};

}  // namespace dvfs
