// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/objective.hpp>
#include <dvfs/experiment/curve_facts.hpp>
#include <dvfs/experiment/features.hpp>
#include <dvfs/experiment/named_tree.hpp>
#include <dvfs/io/curve.hpp>
#include <dvfs/io/number.hpp>

#include <boost/describe/class.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dvfs::experiment {

/// A policy under judgement: a name and what it wants for a workload.
struct named_policy {
  std::string name{};
  std::function<decision(curve_features const&)> decide{};
};

/// How a choice did on a workload, or on the mean of several; fractions, and nothing where it cannot be known.
struct judgement {
  std::optional<double> gpu_mhz{};  ///< none under the default governor
  std::optional<double> energy_j{};
  std::optional<double> saving_vs_baseline{};    ///< 1 - energy / energy under the default governor
  std::optional<double> saving_vs_top{};         ///< 1 - energy / energy at the fastest level measured
  std::optional<double> regret{};                ///< of the objective: above the best level measured, as a fraction
  std::optional<double> slowdown_vs_baseline{};  ///< time / time under the default governor
  std::optional<double> slowdown_vs_top{};       ///< time / time at the fastest level measured

  bool operator==(judgement const&) const = default;
};
BOOST_DESCRIBE_STRUCT(judgement, (),
                      (gpu_mhz, energy_j, saving_vs_baseline, saving_vs_top, regret, slowdown_vs_baseline,
                       slowdown_vs_top))

/// Judgements by the name of their policy, in the order asked for, then top, oracle and baseline.
using judgements = std::vector<std::pair<std::string, judgement>>;

/// One workload, judged.
struct judged_workload {
  std::string device{};
  std::string workload{};
  std::string context{};  ///< what else tells this curve from others: kernel, other clocks, knobs
  std::size_t levels{};   ///< levels measured
  std::optional<double> params_m{};
  judgements policies{};
};

/// All workloads judged, and why figures are missing.
struct evaluation {
  std::vector<judged_workload> workloads{};
  std::vector<std::string> remarks{};
};

/// The names that every evaluation has beside the policies asked for.
inline constexpr std::string_view top_name = "top", oracle_name = "oracle", baseline_name = "baseline";

namespace detail {

[[nodiscard]] inline std::optional<double> saving(std::optional<repeated<energy>> const& used,
                                                  curve_point const* against)
{
  if (!used || !against || !against->used) return std::nullopt;
  return 1 - used->mean / against->used->mean;
}

template<objective O>
[[nodiscard]] judgement judge(curve const& c, curve_point const& chosen, O const& o)
{
  curve_point const* const baseline = c.baseline ? &*c.baseline : nullptr;
  judgement j;
  if (chosen.at) j.gpu_mhz = in_MHz(*chosen.at);
  if (chosen.used) j.energy_j = chosen.used->mean.value;
  j.saving_vs_baseline = saving(chosen.used, baseline);
  j.saving_vs_top = saving(chosen.used, &c.top());
  j.regret = regret_at(c, chosen, o);
  if (chosen.took && baseline && baseline->took) j.slowdown_vs_baseline = chosen.took->mean / baseline->took->mean;
  if (chosen.took && c.top().took) j.slowdown_vs_top = chosen.took->mean / c.top().took->mean;
  return j;
}

template<objective O>
[[nodiscard]] judgement judge(curve const& c, std::string const& name, decision const& wanted, O const& o,
                              std::vector<std::string>& remarks)
{
  auto missing = [&](std::string const& reason) { remarks.push_back(name_of(c) + ": " + name + ": " + reason); };
  if (auto const* none = std::get_if<undecided>(&wanted)) {
    missing(none->reason);
    return {};
  }
  if (std::holds_alternative<default_governor>(wanted)) {
    if (!c.baseline) {
      missing("the file has no run under the default governor");
      return {};
    }
    if (!c.baseline->used) missing("no energy was measured under the default governor");
    return judge(c, *c.baseline, o);
  }
  auto const at = std::get<frequency>(wanted);
  auto const* const point = c.at(at);
  if (!point) {
    missing(io::format_number(in_MHz(at)) + " MHz was not measured");
    return {.gpu_mhz = in_MHz(at)};
  }
  if (!point->used) missing("no energy was measured at " + io::format_number(in_MHz(at)) + " MHz");
  return judge(c, *point, o);
}

}  // namespace detail

/// Judges policies on curves by what was measured at the level each one wants: nothing is interpolated.  Regret and the
/// oracle are those of the objective.
template<objective O = objectives::energy>
[[nodiscard]] evaluation evaluate(std::span<curve const> curves, std::span<named_policy const> policies,
                                  std::span<given_feature const> given = {}, O const& o = {})
{
  evaluation all;
  for (auto const& c : curves) {
    judged_workload w{c.key.device, c.key.workload, context_of(c.key), c.points.size(), c.number("params_m"), {}};
    curve_features const features{c, given};
    auto judge = [&](std::string name, decision const& wanted) {
      auto const j = detail::judge(c, name, wanted, o, all.remarks);
      w.policies.emplace_back(std::move(name), j);
    };
    for (auto const& p : policies) judge(p.name, p.decide(features));
    judge(std::string(top_name), *c.top().at);
    auto const* const best = best_point(c, o);
    w.policies.emplace_back(oracle_name, best ? detail::judge(c, *best, o) : judgement{});
    if (!best) all.remarks.push_back(name_of(c) + ": " + std::string(O::name) + " is known at no level");
    judge(std::string(baseline_name), default_governor{});
    all.workloads.push_back(std::move(w));
  }
  return all;
}

}  // namespace dvfs::experiment
