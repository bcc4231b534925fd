// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/io/sweep_row.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace dvfs::experiment {

/// An energy measured at a level in megahertz, or without one under the default governor.
struct measured_energy {
  std::optional<double> mhz;
  double joule;
};

/// The energies that the paper's laboratory printed in the plots of github.com/esainulab/slmdvfs
/// (src/plots/DeBERTa_Xlarge.py, gemma2b_qnli.py): VDD_GPU_SOC + VDD_CPU_CV of a Jetson AGX Orin 64 GB, one run each;
/// no time and no power was published.
namespace slmdvfs {

inline constexpr measured_energy deberta_qnli[]{
    {306, 693591.48}, {408, 596669.9},   {510, 545930.79},  {612, 536503.9},   {714, 539312.18},  {816, 549624.25},
    {918, 572217.63}, {1020, 610475.85}, {1122, 641276.34}, {1224, 698390.84}, {1300, 737041.01}, {{}, 552288.86}};
inline constexpr measured_energy deberta_sst2[]{{306, 55292.41},  {408, 47512.24},  {510, 43025.92},  {612, 41044.05},
                                                {714, 40927.33},  {816, 40981.54},  {918, 42053.11},  {1020, 44378.81},
                                                {1122, 46298.01}, {1224, 49986.88}, {1300, 52475.58}, {{}, 52317.17}};
inline constexpr measured_energy gemma_qnli[]{{306, 721533.29},  {408, 615101.16},  {510, 595930.38},
                                              {1224, 712022.74}, {1300, 748437.96}, {{}, 694858.59}};

}  // namespace slmdvfs

/// These sweeps in the form of a sweep file.  DeBERTa-v2-xlarge has 24 layers of width 1536 and some 900 million
/// parameters; the mean tokens per example (QNLI 50, SST-2 13) are approximations and assumed.
[[nodiscard]] inline sweep measured_sweeps()
{
  sweep s;
  s.source = "github.com/esainulab/slmdvfs";
  auto add = [&](std::string_view workload, std::span<measured_energy const> energies, named_values const& features) {
    for (auto const& [mhz, joule] : energies) {
      sweep_row row;
      row.device = "Jetson AGX Orin 64GB";
      row.workload = workload;
      if (mhz) row.gpu = from_MHz(*mhz);
      row.recorded = energy{joule};
      row.features = features;
      s.rows.push_back(std::move(row));
    }
  };
  auto deberta = [](double tokens) {
    return named_values{
        {"family", "encoder"}, {"layers", 24.0}, {"hidden", 1536.0}, {"params_m", 900.0}, {"seq_len", tokens}};
  };
  add("DeBERTa-v2-xlarge QNLI", slmdvfs::deberta_qnli, deberta(50));
  add("DeBERTa-v2-xlarge SST-2", slmdvfs::deberta_sst2, deberta(13));
  add("Gemma-2B QNLI", slmdvfs::gemma_qnli,
      {{"family", "decoder"}, {"layers", 18.0}, {"hidden", 2048.0}, {"params_m", 2000.0}, {"seq_len", 50.0}});
  return s;
}

}  // namespace dvfs::experiment
