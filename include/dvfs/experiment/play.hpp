// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/random.hpp>
#include <dvfs/device/replay.hpp>
#include <dvfs/experiment/evaluate.hpp>
#include <dvfs/io/curve.hpp>
#include <dvfs/policy/probing.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dvfs::experiment {

/// The second clock of a plane; curves that agree in all but this one form it.
enum class second_domain { none, cpu, memory };

/// One workload over the levels whose energy was recorded: over the GPU clock alone, or over it and a second clock.
/// What a level used can only be had by `run`, which counts.
class recorded_plane {
 public:
  struct place {
    frequency gpu{};
    std::optional<frequency> second{};

    bool operator==(place const&) const = default;
  };

  recorded_plane(std::vector<curve> rows, second_domain second) : second_{second}
  {
    for (auto& c : rows) {
      for (auto const& p : c.points)
        if (p.used) where_.push_back({replays_.size(), {*p.at, clock_of(c)}});
      replays_.emplace_back(std::move(c));
    }
  }

  [[nodiscard]] curve_key const& key() const { return replays_.front().recorded().key; }
  [[nodiscard]] second_domain second() const noexcept { return second_; }
  [[nodiscard]] std::size_t points() const noexcept { return where_.size(); }
  [[nodiscard]] place at(std::size_t point) const { return where_[point].second; }
  [[nodiscard]] std::vector<place> places() const
  {
    std::vector<place> all;
    for (auto const& w : where_) all.push_back(w.second);
    return all;
  }

  /// The recorded run at a point.
  [[nodiscard]] result<run_record> run(std::size_t point)
  {
    ++runs_;
    return replays_[where_[point].first].run(where_[point].second.gpu);
  }
  /// The recorded run under the default governor.
  [[nodiscard]] result<run_record> run_baseline()
  {
    ++runs_;
    for (auto const& r : replays_)
      if (r.recorded().baseline) return r.run(std::nullopt);
    return unexpected{errc::not_measured};
  }
  /// How many runs were read so far.
  [[nodiscard]] std::size_t runs() const noexcept { return runs_; }

  /// Whether each point has a time.
  [[nodiscard]] bool is_timed() const
  {
    for (auto const& [row, setting] : where_)
      if (!replays_[row].recorded().at(setting.gpu)->took) return false;
    return true;
  }
  /// For judging only: the curves.
  [[nodiscard]] std::vector<devices::replay> const& replays() const noexcept { return replays_; }
  /// For judging only: what a point used, and what a run under the default governor used.
  [[nodiscard]] energy used(std::size_t point) const
  {
    auto const& [row, setting] = where_[point];
    return replays_[row].recorded().at(setting.gpu)->used->mean;
  }
  [[nodiscard]] std::optional<energy> baseline() const
  {
    for (auto const& r : replays_)
      if (r.recorded().baseline && r.recorded().baseline->used) return r.recorded().baseline->used->mean;
    return std::nullopt;
  }
  /// For judging only: the point that used least, the first of equals.
  [[nodiscard]] std::size_t best() const
  {
    std::size_t best = 0;
    for (std::size_t i = 1; i < points(); ++i)
      if (used(i) < used(best)) best = i;
    return best;
  }
  /// The point with the fastest clocks.
  [[nodiscard]] std::size_t fastest() const
  {
    std::size_t top = 0;
    for (std::size_t i = 1; i < points(); ++i) {
      auto const a = at(i), b = at(top);
      if (a.gpu > b.gpu || (a.gpu == b.gpu && a.second > b.second)) top = i;
    }
    return top;
  }

 private:
  [[nodiscard]] std::optional<frequency> clock_of(curve const& c) const
  {
    return second_ == second_domain::none ? std::nullopt : second_ == second_domain::cpu ? c.key.cpu : c.key.memory;
  }

  second_domain second_;
  std::vector<devices::replay> replays_;
  std::vector<std::pair<std::size_t, place>> where_;
  std::size_t runs_{0};
};

/// The planes of some curves, in their order: each curve alone, or gathered where they differ in the second clock only.
[[nodiscard]] inline std::vector<recorded_plane> planes_of(std::vector<curve> const& curves,
                                                           second_domain second = second_domain::none)
{
  std::vector<std::pair<curve_key, std::vector<curve>>> groups;
  for (auto const& c : curves) {
    auto key = c.key;
    if (second == second_domain::cpu) key.cpu.reset();
    if (second == second_domain::memory) key.memory.reset();
    auto* group = second == second_domain::none ? nullptr : [&]() -> std::vector<curve>* {
      for (auto& [k, rows] : groups)
        if (k == key) return &rows;
      return nullptr;
    }();
    if (group)
      group->push_back(c);
    else
      groups.push_back({key, {c}});
  }
  std::vector<recorded_plane> all;
  for (auto& [key, rows] : groups) all.emplace_back(std::move(rows), second);
  return all;
}

/// What each reading of energy and time is multiplied by: 1 plus a normal deviate of this size, from this seed.
struct reading_noise {
  double deviation{};
  std::uint64_t seed{1};
};

/// How a probing policy fared on one plane.
struct played {
  recorded_plane::place chosen{};
  recorded_plane::place best{};
  std::size_t probes{};
  energy probing{};                           ///< what all probes used
  double expected_regret{};                   ///< what the policy believed of its choice
  double regret{};                            ///< recorded energy of the chosen level above the least, a fraction
  double regret_vs_top{};                     ///< the same above the fastest level's: negative where it saves
  std::optional<bool> worse_than_baseline{};  ///< where a run under the default governor was recorded
};

namespace detail {

// What a policy is told of recorded runs.
class blurred_reader {
 public:
  explicit blurred_reader(reading_noise const& noise) : deviation_{noise.deviation}, random_{noise.seed} {}

  struct reading {
    energy used{};  // 0 where it is not known
    std::optional<duration> took{};
  };
  [[nodiscard]] reading read(result<run_record> const& run)
  {
    reading r;
    if (run && run->used) r.used = energy{blurred(run->used->value)};
    if (run && run->took) r.took = duration{blurred(run->took->value)};
    return r;
  }

 private:
  [[nodiscard]] double blurred(double value)
  {
    if (!(deviation_ > 0)) return value;
    return value * dvfs::detail::max(0.05, 1 + deviation_ * random_.normal());
  }

  double deviation_;
  dvfs::detail::random_source random_;
};

}  // namespace detail

/// Lets a policy probe a plane until it is done, and judges its choice by what was recorded.
[[nodiscard]] inline played play(recorded_plane plane, policies::probing policy, reading_noise const& noise = {})
{
  DVFS_PRECONDITION(plane.points() > 0);
  detail::blurred_reader reader{noise};
  while (auto const point = policy.next_point()) {
    auto const seen = reader.read(plane.run(*point));
    policy.observe_point(*point, seen.used, seen.took);
  }

  auto const choice = policy.choice();
  std::size_t const chosen = choice ? choice->point : plane.points() - 1;
  std::size_t const best = plane.best();
  played p;
  p.chosen = plane.at(chosen);
  p.best = plane.at(best);
  p.probes = plane.runs();
  if (choice) {
    p.probing = choice->used;
    p.expected_regret = choice->expected_regret;
  }
  p.regret = plane.used(chosen) / plane.used(best) - 1;
  p.regret_vs_top = plane.used(chosen) / plane.used(plane.fastest()) - 1;
  if (auto const baseline = plane.baseline()) p.worse_than_baseline = plane.used(chosen) > *baseline;
  return p;
}

}  // namespace dvfs::experiment
