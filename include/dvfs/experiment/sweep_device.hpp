// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/ladder.hpp>
#include <dvfs/device/concepts.hpp>
#include <dvfs/io/sweep_row.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dvfs::experiment {

/// A job under the name that a sweep file gives it, with the features to record.
template<class Job>
struct named_job {
  std::string name{};
  Job job{};
  named_values features{};
};

namespace detail {

[[nodiscard]] inline sweep_row row_of(run_record const& run, std::optional<frequency> pinned)
{
  sweep_row row;
  row.gpu = pinned;
  if (run.took) row.took = *run.took;
  if (run.used) row.recorded = *run.used;
  if (run.used && run.took) row.drawn = *run.used / *run.took;
  if (run.load) row.gpu_util = 100 * *run.load;
  if (run.mean_clock) row.gpu_observed = *run.mean_clock;
  return row;
}

}  // namespace detail

/// Runs each job under the default governor and then pinned at each level, and records what it took as rows of a sweep;
/// the first error of the device ends it.
template<class Device, class Job>
  requires job_runner<Device, Job>
[[nodiscard]] result<sweep> sweep_device(Device& device, std::string const& device_name, ladder_view ladder,
                                         std::vector<named_job<Job>> const& jobs)
{
  sweep s;
  for (auto const& [name, job, features] : jobs) {
    std::vector<std::optional<frequency>> settings{std::nullopt};
    settings.insert(settings.end(), ladder.begin(), ladder.end());
    for (auto const& pinned : settings) {
      auto const run = device.run(job, pinned);
      if (!run) return unexpected{run.error()};
      auto row = detail::row_of(*run, pinned);
      row.device = device_name;
      row.workload = name;
      row.features = features;
      s.rows.push_back(std::move(row));
    }
  }
  return s;
}

}  // namespace dvfs::experiment
