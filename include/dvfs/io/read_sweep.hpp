// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/io/csv.hpp>
#include <dvfs/io/sweep_columns.hpp>
#include <dvfs/io/sweep_row.hpp>

#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/find_if.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dvfs::io {
namespace detail {

class sweep_reader {
 public:
  explicit sweep_reader(csv_table const& table) : table_{table} {}

  [[nodiscard]] sweep read() const
  {
    check_version();
    check_columns();
    sweep s;
    s.source = table_.file;
    s.header = table_.header.front().at;
    s.columns = table_.header | ranges::views::transform(&csv_cell::text) | ranges::to<std::vector>();
    std::vector<bool> numeric;
    for (std::size_t i = 0; i < s.columns.size(); ++i)
      numeric.push_back(!is_own_column(s.columns[i]) && holds_numbers(i));
    s.rows.reserve(table_.rows.size());
    for (auto const& cells : table_.rows) s.rows.push_back(row(cells, numeric));
    check_knob(s);
    return s;
  }

 private:
  void check_version() const
  {
    if (table_.comments.empty()) return;
    auto const& first = table_.comments.front();
    std::string_view text = first.text;
    while (text.substr(0, 1) == " ") text.remove_prefix(1);
    if (text.substr(0, sweep_mark.size()) != sweep_mark) return;
    text.remove_prefix(sweep_mark.size());
    auto const version =
        text.substr(0, 1) == " " ? parse_whole<unsigned>(text.substr(1)) : unexpected{errc::not_a_number};
    if (!version || *version == 0)
      fail(first, {}, "a comment '# dvfs-sweep 1'", dvfs::detail::quoted("#" + first.text));
    if (*version > sweep_version)
      fail(first, {}, "a sweep file of version 1",
           "version " + std::to_string(*version) + ": a newer dvfs can read it");
  }

  void check_columns() const
  {
    auto const& first = table_.header.front();
    if (!table_.find_column("gpu_mhz")) {
      auto const knob = ranges::find_if(table_.header, is_other_knob, &csv_cell::text);
      if (knob != table_.header.end())
        fail(first, "gpu_mhz", "a column of this name", "none: the file sweeps " + knob->text);
      fail(first, "gpu_mhz", "a column of this name", "none");
    }
    if (table_.rows.empty()) fail(first, {}, "at least one row below the header", "none");
  }

  // Whether every cell that is not blank is a number; where only inf or nan stand in the way, that is an error.
  [[nodiscard]] bool holds_numbers(std::size_t column) const
  {
    csv_cell const* not_finite = nullptr;
    for (auto const& cells : table_.rows) {
      auto const& cell = cells[column];
      if (cell.text.empty()) continue;
      auto const number = parse_number(cell.text);
      if (number) continue;
      if (number.error() == errc::not_a_number) return false;
      if (!not_finite) not_finite = &cell;
    }
    if (not_finite) fail_found(*not_finite, table_.header[column].text, "a finite number");
    return true;
  }

  [[nodiscard]] sweep_row row(std::vector<csv_cell> const& cells, std::vector<bool> const& numeric) const
  {
    sweep_row r;
    r.cells = cells | ranges::views::transform(&csv_cell::at) | ranges::to<std::vector>();
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (!cells[i].text.empty()) fill(r, table_.header[i].text, cells[i], numeric[i]);
    if (!r.took && !r.drawn && !r.recorded)
      fail(cells.front(), {}, "a time_s, power_w or energy_j in each row", "none: nothing was measured here");
    if (auto const used = r.used(); used && !(used->value > 0 && dvfs::detail::is_finite(used->value)))
      fail(cells.front(), {}, "an energy that a double can hold", "power_w times time_s beyond it");
    return r;
  }

  void fill(sweep_row& r, std::string const& name, csv_cell const& cell, bool numeric) const
  {
    if (name == "device") return void(r.device = cell.text);
    if (name == "workload") return void(r.workload = cell.text);
    if (name == "kernel") return void(r.kernel = cell.text);
    if (name == "governor") return void(r.governor = cell.text);
    if (name == "notes") return void(r.notes = cell.text);
    if (name == "gpu_mhz") return void(r.gpu = clock(name, cell));
    if (name == "mem_mhz") return void(r.memory = clock(name, cell));
    if (name == "cpu_mhz") return void(r.cpu = clock(name, cell));
    if (name == "time_s") return void(r.took = duration{above_0(name, cell)});
    if (name == "power_w") return void(r.drawn = power{above_0(name, cell)});
    if (name == "energy_j") return void(r.recorded = energy{above_0(name, cell)});
    if (name == "gpu_util") return void(r.gpu_util = percent(name, cell));
    if (name == "gpu_mhz_observed") return void(r.gpu_observed = observed(name, cell));
    if (name == "repeat") return void(r.repeat = repeat(name, cell));
    auto& values = is_other_knob(name) ? r.knobs : r.features;
    if (numeric) return void(values.emplace(name, *parse_number(cell.text)));
    values.emplace(name, cell.text);
  }

  [[nodiscard]] double number(std::string_view name, csv_cell const& cell, double least, double most,
                              std::string_view expected) const
  {
    auto const value = parse_number(cell.text);
    if (!value || *value < least || *value > most) fail_found(cell, name, expected);
    return *value;
  }
  // 0 is refused, because an unmeasured value written as 0 would win every comparison.
  [[nodiscard]] double above_0(std::string_view name, csv_cell const& cell) const
  {
    return number(name, cell, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max(),
                  "a number above 0, or nothing where not measured");
  }
  [[nodiscard]] frequency clock(std::string_view name, csv_cell const& cell) const
  {
    constexpr double a_hertz = 1e-6;
    constexpr double most = 1e6;  // no clock runs at a terahertz: such a number is in kHz or Hz
    return from_MHz(number(name, cell, a_hertz, most, "megahertz above 0 and up to 1000000"));
  }
  [[nodiscard]] frequency observed(std::string_view name, csv_cell const& cell) const
  {
    return from_MHz(number(name, cell, 0, 1e6, "megahertz from 0 to 1000000"));
  }
  [[nodiscard]] double percent(std::string_view name, csv_cell const& cell) const
  {
    return number(name, cell, 0, 100, "percent from 0 to 100");
  }
  [[nodiscard]] std::uint32_t repeat(std::string_view name, csv_cell const& cell) const
  {
    auto const value = parse_whole<std::uint32_t>(cell.text);
    if (!value) fail_found(cell, name, "a whole number");
    return *value;
  }

  // Only a file without a single gpu_mhz is refused: beside rows that have one, the others are set aside by curves().
  static void check_knob(sweep const& s)
  {
    if (!ranges::all_of(s.rows, [](sweep_row const& r) { return !r.gpu; })) return;
    auto const other = ranges::find_if(s.rows, &sweep_row::sets_another_knob);
    if (other == s.rows.end()) return;
    std::string const knob = other->memory ? "mem_mhz" : other->cpu ? "cpu_mhz" : other->knobs.begin()->first;
    throw s.error_at(*other, "gpu_mhz", "a sweep of the GPU clock", "no gpu_mhz in any row: the file sweeps " + knob);
  }

  [[noreturn]] void fail(csv_cell const& cell, std::string_view name, std::string_view expected,
                         std::string_view found) const
  {
    throw parse_error{table_.file, cell.at, name, expected, found};
  }
  [[noreturn]] void fail_found(csv_cell const& cell, std::string_view name, std::string_view expected) const
  {
    fail(cell, name, expected, dvfs::detail::quoted(cell.text));
  }

  csv_table const& table_;
};

}  // namespace detail

/// The sweep that a text holds; `file` names it in errors. Throws dvfs::parse_error.
[[nodiscard]] inline sweep parse_sweep(std::string_view text, std::string_view file)
{
  return detail::sweep_reader{parse_csv(text, file)}.read();
}

/// The sweep in a file, or on the standard input for "-"; throws dvfs::error or dvfs::parse_error.
[[nodiscard]] inline sweep read_sweep(std::string const& path)
{
  return parse_sweep(read_file(path), input_name(path));
}

}  // namespace dvfs::io
