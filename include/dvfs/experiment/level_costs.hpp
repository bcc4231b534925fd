// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/objective/choose.hpp>
#include <dvfs/io/curve.hpp>

#include <vector>

namespace dvfs::experiment {

/// What a curve's levels cost, slowest first, for `choose`: the means over the runs made there.
[[nodiscard]] inline std::vector<level_cost> level_costs(curve const& c)
{
  std::vector<level_cost> costs;
  for (auto const& p : c.points) {
    level_cost at{*p.at, {}, {}};
    if (p.used) at.used = p.used->mean;
    if (p.took) at.took = p.took->mean;
    costs.push_back(at);
  }
  return costs;
}

}  // namespace dvfs::experiment
