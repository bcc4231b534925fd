// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "curves_of.hpp"

#include <dvfs/experiment/train.hpp>

#include <string>
#include <vector>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

// Few layers are best at 306 MHz, many at 612; 9 of either, so that each is learnt when one is left out.
std::string const sweep_text = [] {
  std::string text = "workload,gpu_mhz,energy_j,layers,noise\n";
  for (int i = 0; i < 18; ++i) {
    bool const small = i < 9;
    for (int const mhz : {306, 612})
      text += "w" + std::to_string(i) + "," + std::to_string(mhz) + "," + ((mhz == 306) == small ? "10" : "11") + "," +
              std::to_string(small ? 4 : 12) + "," + std::to_string(i * 7 % 5) + "\n";
  }
  return text;
}();

trained_policy learn_from(std::string const& csv, std::vector<std::string> const& features,
                          learn::option_grid const& grid = default_grid(), yardstick by = yardstick::regret)
{
  auto const curves = dvfs_test::curves_of(csv);
  return train(make_training_set(curves, features, {}, "sweep.csv"), grid, by);
}

}  // namespace

TEST_CASE("a tree is learnt that answers each workload with its best level, and the report says how")
{
  auto const p = learn_from(sweep_text, {"noise", "layers"});
  auto ask = [&](double layers) {
    return p.tree.decide(
        [&](std::string_view name) { return std::optional<feature_value>{name == "layers" ? layers : 0.0}; });
  };
  CHECK(ask(8) == decision{306_MHz});
  CHECK(ask(8.5) == decision{612_MHz});
  CHECK(p.tree.features == std::vector<feature_column>{{"noise", {}}, {"layers", {}}});
  CHECK(p.ladder == std::vector<frequency>{306_MHz, 612_MHz});
  auto const& r = p.report;
  CHECK(r.source == "sweep.csv");
  CHECK(r.objective == "energy");
  CHECK(r.workloads == 18);
  CHECK(r.settings_tried == 2 * 6 * 4 * 3);
  CHECK(r.chosen_by == yardstick::regret);
  CHECK(r.train_correct == 18);
  CHECK(r.loocv_correct == 18);
  CHECK(r.loocv_accuracy == 1);
  CHECK(r.loocv_accuracy_low == doctest::Approx(0.8241).epsilon(1e-4));
  CHECK(r.loocv_accuracy_high == doctest::Approx(1));
  CHECK(r.loocv_mean_regret == 0.0);
  CHECK(r.loocv_largest_regret == 0.0);
  CHECK(r.loocv_unknown == 0);
  CHECK(r.majority_accuracy == 0.5);
  CHECK(r.ffg_hz == 306'000'000u);
}

TEST_CASE("the settings are those that left-out workloads choose from the grid, here the smaller tree")
{
  auto const p = learn_from(sweep_text, {"noise", "layers"});
  CHECK(p.report.max_depth == 1);
  CHECK(p.tree.tree.learnt().nodes.size() == 3);
  learn::option_grid grid = default_grid();
  grid.max_depths = {0};
  auto const stump = learn_from(sweep_text, {"layers"}, grid);
  CHECK(stump.report.max_depth == 0);
  CHECK(stump.report.settings_tried == 2 * 4 * 3);
  CHECK(stump.tree.tree.learnt().nodes.size() == 1);
  CHECK(stump.report.loocv_correct == 0);  // without one of it, the other label is the commoner
  CHECK(*stump.report.loocv_mean_regret == doctest::Approx(0.1));
  CHECK(stump.report.majority_accuracy == 0.5);
}

TEST_CASE("the yardstick is regret or accuracy, and the report names it")
{
  auto const p = learn_from(sweep_text, {"layers"}, default_grid(), yardstick::accuracy);
  CHECK(p.report.chosen_by == yardstick::accuracy);
  CHECK(p.report.loocv_correct == 18);
}

TEST_CASE("the same workloads give the same policy")
{
  auto const a = learn_from(sweep_text, {"noise", "layers"}), b = learn_from(sweep_text, {"noise", "layers"});
  CHECK(a.tree.tree == b.tree.tree);
  CHECK(a.report == b.report);
}

TEST_CASE("an answer whose energy was not measured on a left-out workload counts as unknown, not as nothing")
{
  // c is best at 1020 MHz and was never run at 306, which is what a tree without c answers.
  auto const p = learn_from(
      "workload,gpu_mhz,energy_j,layers\na,306,1,4\na,1020,2,4\nb,306,1,5\nb,1020,2,5\nc,612,2,6\nc,1020,1,6\n",
      {"layers"});
  CHECK(p.report.loocv_unknown == 1);
  CHECK(p.report.loocv_mean_regret == 0.0);
  CHECK(p.report.loocv_correct == 2);
}

TEST_CASE("a single workload trains a tree of one leaf, of which leaving one out tells nothing")
{
  auto const p = learn_from("workload,gpu_mhz,energy_j,layers\na,306,5,1\na,408,4,1\n", {"layers"});
  CHECK(p.tree.tree.learnt().nodes.size() == 1);
  CHECK(p.tree.tree.levels()[0] == 408_MHz);
  CHECK(p.report.loocv_correct == 0);
  CHECK(p.report.loocv_mean_regret == std::nullopt);
}
