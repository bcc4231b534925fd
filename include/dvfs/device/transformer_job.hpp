// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/workload.hpp>
#include <dvfs/detail/math.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace dvfs {

/// The numbers a job computes with; tf32 is fp32 in memory and on tensor cores.
enum class precision { fp32, tf32, fp16, bf16 };
BOOST_DESCRIBE_ENUM(precision, fp32, tf32, fp16, bf16)

/// Fine-tuning of a transformer, described by its shape: what decides how much a step computes, moves and launches.
struct transformer_job {
  model_family family{};
  int layers{};
  int hidden{};           ///< width of the hidden state
  double seq_len{};       ///< mean tokens per example, padding included
  int batch{1};           ///< examples per step
  std::int64_t steps{1};  ///< optimiser steps
  precision numbers{precision::fp32};
  std::optional<double> parameters{};  ///< count, embeddings included; derived from the shape where it is unknown

  bool operator==(transformer_job const&) const = default;
};
BOOST_DESCRIBE_STRUCT(transformer_job, (), (family, layers, hidden, seq_len, batch, steps, numbers, parameters))

/// Why a job cannot be run.
enum class job_fault { no_layers = 1, no_width, no_tokens, no_examples, no_steps, too_large, bad_parameters };

/// The sentence for a fault of a job: what is wrong and what to do about it.
[[nodiscard]] constexpr std::string_view what(job_fault f) noexcept
{
  switch (f) {
    case job_fault::no_layers: return "layers must be at least 1: give the number of transformer blocks";
    case job_fault::no_width: return "hidden must be at least 1: give the width of the hidden state";
    case job_fault::no_tokens: return "seq_len must be above 0 and finite: give the mean number of tokens per example";
    case job_fault::no_examples: return "batch must be at least 1: give the number of examples per step";
    case job_fault::no_steps: return "steps must be at least 1: give the number of optimiser steps";
    case job_fault::too_large:
      return "layers or hidden above 65536, or seq_len, batch or steps above 1e9: no such job is known";
    case job_fault::bad_parameters:
      return "parameters must be above 0 and at most 1e15: give their count, not millions, or leave it out";
  }
  return "unknown fault";
}

/// What makes a job impossible, the first of several; nothing if it can run.
[[nodiscard]] constexpr std::optional<job_fault> find_fault(transformer_job const& job) noexcept
{
  if (job.layers < 1) return job_fault::no_layers;
  if (job.hidden < 1) return job_fault::no_width;
  if (!(job.seq_len > 0) || !detail::is_finite(job.seq_len)) return job_fault::no_tokens;
  if (job.batch < 1) return job_fault::no_examples;
  if (job.steps < 1) return job_fault::no_steps;
  if (job.layers > 65536 || job.hidden > 65536 || job.seq_len > 1e9 || job.batch > 1'000'000'000 ||
      job.steps > 1'000'000'000)
    return job_fault::too_large;
  if (job.parameters && !(*job.parameters > 0 && *job.parameters <= 1e15)) return job_fault::bad_parameters;
  return std::nullopt;
}

/// The weights of the blocks, 12 h^2 a layer: four matrices of attention and two of the feed-forward net, 4 h wide.
[[nodiscard]] constexpr double block_parameters(transformer_job const& job) noexcept
{
  double const h = job.hidden;
  return 12.0 * job.layers * h * h;
}

/// All parameters: as given, else the blocks and the embeddings of BERT's 30,522 or Pythia's 50,304 tokens.
[[nodiscard]] constexpr double parameters_of(transformer_job const& job) noexcept
{
  double const vocabulary = job.family == model_family::encoder ? 30522 : 50304;
  return job.parameters.value_or(block_parameters(job) + vocabulary * job.hidden);
}

/// Bytes of one stored number.
[[nodiscard]] constexpr double bytes_of(precision p) noexcept
{
  return p == precision::fp32 || p == precision::tf32 ? 4 : 2;
}

/// Tokens of one step: the rows of its matrix products.
[[nodiscard]] constexpr double tokens_per_step(transformer_job const& job) noexcept { return job.batch * job.seq_len; }

/// The parts of a training step, in their order.
enum class phase { loading, forward, backward, optimiser };
BOOST_DESCRIBE_ENUM(phase, loading, forward, backward, optimiser)
inline constexpr std::size_t phase_count = 4;

/// What one phase of one step asks of a board.
struct phase_work {
  double flops{};     ///< in matrix products
  double bytes{};     ///< to and from memory outside of matrix products
  double launches{};  ///< kernels that the host starts while the GPU works
  double examples{};  ///< examples that the host prepares while the GPU waits
};

/// The work of one step, phase by phase.
[[nodiscard]] constexpr std::array<phase_work, phase_count> work_per_step(transformer_job const& job) noexcept
{
  double const layers = job.layers, hidden = job.hidden, tokens = tokens_per_step(job);

  // 2 operations per weight and token (Kaplan et al., arXiv 2001.08361, 2.1) and 4 s h per token and layer for scores
  // and values; the gradients by inputs and by weights cost twice that, 6 N D in all.
  double const flops = tokens * (2 * block_parameters(job) + 4 * layers * job.seq_len * hidden);

  // Activations per layer: 17 numbers per token and unit, 2.5 per pair of tokens and head (Korthikanti et al.,
  // arXiv 2205.05198, 4.1, in numbers instead of half-precision bytes), heads 64 wide; each is written and read once.
  double const stored = layers * tokens * (17 * hidden + 2.5 * job.seq_len * hidden / 64);
  double const bytes = 2 * stored * bytes_of(job.numbers);

  // AdamW (Loshchilov and Hutter, arXiv 1711.05101) reads weight, gradient and two moments and writes all but the
  // gradient, in fp32 whatever the job computes with; clearing the gradient and its norm make two passes more.
  double const update = parameters_of(job) * (7 + 2) * 4;

  // Counted in the eager PyTorch form of a BERT layer; a backward pass starts about two kernels for each forward one.
  constexpr double kernels = 24, update_kernels = 12;
  double const examples = job.batch;
  return {phase_work{.examples = examples}, phase_work{.flops = flops, .bytes = bytes, .launches = kernels * layers},
          phase_work{.flops = 2 * flops, .bytes = 2 * bytes, .launches = 2 * kernels * layers},
          phase_work{.bytes = update, .launches = update_kernels * layers}};
}

/// The features from which a policy chooses for this job; `gpu_util` is in percent.
[[nodiscard]] constexpr fine_tuning_job features_of(transformer_job const& job, std::optional<double> gpu_util = {})
{
  return {job.family, gpu_util, job.layers, job.hidden, job.seq_len};
}

}  // namespace dvfs
