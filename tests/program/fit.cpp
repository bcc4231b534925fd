// SPDX-License-Identifier: BSL-1.0
#include "run_program.hpp"

#include <cstdlib>

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

TEST_CASE("intervals, the optimum, the saving, the choice of models and flags stand in the document and in the text")
{
  std::string csv = "workload,gpu_mhz,time_s,power_w\n";
  for (int mhz = 300; mhz <= 1300; mhz += 100) {
    double const f = mhz / 1000.0, wobble = 1 + 0.002 * ((mhz / 100) % 3 - 1);
    csv += "a," + std::to_string(mhz) + "," + std::to_string((5 + 20 / f) * wobble) + "," +
           std::to_string((mhz == 1300 ? 0.5 : 1) * (10 + 4 * f + 9 * f * f)) + "\n";
  }
  auto const document = run({"fit", "-", "--json"}, csv).document();
  auto const& curve = document["curves"][0];
  CHECK(curve["certainty"]["probability"] == 0.9);
  auto const& levels = curve["certainty"]["levels"];
  REQUIRE(levels.size() == 11);
  for (auto const& l : levels) {
    CHECK(l["energy_low_j"] <= l["energy_j"]);
    CHECK(l["energy_j"] <= l["energy_high_j"]);
    CHECK(l["time_low_s"] < l["time_high_s"]);
    CHECK(l["power_low_w"] < l["power_high_w"]);
  }
  CHECK(curve["certainty"]["optimum"]["may_be_best_mhz"].size() >= 1);
  CHECK(curve["certainty"]["optimum"]["least_low_mhz"] <= curve["certainty"]["optimum"]["least_high_mhz"]);
  CHECK(curve["certainty"]["saving_vs_top"]["established"].is_boolean());
  CHECK(curve["certainty"]["pareto_mhz"].size() >= 1);
  CHECK(curve["chosen"]["time"]["by_leave_one_out"] == "c0 + c1/f");
  REQUIRE(curve["flags"].size() == 1);
  CHECK(curve["flags"][0]["rule"] == "power_falls");
  CHECK(curve["flags"][0]["severity"] == "bad");
  auto const text = run({"fit", "-"}, csv).out;
  CHECK(text.find("bad data: power is up to ") != std::string::npos);
  CHECK(text.find("Pareto front of time and energy: ") != std::string::npos);
  CHECK(text.find("cannot be told apart from it: ") != std::string::npos);
}

TEST_CASE("without gnuplot the tables remain, and one line says what is missing")
{
  scratch const place;
  auto const file = place.write("sweep.csv", three_workloads);
  std::string const path = std::getenv("PATH") ? std::getenv("PATH") : "";
  ::setenv("PATH", place.path("empty").c_str(), 1);
  auto const found = run({"fit", file, "--plot", place.path("plots")});
  ::setenv("PATH", path.c_str(), 1);
  CHECK(found.code == 0);
  CHECK(found.err == "dvfs: no pictures: gnuplot is not installed (Debian: gnuplot-nox)\n");
  CHECK(found.out == run({"fit", file}).out);
  CHECK(std::filesystem::is_empty(place.path("plots")));
}

TEST_CASE("each curve is drawn as an SVG picture, whatever its name holds")
{
  if (std::system("gnuplot --version > /dev/null 2>&1") != 0) {
    std::printf("SKIPPED: %s needs %s\n", __FILE__, "gnuplot");
    return;
  }
  scratch const place;
  auto const out = place.path("it's/plots");
  // A picture is UTF-8 in whatever locale the program runs.
  ::setenv("LC_ALL", "C", 1);
  auto const found = run({"fit", "-", "--plot", out},
                         "workload,gpu_mhz,time_s,power_w\n\"it's $(x) `y` \\ \"\"z\"\"\",300,8,10\n\"it's $(x) `y` \\ "
                         "\"\"z\"\"\",600,5,14\n\"it's $(x) `y` \\ "
                         "\"\"z\"\"\",900,4,20\n");
  ::unsetenv("LC_ALL");
  CHECK(found.err == "");
  REQUIRE(found.code == 0);
  auto const picture = read(out + "/curve-001.svg");
  CHECK(picture.find("<svg") != std::string::npos);
  CHECK(picture.find("</svg>") != std::string::npos);
  CHECK(picture.find("energy (J)") != std::string::npos);
  CHECK(picture.find("$(x) `y`") != std::string::npos);
  std::filesystem::directory_iterator const all{out};
  CHECK(std::distance(begin(all), end(all)) == 1);
}

TEST_CASE("a folder for pictures that cannot be made is named")
{
  scratch const place;
  auto const file = place.write("sweep.csv", three_workloads);
  auto const found = run({"fit", file, "--plot", file + "/plots"});
  CHECK(found.code == 1);
  CHECK(found.err.find(file + "/plots") != std::string::npos);
}
