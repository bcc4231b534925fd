// SPDX-License-Identifier: BSL-1.0
#include "run_program.hpp"

#include <dvfs/version.hpp>

using namespace dvfs_test;

namespace {

std::string const commands[]{"reproduce", "fit", "train", "evaluate", "explain"};

}  // namespace

TEST_CASE("help names every command, and each command's help has an example")
{
  auto const all = run({"--help"});
  CHECK(all.code == 0);
  CHECK(all.err == "");
  for (auto const& c : commands) {
    CAPTURE(c);
    CHECK(all.out.find("\n  " + c + " ") != std::string::npos);
    auto const help = run({c, "--help"});
    CHECK(help.code == 0);
    CHECK(help.err == "");
    CHECK(help.out.find("Example:\n  dvfs " + c) != std::string::npos);
    CHECK(help.out.find("--json") != std::string::npos);
  }
}

TEST_CASE("the program knows its version")
{
  auto const r = run({"--version"});
  CHECK(r.code == 0);
  CHECK(r.out == "dvfs " + std::to_string(DVFS_VERSION_MAJOR) + "." + std::to_string(DVFS_VERSION_MINOR) + "." +
                     std::to_string(DVFS_VERSION_PATCH) + "\n");
}

TEST_CASE("wrong use ends with 2 and one line that names what is wrong")
{
  CHECK(refusal({}).find("dvfs: ") == 0);
  CHECK(refusal({"trian"}).find("trian") != std::string::npos);
  for (auto const& c : commands) {
    CAPTURE(c);
    CHECK(refusal({c, "a", "--jsno"}).find("--jsno") != std::string::npos);
  }
  for (auto const& c : {"fit", "train", "evaluate"}) CHECK(refusal({c}).find("FILE") != std::string::npos);
  CHECK(refusal({"fit", "a.csv", "b.csv"}).find("b.csv") != std::string::npos);
  CHECK(refusal({"train", "a.csv", "--max-depth", "-1"}).find("--max-depth") != std::string::npos);
  CHECK(refusal({"train", "a.csv", "--by", "luck"}).find("--by: luck not in {regret,accuracy}") != std::string::npos);
  CHECK(refusal({"explain", "p.json", "--format", "pdf"}).find("--format: pdf not in {text,dot,cpp,json}") !=
        std::string::npos);
}

TEST_CASE("a file that cannot be opened or read is bad input, in one line whatever its name")
{
  scratch const place;
  for (auto const& c : {"fit", "train", "evaluate", "explain"}) {
    CAPTURE(c);
    CHECK(refusal({c, place.path("none")}) ==
          "dvfs: cannot open " + place.path("none") + ": No such file or directory: check the name");
    CHECK(refusal({c, place.path("")}).find("Is a directory: give a file, not a directory") != std::string::npos);
    CHECK(refusal({c, place.path("no\nne")}).find("no\\nne: No such file") != std::string::npos);
  }
}

TEST_CASE("a standard output that cannot be written ends with 1")
{
  if (!std::filesystem::exists("/dev/full")) return;
  scratch const place;
  auto const file = place.write("sweep.csv", three_workloads);
  for (auto const& command : std::vector<std::vector<std::string>>{{"fit", file},
                                                                   {"train", file, "--json"},
                                                                   {"evaluate", file},
                                                                   {"explain", "--builtin", "mlg"},
                                                                   {"reproduce"}}) {
    CAPTURE(command[0]);
    auto const r = run(command, {}, "/dev/full");
    CHECK(r.code == 1);
    CHECK(r.err.find("dvfs: ") == 0);
    CHECK(r.err.find('\n') == r.err.size() - 1);
  }
}
