// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/objective.hpp>
#include <dvfs/experiment/curve_facts.hpp>
#include <dvfs/io/curve.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace dvfs::experiment {

/// What a guarded policy falls back to: the best one level for all training workloads, the fastest level, or the
/// device's own governor.
enum class fallback { ffg, top, maxn };
BOOST_DESCRIBE_ENUM(fallback, ffg, top, maxn)

/// What each fallback costs on a workload above its best level, as a fraction of that; nothing where it was not
/// measured. FFG is the level that it would be without this workload, as a policy in leave-one-out cross-validation does
/// not know it either.
struct fallback_regrets {
  std::optional<double> ffg{};
  std::optional<double> top{};
  std::optional<double> maxn{};

  bool operator==(fallback_regrets const&) const = default;
};

/// The regrets of the fallbacks on each curve.
template<objective O = objectives::energy>
[[nodiscard]] std::vector<fallback_regrets> regrets_of_fallbacks(std::span<curve const> curves, O const& o = {})
{
  std::set<frequency> candidates;
  for (auto const& c : curves)
    for (auto const& p : c.points) candidates.insert(*p.at);
  std::vector<fallback_regrets> all(curves.size());
  std::vector<std::optional<double>> least(curves.size());  // total over the others at the best level so far
  for (auto const f : candidates) {
    std::vector<std::optional<double>> scores;
    std::size_t known = 0;
    double total = 0;
    for (auto const& c : curves) {
      auto const* const point = c.at(f);
      scores.push_back(point ? score_of(o, *point) : std::nullopt);
      if (!scores.back()) continue;
      ++known;
      total += *scores.back();
    }
    for (std::size_t i = 0; i < curves.size(); ++i) {
      if (known - (scores[i] ? 1 : 0) + 1 != curves.size() || curves.size() < 2) continue;
      double const others = total - scores[i].value_or(0);
      if (least[i] && *least[i] <= others) continue;
      least[i] = others;
      all[i].ffg = scores[i] ? regret_at(curves[i], *curves[i].at(f), o) : std::nullopt;
    }
  }
  for (std::size_t i = 0; i < curves.size(); ++i) {
    all[i].top = regret_at(curves[i], curves[i].top(), o);
    if (curves[i].baseline) all[i].maxn = regret_at(curves[i], *curves[i].baseline, o);
  }
  return all;
}

}  // namespace dvfs::experiment
