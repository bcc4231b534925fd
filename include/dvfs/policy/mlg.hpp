// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/boards.hpp>
#include <dvfs/core/literals.hpp>
#include <dvfs/core/workload.hpp>
#include <dvfs/policy/static_tree.hpp>

// The machine-learnt governor of Park, Zholdybayev, Amangeldi and Zhanuzakova, "Energy-Efficient GPU DVFS for
// Fine-Tuning of SLMs on Resource-constrained Embedded Devices", arXiv 2607.05933, 2026.
namespace dvfs::policies {

/// The published tree: few layers or many, then short sequences or long.
inline constexpr auto mlg_tree = [] {
  constexpr auto layers = feature<&fine_tuning_job::layers>;
  constexpr auto tokens = feature<&fine_tuning_job::seq_len>;
  return when(layers <= 7,
              when(tokens <= 32.5, 510_MHz, 612_MHz),
              when(tokens <= 53.0, 714_MHz, 816_MHz));
}();

/// The paper's policy by the shape of the job alone.
using mlg = static_tree<mlg_tree, boards::agx_orin>;

/// The paper's policy with its secondary condition, that a GPU used at 22 % or less runs at 1020 MHz.  The text does
/// not say where in the tree it sits; here it goes before the tree, and only where a utilisation was measured.
struct mlg_util {
  static constexpr frequency answer = 1020_MHz;
  [[nodiscard]] static constexpr bool applies(double percent) noexcept { return percent <= 22.0; }

  [[nodiscard]] constexpr frequency operator()(fine_tuning_job const& job) const noexcept
  {
    return job.gpu_util && applies(*job.gpu_util) ? answer : mlg{}(job);
  }
  bool operator==(mlg_util const&) const = default;
};

}  // namespace dvfs::policies
