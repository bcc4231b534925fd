// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/io/number.hpp>
#include <dvfs/io/sweep_row.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace dvfs::io {

/// The version of the sweep file that write_sweep writes and the highest that read_sweep accepts.
inline constexpr unsigned sweep_version = 1;

namespace detail {

inline constexpr std::string_view sweep_mark = "dvfs-sweep";

// Columns with a meaning of their own, in the order in which they are written where no other is given.
inline constexpr std::array<std::string_view, 14> own_columns{
    "device", "workload", "kernel",   "gpu_mhz",  "mem_mhz",          "cpu_mhz", "governor",
    "time_s", "power_w",  "energy_j", "gpu_util", "gpu_mhz_observed", "repeat",  "notes"};

[[nodiscard]] constexpr bool is_own_column(std::string_view name)
{
  for (auto const own : own_columns)
    if (own == name) return true;
  return false;
}

[[nodiscard]] constexpr bool is_other_knob(std::string_view name)
{
  constexpr std::string_view offset = "_offset_mhz";
  bool const is_offset = name.size() > offset.size() && name.substr(name.size() - offset.size()) == offset;
  return name == "power_limit_w" || name == "power_mode" || is_offset;
}

[[nodiscard]] inline std::string text_of(std::optional<double> value) { return value ? format_number(*value) : ""; }
[[nodiscard]] inline std::string text_of(std::optional<frequency> f)
{
  return f ? format_number(in_MHz(*f)) : std::string{};
}
template<class Tag>
[[nodiscard]] std::string text_of(std::optional<quantity<Tag, double>> q)
{
  return q ? format_number(q->value) : std::string{};
}
[[nodiscard]] inline std::string text_of(named_values const& values, std::string_view name)
{
  auto const found = values.find(name);
  if (found == values.end()) return {};
  auto const* const number = std::get_if<double>(&found->second);
  return number ? format_number(*number) : std::get<std::string>(found->second);
}

}  // namespace detail

/// A cell of a row as a file would have it, by the column's name; blank where there is none.
[[nodiscard]] inline std::string cell_text(sweep_row const& row, std::string_view column)
{
  using detail::text_of;
  if (column == "device") return row.device;
  if (column == "workload") return row.workload;
  if (column == "kernel") return row.kernel;
  if (column == "governor") return row.governor;
  if (column == "notes") return row.notes;
  if (column == "gpu_mhz") return text_of(row.gpu);
  if (column == "mem_mhz") return text_of(row.memory);
  if (column == "cpu_mhz") return text_of(row.cpu);
  if (column == "time_s") return text_of(row.took);
  if (column == "power_w") return text_of(row.drawn);
  if (column == "energy_j") return text_of(row.recorded);
  if (column == "gpu_util") return text_of(row.gpu_util);
  if (column == "gpu_mhz_observed") return text_of(row.gpu_observed);
  if (column == "repeat") return row.repeat ? std::to_string(*row.repeat) : std::string{};
  return text_of(detail::is_other_knob(column) ? row.knobs : row.features, column);
}

}  // namespace dvfs::io
