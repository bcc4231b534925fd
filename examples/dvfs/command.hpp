// SPDX-License-Identifier: BSL-1.0
// What the commands of the program share.
#pragma once

#include <dvfs/experiment/features.hpp>
#include <dvfs/io/json_types.hpp>
#include <dvfs/io/sweep.hpp>

#include <CLI/CLI.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dvfs::program {

using json = io::json;

/// Wrong use or bad input that no file and line can name: the program ends with 2.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Each adds one command, whose callback does the work and throws where it cannot.
void add_reproduce(CLI::App& app);
void add_fit(CLI::App& app);
void add_train(CLI::App& app);
void add_evaluate(CLI::App& app);
void add_explain(CLI::App& app);
void add_choose(CLI::App& app);

/// A command with an example in its help; a repeated option takes one value each time, so that it never swallows files.
CLI::App* add_command(CLI::App& app, std::string const& name, std::string const& job, std::string const& example);
CLI::Option* add_json_flag(CLI::App& command, bool& wanted);
CLI::Option* add_feature_option(CLI::App& command, std::vector<std::string>& texts);
CLI::Option* add_key_option(CLI::App& command, std::vector<std::string>& columns);

/// "NAME=VALUE" or "NAME=VALUE@WORKLOAD_GLOB"; a value that reads as a number is one.
[[nodiscard]] experiment::given_feature parse_feature(std::string const& text);
[[nodiscard]] std::vector<experiment::given_feature> parse_features(std::vector<std::string> const& texts);

/// A sweep with its curves; rows that belong to none are named on stderr.
struct loaded_sweep {
  sweep rows;
  std::vector<curve> curves;
};
[[nodiscard]] loaded_sweep load_sweep(std::string const& path, std::vector<std::string> const& key = {});
[[nodiscard]] loaded_sweep parse_sweep(std::string const& text, std::string const& name,
                                       std::vector<std::string> const& key);

/// One line on stderr, whatever the text holds.
void remark(std::string const& line);

/// Prints a document on stdout.
void print(json const& document);

/// Rows of cells as aligned text, the first row as a header, the first column to the left and the others to the right.
[[nodiscard]] std::string table(std::vector<std::vector<std::string>> const& rows);

/// Figures for people: "-" where unknown.
[[nodiscard]] std::string percent(std::optional<double> fraction);
[[nodiscard]] std::string megahertz(std::optional<double> mhz);
[[nodiscard]] std::string joules(std::optional<double> joule);
[[nodiscard]] std::string factor(std::optional<double> ratio);

}  // namespace dvfs::program
