// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/math.hpp>
#include <dvfs/detail/random.hpp>

namespace dvfs::policies::detail {

/// One physically plausible job on a plausible device: how time and energy go with the clock, relative to the fastest level.
///
/// Time is a p-norm of a fixed part and a part that falls with the clock; power is static plus f V(f)^2, where V stays at
/// its floor below a knee. Some devices hit a power cap below their top clock, some run slower than asked at their
/// lowest clocks, and some draw less while they wait. A second clock takes over some of the fixed time, and draws power.
class drawn_job {
 public:
  constexpr drawn_job(dvfs::detail::random_source& r, double slowest) noexcept
  {
    using dvfs::detail::exp;
    fixed_ = r.uniform() < 0.15 ? 0 : r.uniform();
    norm_ = r.uniform() < 0.4 ? 1 : exp(between(r, 0, 2.08));
    steepness_ = r.uniform() < 0.3 ? between(r, 1, 2) : 1;
    idle_ = between(r, 0.05, 0.9);
    knee_ = exp(between(r, -1.2, 0));
    slope_ = between(r, 0.2, 1.1);
    waiting_ = r.uniform() < 0.5 ? r.uniform() : 0;
    cap_ = r.uniform() < 0.3 ? between(r, 0.6, 1) : 1;
    slip_below_ = r.uniform() < 0.15 ? slip_start(r, slowest) : 0;
    slip_ = between(r, 0.3, 1.5);
    exponent_ = r.uniform() < 0.3 ? between(r, 1, 3.5) : 0;
  }
  constexpr drawn_job(dvfs::detail::random_source& r, double slowest, double slowest_second) noexcept
      : drawn_job{r, slowest}
  {
    double const share = r.uniform();
    second_work_ = fixed_ * share;
    fixed_ *= 1 - share;
    second_power_ = (1 - idle_) * r.uniform();
    second_exponent_ = between(r, 0.8, 3);
    second_slip_below_ = r.uniform() < 0.3 ? slip_start(r, slowest_second) : 0;
    second_slip_ = between(r, 0.3, 1.5);
  }

  struct logs {
    double energy, time;
  };
  /// Natural logarithms of energy and time at `x` times the fastest clock and `y` times the fastest second clock.
  [[nodiscard]] constexpr logs at(double x, double y = 1) const noexcept
  {
    using dvfs::detail::exp;
    using dvfs::detail::log;
    double const f = x < cap_ ? x : cap_, log_f = log(f), log_y = log(y);
    double log_work = log(1 - 0.999 * (fixed_ + second_work_)) - steepness_ * log_f;
    if (f < slip_below_) log_work += slip_ * (log(slip_below_) - log_f);
    double log_time = fixed_ > 0 ? sum(log_work, log(fixed_)) : log_work;
    if (second_work_ > 0) {
      double log_second = log(second_work_) - log_y;
      if (y < second_slip_below_) log_second += second_slip_ * (log(second_slip_below_) - log_y);
      log_time = sum(log_time, log_second);
    }
    double const busy = exp(log_work - log_time);
    double const v = 1 - slope_ * (1 - (f > knee_ ? f : knee_)), volt = v > 0.3 ? v : 0.3;
    double const switching = exponent_ > 0 ? exp(exponent_ * log_f) : f * volt * volt;
    double drawn = idle_ + (1 - idle_) * switching * (1 - waiting_ * (1 - busy));
    if (second_power_ > 0) drawn += second_power_ * exp(second_exponent_ * log_y);
    return {log_time + log(drawn), log_time};
  }

 private:
  static constexpr double between(dvfs::detail::random_source& r, double low, double high) noexcept
  {
    return low + (high - low) * r.uniform();
  }
  static constexpr double slip_start(dvfs::detail::random_source& r, double slowest) noexcept
  {
    return dvfs::detail::exp(dvfs::detail::log(slowest < 0.9 ? slowest : 0.9) * between(r, 0.2, 1));
  }
  // The p-norm of two times, in logarithms.
  [[nodiscard]] constexpr double sum(double a, double b) const noexcept
  {
    double const high = a > b ? a : b, low = a > b ? b : a;
    return high + dvfs::detail::log(1 + dvfs::detail::exp(norm_ * (low - high))) / norm_;
  }

  double fixed_{}, norm_{}, steepness_{}, idle_{}, knee_{}, slope_{}, waiting_{}, cap_{}, slip_below_{}, slip_{},
      exponent_{};
  double second_work_{}, second_power_{}, second_exponent_{}, second_slip_below_{}, second_slip_{};
};

}  // namespace dvfs::policies::detail
