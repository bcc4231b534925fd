// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/math.hpp>
#include <dvfs/device/simulated_board.hpp>

namespace dvfs::simulation {

/// The supply of the GPU at a frequency of the ladder.
[[nodiscard]] constexpr voltage voltage_at(simulated_board const& board, frequency f)
{
  double const low = in_GHz(board.gpu.slowest()), high = in_GHz(board.gpu.fastest());
  double const x = high > low ? (in_GHz(f) - low) / (high - low) : 0;
  return board.lowest * (1 + board.rise * dvfs::detail::pow(x, board.bend));
}

/// Operations per second that the matrix products of a job reach at a frequency.
[[nodiscard]] constexpr double product_rate(simulated_board const& board, transformer_job const& job, frequency f)
{
  double const peak = job.numbers == precision::fp32   ? board.flops_per_clock
                      : job.numbers == precision::tf32 ? board.tf32_flops_per_clock
                                                       : board.half_flops_per_clock;
  double const tokens = tokens_per_step(job), hidden = job.hidden;
  return peak * static_cast<double>(f.value) * board.product_efficiency * tokens / (tokens + board.half_rate_tokens) *
         hidden / (hidden + board.half_rate_hidden);
}

/// Bytes per second that streaming kernels reach at a frequency: what the memory or what the GPU can, whichever is
/// less.
[[nodiscard]] constexpr double streaming_rate(simulated_board const& board, frequency f)
{
  return dvfs::detail::min(board.memory_bandwidth * board.memory_efficiency,
                           board.bytes_per_clock * static_cast<double>(f.value));
}

/// A board at work at one frequency: how long a phase takes, the share of it in which the GPU works, and the power by
/// rail.
struct operating_point {
  duration takes{};
  double busy{};
  power gpu{};
  power cpu{};

  [[nodiscard]] constexpr power total() const { return gpu + cpu; }
};

/// The power of a board whose GPU is busy for a share of the time and switches `nF` and moves `bytes` per second.
[[nodiscard]] constexpr operating_point at_load(simulated_board const& board, frequency f, double busy, double nF_per_s,
                                                double bytes_per_s)
{
  double const v = voltage_at(board, f).value, above = v / board.lowest.value;
  double const clocked = board.clock_nF * (busy + (1 - busy) * board.idle_share) * static_cast<double>(f.value);
  return {.busy = busy,
          .gpu = board.soc + board.leakage * dvfs::detail::pow(above, board.leakage_exponent) +
                 power{1e-9 * ((clocked + nF_per_s) * v * v + bytes_per_s * board.nJ_per_byte)},
          .cpu = board.cpu_idle};
}

/// A board without a job.
[[nodiscard]] constexpr operating_point idle_at(simulated_board const& board, frequency f)
{
  return at_load(board, f, 0, 0, 0);
}

/// A board in one phase of a job: products and streams follow each other on the GPU, the host launches meanwhile and
/// the slower of the two rules, and what the host prepares keeps the GPU waiting.
[[nodiscard]] constexpr operating_point operate(simulated_board const& board, transformer_job const& job, phase p,
                                                frequency f)
{
  phase_work const work = work_per_step(job)[static_cast<std::size_t>(p)];
  double const gpu = work.flops / product_rate(board, job, f) + work.bytes / streaming_rate(board, f);
  double const host = work.launches * board.per_launch.value;
  double const waiting = work.examples * board.per_example.value + (p == phase::loading ? board.per_step.value : 0);
  double const takes = dvfs::detail::max(gpu, host) + waiting;
  if (!(takes > 0)) return idle_at(board, f);

  auto at = at_load(board, f, gpu / takes, work.flops / takes * board.nF_per_flop, work.bytes / takes);
  at.takes = {takes};
  // One core is never at rest: it launches, prepares or waits in a loop.
  at.cpu = board.cpu_idle + board.cpu_busy;
  return at;
}

/// A whole training step at one frequency: the phases' time, and their busy share and power averaged over it.
[[nodiscard]] constexpr operating_point step_at(simulated_board const& board, transformer_job const& job, frequency f)
{
  double takes = 0, busy = 0, gpu = 0, cpu = 0;
  for (std::size_t p = 0; p < phase_count; ++p) {
    auto const at = operate(board, job, phase{static_cast<int>(p)}, f);
    takes += at.takes.value;
    busy += at.takes.value * at.busy;
    gpu += at.takes.value * at.gpu.value;
    cpu += at.takes.value * at.cpu.value;
  }
  return {{takes}, busy / takes, {gpu / takes}, {cpu / takes}};
}

}  // namespace dvfs::simulation
