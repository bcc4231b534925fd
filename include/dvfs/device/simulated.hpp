// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/literals.hpp>
#include <dvfs/detail/random.hpp>
#include <dvfs/device/concepts.hpp>
#include <dvfs/device/physics.hpp>
#include <dvfs/device/podgov.hpp>
#include <dvfs/device/transformer_job.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace dvfs {
namespace devices {

/// Noise on what `run` reports: relative standard deviations, from a seed.
struct run_noise {
  std::uint64_t seed{};
  double on_energy{0.005};
  double on_time{0.002};
};

/// The energy that one rail has used.
struct rail_energy {
  rail of{};
  energy used{};
};

/// A simulated board with virtual time: the same calls give the same bytes, and nothing but `advance` and `run` moves
/// time.
class simulated {
 public:
  /// Throws std::length_error for a ladder of more than 128 levels.
  constexpr explicit simulated(simulated_board const& board = simulated_boards::agx_orin,
                               std::optional<run_noise> noise = {})
      : board_{board}, noise_{noise.value_or(run_noise{0, 0, 0})}, random_{noise_.seed}
  {
    if (board_.gpu.size() > most_levels) throw std::length_error{"a simulated board has at most 128 levels"};
    limits_ = {board_.gpu.slowest(), board_.gpu.fastest()};
    high_ = level{board_.gpu.size() - 1};
    for (std::size_t i = 0; i < board_.gpu.size(); ++i) idle_[i] = simulation::idle_at(board_, board_.gpu[level{i}]);
  }

  [[nodiscard]] constexpr simulated_board const& board() const noexcept { return board_; }
  [[nodiscard]] constexpr domain of() const noexcept { return domain::gpu; }
  [[nodiscard]] constexpr ladder_view ladder() const noexcept { return board_.gpu; }
  [[nodiscard]] constexpr duration now() const noexcept { return spent_.time; }

  // Capabilities.
  [[nodiscard]] constexpr reading<frequency> current() const { return board_.gpu[at_]; }
  [[nodiscard]] constexpr reading<frequency_limits> limits() const { return limits_; }
  [[nodiscard]] constexpr reading<power> drawn() const { return point().total(); }
  [[nodiscard]] constexpr reading<energy> used() const { return spent_.gpu + spent_.cpu; }
  /// The busy share of the governor's last whole period, unavailable before its end.
  [[nodiscard]] constexpr reading<double> load() const { return load_; }
  [[nodiscard]] constexpr std::array<rail_energy, 2> used_by_rail() const
  {
    return {{{board_.gpu_rail, spent_.gpu}, {board_.cpu_rail, spent_.cpu}}};
  }

  /// Bounds the clock as kernels from 5.5 on do: clamped to the ladder, a maximum of 0 means none, and the maximum wins
  /// over the minimum; the clock stays on the ladder and never exceeds the maximum.  Takes effect at once.
  constexpr result<frequency_limits> set_limits(frequency_limits wanted)
  {
    bound(wanted);
    return limits_;
  }

  /// Starts a job; refused if it is impossible or another one runs.
  constexpr result<void> start(transformer_job const& job)
  {
    if (find_fault(job)) return unexpected{errc::impossible_job};
    if (is_running()) return unexpected{errc::unavailable_now};
    for (std::size_t i = 0; i < board_.gpu.size(); ++i)
      for (std::size_t p = 0; p < phase_count; ++p)
        points_[p][i] = simulation::operate(board_, job, phase{static_cast<int>(p)}, board_.gpu[level{i}]);
    // Minutes at most where it fits into memory; without a bound a governed run might never end.
    auto const step = points_[0][0].takes + points_[1][0].takes + points_[2][0].takes + points_[3][0].takes;
    if (!(step.value > 0) || step > 3600_s) return unexpected{errc::impossible_job};
    phase_ = 0;
    phase_left_ = 1;
    steps_left_ = job.steps;
    return {};
  }
  [[nodiscard]] constexpr bool is_running() const noexcept { return steps_left_ > 0; }
  [[nodiscard]] constexpr std::int64_t steps_left() const noexcept { return steps_left_; }

  /// Lets virtual time pass under the default governor within the limits; `d` must be finite and not negative.
  constexpr void advance(duration d)
  {
    DVFS_PRECONDITION(d.value >= 0 && detail::is_finite(d.value));
    duration const end = now() + d;
    while (now() < end) pass(end);
  }

  /// Runs a job from start to end, pinned at a level of the ladder whatever the limits or, without one, under the
  /// default governor within them; each run finds the board at rest, so that the order of runs does not matter, noise
  /// apart. A pinned run is exact.  A governed one is simulated period by period for 10 s and 10 steps, then for 60 s
  /// and 50 steps of steady state; what a longer job has left is extrapolated from the means of the steady state.
  constexpr result<run_record> run(transformer_job const& job, std::optional<frequency> pinned = {})
  {
    auto const pin = pinned ? find_exact(board_.gpu, *pinned) : std::nullopt;
    if (pinned && !pin) return unexpected{errc::off_ladder};
    if (is_running()) return unexpected{errc::unavailable_now};

    simulated fresh{board_};
    fresh.bound(limits_);
    if (auto const started = fresh.start(job); !started) return unexpected{started.error()};
    pin ? fresh.finish_pinned(*pin) : fresh.finish_governed();
    spent_ += fresh.spent_;
    rest();

    auto const& cost = fresh.spent_;
    return run_record{.used = (cost.gpu + cost.cpu) * (1 + noise_.on_energy * random_.normal()),
                      .took = cost.time * (1 + noise_.on_time * random_.normal()),
                      .load = cost.busy / cost.time,
                      .mean_clock = frequency{static_cast<std::uint64_t>(cost.cycles / cost.time.value + 0.5)}};
  }

 private:
  static constexpr std::size_t most_levels = 128;

  struct account {
    duration time{}, busy{};
    double cycles{};
    energy gpu{}, cpu{};

    constexpr account& operator+=(account const& more)
    {
      time += more.time;
      busy += more.busy;
      cycles += more.cycles;
      gpu += more.gpu;
      cpu += more.cpu;
      return *this;
    }
    friend constexpr account operator-(account const& a, account const& b)
    {
      return {a.time - b.time, a.busy - b.busy, a.cycles - b.cycles, a.gpu - b.gpu, a.cpu - b.cpu};
    }
    friend constexpr account operator*(double n, account const& a)
    {
      return {n * a.time, n * a.busy, n * a.cycles, n * a.gpu, n * a.cpu};
    }
  };

  constexpr void bound(frequency_limits wanted)
  {
    auto const slowest = board_.gpu.slowest(), fastest = board_.gpu.fastest();
    if (wanted.max.value == 0 || wanted.max > fastest) wanted.max = fastest;
    if (wanted.max < slowest) wanted.max = slowest;
    if (wanted.min < slowest) wanted.min = slowest;
    if (wanted.min > wanted.max) wanted.min = wanted.max;
    limits_ = wanted;
    high_ = *find_floor(board_.gpu, wanted.max);
    low_ = detail::min(*find_ceil(board_.gpu, wanted.min), high_);
    at_ = detail::max(low_, detail::min(at_, high_));
  }

  [[nodiscard]] constexpr simulation::operating_point const& point() const
  {
    return is_running() ? points_[phase_][to_index(at_)] : idle_[to_index(at_)];
  }

  [[nodiscard]] constexpr account spent_in(duration d, simulation::operating_point const& at) const
  {
    return {d, at.busy * d, static_cast<double>(board_.gpu[at_].value) * d.value, at.gpu * d, at.cpu * d};
  }

  // One stretch of constant power: to the end of a phase, of the governor's period or of the time asked for, whichever
  // comes first.
  constexpr void pass(duration end)
  {
    duration const tick = rested_ + static_cast<double>(ticks_ + 1) * governor_.settings().period;
    duration const until = tick < end ? tick : end;
    auto const& at = point();
    duration const left = is_running() ? phase_left_ * at.takes : duration{detail::infinity};
    bool const finishes = left <= until - now();
    duration const d = finishes ? left : until - now();
    spent_ += spent_in(d, at);
    if (finishes) {
      finish_phase();
    } else {
      if (is_running()) phase_left_ -= d / at.takes;
      spent_.time = until;
    }
    if (now() >= tick) look();
  }

  constexpr void finish_phase()
  {
    phase_left_ = 1;
    if (++phase_ < phase_count) return;
    phase_ = 0;
    --steps_left_;
  }

  constexpr void look()
  {
    ++ticks_;
    double const share = detail::max(0.0, detail::min(1.0, (spent_.busy - busy_before_) / governor_.settings().period));
    load_ = share;
    busy_before_ = spent_.busy;
    at_ = governor_.decide(board_.gpu, low_, high_, at_, share, now());
  }

  constexpr void finish_pinned(level pin)
  {
    at_ = pin;
    for (auto const& points : points_)
      spent_ += spent_in(static_cast<double>(steps_left_) * points[to_index(pin)].takes, points[to_index(pin)]);
    steps_left_ = 0;
  }

  constexpr void finish_governed()
  {
    settle(10_s, 10);
    auto const from = spent_;
    auto const steps = steps_left_;
    settle(60_s, 50);
    if (is_running())
      spent_ += static_cast<double>(steps_left_) / static_cast<double>(steps - steps_left_) * (spent_ - from);
    steps_left_ = 0;
  }

  // Whole steps until so much time and so many steps have passed, or the job is done.
  constexpr void settle(duration at_least, std::int64_t steps)
  {
    auto const from = now();
    for (std::int64_t done = 0; is_running() && (done < steps || now() - from < at_least); ++done)
      for (auto const before = steps_left_; steps_left_ == before;) pass({detail::infinity});
  }

  constexpr void rest()
  {
    governor_ = podgov{governor_.settings()};
    at_ = low_;
    rested_ = now();
    ticks_ = 0;
    busy_before_ = spent_.busy;
    load_ = {};
  }

  simulated_board board_;
  run_noise noise_;
  detail::random_source random_;

  frequency_limits limits_{};
  level low_{}, high_{}, at_{};

  std::array<simulation::operating_point, most_levels> idle_{};
  std::array<std::array<simulation::operating_point, most_levels>, phase_count> points_{};
  std::size_t phase_{};
  double phase_left_{1};  // share
  std::int64_t steps_left_{};

  podgov governor_{};
  duration rested_{};  // when the governor began to count its periods
  std::int64_t ticks_{};
  duration busy_before_{};
  reading<double> load_{};

  account spent_{};
};

}  // namespace devices

template<>
struct device_traits<devices::simulated> {
  static constexpr std::string_view name = "simulated";
  static constexpr origin from = origin::simulated;
  // Its meters are exact and immediate.
  static constexpr duration sensor_interval{}, sensor_averaging{}, switch_delay{};
};

}  // namespace dvfs
