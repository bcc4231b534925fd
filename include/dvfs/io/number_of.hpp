// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/io/curve.hpp>
#include <dvfs/io/error.hpp>
#include <dvfs/io/sweep_columns.hpp>
#include <dvfs/io/sweep_row.hpp>

#include <range/v3/algorithm/find.hpp>

#include <string>
#include <string_view>

namespace dvfs::io {

/// A feature of the job behind a curve, which must be a number: where the file has no such column, or text, a blank or
/// contradicting numbers in it, throws dvfs::parse_error that points there.
[[nodiscard]] inline double number_of(sweep const& s, curve const& c, std::string_view feature)
{
  if (auto const value = c.number(feature)) return *value;
  if (ranges::find(s.columns, feature) == s.columns.end())
    throw parse_error{s.source, s.header, feature, "a column of this name", "none"};
  sweep_row const* known = nullptr;
  for (auto const* rows : {&c.baseline_rows, &c.rows}) {
    for (auto const& r : *rows) {
      auto const cell = cell_text(r, feature);
      auto const number = r.number(feature);
      if (!cell.empty() && !number) throw s.error_at(r, feature, "a number", dvfs::detail::quoted(cell));
      if (number && known && *known->number(feature) != *number)
        throw s.error_at(r, feature, "one value for all rows of a workload",
                         cell + " after " + cell_text(*known, feature));
      if (number) known = &r;
    }
  }
  throw s.error_at(c.rows.front(), feature, "a number", "a blank cell");
}

}  // namespace dvfs::io
