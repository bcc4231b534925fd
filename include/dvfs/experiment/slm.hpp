// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/workload.hpp>
#include <dvfs/device/transformer_job.hpp>
#include <dvfs/experiment/described_job.hpp>
#include <dvfs/experiment/sweep_device.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The small language models and tasks of Park et al. (arXiv 2607.05933), as far as their text tells.
namespace dvfs::experiment {

/// A language model by its published shape.
struct language_model {
  std::string_view name{};
  model_family family{};
  int layers{};
  int hidden{};
  double params_m{};  ///< millions of parameters
  int batch{};        ///< examples per step
};

/// A task of the GLUE benchmark.
struct glue_task {
  std::string_view name{};
  std::int64_t examples{};  ///< in the training set
  double seq_len{};         ///< mean tokens per example
};

/// Nine models, which is our reading of the paper's "BERT from Small to xLarge, Pythia from 31M to 1B".  Shapes: the
/// models' published configurations.  Batches: the laboratory's where known (512 or 256 for tiny models, 128 for
/// BERT-base, 16 for DeBERTa), the others assumed between.
inline constexpr language_model language_models[]{
    {"BERT-small", model_family::encoder, 4, 512, 29, 256},
    {"BERT-base", model_family::encoder, 12, 768, 110, 128},
    {"BERT-large", model_family::encoder, 24, 1024, 335, 32},
    {"DeBERTa-v2-xlarge", model_family::encoder, 24, 1536, 900, 16},
    {"Pythia-31M", model_family::decoder, 6, 256, 31, 512},
    {"Pythia-70M", model_family::decoder, 6, 512, 70, 256},
    {"Pythia-160M", model_family::decoder, 12, 768, 160, 128},
    {"Pythia-410M", model_family::decoder, 24, 1024, 410, 32},
    {"Pythia-1B", model_family::decoder, 16, 2048, 1000, 16},
};

/// The tasks that the paper trains its tree on.  Sizes: Wang et al., "GLUE", arXiv 1804.07461, table 1.  Mean tokens
/// per example: approximate counts of BERT's word pieces, assumed for the decoders as well.
inline constexpr glue_task training_tasks[]{{"SST-2", 67349, 13}, {"QNLI", 104743, 50}, {"MRPC", 3668, 53}};

/// The tasks that the paper evaluates on.
inline constexpr glue_task evaluation_tasks[]{{"QQP", 363846, 30}, {"RTE", 2490, 70},    {"CoLA", 8551, 11},
                                              {"STS-B", 5749, 31}, {"MNLI", 392702, 40}, {"WNLI", 635, 37}};

/// One epoch of fine-tuning in fp32.
[[nodiscard]] constexpr transformer_job fine_tune(language_model const& m, glue_task const& t)
{
  return {.family = m.family,
          .layers = m.layers,
          .hidden = m.hidden,
          .seq_len = t.seq_len,
          .batch = m.batch,
          .steps = (t.examples + m.batch - 1) / m.batch,
          .numbers = precision::fp32,
          .parameters = m.params_m * 1e6};
}

/// Each model on each task, with the features that a sweep file records.
[[nodiscard]] inline std::vector<named_job<transformer_job>> fine_tuning_jobs(std::span<glue_task const> tasks)
{
  std::vector<named_job<transformer_job>> jobs;
  for (auto const& m : language_models)
    for (auto const& t : tasks) {
      auto const job = fine_tune(m, t);
      auto features = values_of(features_of(job));
      features["params_m"] = m.params_m;
      jobs.push_back({std::string(m.name) + " " + std::string(t.name), job, std::move(features)});
    }
  return jobs;
}

}  // namespace dvfs::experiment
