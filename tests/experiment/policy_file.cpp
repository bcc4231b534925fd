// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "curves_of.hpp"

#include <dvfs/experiment/policy_file.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

// A policy with text categories, a level off the megahertz grid and a threshold that is no short decimal.
trained_policy sample()
{
  std::string text = "workload,gpu_mhz,energy_j,family,seq_len\n";
  for (auto const& [name, best, features] :
       std::vector<std::tuple<std::string, int, std::string>>{{"a", 306, "encoder,0.1"},
                                                              {"b", 306, "encoder,0.3"},
                                                              {"c", 612, "decoder,0.1"},
                                                              {"d", 612, "decoder,0.2"},
                                                              {"e", 1300, "encoder,7.8"},
                                                              {"f", 1300, "encoder,8.1"}})
    for (int const mhz : {306, 612, 1300})
      text += name + "," + std::to_string(mhz) + (mhz == 1300 ? ".5," : ",") + (mhz == best ? "3," : "4,") + features +
              "\n";
  auto const curves = dvfs_test::curves_of(text);
  return train(make_training_set(curves, {"family", "seq_len"}, {}, "sweep.csv"));
}

std::string const sample_text = io::format_json(make_policy_file(sample()));

std::string refused(io::json const& document)
{
  return dvfs_test::refusal([&] { (void)parse_policy(document.dump(), "p.json"); });
}

// The refusal of the sample after a change to it.
template<class Change>
std::string refused_after(Change change)
{
  auto document = io::parse_json(sample_text, "p.json");
  change(document);
  return refused(document);
}

}  // namespace

TEST_CASE("a policy file gives back the tree, the features, the ladder and the report, and writes the same bytes again")
{
  auto const before = sample();
  REQUIRE(before.tree.tree.learnt().nodes.size() == 5);
  auto const after = parse_policy(sample_text, "p.json");
  CHECK(after.tree.tree == before.tree.tree);
  CHECK(after.tree.features == before.tree.features);
  CHECK(after.ladder == before.ladder);
  CHECK(after.report == before.report);
  CHECK(after.guard == before.guard);
  CHECK(io::format_json(make_policy_file(after)) == sample_text);
}

TEST_CASE("a policy file says what it is before all else, and holds exact hertz")
{
  auto const document = io::parse_json(sample_text, "p.json");
  CHECK(document.begin().key() == "format");
  CHECK(document["format"] == "dvfs-policy");
  CHECK(document["version"] == 1);
  CHECK(document["kind"] == "tree");
  CHECK(document["ladder_hz"] == io::json{306'000'000, 612'000'000, 1'300'500'000});
  CHECK(document["nodes"][0]["feature"].is_string());
  CHECK(document["nodes"].back()["feature"].is_null());
  CHECK(document["nodes"].back()["yes"].is_null());
  CHECK(document["training"]["source"] == "sweep.csv");
}

TEST_CASE("a written policy file is read back, and a place that cannot be written keeps what was there")
{
  auto const folder = std::filesystem::temp_directory_path() / ("dvfs-policy-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  auto const path = (folder / "p.json").string();
  write_policy(path, sample());
  CHECK(io::read_file(path) == sample_text);
  CHECK(read_policy(path).tree.tree == sample().tree.tree);
  CHECK_THROWS_AS(write_policy(folder.string(), sample()), dvfs::error);
  CHECK_THROWS_AS((void)read_policy((folder / "none.json").string()), dvfs::error);
  std::filesystem::remove_all(folder);
}

TEST_CASE("a file that is no policy, or a newer one, is refused as such before anything else in it")
{
  CHECK(refused_after([](auto& d) { d["format"] = "dvfs-sweep"; }) ==
        "p.json: $.format: expected 'dvfs-policy', found 'dvfs-sweep'");
  CHECK(refused_after([](auto& d) { d["version"] = 0; }).find("p.json: $.version: expected 1:") == 0);
  CHECK(refused_after([](auto& d) { d["kind"] = "forest"; }) == "p.json: $.kind: expected 'tree', found 'forest'");
  // What version 2 looks like is not known here.
  auto const newer = refused_after([](auto& d) {
    d["version"] = 2;
    d["trees"] = io::json::array();
    d.erase("nodes");
  });
  CHECK(newer == "p.json: $.version: expected 1: this program reads no other version of policy files, found 2");
  CHECK(refused_after([](auto& d) { d["version"] = "1"; }) ==
        "p.json: $.version: expected a whole number, found '\"1\"'");
  CHECK(refused(io::json::array()) == "p.json: $: expected an object, found array");
  CHECK(dvfs_test::refusal([] { (void)parse_policy("{\n  oops", "p.json"); }).find("p.json:2:3: expected") == 0);
  CHECK(dvfs_test::refusal([] { (void)parse_policy("", "p.json"); }).find("p.json:1:1: expected") == 0);
}

TEST_CASE("an unknown, missing or wrong member is refused with its path")
{
  CHECK(refused_after([](auto& d) {
          d["colour"] = 1;
        }).find("p.json: $.colour: expected only the members format, version,") == 0);
  CHECK(refused_after([](auto& d) { d["nodes"][2]["colour"] = 1; }).find("p.json: $.nodes[2].colour: expected only") ==
        0);
  CHECK(refused_after([](auto& d) { d.erase("ladder_hz"); }) ==
        "p.json: $.ladder_hz: expected this member, found nothing");
  CHECK(refused_after([](auto& d) { d["nodes"][0]["at_most"] = "many"; }) ==
        "p.json: $.nodes[0].at_most: expected a number, found '\"many\"'");
  CHECK(refused_after([](auto& d) { d["nodes"][1]["answer_hz"] = 1.5; }) ==
        "p.json: $.nodes[1].answer_hz: expected a whole number, found '1.5'");
  CHECK(refused_after([](auto& d) { d["nodes"][1]["rows"] = -1; }) ==
        "p.json: $.nodes[1].rows: expected a whole number that fits, found '-1'");
  CHECK(refused_after([](auto& d) { d["nodes"] = 3; }).find("p.json: $.nodes: expected an array") == 0);
  CHECK(refused_after([](auto& d) { d["training"]["criterion"] = "gain"; }) ==
        "p.json: $.training.criterion: expected one of gini, entropy, found '\"gain\"'");
}

TEST_CASE("a tree that contradicts itself is refused with the node")
{
  CHECK(refused_after([](auto& d) { d["nodes"][0]["feature"] = "layers"; }) ==
        "p.json: $.nodes[0].feature: expected one of the features, found 'layers'");
  CHECK(refused_after([](auto& d) { d["nodes"][1]["answer_hz"] = 408'000'000; }) ==
        "p.json: $.nodes[1].answer_hz: expected one of levels_hz, found 408000000");
  CHECK(refused_after([](auto& d) { d["nodes"][0]["yes"] = nullptr; }) ==
        "p.json: $.nodes[0]: expected feature, at_most, yes and no, or none of them, found some of them");
  CHECK(refused_after([](auto& d) {
          d["nodes"].back()["at_most"] = 3;
        }).find("p.json: $.nodes[4]: expected feature, at_most") == 0);
  for (auto const& change :
       std::vector<std::pair<char const*, int>>{{"yes", 0}, {"yes", 2}, {"yes", -1}, {"no", 1}, {"no", 9}, {"no", 0}}) {
    CAPTURE(change.first);
    CAPTURE(change.second);
    CHECK(refused_after([&](auto& d) {
            d["nodes"][0][change.first] = change.second;
          }).find("p.json: $.nodes: expected a tree, root first") == 0);
  }
  CHECK(refused_after([](auto& d) {
          d["nodes"] = io::json::array();
        }).find("p.json: $.nodes: expected a tree, root first") == 0);
  CHECK(refused_after([](auto& d) {
          d["nodes"].push_back(d["nodes"].back());
        }).find("p.json: $.nodes: expected a tree") == 0);
  CHECK(refused_after([](auto& d) { d["nodes"].erase(4); }).find("p.json: $.nodes: expected a tree") == 0);
  CHECK(refused_after([](auto& d) { d["features"][1]["name"] = "family"; }) ==
        "p.json: $.features[1].name: expected every feature once, found 'family' again");
}

TEST_CASE("what a guard needs may be absent, and must fit the tree where it is not")
{
  auto without = io::parse_json(sample_text, "p.json");
  without.erase("guard");
  CHECK_FALSE(parse_policy(without.dump(), "p.json").guard.has_value());
  CHECK(refused_after([](auto& d) { d["guard"]["ranges"].erase(0); }) ==
        "p.json: $.guard.ranges: expected one for each feature, found 1");
  CHECK(refused_after([](auto& d) { d["guard"]["ranges"][1]["low"] = 9; }) ==
        "p.json: $.guard.ranges[1]: expected low at most high, found more");
  CHECK(refused_after([](auto& d) { d["guard"]["held_out"][0]["leaf"] = 99; }) ==
        "p.json: $.guard.held_out[0].leaf: expected a node without a feature, found 99");
  CHECK(refused_after([](auto& d) { d["guard"]["held_out"][2]["leaf"] = 0; }) ==
        "p.json: $.guard.held_out[2].leaf: expected a node without a feature, found 0");
  CHECK(refused_after([](auto& d) { d["guard"]["held_out"][3]["top_regret"] = -1; }) ==
        "p.json: $.guard.held_out[3]: expected regrets above -1, found -1");
}

TEST_CASE("the levels are on the ladder, and the ladder has levels above 0")
{
  CHECK(refused_after([](auto& d) { d["levels_hz"][0] = 305'000'000; }) ==
        "p.json: $.levels_hz: expected levels of ladder_hz, found 305000000");
  CHECK(refused_after([](auto& d) {
          d["ladder_hz"] = io::json::array();
        }).find("p.json: $.ladder_hz: expected a ladder of frequencies, found ") == 0);
  CHECK(refused_after([](auto& d) {
          d["ladder_hz"][0] = 0;
        }).find("p.json: $.ladder_hz: expected a ladder of frequencies, found ") == 0);
}
