// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/experiment/play.hpp>
#include <dvfs/policy/probing.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace dvfs::experiment {

/// Priors by the settings that a plane offers: drawing one is what costs, and curves of one device share it.
class prior_shelf {
 public:
  explicit prior_shelf(policies::probing_settings const& settings) : settings_{settings} {}

  [[nodiscard]] policies::probing_prior const& of(recorded_plane const& plane)
  {
    std::vector<std::pair<frequency, frequency>> key;
    for (auto const& p : plane.places()) key.emplace_back(p.gpu, p.second.value_or(frequency{1}));
    auto const found = shelf_.find(key);
    if (found != shelf_.end()) return found->second;
    std::vector<policies::clock_pair> pairs;
    std::vector<frequency> ladder;
    for (auto const& [gpu, second] : key) {
      pairs.push_back({gpu, second});
      ladder.push_back(gpu);
    }
    auto prior = plane.second() == second_domain::none ? policies::probing_prior{ladder_view{ladder}, settings_}
                                                       : policies::probing_prior{pairs, settings_};
    return shelf_.emplace(std::move(key), std::move(prior)).first->second;
  }

 private:
  policies::probing_settings settings_;
  std::map<std::vector<std::pair<frequency, frequency>>, policies::probing_prior> shelf_;
};

/// The settings among which tuning chooses: how far curves stray from physics, how smoothly, and how far to trust readings.
[[nodiscard]] inline std::vector<policies::probing_settings> probing_grid(policies::probing_settings const& base)
{
  std::vector<policies::probing_settings> all;
  for (double const residual : {0.02, 0.04, 0.06})
    for (double const length : {0.4, 0.7, 1.2})
      for (double const temper : {0.6, 0.8}) {
        all.push_back(base);
        all.back().residual = residual;
        all.back().length = length;
        all.back().temper = temper;
      }
  return all;
}

/// The settings with the least mean regret over these planes, each device counting as much as any other; the first of equals.
[[nodiscard]] inline policies::probing_settings tune_probing(std::vector<recorded_plane> const& planes,
                                                             std::vector<policies::probing_settings> const& grid,
                                                             policies::probing_budget const& budget)
{
  DVFS_PRECONDITION(!grid.empty());
  std::size_t best = 0;
  double least = dvfs::detail::infinity;
  for (std::size_t g = 0; g < grid.size(); ++g) {
    prior_shelf shelf{grid[g]};
    std::map<std::string, std::pair<double, double>> regrets;  // per device: sum and count
    for (auto const& plane : planes) {
      auto& [sum, count] = regrets[plane.key().device];
      sum += play(plane, policies::probing{shelf.of(plane), budget}).regret;
      count += 1;
    }
    double mean = 0;
    for (auto const& [device, r] : regrets) mean += r.first / r.second;
    if (mean < least) {
      least = mean;
      best = g;
    }
  }
  return grid[best];
}

}  // namespace dvfs::experiment
