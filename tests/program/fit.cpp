// SPDX-License-Identifier: BSL-1.0
#include "run_program.hpp"

using namespace dvfs_test;

TEST_CASE("bad input of fit is refused with file, line and column")
{
  check_bad_files({"fit", "FILE"});
  check_bad_files({"fit", "--json", "FILE"});
}

TEST_CASE("a key that is no column is refused")
{
  scratch const place;
  auto const file = place.write("sweep.csv", three_workloads);
  CHECK(refusal({"fit", file, "--key", "colour"}) ==
        "dvfs: " + file + ":1:1: colour: expected a column of this name to tell curves apart, found none");
}

TEST_CASE("fit takes a sweep from the standard input, and repeated --key does not swallow the file")
{
  auto const document = run({"fit", "--key", "layers", "--key", "family", "-", "--json"}, three_workloads).document();
  CHECK(document["source"] == "<stdin>");
  CHECK(document["curves"].size() == 3);
}

TEST_CASE("each curve has its levels, its best level and its models")
{
  scratch const place;
  auto const file = place.write("sweep.csv", three_workloads);
  auto const document = run({"fit", file, "--json"}).document();
  CHECK(document["source"] == file);
  auto const& small = document["curves"][0];
  CHECK(small["workload"] == "small QNLI");
  CHECK(small["levels"] == 3);
  CHECK(small["measured_best_mhz"] == 306.0);
  CHECK(small["time"].size() >= 2);
  CHECK(small["energy"].size() >= 1);
  auto const text = run({"fit", file});
  CHECK(text.code == 0);
  CHECK(text.err == "");
  CHECK(text.out.find("small QNLI: 3 levels, measured best 306 MHz\n") == 0);
}

TEST_CASE("on both measured DeBERTa sweeps A + B/f + C f^2 has R^2 of 0.99 or more and names the best level")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/agx_orin_slmdvfs.csv");
  auto const document = run({"fit", *shared("data/measured/agx_orin_slmdvfs.csv"), "--json"}).document();
  REQUIRE(document["curves"].size() == 4);
  std::size_t seen = 0;
  for (auto const& [name, best] :
       {std::pair{"DeBERTa-v2-xlarge_QNLI_FullFT", 612.0}, std::pair{"DeBERTa-v2-xlarge_SST2_FullFT", 714.0}})
    for (auto const& curve : document["curves"])
      if (curve["workload"] == name) {
        CAPTURE(name);
        CHECK(curve["measured_best_mhz"] == best);
        for (auto const& model : curve["energy"])
          if (model["formula"] == "A + B/f + C f^2") {
            ++seen;
            CHECK(model["r_squared"] >= 0.99);
            CHECK(model["best_level_mhz"] == best);
          }
      }
  CHECK(seen == 2);
}
