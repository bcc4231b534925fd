// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/literals.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/detail/random.hpp>
#include <dvfs/device/simulated.hpp>
#include <dvfs/experiment/described_job.hpp>
#include <dvfs/io/curve.hpp>

#include <string>

namespace dvfs_test {

/// A small model on a simulated board, and what each level and the default governor (MAXN) use: simulated.
struct small_model {
  dvfs::transformer_job job{};
  dvfs::curve measured{};
};

/// Draws models of 1 to 8 layers, up to 512 wide, on boards whose host launches and prepares up to `spread` times faster
/// or slower than the calibrated one: most are bound by the host.  Every level's energy strays on its own by some per
/// cent, so that curves are jagged; the governor's does not.
inline small_model draw_small_model(dvfs::detail::random_source& random, double spread)
{
  double const log_spread = dvfs::detail::log(spread);
  auto between = [&](double low, double high) { return low + (high - low) * random.uniform(); };
  auto factor = [&] { return dvfs::detail::exp(between(-log_spread, log_spread)); };
  auto board = dvfs::simulated_boards::agx_orin;
  board.per_launch = factor() * board.per_launch;
  board.per_example = factor() * board.per_example;
  board.per_step = factor() * board.per_step;

  small_model m;
  m.job.family = random.below(2) ? dvfs::model_family::encoder : dvfs::model_family::decoder;
  m.job.layers = 1 + static_cast<int>(random.below(8));
  m.job.hidden = 64 * (1 + static_cast<int>(random.below(8)));
  m.job.seq_len = between(8, 64);
  m.job.batch = 1 << random.below(7);
  m.job.steps = 100;
  double const jag = between(0, 0.08);

  m.measured.key.workload = "small";
  auto point = [](std::optional<dvfs::frequency> at, dvfs::energy used, dvfs::duration took) {
    dvfs::curve_point p;
    p.at = at;
    p.runs = 1;
    p.used = dvfs::repeated<dvfs::energy>{used, used, used, 1, {}};
    p.took = dvfs::repeated<dvfs::duration>{took, took, took, 1, {}};
    return p;
  };
  for (auto const f : board.gpu) {
    auto const step = dvfs::simulation::step_at(board, m.job, f);
    auto const took = static_cast<double>(m.job.steps) * step.takes;
    m.measured.points.push_back(point(f, (1 + jag * random.normal()) * (step.total() * took), took));
  }
  auto const governed = *dvfs::devices::simulated{board}.run(m.job);
  m.measured.baseline = point({}, *governed.used, *governed.took);
  m.measured.baseline->gpu_util = 100 * *governed.load;
  return m;
}

/// The features of a model by name, as a policy over them asks for them.
inline auto features_of(small_model const& m)
{
  return [values = dvfs::experiment::values_of(dvfs::features_of(m.job))](
             std::string_view name) -> std::optional<dvfs::experiment::feature_value> {
    auto const found = values.find(std::string(name));
    return found == values.end() ? std::nullopt : std::optional{found->second};
  };
}

}  // namespace dvfs_test
