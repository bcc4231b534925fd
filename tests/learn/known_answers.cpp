// SPDX-License-Identifier: BSL-1.0
#include "known_answers.hpp"

#include <filesystem>
#include <set>

using namespace dvfs_test;

TEST_CASE("trees, impurities and leave-one-out predictions equal exact arithmetic on the small known answers")
{
  DVFS_SKIP_WITHOUT_SHARED("data/cart/known_answers");
  std::set<std::string> files;
  for (auto const& entry : std::filesystem::directory_iterator(*shared("data/cart/known_answers"))) {
    std::string const name = entry.path().filename().string();
    if (name.substr(0, 3) == "kat" && entry.path().extension() == ".json") files.insert(name);
  }
  CHECK(files.size() == 15);
  for (std::string const& name : files) {
    CAPTURE(name);
    json const known = read_json("data/cart/known_answers/" + name);
    std::vector<std::vector<double>> rows;
    for (json const& row : known["X"]) {
      rows.emplace_back();
      for (json const& x : row) rows.back().push_back(fraction(x));
    }
    auto const labels = known["y"].get<std::vector<std::int32_t>>();
    auto const data = learn::dataset::from_rows(std::span<std::vector<double> const>(rows), labels, {},
                                                known["n_classes"].get<std::size_t>());
    REQUIRE(data.has_value());
    check_known_answer(known["exact"], *data, options_of(known["params"]));
  }
}

TEST_CASE("trees and leave-one-out predictions equal exact arithmetic on 27 synthetic rows, paths on 1,000")
{
  DVFS_SKIP_WITHOUT_SHARED("data/cart/syn_a.csv");
  learn::dataset const data = read_csv("data/cart/syn_a.csv", 6);
  json const known = read_json("data/cart/known_answers/tree_syn_a.json");
  check_known_answer(known["full"], data, {});
  check_known_answer(known["depth4"], data, {.max_depth = 4});
  check_known_answer(known["minleaf3_minsplit7"], data, {.min_samples_split = 7, .min_samples_leaf = 3});
  learn::dataset const more = read_csv("data/cart/syn_b.csv", 6);
  json const known_more = read_json("data/cart/known_answers/tree_syn_b.json");
  check_known_answer(known_more["full"], more, {});
  check_known_answer(known_more["depth4"], more, {.max_depth = 4});
  check_known_answer(known_more["minleaf3_minsplit7"], more, {.min_samples_split = 7, .min_samples_leaf = 3});
}

TEST_CASE("trees and leave-one-out predictions equal exact arithmetic on real tables")
{
  DVFS_SKIP_WITHOUT_SHARED("data/cart/iris.csv");
  for (std::string const name : {"iris", "wine", "breast_cancer"}) {
    CAPTURE(name);
    learn::dataset const data = read_csv("data/cart/" + name + ".csv");
    json const known = read_json("data/cart/known_answers/dataset_" + name + ".json");
    for (char const* setting : {"full", "depth4", "depth3", "minleaf5"}) {
      CAPTURE(setting);
      check_known_answer(known[setting], data, options_of(known[setting]["params"]));
    }
  }
}
