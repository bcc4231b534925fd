// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/ladder.hpp>
#include <dvfs/core/quantity.hpp>
#include <dvfs/core/reading.hpp>
#include <dvfs/core/result.hpp>
#include <dvfs/device/concepts.hpp>
#include <dvfs/device/run_record.hpp>
#include <dvfs/io/curve.hpp>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace dvfs {
namespace devices {

/// Answers from one recorded curve, the mean of its runs at a level; what was not measured it does not know.
class replay {
 public:
  explicit replay(curve recorded) : recorded_{std::move(recorded)}, levels_{recorded_.frequencies()} {}

  /// The clocks that were measured, as the file names them.
  [[nodiscard]] ladder_view ladder() const { return ladder_view{levels_}; }
  [[nodiscard]] curve const& recorded() const noexcept { return recorded_; }

  /// The recorded run at the level that `pinned` names (within 1 MHz or 0.5 %), without one under the default governor;
  /// errc::not_measured where that was not measured, for nothing is interpolated.
  [[nodiscard]] result<run_record> run(std::optional<frequency> pinned) const
  {
    auto const* const point = pinned ? recorded_.at(*pinned) : recorded_.baseline ? &*recorded_.baseline : nullptr;
    if (!point) return unexpected{errc::not_measured};
    run_record r{reading<energy>::unsupported(), reading<duration>::unsupported(), reading<double>::unsupported(),
                 reading<frequency>::unsupported()};
    if (point->used) r.used = point->used->mean;
    if (point->took) r.took = point->took->mean;
    if (point->gpu_util) r.load = *point->gpu_util / 100;
    if (point->gpu_observed) r.mean_clock = *point->gpu_observed;
    return r;
  }
  /// The same, whatever the job: a curve is of one job.
  template<class Job>
  [[nodiscard]] result<run_record> run(Job const&, std::optional<frequency> pinned) const
  {
    return run(pinned);
  }

 private:
  curve recorded_;
  std::vector<frequency> levels_;
};

}  // namespace devices

template<>
struct device_traits<devices::replay> {
  static constexpr std::string_view name = "replay of a sweep file";
  static constexpr origin from = origin::recorded;
  static constexpr std::optional<duration> sensor_interval{}, sensor_averaging{}, switch_delay{};
};

}  // namespace dvfs
