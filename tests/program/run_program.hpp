// SPDX-License-Identifier: BSL-1.0
// Runs the program dvfs as a user does, and looks at all that it leaves: streams, exit code, files.
#pragma once

#include "../check.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dvfs_test {

using json = nlohmann::ordered_json;

inline std::string read(std::filesystem::path const& path)
{
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A temporary folder that is removed with all that is in it.
class scratch {
 public:
  scratch()
  {
    auto name = (std::filesystem::temp_directory_path() / "dvfs-test-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()));
    folder_ = name;
  }
  scratch(scratch const&) = delete;
  scratch& operator=(scratch const&) = delete;
  ~scratch()
  {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::string path(std::string const& name) const { return (folder_ / name).string(); }
  std::string write(std::string const& name, std::string_view text) const
  {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return path(name);
  }
  /// How many files lie in it, temporary ones included.
  [[nodiscard]] std::size_t files() const
  {
    std::filesystem::directory_iterator const all{folder_};
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }

 private:
  std::filesystem::path folder_;
};

/// What a run left; `code` is 128 and the signal where one ended it.
struct outcome {
  int code{};
  std::string out{};
  std::string err{};

  /// The one document on stdout.
  [[nodiscard]] json document() const
  {
    INFO(err);
    REQUIRE(code == 0);
    return json::parse(out);
  }
};

/// Runs the program with `input` on its standard input; `to` takes the standard output where it is not empty.
inline outcome run(std::vector<std::string> arguments, std::string_view input = {}, std::string const& to = {})
{
  scratch const place;
  auto const in = place.write("in", input), out = to.empty() ? place.write("out", "") : to,
             err = place.write("err", "");
  arguments.insert(arguments.begin(), DVFS_PROGRAM);
  std::vector<char*> argv;
  for (auto& a : arguments) argv.push_back(a.data());
  argv.push_back(nullptr);
  auto const child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::dup2(::open(in.c_str(), O_RDONLY), STDIN_FILENO);
    ::dup2(::open(out.c_str(), O_WRONLY), STDOUT_FILENO);
    ::dup2(::open(err.c_str(), O_WRONLY), STDERR_FILENO);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  int status{};
  REQUIRE(::waitpid(child, &status, 0) == child);
  int const code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {code, to.empty() ? read(out) : std::string{}, read(err)};
}

/// The line of a run that was refused: one on stderr, nothing on stdout, exit 2 (or the code given).
inline std::string refusal(std::vector<std::string> const& arguments, int code = 2, std::string_view input = {})
{
  auto const r = run(arguments, input);
  CHECK(r.code == code);
  CHECK(r.out == "");
  if (r.err.empty() || r.err.find('\n') != r.err.size() - 1) return "not one line: " + r.err;
  return r.err.substr(0, r.err.size() - 1);
}

/// Files that no command takes, and where each error points.
struct bad_file {
  std::string_view what, text, where, sentence;
};
inline constexpr bad_file bad_files[]{
    {"empty", "", ":1:1: ", "a header line"},
    {"only a header", "workload,gpu_mhz,energy_j,layers\n", ":1:1: ", "at least one row"},
    {"no gpu_mhz", "workload,mhz,energy_j,layers\na,306,1,4\n", ":1:1: gpu_mhz: ", "a column of this name"},
    {"text in a number column", "workload,gpu_mhz,energy_j,layers\na,306,1,4\na,408,much,4\n",
     ":3:7: energy_j: ", "'much'"},
    {"a frequency of 0", "workload,gpu_mhz,energy_j,layers\na,0,1,4\n", ":2:3: gpu_mhz: ", "megahertz above 0"},
    {"a NaN as energy", "workload,gpu_mhz,energy_j,layers\na,306,1,4\n\na,408,nan,4\n", ":4:7: energy_j: ", "'nan'"},
    {"a NaN as clock", "workload,gpu_mhz,energy_j,layers\na,NaN,1,4\n", ":2:3: gpu_mhz: ", "'NaN'"},
    {"a NaN as feature", "workload,gpu_mhz,energy_j,layers\na,306,1,4\na,408,2,nan\n",
     ":3:9: layers: ", "a finite number"},
    {"a negative energy", "workload,gpu_mhz,energy_j,layers\na,306,-1,4\n", ":2:7: energy_j: ", "above 0"},
    {"a short row", "workload,gpu_mhz,energy_j,layers\na,306,1\n", ":2:7: ", "4 cells"},
    {"a newer version", "# dvfs-sweep 2\nworkload,gpu_mhz,energy_j,layers\na,306,1,4\n", ":1:1: ", "version 1"},
    {"another knob", "workload,gpu_mhz,power_limit_w,energy_j,layers\na,,30,1,4\na,,40,1,4\n",
     ":2:3: gpu_mhz: ", "sweeps power_limit_w"},
};

/// A command line refuses each of them, with FILE in its place, in one line that names file, line and column.
inline void check_bad_files(std::vector<std::string> const& command)
{
  for (auto const& bad : bad_files) {
    CAPTURE(bad.what);
    scratch const place;
    auto const file = place.write("bad.csv", bad.text);
    auto arguments = command;
    for (auto& a : arguments)
      if (a == "FILE") a = file;
    auto const line = refusal(arguments);
    CAPTURE(line);
    CHECK(line.find("dvfs: " + file + std::string(bad.where)) == 0);
    CHECK(line.find(bad.sentence) != std::string::npos);
    CHECK(place.files() == 1);
  }
}

/// Three workloads whose best level rises with their layers; `family` is text.
inline constexpr std::string_view three_workloads =
    "workload,gpu_mhz,time_s,energy_j,layers,family\n"
    "small QNLI,,1,9,4,encoder\nsmall QNLI,306,4,5,4,encoder\nsmall QNLI,612,2,6,4,encoder\nsmall "
    "QNLI,1020,1,9,4,encoder\n"
    "base QNLI,,2,12,12,decoder\nbase QNLI,306,8,10,12,decoder\nbase QNLI,612,4,8,12,decoder\nbase "
    "QNLI,1020,2,12,12,decoder\n"
    "large SST-2,,4,20,24,encoder\nlarge SST-2,306,16,19,24,encoder\nlarge SST-2,612,8,15,24,encoder\nlarge "
    "SST-2,1020,4,18,24,encoder\n";

}  // namespace dvfs_test
