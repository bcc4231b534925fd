// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/experiment/play.hpp>
#include <dvfs/policy/guard/trial.hpp>

#include <cstddef>
#include <optional>
#include <utility>

namespace dvfs::experiment {

/// How a guarded sequential policy fared on one plane; regret and loss are of recorded scores, whatever the noise.
struct guarded_play {
  std::optional<recorded_plane::place> chosen{};  ///< none where the clock is left to the device's own governor
  recorded_plane::place best{};
  policies::guard_verdict why{};
  bool default_is_governor{};
  std::size_t probes{};      ///< the default's included
  energy probing{};          ///< what all probes used
  double regret{};           ///< above the level that used least, a fraction: negative where the governor used less
  double regret_vs_top{};    ///< above the fastest clocks
  double loss_vs_default{};  ///< above the default: negative where the choice saves
};

/// What a policy under guard is measured against on a plane: the run under the default governor where one was recorded,
/// else the fastest clocks.
[[nodiscard]] inline policies::trial_run default_of(recorded_plane const& plane)
{
  return plane.baseline() ? policies::trial_run{} : policies::trial_run{plane.fastest()};
}

/// Lets a policy under guard probe a plane until it is done, and judges its choice by what was recorded.
template<sequential_policy Policy>
[[nodiscard]] guarded_play play_guarded(recorded_plane plane, Policy policy, policies::trial_limits const& limits = {},
                                        reading_noise const& noise = {})
{
  DVFS_PRECONDITION(plane.points() > 0);
  auto const standard = default_of(plane);
  policies::guarded_trial<Policy> trial{std::move(policy), plane.points(), standard, limits};
  detail::blurred_reader reader{plane.wanted(), noise};
  while (auto const run = trial.next()) {
    auto const seen = reader.read(run->point ? plane.run(*run->point) : plane.run_baseline());
    trial.observe(*run, seen.score, seen.took);
  }

  auto score = [&](policies::trial_run const& run) { return run.point ? plane.score(*run.point) : *plane.baseline(); };
  auto const choice = trial.choice();
  guarded_play p;
  if (choice.answer.point) p.chosen = plane.at(*choice.answer.point);
  p.why = choice.why;
  p.default_is_governor = !standard.point;
  p.probes = choice.probes;
  p.probing = reader.used();
  p.best = plane.at(plane.best());
  p.regret = score(choice.answer) / plane.score(plane.best()) - 1;
  p.regret_vs_top = score(choice.answer) / plane.score(plane.fastest()) - 1;
  p.loss_vs_default = score(choice.answer) / score(standard) - 1;
  return p;
}

}  // namespace dvfs::experiment
