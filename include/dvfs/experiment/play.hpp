// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/random.hpp>
#include <dvfs/device/replay.hpp>
#include <dvfs/experiment/aim.hpp>
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

  recorded_plane(std::vector<curve> rows, second_domain second, aim what = {}) : second_{second}, aim_{std::move(what)}
  {
    for (auto& c : rows) {
      for (auto const& p : c.points)
        if (p.used) where_.push_back({replays_.size(), {*p.at, clock_of(c)}});
      replays_.emplace_back(std::move(c));
    }
  }

  [[nodiscard]] curve_key const& key() const { return replays_.front().recorded().key; }
  [[nodiscard]] second_domain second() const noexcept { return second_; }
  /// What is to be made small.
  [[nodiscard]] aim const& wanted() const noexcept { return aim_; }
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
  /// For judging only: the score of a point, and of a run under the default governor; none where the aim reads a time that
  /// was not recorded.
  [[nodiscard]] double score(std::size_t point) const
  {
    auto const& [row, setting] = where_[point];
    return *score_of(*replays_[row].recorded().at(setting.gpu));
  }
  [[nodiscard]] std::optional<double> baseline() const
  {
    for (auto const& r : replays_)
      if (r.recorded().baseline && r.recorded().baseline->used) return score_of(*r.recorded().baseline);
    return std::nullopt;
  }
  /// For judging only: the point of least score, the first of equals.
  [[nodiscard]] std::size_t best() const
  {
    std::size_t best = 0;
    for (std::size_t i = 1; i < points(); ++i)
      if (score(i) < score(best)) best = i;
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
  template<class Point>
  [[nodiscard]] std::optional<double> score_of(Point const& p) const
  {
    return aim_.of(p.used->mean, p.took ? std::optional{p.took->mean} : std::nullopt);
  }
  [[nodiscard]] std::optional<frequency> clock_of(curve const& c) const
  {
    return second_ == second_domain::none ? std::nullopt : second_ == second_domain::cpu ? c.key.cpu : c.key.memory;
  }

  second_domain second_;
  aim aim_;
  std::vector<devices::replay> replays_;
  std::vector<std::pair<std::size_t, place>> where_;
  std::size_t runs_{0};
};

/// The planes of some curves, in their order: each curve alone, or gathered where they differ in the second clock only.
[[nodiscard]] inline std::vector<recorded_plane> planes_of(std::vector<curve> const& curves,
                                                           second_domain second = second_domain::none,
                                                           aim const& wanted = {})
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
  for (auto& [key, rows] : groups) all.emplace_back(std::move(rows), second, wanted);
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
  double regret{};                            ///< recorded score of the chosen level above the least, a fraction
  double regret_vs_top{};                     ///< the same above the fastest level's: negative where it saves
  std::optional<bool> worse_than_baseline{};  ///< where a run under the default governor was recorded
};

namespace detail {

// What a policy is told of recorded runs.
class blurred_reader {
 public:
  blurred_reader(aim const& wanted, reading_noise const& noise)
      : aim_{&wanted}, deviation_{noise.deviation}, random_{noise.seed}
  {
  }

  // A policy finds the least of any positive curve: where energy is not what is to be made small, it is told the score
  // in the place of the energy.
  struct reading {
    energy score{};  // 0 where it is not known
    std::optional<duration> took{};
  };
  [[nodiscard]] reading read(result<run_record> const& run)
  {
    reading r;
    if (!run || !run->used) return r;
    energy const used{blurred(run->used->value)};
    if (run->took) r.took = duration{blurred(run->took->value)};
    r.score = energy{aim_->of(used, r.took).value_or(0)};
    used_ += used;
    return r;
  }
  /// The energy of all readings.
  [[nodiscard]] energy used() const noexcept { return used_; }

 private:
  [[nodiscard]] double blurred(double value)
  {
    if (!(deviation_ > 0)) return value;
    return value * dvfs::detail::max(0.05, 1 + deviation_ * random_.normal());
  }

  aim const* aim_;
  energy used_{};
  double deviation_;
  dvfs::detail::random_source random_;
};

}  // namespace detail

/// Lets a policy probe a plane until it is done, and judges its choice by what was recorded.
[[nodiscard]] inline played play(recorded_plane plane, policies::probing policy, reading_noise const& noise = {})
{
  DVFS_PRECONDITION(plane.points() > 0);
  detail::blurred_reader reader{plane.wanted(), noise};
  while (auto const point = policy.next_point()) {
    auto const seen = reader.read(plane.run(*point));
    policy.observe_point(*point, seen.score, seen.took);
  }

  auto const choice = policy.choice();
  std::size_t const chosen = choice ? choice->point : plane.points() - 1;
  std::size_t const best = plane.best();
  played p;
  p.chosen = plane.at(chosen);
  p.best = plane.at(best);
  p.probes = plane.runs();
  p.probing = reader.used();
  if (choice) p.expected_regret = choice->expected_regret;
  p.regret = plane.score(chosen) / plane.score(best) - 1;
  p.regret_vs_top = plane.score(chosen) / plane.score(plane.fastest()) - 1;
  if (auto const baseline = plane.baseline()) p.worse_than_baseline = plane.score(chosen) > *baseline;
  return p;
}

/// The regret of who measures every level once and takes the lowest reading.
[[nodiscard]] inline double regret_of_lowest_reading(recorded_plane plane, reading_noise const& noise)
{
  DVFS_PRECONDITION(plane.points() > 0);
  detail::blurred_reader reader{plane.wanted(), noise};
  std::size_t lowest = 0;
  energy least{};
  for (std::size_t i = 0; i < plane.points(); ++i) {
    energy const score = reader.read(plane.run(i)).score;
    if (i > 0 && !(score < least)) continue;
    lowest = i;
    least = score;
  }
  return plane.score(lowest) / plane.score(plane.best()) - 1;
}

}  // namespace dvfs::experiment
