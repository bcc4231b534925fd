// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/device/concepts.hpp>
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

[[nodiscard]] inline std::vector<named_policy> paper_policies(training_set const& training,
                                                              trained_policy const& learnt,
                                                              trained_policy const& by_shape)
{
  return {maxn_policy(),     fixed_policy("ffg", *training.ffg),   mlg_policy(),
          mlg_util_policy(), tree_policy("mlg-ours", learnt.tree), tree_policy("mlg-ours-shape", by_shape.tree)};
}

template<class Device>
[[nodiscard]] result<sweep> sweep_tasks(Device& device, std::string const& device_name,
                                        std::span<glue_task const> tasks)
{
  auto swept = sweep_device(device, device_name, device.ladder(), fine_tuning_jobs(tasks));
  if (!swept) return swept;
  auto s = *std::move(swept);
  s.source = device_name;
  return s;
}

}  // namespace detail

/// Sweeps 9 models x 3 tasks on a device with the ladder of an AGX Orin, learns a tree from the best levels, and
/// judges it beside the paper's on 9 models x 6 other tasks and on the published measurements; the device's first
/// error ends it.
template<class Device>
  requires job_runner<Device, transformer_job> && frequency_domain<Device>
[[nodiscard]] result<reproduction> reproduce(Device& device, std::string const& device_name)
{
  auto training_swept = detail::sweep_tasks(device, device_name, training_tasks);
  if (!training_swept) return unexpected{training_swept.error()};
  auto evaluation_swept = detail::sweep_tasks(device, device_name, evaluation_tasks);
  if (!evaluation_swept) return unexpected{evaluation_swept.error()};
  auto training_sweep = *std::move(training_swept), evaluation_sweep = *std::move(evaluation_swept);

  auto const training_curves = io::curves(training_sweep);
  auto const training = make_training_set(training_curves, paper_features, {}, device_name);
  auto learnt = train(training);
  auto by_shape = train(make_training_set(training_curves, shape_features, {}, device_name));

  auto const policies = detail::paper_policies(training, learnt, by_shape);
  auto judged = evaluate(io::curves(evaluation_sweep), policies);
  auto const measured_sweep = measured_sweeps();
  auto judged_measured = evaluate(io::curves(measured_sweep), policies);
  auto all = summarise(judged);
  auto above = summarise(judged, [](judged_workload const& w) { return w.params_m && *w.params_m > 70; });
  auto up_to = summarise(judged, [](judged_workload const& w) { return w.params_m && *w.params_m <= 70; });
  auto measured = summarise(judged_measured);
  return reproduction{.training_sweep = std::move(training_sweep),
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
