// SPDX-License-Identifier: BSL-1.0 From a device to a policy: sweep a simulated board, label each job with its best
// level, learn a tree, see how it does on jobs that it was not shown.
#include <dvfs/device.hpp>
#include <dvfs/experiment.hpp>
#include <dvfs/learn.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace experiment = dvfs::experiment;

int main()
{
  // The jobs: four encoders on short and on long texts, each with the features to learn from.
  std::vector<experiment::named_job<dvfs::transformer_job>> jobs;
  for (int const layers : {4, 8, 12, 24})
    for (double const tokens : {12.0, 60.0, 240.0}) {
      auto const name = std::to_string(layers) + " layers, " + std::to_string(static_cast<int>(tokens)) + " tokens";
      dvfs::transformer_job const job{.layers = layers, .hidden = 768, .seq_len = tokens, .batch = 32, .steps = 100};
      jobs.push_back({name, job, {{"layers", double(layers)}, {"seq_len", tokens}}});
    }

  // Run each at every level; any device that can run jobs would do.
  dvfs::devices::simulated board;
  auto const sweep = experiment::sweep_device(board, "simulated AGX Orin", board.ladder(), jobs);
  if (!sweep) {
    std::printf("%s\n", dvfs::what(sweep.error()).data());
    return 1;
  }

  // Label and learn; leave-one-out cross-validation chooses how large the tree may grow.
  auto const curves = dvfs::io::curves(*sweep);
  auto const labelled = experiment::make_training_set(curves, {"layers", "seq_len"}, {}, "the simulated board");
  auto const trained = experiment::train(labelled);
  std::printf("%s", experiment::to_text(trained.tree).c_str());

  auto const& report = trained.report;
  std::printf("left out, the best level is hit %zu times of %zu\n", report.loocv_correct, report.workloads);
  std::printf("left out, %.2f %% more energy than at the best level\n", 100 * report.loocv_mean_regret.value_or(0));
  if (report.ffg_hz) std::printf("one level for all would be %.0f MHz\n", dvfs::in_MHz({*report.ffg_hz}));
}
