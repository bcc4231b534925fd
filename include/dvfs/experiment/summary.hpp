// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/experiment/evaluate.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dvfs::experiment {

/// Means over workloads, and the largest saving: figures of one policy over `n` workloads.
struct summary {
  judgement mean{};
  std::optional<double> largest_saving_vs_baseline{};
  std::optional<double> largest_saving_vs_top{};
  std::optional<double> largest_regret{};
};

/// The figures of each policy over the same `n` workloads.
struct summaries {
  std::size_t n{};
  std::vector<std::pair<std::string, summary>> policies{};

  [[nodiscard]] summary const* find(std::string_view name) const
  {
    for (auto const& [policy, figures] : policies)
      if (policy == name) return &figures;
    return nullptr;
  }
};

namespace detail {

using figure = std::optional<double> judgement::*;

// The mean where every workload has the figure: a mean over those that happen to have it would compare unlike things.
[[nodiscard]] inline std::optional<double> mean(std::vector<judgement const*> const& all, figure f)
{
  double sum = 0;
  for (auto const* j : all) {
    if (!(j->*f)) return std::nullopt;
    sum += *(j->*f);
  }
  return all.empty() ? std::nullopt : std::optional{sum / static_cast<double>(all.size())};
}

[[nodiscard]] inline std::optional<double> largest(std::vector<judgement const*> const& all, figure f)
{
  std::optional<double> most;
  for (auto const* j : all)
    if (j->*f && (!most || *(j->*f) > *most)) most = j->*f;
  return most;
}

}  // namespace detail

/// Summarises the workloads that `take` accepts and on which every policy has an energy; a baseline that no workload
/// has does not count.
[[nodiscard]] inline summaries summarise(evaluation const& e,
                                         std::function<bool(judged_workload const&)> const& take = {})
{
  summaries s;
  if (e.workloads.empty()) return s;
  auto const names = e.workloads.front().policies.size();
  std::vector<bool> anywhere(names, false);
  for (auto const& w : e.workloads)
    for (std::size_t i = 0; i < names; ++i) anywhere[i] = anywhere[i] || w.policies[i].second.energy_j;

  std::vector<judged_workload const*> taken;
  for (auto const& w : e.workloads) {
    if (take && !take(w)) continue;
    bool complete = true;
    for (std::size_t i = 0; i < names; ++i)
      complete = complete && (w.policies[i].second.energy_j || (!anywhere[i] && w.policies[i].first == baseline_name));
    if (complete) taken.push_back(&w);
  }
  s.n = taken.size();

  for (std::size_t i = 0; i < names; ++i) {
    std::vector<judgement const*> all;
    for (auto const* w : taken) all.push_back(&w->policies[i].second);
    summary figures;
    for (auto const f :
         {&judgement::gpu_mhz, &judgement::energy_j, &judgement::saving_vs_baseline, &judgement::saving_vs_top,
          &judgement::regret, &judgement::slowdown_vs_baseline, &judgement::slowdown_vs_top})
      figures.mean.*f = detail::mean(all, f);
    figures.largest_saving_vs_baseline = detail::largest(all, &judgement::saving_vs_baseline);
    figures.largest_saving_vs_top = detail::largest(all, &judgement::saving_vs_top);
    figures.largest_regret = detail::largest(all, &judgement::regret);
    s.policies.emplace_back(e.workloads.front().policies[i].first, figures);
  }
  return s;
}

}  // namespace dvfs::experiment
