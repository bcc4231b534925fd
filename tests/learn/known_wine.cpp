// SPDX-License-Identifier: BSL-1.0
#include "known_answers.hpp"

using namespace dvfs_test;

TEST_CASE("trees and leave-one-out predictions equal exact arithmetic on wine")
{
  DVFS_SKIP_WITHOUT_SHARED("data/cart/wine.csv");
  learn::dataset const data = read_csv("data/cart/wine.csv");
  json const known = read_json("data/cart/known_answers/dataset_wine.json");
  for (char const* setting : {"full", "depth4", "depth3", "minleaf5"}) {
    CAPTURE(setting);
    check_known_answer(known[setting], data, options_of(known[setting]["params"]));
  }
}
