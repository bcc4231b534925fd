// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/io/curve.hpp>
#include <dvfs/io/sweep_columns.hpp>
#include <dvfs/io/sweep_row.hpp>

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/find.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace dvfs::io {
namespace detail {

template<class Q, class Get>
[[nodiscard]] std::optional<repeated<Q>> summary(std::vector<sweep_row const*> const& rows, Get get)
{
  std::vector<double> values;
  for (auto const* r : rows)
    if (auto const q = get(*r)) values.push_back(q->value);
  if (values.empty()) return std::nullopt;
  double const n = static_cast<double>(values.size());
  double average = 0, least = values[0], most = values[0], squares = 0;
  for (double const v : values) {
    average += v / n;
    least = v < least ? v : least;
    most = v > most ? v : most;
  }
  if (values.size() == 1) return repeated<Q>{{values[0]}, {values[0]}, {values[0]}, 1, std::nullopt};
  for (double const v : values) squares += (v - average) * (v - average) / (n - 1);
  return repeated<Q>{{average}, {least}, {most}, values.size(), Q{dvfs::detail::sqrt(squares)}};
}

template<class Get>
[[nodiscard]] std::optional<double> mean(std::vector<sweep_row const*> const& rows, Get get)
{
  double total = 0;
  std::size_t known = 0;
  for (auto const* r : rows) {
    auto const value = get(*r);
    total += value.value_or(0);
    known += value.has_value();
  }
  return known == 0 ? std::nullopt : std::optional{total / static_cast<double>(known)};
}

[[nodiscard]] inline std::optional<double> hertz(std::optional<frequency> f)
{
  return f ? std::optional{static_cast<double>(f->value)} : std::nullopt;
}

[[nodiscard]] inline curve_point point_of(std::vector<sweep_row const*> const& rows)
{
  curve_point p;
  p.at = rows.front()->gpu;
  p.runs = rows.size();
  p.took = summary<duration>(rows, [](sweep_row const& r) { return r.took; });
  p.drawn = summary<power>(rows, [](sweep_row const& r) { return r.drawn; });
  p.used = summary<energy>(rows, [](sweep_row const& r) { return r.used(); });
  p.gpu_util = mean(rows, [](sweep_row const& r) { return r.gpu_util; });
  if (auto const hz = mean(rows, [](sweep_row const& r) { return hertz(r.gpu_observed); }))
    p.gpu_observed = frequency{static_cast<std::uint64_t>(*hz + 0.5)};
  return p;
}

[[nodiscard]] inline curve_key key_of(sweep_row const& r, std::vector<std::string> const& extra)
{
  curve_key key{r.device, r.workload, r.kernel, r.memory, r.cpu, r.knobs, {}};
  for (auto const& column : extra) key.extra.emplace(column, cell_text(r, column));
  return key;
}

// The default governor is what makes a baseline, so its name never parts the two; a blank cell fits every curve.
[[nodiscard]] inline bool is_baseline_of(sweep_row const& r, curve_key const& key)
{
  auto fits = [](std::string const& mine, std::string const& theirs) { return mine.empty() || mine == theirs; };
  if (!r.is_baseline() || r.device != key.device || r.workload != key.workload || !fits(r.kernel, key.kernel))
    return false;
  for (auto const& [column, value] : key.extra)
    if (column != "governor" && !fits(cell_text(r, column), value)) return false;
  return true;
}

inline void fill_points(curve& c)
{
  std::map<frequency, std::vector<sweep_row const*>> levels;
  for (auto const& r : c.rows) levels[*r.gpu].push_back(&r);
  for (auto const& [clock, runs] : levels) c.points.push_back(point_of(runs));
  std::vector<sweep_row const*> runs;
  for (auto const& r : c.baseline_rows) runs.push_back(&r);
  if (!runs.empty()) c.baseline = point_of(runs);
}

// Refuses a grid in which the GPU clock of each workload stands still while another knob moves.
inline void check_gpu_moves(sweep const& s, std::vector<curve> const& all)
{
  if (ranges::any_of(all, [](curve const& c) { return c.points.size() > 1; })) return;
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<curve const*>> workloads;
  for (auto const& c : all) workloads[{c.key.device, c.key.workload, c.key.kernel}].push_back(&c);
  for (auto const& [name, group] : workloads)
    for (auto const* c : group)
      if (c->points[0].at != group[0]->points[0].at) return;
  for (auto const& [name, group] : workloads) {
    for (auto const* c : group) {
      auto const &a = c->key, &b = group[0]->key;
      std::string knob = a.memory != b.memory ? "mem_mhz" : a.cpu != b.cpu ? "cpu_mhz" : "";
      if (knob.empty() && a.knobs != b.knobs) knob = (a.knobs.empty() ? b.knobs : a.knobs).begin()->first;
      if (!knob.empty())
        throw s.error_at(c->rows[0], "gpu_mhz", "a sweep of the GPU clock",
                         "one clock per workload: the file sweeps " + knob);
    }
  }
}

}  // namespace detail

/// The curves of a sweep, in the order in which the file begins them: rows that agree in device, workload, kernel,
/// every knob but the GPU clock, and the columns of `extra`. Throws dvfs::parse_error where the file has no such
/// column, no row with a GPU clock, or sweeps another knob.
[[nodiscard]] inline std::vector<curve> curves(sweep const& s, std::vector<std::string> const& extra = {})
{
  for (auto const& column : extra)
    if (!s.columns.empty() && ranges::find(s.columns, column) == s.columns.end())
      throw parse_error{s.source, s.header, column, "a column of this name to tell curves apart", "none"};

  std::vector<curve> all;
  std::map<curve_key, std::size_t> places;
  for (auto const& r : s.rows) {
    if (!r.gpu) continue;
    auto const [place, is_new] = places.emplace(detail::key_of(r, extra), all.size());
    if (is_new) all.push_back({place->first, {}, {}, {}, {}});
    all[place->second].rows.push_back(r);
  }
  if (all.empty()) throw parse_error{s.source, s.header, "gpu_mhz", "a clock in at least one row", "none"};
  for (auto& c : all) {
    for (auto const& r : s.rows)
      if (detail::is_baseline_of(r, c.key)) c.baseline_rows.push_back(r);
    detail::fill_points(c);
  }
  detail::check_gpu_moves(s, all);
  return all;
}

/// A row that belongs to no curve, and why.
struct row_set_aside {
  sweep_row row{};
  std::string reason{};
};

/// The rows that belong to none of the curves, so that they can be named and not silently dropped.
[[nodiscard]] inline std::vector<row_set_aside> rows_set_aside(sweep const& s, std::vector<curve> const& all)
{
  std::vector<row_set_aside> aside;
  for (auto const& r : s.rows) {
    if (r.gpu || ranges::any_of(all, [&](curve const& c) { return detail::is_baseline_of(r, c.key); })) continue;
    aside.push_back(
        {r, r.is_baseline() ? "a baseline of a workload without levels" : "it sets another knob and no gpu_mhz"});
  }
  return aside;
}

}  // namespace dvfs::io
