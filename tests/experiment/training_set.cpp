// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "curves_of.hpp"

#include <dvfs/experiment/training_set.hpp>

#include <cmath>
#include <string>
#include <vector>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

using names = std::vector<std::string>;

std::string const sweep_text =
    "workload,gpu_mhz,energy_j,layers,family\n"
    "a,306,5,4,encoder\na,612,4,4,encoder\na,1020,6,4,encoder\n"
    "b,306,4,12,decoder\nb,612,4,12,decoder\nb,1020,8,12,decoder\n"
    "c,306,9,24,encoder\nc,1020,6,24,encoder\n";

training_set learn_from(std::string const& csv, names const& features, std::vector<given_feature> const& given = {})
{
  return make_training_set(dvfs_test::curves_of(csv), features, given, "sweep.csv");
}

std::string refused(std::string const& csv, names const& features)
{
  return dvfs_test::refusal([&] { (void)learn_from(csv, features); });
}

std::optional<frequency> best_of(std::string const& csv) { return best_fixed_level(dvfs_test::curves_of(csv)); }

}  // namespace

TEST_CASE("each workload is labelled with its best level, the slower of two equal ones; the labels rise")
{
  auto const set = learn_from(sweep_text, {"layers", "family"});
  CHECK(set.workloads == names{"a", "b", "c"});
  CHECK(set.levels == std::vector<frequency>{306_MHz, 612_MHz, 1020_MHz});
  CHECK(set.table.labels()[0] == 1);
  CHECK(set.table.labels()[1] == 0);
  CHECK(set.table.labels()[2] == 2);
  CHECK(set.table.rows() == 3);
}

TEST_CASE("features are columns of numbers, text by the place of its value in the alphabet")
{
  auto const set = learn_from(sweep_text, {"layers", "family"});
  CHECK(set.columns == std::vector<feature_column>{{"layers", {}}, {"family", {"decoder", "encoder"}}});
  for (std::size_t i = 0; i < 3; ++i) CHECK(set.table.column(0)[i] == std::vector{4.0, 12.0, 24.0}[i]);
  for (std::size_t i = 0; i < 3; ++i) CHECK(set.table.column(1)[i] == std::vector{1.0, 0.0, 1.0}[i]);
}

TEST_CASE("the cost of a label is its regret, not known where that level was not measured")
{
  auto const set = learn_from(sweep_text, {"layers"});
  CHECK(set.costs.at(0, 0) == 5.0 / 4 - 1);
  CHECK(set.costs.at(0, 1) == 0);
  CHECK(set.costs.at(0, 2) == 0.5);
  CHECK(set.costs.at(1, 0) == 0);
  CHECK(set.costs.at(1, 1) == 0);
  CHECK(set.costs.at(1, 2) == 1);
  CHECK(std::isnan(set.costs.at(2, 1)));
}

TEST_CASE("a given feature fills what the file lacks and wins over what it has")
{
  auto const set = learn_from(sweep_text, {"layers", "seq_len"},
                              {{"layers", 6.0, "a"}, {"seq_len", 13.0, "[ab]"}, {"seq_len", 50.0, "c"}});
  for (std::size_t i = 0; i < 3; ++i) CHECK(set.table.column(0)[i] == std::vector{6.0, 12.0, 24.0}[i]);
  for (std::size_t i = 0; i < 3; ++i) CHECK(set.table.column(1)[i] == std::vector{13.0, 13.0, 50.0}[i]);
}

TEST_CASE("what cannot be learnt from is refused in one line that names the file, the feature and the workload")
{
  CHECK(refused(sweep_text, {}) ==
        "sweep.csv: expected at least one feature that all workloads have, found none: add columns or give --feature");
  CHECK(refused(sweep_text, {"hidden"}) ==
        "sweep.csv: hidden: expected a value for every workload to learn from, found none for a: give it with "
        "--feature hidden=VALUE");
  CHECK(refused("workload,gpu_mhz,energy_j,layers\na,306,1,4\nb,306,1,\n", {"layers"}).find("found none for b:") !=
        std::string::npos);
  CHECK(refused("workload,gpu_mhz,time_s,energy_j,layers\na,306,1,1,4\nb,306,1,,4\n", {"layers"}) ==
        "sweep.csv: energy_j: expected energy to label b by, found none");
  CHECK(dvfs_test::refusal([] {
          (void)learn_from(sweep_text, {"layers"}, {{"layers", "many", "c"}});
        }) == "sweep.csv: layers: expected numbers or text for all workloads, found both, 'many' among them");
}

TEST_CASE("the features of a sweep are the columns with a value for every workload that are known before a run")
{
  auto const text =
      "device,workload,gpu_mhz,time_s,power_w,energy_j,gpu_util,gpu_mhz_observed,wall_s,cpu_w,soc_c,quality,samples_"
      "used,hidden,layers,"
      "half,notes,governor\n"
      "d,a,306,1,1,1,50,306,1,1,40,0.9,3,512,4,1,n,g\nd,b,306,1,1,1,60,306,1,1,40,0.9,3,768,12,,n,g\n";
  auto const s = io::parse_sweep(text, "sweep.csv");
  auto const curves = io::curves(s);
  CHECK(shared_features(s, curves).names == names{"gpu_util", "hidden", "layers"});
  std::vector<given_feature> const given{{"half", 2.0, "*"}, {"seq_len", 13.0, "*"}, {"batch", 1.0, "a"}};
  CHECK(shared_features(s, curves, given).names == names{"gpu_util", "hidden", "layers", "half", "seq_len"});
}

TEST_CASE("a feature must be a column that can hold one, or given; else the header is named")
{
  auto const s = io::parse_sweep("# a note\nworkload,gpu_mhz,energy_j,gpu_util,layers\na,306,1,5,4\n", "sweep.csv");
  auto check = [&](std::string const& name) { return dvfs_test::refusal([&] { check_feature_exists(s, {}, name); }); };
  CHECK(check("layers") == "accepted");
  CHECK(check("gpu_util") == "accepted");
  CHECK(check("hidden") ==
        "sweep.csv:2:1: hidden: expected a column of this name, or --feature hidden=VALUE, found neither");
  CHECK(check("energy_j") ==
        "sweep.csv:2:1: energy_j: expected a feature of the job, found a column for a result, a knob or a name");
  std::vector<given_feature> const given{{"hidden", 512.0, "nowhere"}};
  CHECK(dvfs_test::refusal([&] { check_feature_exists(s, given, "hidden"); }) == "accepted");
}

TEST_CASE("FFG is the level of least total energy among those that every workload was measured at")
{
  // 612 MHz would be best, but c has no energy there.
  CHECK(best_of(sweep_text) == 306_MHz);
  CHECK(best_of("workload,gpu_mhz,energy_j\na,306,10\na,612,1\nb,306,1\nb,612,9\n") == 612_MHz);
}

TEST_CASE("FFG is the slower of two levels with the same total")
{
  CHECK(best_of("workload,gpu_mhz,energy_j\na,306,2\na,612,1\nb,306,1\nb,612,2\n") == 306_MHz);
}

TEST_CASE("a level without an energy is none for FFG, and without a common level there is none")
{
  CHECK(best_of("workload,gpu_mhz,time_s,energy_j\na,306,1,\na,612,1,5\nb,306,1,1\nb,612,1,9\n") == 612_MHz);
  CHECK(!best_of("workload,gpu_mhz,energy_j\na,306,2\na,408,2\nb,612,1\nb,714,1\n"));
  CHECK(!best_fixed_level(std::span<curve const>{}));
}
