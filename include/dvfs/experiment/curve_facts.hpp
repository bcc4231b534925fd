// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/objective.hpp>
#include <dvfs/core/objective/choose.hpp>
#include <dvfs/io/curve.hpp>
#include <dvfs/io/number.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace dvfs::experiment {

/// How an objective scores a point of a curve, less being better; nothing where it reads what was not measured.
template<objective O>
[[nodiscard]] std::optional<double> score_of(O const& o, curve_point const& p)
{
  level_cost cost;
  if (p.used) cost.used = p.used->mean;
  if (p.took) cost.took = p.took->mean;
  return dvfs::detail::score_of(o, cost);
}

/// The best level of a curve, the slower of two equal ones; null where the objective is known at none.
template<objective O = objectives::energy>
[[nodiscard]] curve_point const* best_point(curve const& c, O const& o = {})
{
  curve_point const* best = nullptr;
  std::optional<double> least;
  for (auto const& p : c.points) {
    auto const score = score_of(o, p);
    if (score && (!least || *score < *least)) {
      least = score;
      best = &p;
    }
  }
  return best;
}

/// How much more a point of a curve costs than its best level, as a fraction; nothing where either is not known.
template<objective O = objectives::energy>
[[nodiscard]] std::optional<double> regret_at(curve const& c, curve_point const& p, O const& o = {})
{
  auto const* const best = best_point(c, o);
  auto const score = score_of(o, p);
  if (!best || !score) return std::nullopt;
  return *score / *score_of(o, *best) - 1;
}

/// The paper's FFG: the one frequency, among those measured on every curve, with the least total over all; the slower
/// of two equal ones; none where no level was measured everywhere.
template<objective O = objectives::energy>
[[nodiscard]] std::optional<frequency> best_fixed_level(std::span<curve const> curves, O const& o = {})
{
  std::optional<frequency> best;
  if (curves.empty()) return best;
  double least = 0;
  for (auto const& candidate : curves.front().points) {
    double total = 0;
    bool everywhere = true;
    for (auto const& c : curves) {
      auto const* const point = c.at(*candidate.at);
      auto const score = point ? score_of(o, *point) : std::nullopt;
      everywhere = everywhere && score;
      total += score.value_or(0);
    }
    if (everywhere && (!best || total < least)) {
      best = candidate.at;
      least = total;
    }
  }
  return best;
}

/// What tells a curve from others of its device and workload, in words.
[[nodiscard]] inline std::string context_of(curve_key const& key)
{
  std::string text;
  auto add = [&](std::string_view name, std::string const& value) {
    if (!value.empty()) ((text += text.empty() ? "" : ", ") += name) += "=" + value;
  };
  auto megahertz = [](std::optional<frequency> f) { return f ? io::format_number(in_MHz(*f)) : std::string{}; };
  add("kernel", key.kernel);
  add("mem_mhz", megahertz(key.memory));
  add("cpu_mhz", megahertz(key.cpu));
  for (auto const& [name, value] : key.knobs)
    add(name, std::holds_alternative<double>(value) ? io::format_number(std::get<double>(value))
                                                    : std::get<std::string>(value));
  for (auto const& [name, value] : key.extra) add(name, value);
  return text;
}

/// A curve by its workload and what tells it from others of that workload.
[[nodiscard]] inline std::string name_of(curve const& c)
{
  auto const context = context_of(c.key);
  return c.key.workload + (context.empty() ? "" : " (" + context + ")");
}

}  // namespace dvfs::experiment
