// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/ladder.hpp>
#include <dvfs/core/objective.hpp>
#include <dvfs/core/quantity.hpp>
#include <dvfs/experiment/curve_facts.hpp>
#include <dvfs/experiment/fallback.hpp>
#include <dvfs/experiment/features.hpp>
#include <dvfs/io/curve.hpp>
#include <dvfs/io/error.hpp>
#include <dvfs/io/sweep_columns.hpp>
#include <dvfs/learn/costs.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/labels.hpp>

#include <range/v3/algorithm/find.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dvfs::experiment {

/// Workloads to learn from: their features, the best level of each as its label, and what each level costs each of
/// them.
struct training_set {
  std::vector<feature_column> columns;
  std::vector<frequency> levels;  ///< the labels: the levels that are best for some workload, slowest first
  learn::dataset table;
  learn::cost_table costs;  ///< regret of each label: the objective above its best, as a fraction of that
  std::vector<fallback_regrets> fallbacks;  ///< of each workload
  std::vector<std::string> workloads;
  std::vector<frequency> ladder;  ///< all levels measured, slowest first
  std::optional<frequency> ffg;   ///< the best one level for all, if one was measured everywhere
  std::string objective;
  std::string source;  ///< where the measurements come from
};

namespace detail {

// Columns that say how a run went or was set up; a tree that splits on one would not know it before the run.
[[nodiscard]] inline bool is_result(std::string_view name)
{
  return name == "wall_s" || name == "quality" || name.ends_with("_j") || name.ends_with("_w") ||
         name.ends_with("_c") || name.starts_with("samples_") || name.ends_with("_mhz");
}

[[nodiscard]] inline feature_column column_of(std::string const& name, std::span<curve const> curves,
                                              std::span<given_feature const> given, std::string const& source)
{
  std::set<std::string> texts;
  bool numbers = false;
  for (auto const& c : curves) {
    auto const value = curve_features{c, given}(name);
    if (!value)
      throw parse_error{source,
                        {},
                        name,
                        "a value for every workload to learn from",
                        "none for " + name_of(c) + ": give it with --feature " + name + "=VALUE"};
    if (auto const* text = std::get_if<std::string>(&*value))
      texts.insert(*text);
    else
      numbers = true;
  }
  if (numbers && !texts.empty())
    throw parse_error{
        source, {}, name, "numbers or text for all workloads", "both, '" + *texts.begin() + "' among them"};
  return {name, {texts.begin(), texts.end()}};
}

}  // namespace detail

/// The columns of a sweep that can be learnt from, and those that every workload has but that tell results or settings.
struct feature_choice {
  std::vector<std::string> names;
  std::vector<std::string> left_out;
};

/// The features that every curve has a value for, in the order of the file's columns, then those given.
[[nodiscard]] inline feature_choice shared_features(sweep const& s, std::span<curve const> curves,
                                                    std::span<given_feature const> given = {})
{
  std::vector<std::string> names = s.columns;
  for (auto const& g : given)
    if (ranges::find(names, g.name) == names.end()) names.push_back(g.name);
  feature_choice choice;
  for (auto const& name : names) {
    if (io::detail::is_own_column(name) && name != "gpu_util") continue;
    bool everywhere = true;
    for (auto const& c : curves) everywhere = everywhere && curve_features{c, given}(name).has_value();
    if (everywhere) (detail::is_result(name) ? choice.left_out : choice.names).push_back(name);
  }
  return choice;
}

/// Throws dvfs::parse_error where a feature is neither given nor a column of the sweep that can hold one.
inline void check_feature_exists(sweep const& s, std::span<given_feature const> given, std::string const& name)
{
  for (auto const& g : given)
    if (g.name == name) return;
  if (io::detail::is_own_column(name) && name != "gpu_util")
    throw parse_error{s.source, s.header, name, "a feature of the job", "a column for a result, a knob or a name"};
  for (auto const& column : s.columns)
    if (column == name) return;
  throw parse_error{s.source, s.header, name, "a column of this name, or --feature " + name + "=VALUE", "neither"};
}

/// Labels each workload with its best level for an objective and gathers its features; throws dvfs::parse_error where a
/// workload lacks a feature or what the objective reads.  `source` names the file in errors.
template<objective O = objectives::energy>
[[nodiscard]] training_set make_training_set(std::span<curve const> curves, std::vector<std::string> const& features,
                                             std::span<given_feature const> given, std::string const& source,
                                             O const& o = {})
{
  if (curves.empty()) throw parse_error{source, {}, {}, "at least one workload to learn from", "none"};
  if (features.empty())
    throw parse_error{
        source, {}, {}, "at least one feature that all workloads have", "none: add columns or give --feature"};
  std::vector<feature_column> columns;
  for (auto const& name : features) columns.push_back(detail::column_of(name, curves, given, source));

  std::vector<frequency> best;
  std::vector<std::string> workloads;
  std::set<frequency> ladder;
  for (auto const& c : curves) {
    auto const* const point = best_point(c, o);
    if (!point)
      throw parse_error{source, {}, "energy_j", std::string(O::name) + " to label " + name_of(c) + " by", "none"};
    best.push_back(*point->at);
    workloads.push_back(name_of(c));
    for (auto const& p : c.points) ladder.insert(*p.at);
  }
  auto coded = learn::code_labels(std::span<frequency const>{best});

  std::vector<std::vector<double>> rows, regrets;
  for (auto const& c : curves) {
    curve_features const value_of{c, given};
    auto& row = rows.emplace_back();
    for (auto const& column : columns) row.push_back(code_of(column, value_of(column.name)));
    auto& regret_of = regrets.emplace_back();
    for (auto const f : coded.values) {
      auto const* const point = c.at(f);
      regret_of.push_back(point ? regret_at(c, *point, o).value_or(dvfs::detail::nan) : dvfs::detail::nan);
    }
  }

  std::vector<std::string> label_names;
  for (auto const f : coded.values) label_names.push_back(io::format_number(in_MHz(f)) + " MHz");
  auto table = learn::dataset::from_rows(std::span<std::vector<double> const>{rows}, coded.codes,
                                         learn::dataset_names{features, label_names}, coded.values.size());
  if (!table) throw parse_error{source, {}, {}, "workloads to learn from", learn::message(table.error())};
  auto costs = learn::cost_table::from_rows(regrets);
  if (!costs) throw parse_error{source, {}, {}, "results to learn from", learn::message(costs.error())};
  return {.columns = std::move(columns),
          .levels = std::move(coded.values),
          .table = *std::move(table),
          .costs = *std::move(costs),
          .fallbacks = regrets_of_fallbacks(curves, o),
          .workloads = std::move(workloads),
          .ladder = {ladder.begin(), ladder.end()},
          .ffg = best_fixed_level(curves, o),
          .objective = std::string(O::name),
          .source = source};
}

}  // namespace dvfs::experiment
