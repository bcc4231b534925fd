// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/device/simulated.hpp>
#include <dvfs/experiment/builtin.hpp>
#include <dvfs/experiment/measured.hpp>
#include <dvfs/experiment/slm.hpp>
#include <dvfs/experiment/summary.hpp>
#include <dvfs/experiment/sweep_device.hpp>
#include <dvfs/experiment/train.hpp>
#include <dvfs/experiment/training_set.hpp>
#include <dvfs/io/curves.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dvfs::experiment {

/// The figures that the paper publishes (arXiv 2607.05933), as fractions; measured on its board, not on ours.
namespace published {

inline constexpr double mlg_mean_saving = 0.1311;          // all models and tasks, against MAXN
inline constexpr double mlg_largest_saving = 0.2673;       // BERT-base on MNLI
inline constexpr double mlg_mean_saving_above_70m = 0.22;  // "above 22 %"
inline constexpr double mlg_over_ffg = 0.009;              // difference of mean savings
inline constexpr double validation_accuracy = 0.62;
inline constexpr std::size_t training_configurations = 27;

}  // namespace published

/// The features that the paper's tree learns from, and those of them that are known before a job has ever run.
inline std::vector<std::string> const paper_features{"family", "gpu_util", "layers", "hidden", "seq_len"};
inline std::vector<std::string> const shape_features{"family", "layers", "hidden", "seq_len"};

/// The paper's method, carried out: what it learnt, and how the policies did.
struct reproduction {
  sweep training_sweep;
  sweep evaluation_sweep;
  trained_policy learnt;           ///< from the paper's features
  trained_policy learnt_by_shape;  ///< without the utilisation
  evaluation judged;
  summaries all, above_70m, up_to_70m;
  evaluation judged_measured;  ///< the published energies, judged by the same code
  summaries measured;
};

namespace detail {

[[nodiscard]] inline std::vector<named_policy> paper_policies(trained_policy const& learnt,
                                                              trained_policy const& by_shape)
{
  return {maxn_policy(),
          fixed_policy("ffg", from_MHz(learnt.report.ffg_mhz)),
          mlg_policy(),
          mlg_util_policy(),
          tree_policy("mlg-ours", learnt.tree),
          tree_policy("mlg-ours-shape", by_shape.tree)};
}

[[nodiscard]] inline sweep simulate(std::span<glue_task const> tasks)
{
  devices::simulated device{simulated_boards::agx_orin};
  auto swept = sweep_device(device, std::string(device.board().name), device.ladder(), fine_tuning_jobs(tasks));
  DVFS_PRECONDITION(swept.has_value());  // the catalogue's jobs are possible on the board
  auto s = *std::move(swept);
  s.source = "the simulated board";
  return s;
}

}  // namespace detail

/// Sweeps 9 models x 3 tasks on the simulated AGX Orin, learns a tree from the best levels, and judges it beside the
/// paper's on 9 models x 6 other tasks and on the published measurements.  Deterministic.
[[nodiscard]] inline reproduction reproduce()
{
  auto training_sweep = detail::simulate(training_tasks);
  auto evaluation_sweep = detail::simulate(evaluation_tasks);
  auto const training = io::curves(training_sweep);
  auto const ffg = best_fixed_level(training, training_sweep.source);
  auto learn_from = [&](std::vector<std::string> const& features) {
    auto const set = make_training_set(training, features, {}, training_sweep.source);
    return train(set, training.front().frequencies(), ffg, training_sweep.source);
  };
  auto learnt = learn_from(paper_features), by_shape = learn_from(shape_features);

  auto const policies = detail::paper_policies(learnt, by_shape);
  auto judged = evaluate(io::curves(evaluation_sweep), policies);
  auto const measured_sweep = measured_sweeps();
  auto judged_measured = evaluate(io::curves(measured_sweep), policies);
  auto all = summarise(judged);
  auto above = summarise(judged, [](judged_workload const& w) { return w.params_m && *w.params_m > 70; });
  auto up_to = summarise(judged, [](judged_workload const& w) { return w.params_m && *w.params_m <= 70; });
  auto measured = summarise(judged_measured);
  return {.training_sweep = std::move(training_sweep),
          .evaluation_sweep = std::move(evaluation_sweep),
          .learnt = std::move(learnt),
          .learnt_by_shape = std::move(by_shape),
          .judged = std::move(judged),
          .all = std::move(all),
          .above_70m = std::move(above),
          .up_to_70m = std::move(up_to),
          .judged_measured = std::move(judged_measured),
          .measured = std::move(measured)};
}

}  // namespace dvfs::experiment
