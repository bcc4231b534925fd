// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/io/error.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dvfs {

/// Values by column name; a blank cell has no entry. A column is of numbers if all its cells are, else of text.
using named_values = std::map<std::string, std::variant<double, std::string>, std::less<>>;

/// One row of a sweep file: one run of a workload at one setting of the clocks; what is blank was not measured.
struct sweep_row {
  std::string device{};
  std::string workload{};
  std::string kernel{};

  std::optional<frequency> gpu{};     ///< gpu_mhz, as named in the file: 1300 stays 1300 MHz
  std::optional<frequency> memory{};  ///< mem_mhz
  std::optional<frequency> cpu{};     ///< cpu_mhz
  named_values knobs{};               ///< power_limit_w, power_mode, *_offset_mhz

  std::optional<duration> took{};           ///< time_s
  std::optional<power> drawn{};             ///< power_w
  std::optional<energy> recorded{};         ///< energy_j
  std::optional<double> gpu_util{};         ///< percent, 0 to 100
  std::optional<frequency> gpu_observed{};  ///< gpu_mhz_observed, 0 while the clock is gated
  std::optional<std::uint32_t> repeat{};
  std::string governor{};
  std::string notes{};
  named_values features{};  ///< every other column

  std::vector<text_position> cells{};  ///< where each column of the sweep stands in the file, if read from one

  /// The energy: energy_j, else power times time, else unknown.
  [[nodiscard]] std::optional<energy> used() const
  {
    if (recorded) return recorded;
    if (drawn && took) return *drawn * *took;
    return std::nullopt;
  }

  [[nodiscard]] bool sets_another_knob() const { return memory || cpu || !knobs.empty(); }
  /// Whether this is a run under the default governor (MAXN): no gpu_mhz and no other knob.
  [[nodiscard]] bool is_baseline() const { return !gpu && !sets_another_knob(); }

  /// A feature that is a number, or nothing where the cell is blank, text or absent.
  [[nodiscard]] std::optional<double> number(std::string_view name) const
  {
    if (name == "gpu_util") return gpu_util;
    auto const found = features.find(name);
    if (found == features.end()) return std::nullopt;
    auto const* const value = std::get_if<double>(&found->second);
    return value ? std::optional{*value} : std::nullopt;
  }
  /// A feature that is text, or nothing where the cell is blank, a number or absent.
  [[nodiscard]] std::optional<std::string> text(std::string_view name) const
  {
    auto const found = features.find(name);
    if (found == features.end()) return std::nullopt;
    auto const* const value = std::get_if<std::string>(&found->second);
    return value ? std::optional{*value} : std::nullopt;
  }
};

/// The rows of a sweep file in its order, its column names, and the name by which errors call it.
struct sweep {
  std::string source{};
  text_position header{};  ///< where the column names stand in the file, if read from one
  std::vector<std::string> columns{};
  std::vector<sweep_row> rows{};

  /// An error that points at a cell of a row: for a caller that cannot use what the file holds there.
  [[nodiscard]] parse_error error_at(sweep_row const& row, std::string_view column, std::string_view expected,
                                     std::string_view found = {}) const
  {
    text_position at = row.cells.empty() ? text_position{} : row.cells.front();
    for (std::size_t i = 0; i < columns.size() && i < row.cells.size(); ++i)
      if (columns[i] == column) at = row.cells[i];
    return {source, at, column, expected, found};
  }
};

}  // namespace dvfs
