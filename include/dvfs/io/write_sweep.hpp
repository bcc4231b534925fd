// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/io/csv.hpp>
#include <dvfs/io/file.hpp>
#include <dvfs/io/sweep_columns.hpp>
#include <dvfs/io/sweep_row.hpp>

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace dvfs::io {
namespace detail {

// The columns that the sweep names, then those that it uses without naming them.
[[nodiscard]] inline std::vector<std::string> columns_used(sweep const& s)
{
  auto columns = s.columns;
  auto add = [&](std::string_view name) {
    if (ranges::find(columns, name) == columns.end()) columns.emplace_back(name);
  };
  for (auto const name : own_columns) {
    bool const always = name == "device" || name == "workload" || name == "gpu_mhz";
    if (always || ranges::any_of(s.rows, [&](sweep_row const& r) { return !cell_text(r, name).empty(); })) add(name);
  }
  std::set<std::string> others;
  for (auto const& r : s.rows)
    for (auto const* values : {&r.knobs, &r.features})
      for (auto const& [name, value] : *values) others.insert(name);
  for (auto const& name : others) add(name);
  return columns;
}

}  // namespace detail

/// The text of a sweep file: a line with the version, the header, the rows in their order.
[[nodiscard]] inline std::string format_sweep(sweep const& s)
{
  auto const columns = detail::columns_used(s);
  std::string text = "# " + std::string(detail::sweep_mark) + " " + std::to_string(sweep_version) + "\n";
  append_csv_row(text, columns);
  for (auto const& r : s.rows) {
    auto cell = [&](std::string const& column) { return cell_text(r, column); };
    append_csv_row(text, columns | ranges::views::transform(cell) | ranges::to<std::vector>());
  }
  return text;
}

/// Writes a sweep file whole or leaves what was there; throws dvfs::error.
inline void write_sweep(std::string const& path, sweep const& s) { write_file(path, format_sweep(s)); }

}  // namespace dvfs::io
