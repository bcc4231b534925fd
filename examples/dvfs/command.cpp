// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include <dvfs/io/error.hpp>
#include <dvfs/io/file.hpp>
#include <dvfs/io/number.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace dvfs::program {

CLI::App* add_command(CLI::App& app, std::string const& name, std::string const& job, std::string const& example)
{
  auto* command = app.add_subcommand(name, job);
  command->footer("Example:\n  " + example);
  return command;
}

CLI::Option* add_json_flag(CLI::App& command, bool& wanted)
{
  return command.add_flag("--json", wanted, "Print one JSON document instead of text");
}

CLI::Option* add_feature_option(CLI::App& command, std::vector<std::string>& texts)
{
  return command
      .add_option("--feature", texts,
                  "A feature that the file lacks or has wrong, for the workloads that the glob matches")
      ->type_name("NAME=VALUE[@WORKLOAD_GLOB]")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::Option* add_key_option(CLI::App& command, std::vector<std::string>& columns)
{
  return command
      .add_option("--key", columns,
                  "A column that tells curves apart, beside device, workload, kernel and other clocks")
      ->type_name("COLUMN")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

experiment::given_feature parse_feature(std::string const& text)
{
  auto const equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
    throw usage_error{"--feature " + text + ": expected NAME=VALUE or NAME=VALUE@WORKLOAD_GLOB"};
  experiment::given_feature f;
  f.name = text.substr(0, equals);
  auto value = text.substr(equals + 1);
  if (auto const at = value.find('@'); at != std::string::npos) {
    f.workloads = value.substr(at + 1);
    value.resize(at);
    if (value.empty() || f.workloads.empty())
      throw usage_error{"--feature " + text + ": expected a value before @ and a glob behind"};
  }
  if (auto const number = io::parse_number(value))
    f.value = *number;
  else if (number.error() != errc::not_a_number || value == "nan")
    throw usage_error{"--feature " + text + ": expected a finite number or text"};
  else
    f.value = value;
  return f;
}

std::vector<experiment::given_feature> parse_features(std::vector<std::string> const& texts)
{
  std::vector<experiment::given_feature> all;
  for (auto const& t : texts) all.push_back(parse_feature(t));
  return all;
}

loaded_sweep load_sweep(std::string const& path, std::vector<std::string> const& key)
{
  return parse_sweep(io::read_file(path), io::input_name(path), key);
}

loaded_sweep parse_sweep(std::string const& text, std::string const& name, std::vector<std::string> const& key)
{
  auto rows = io::parse_sweep(text, name);
  auto curves = io::curves(rows, key);
  for (auto const& [row, reason] : io::rows_set_aside(rows, curves))
    remark(fmt::format("{}:{}: the row is set aside: {}", rows.source, row.cells.empty() ? 0 : row.cells.front().line,
                       reason));
  return {std::move(rows), std::move(curves)};
}

void remark(std::string const& line) { fmt::print(stderr, "dvfs: {}\n", dvfs::detail::on_one_line(line)); }

void print(json const& document) { fmt::print("{}\n", document.dump(2, ' ', false, json::error_handler_t::replace)); }

std::string table(std::vector<std::vector<std::string>> const& rows)
{
  std::vector<std::size_t> widths;
  for (auto const& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i == widths.size()) widths.push_back(0);
      widths[i] = std::max(widths[i], row[i].size());
    }
  std::string text;
  for (auto const& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += i == 0 ? fmt::format("  {:<{}}", row[i], widths[i]) : fmt::format("  {:>{}}", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string percent(std::optional<double> fraction)
{
  if (!fraction) return "-";
  auto text = fmt::format("{:.2f}", 100 * *fraction);
  return (text == "-0.00" ? "0.00" : text) + " %";
}
std::string megahertz(std::optional<double> mhz) { return mhz ? io::format_number(*mhz) : "-"; }
std::string joules(std::optional<double> joule)
{
  if (!joule) return "-";
  if (*joule >= 1e7) return fmt::format("{:.4g} MJ", *joule / 1e6);
  return *joule >= 1e4 ? fmt::format("{:.1f} kJ", *joule / 1e3) : fmt::format("{:.4g} J", *joule);
}
std::string factor(std::optional<double> ratio) { return ratio ? fmt::format("{:.2f}x", *ratio) : "-"; }

}  // namespace dvfs::program
