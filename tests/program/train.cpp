// SPDX-License-Identifier: BSL-1.0
#include "run_program.hpp"

#include <sstream>

using namespace dvfs_test;

TEST_CASE("bad input of train is refused with file, line and column, and nothing is written")
{
  scratch const place;
  auto const policy = place.write("p.json", "kept"), header = place.path("p.hpp");
  check_bad_files({"train", "FILE", "--features", "layers", "-o", policy, "--cpp", header});
  CHECK(read(policy) == "kept");
  CHECK(place.files() == 1);
}

TEST_CASE("an unknown, unusable or repeated feature is refused, and nothing is written")
{
  scratch const place;
  auto const file = place.write("sweep.csv", three_workloads), policy = place.path("p.json");
  auto refused = [&](std::vector<std::string> more) {
    std::vector<std::string> command{"train", file, "-o", policy};
    command.insert(command.end(), more.begin(), more.end());
    return refusal(command);
  };
  CHECK(refused({"--features", "layers,depth"}) ==
        "dvfs: " + file + ":1:1: depth: expected a column of this name, or --feature depth=VALUE, found neither");
  CHECK(refused({"--features", "energy_j"}).find(file + ":1:1: energy_j: expected a feature of the job") !=
        std::string::npos);
  CHECK(refused({"--features", "layers,layers"}) == "dvfs: --features layers,layers: layers is named twice");
  CHECK(refused({"--features", "layers,"}).find("--features layers,: expected names between commas") !=
        std::string::npos);
  CHECK(refused({"--feature", "seq_len=50@*QNLI"}).find("--feature seq_len: nothing is learnt from it") !=
        std::string::npos);
  CHECK(refused({"--feature", "seq_len=50", "--features", "layers"})
            .find("--feature seq_len: nothing is learnt from it") != std::string::npos);
  CHECK(refused({"--feature", "seq_len=50@*QNLI", "--features", "seq_len"}).find("found none for large SST-2") !=
        std::string::npos);
  CHECK(refused({"--feature", "seq_len"}).find("--feature seq_len: expected NAME=VALUE") != std::string::npos);
  CHECK(refused({"--feature", "layers=nan"}).find("--feature layers=nan: expected a finite number") !=
        std::string::npos);
  CHECK(place.files() == 1);
}

TEST_CASE("train writes the policy and the header, and shows the tree")
{
  scratch const place;
  auto const file = place.write("sweep.csv", three_workloads);
  auto const r = run({"train", file, "--features", "layers", "-o", place.path("p.json"), "--cpp", place.path("p.hpp")});
  CHECK(r.code == 0);
  CHECK(r.err == "");
  CHECK(r.out.find("3 workloads of " + file) != std::string::npos);
  CHECK(r.out.find("one level for all would be 612 MHz\n") != std::string::npos);
  auto const policy = json::parse(read(place.path("p.json")));
  CHECK(policy["format"] == "dvfs-policy");
  CHECK(policy["version"] == 1);
  CHECK(policy["ladder_hz"] == json{306'000'000, 612'000'000, 1'020'000'000});
  CHECK(policy["training"]["workloads"] == 3);
  CHECK(policy["features"] == json{{{"name", "layers"}, {"categories", json::array()}}});
  CHECK(read(place.path("p.hpp")).find("frequency_hz(input const&") != std::string::npos);
  CHECK(place.files() == 3);
}

TEST_CASE("without --features it learns from all columns that every workload has")
{
  scratch const place;
  auto const file = place.write("sweep.csv", three_workloads);
  auto const policy =
      run({"train", file, "--json", "--feature", "seq_len=50@*QNLI", "--feature", "seq_len=13@*SST*"}).document();
  std::vector<std::string> names;
  for (auto const& f : policy["features"]) names.push_back(f["name"]);
  CHECK(names == std::vector<std::string>{"layers", "family", "seq_len"});
  CHECK(policy["features"][1]["categories"] == json{"decoder", "encoder"});
}

TEST_CASE("the document on stdout is the policy file, and two runs write the same bytes")
{
  scratch const place;
  auto const file = place.write("sweep.csv", three_workloads);
  auto once = [&](std::string const& n) {
    return run({"train", file, "--json", "-o", place.path(n + ".json"), "--cpp", place.path(n + ".hpp")});
  };
  auto const a = once("a"), b = once("b");
  CHECK(a.code == 0);
  CHECK(a.out == b.out);
  CHECK(a.out == read(place.path("a.json")));
  CHECK(read(place.path("a.json")) == read(place.path("b.json")));
  CHECK(read(place.path("a.hpp")) == read(place.path("b.hpp")));
}

TEST_CASE("a place that cannot be written ends with 1, and loses nothing")
{
  scratch const place;
  auto const file = place.write("sweep.csv", three_workloads);
  CHECK(
      refusal({"train", file, "-o", place.path("none/p.json")}, 1).find("cannot write " + place.path("none/p.json")) !=
      std::string::npos);
  CHECK(refusal({"train", file, "--cpp", place.path("")}, 1).find("Is a directory") != std::string::npos);
  CHECK(place.files() == 1);
  CHECK(read(file) == three_workloads);
}

TEST_CASE("the depth can be bounded, and the yardstick chosen")
{
  scratch const place;
  auto const file = place.write("sweep.csv", three_workloads);
  auto const stump = run({"train", file, "--max-depth", "0", "--by", "accuracy", "--json"}).document();
  CHECK(stump["nodes"].size() == 1);
  CHECK(stump["training"]["max_depth"] == 0);
  CHECK(stump["training"]["chosen_by"] == "accuracy");
}

TEST_CASE("names from a file stay within the comment of the header")
{
  scratch const place;
  auto const file = place.write(
      "a\nb.csv",
      "workload,gpu_mhz,energy_j,family\na,306,1,\"x\nint y;\"\na,408,2,\"x\nint y;\"\nb,306,2,z\\\nb,408,1,z\\\n");
  CHECK(run({"train", file, "--cpp", place.path("p.hpp")}).code == 0);
  std::istringstream header{read(place.path("p.hpp"))};
  std::size_t comments = 0;
  for (std::string line; std::getline(header, line) && line != "#pragma once"; ++comments) {
    CAPTURE(line);
    CHECK(line.substr(0, 2) == "//");
    CHECK(line.back() != '\\');
  }
  CHECK(comments == 5);
}
