// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/boards.hpp>
#include <dvfs/core/rail.hpp>
#include <dvfs/device/transformer_job.hpp>

#include <array>
#include <string_view>

namespace dvfs {

/// A board as the simulation sees it; physics.hpp has the equations.  The ladder must outlive the description.
struct simulated_board {
  std::string_view name{};
  ladder_view gpu;
  rail gpu_rail{};
  rail cpu_rail{};

  // Speed of the GPU.
  double flops_per_clock{};       ///< on plain cores, in fp32
  double tf32_flops_per_clock{};  ///< on tensor cores
  double half_flops_per_clock{};  ///< on tensor cores, in fp16 and bf16
  double product_efficiency{};    ///< share of the peak that large matrix products reach
  double half_rate_tokens{};      ///< tokens per step at which they reach half of that
  double half_rate_hidden{};      ///< hidden width at which they reach half of that
  double memory_bandwidth{};      ///< bytes per second, of the chips
  double memory_efficiency{};     ///< share of it that streaming kernels reach
  double bytes_per_clock{};       ///< what the GPU can take per clock

  // Speed of the host.
  duration per_launch{};
  duration per_example{};
  duration per_step{};

  // Supply of the GPU: `lowest` at the slowest level, `lowest * (1 + rise)` at the fastest.
  voltage lowest{};
  double rise{};
  double bend{};  ///< exponent of the way between: above 1 it rises on the upper ladder most

  // Power of the rail of GPU and SoC.
  power soc{};                ///< always
  power leakage{};            ///< at the lowest voltage
  double leakage_exponent{};  ///< leakage goes with this power of the voltage
  double clock_nF{};          ///< switched at each clock while the GPU is busy
  double idle_share{};        ///< of that, while it waits
  double nF_per_flop{};       ///< switched per operation of a matrix product
  double nJ_per_byte{};       ///< on this rail per byte moved; the chips themselves hang on another

  // Power of the rail of the CPU.
  power cpu_idle{};
  power cpu_busy{};  ///< one core that launches, prepares examples or waits for the GPU in a loop
};

namespace simulated_boards {

/// The Jetson AGX Orin 64 GB with JetPack 5.1 or 6 in mode MAXN.  The fitted values minimise the squared residuals of
/// the normalised energies that esainulab/slmdvfs published: DeBERTa-v2-xlarge fine-tuned on QNLI and on SST-2 and,
/// weighted 0.2, Pythia-14M on QNLI, the last also in its least energy, 2025 J; tests/device/simulated_calibration.cpp
/// repeats it. Nothing is fitted to the savings that the paper reports.
inline constexpr simulated_board agx_orin{
    .name = "Jetson AGX Orin 64GB (simulated)",
    .gpu = boards::agx_orin.gpu,  // published
    .gpu_rail = {"VDD_GPU_SOC"},  // published: the INA3221 at 1-0040
    .cpu_rail = {"VDD_CPU_CV"},   // published; VIN_SYS_5V0 is not simulated, since the sweeps leave it out
    .flops_per_clock = 4096,  // published: 2048 CUDA cores, a multiply-add each (AGX Orin technical brief, 5.3 TFLOPS)
    .tf32_flops_per_clock = 16384,  // published: 64 tensor cores, half of fp16
    .half_flops_per_clock = 32768,  // published: 170 sparse INT8 TOPS at 1.3 GHz are 42.5 dense TFLOPS in fp16
    .product_efficiency = 0.65,     // assumed
    .half_rate_tokens = 238.7,      // fitted
    .half_rate_hidden = 128,        // assumed: one tile of a matrix product
    .memory_bandwidth = 204.8e9,    // published: 256-bit LPDDR5 at 3.2 GHz
    .memory_efficiency = 0.8,       // assumed
    .bytes_per_clock = 512,         // assumed: no bottleneck but at the lowest level
    .per_launch = {25e-6},          // assumed: eager PyTorch on a Cortex-A78AE
    .per_example = {1.285e-3},      // fitted: reading, tokenising and collating in the training process
    .per_step = {5e-3},             // assumed: scheduler, log, the wait for the loss
    .lowest = {0.65},               // assumed
    .rise = 0.54,                   // assumed: 1.0 V at the top
    .bend = 1.454,                  // fitted
    .soc = {3.4},            // assumed: tegrastats shows 2.4 W idle with the GPU gated, 1 W for memory at full clock
    .leakage = {1.4},        // assumed: twice the 0.7 W that idle boards show, for they are cold
    .leakage_exponent = 2,   // assumed
    .clock_nF = 5.422,       // fitted
    .idle_share = 0.6,       // fitted, coarsely: 0.5 to 0.7 serve as well
    .nF_per_flop = 0.01393,  // fitted
    .nJ_per_byte = 0.03,     // assumed: the controller's share
    .cpu_idle = {0.8},       // published: tegrastats of idle boards, 0.4 to 1 W
    .cpu_busy = {1.8},       // published: tegrastats with two cores at 2.2 GHz and 100 %, 4.4 W
};

}  // namespace simulated_boards

/// A value of a board description that was fitted to measurements.
struct fitted_parameter {
  std::string_view name{};
  double value{};
  std::string_view unit{};
};

/// All values that were fitted to measurements; the others are published or assumed.
[[nodiscard]] constexpr std::array<fitted_parameter, 6> fitted_parameters(simulated_board const& board)
{
  return {{{"half_rate_tokens", board.half_rate_tokens, "tokens per step"},
           {"per_example", board.per_example.value, "s"},
           {"bend", board.bend, ""},
           {"clock_nF", board.clock_nF, "nF"},
           {"idle_share", board.idle_share, ""},
           {"nF_per_flop", board.nF_per_flop, "nF"}}};
}

}  // namespace dvfs
