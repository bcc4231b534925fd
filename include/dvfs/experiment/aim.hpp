// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/objective.hpp>

#include <functional>
#include <optional>
#include <string>

namespace dvfs::experiment {

/// An objective chosen at run time: its name, a score of what a run cost, less being better and above 0, and whether it
/// reads the time.
struct aim {
  std::string name{objectives::energy::name};
  std::function<double(run_cost const&)> score{objectives::energy{}};
  bool reads_time{objectives::energy::reads_time};

  /// The score of what is known of a run; none where the time is read and not known.
  [[nodiscard]] std::optional<double> of(energy used, std::optional<duration> took) const
  {
    if (reads_time && !took) return std::nullopt;
    return score({used, took.value_or(duration{})});
  }
};

template<objective O>
[[nodiscard]] aim make_aim(O const& o)
{
  return {std::string(O::name), o, dvfs::reads_time<O>};
}

}  // namespace dvfs::experiment
