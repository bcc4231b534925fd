// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/ladder.hpp>
#include <dvfs/core/literals.hpp>
#include <dvfs/detail/math.hpp>

#include <cstdint>

namespace dvfs::devices {

/// The settings of nvhost_podgov, as its debugfs shows them.  Published (drivers/devfreq/governor_pod_scaling.c of
/// linux-nv-oot): all but the history of recent highs, whose length is a kernel option and assumed to be 0.
struct podgov_settings {
  duration period{25_ms};        ///< between two looks at the load
  duration block_window{50_ms};  ///< after a change, in which it holds
  int load_max{900};             ///< per mille above which it heads for the top, a third of the top at a time
  int load_target{700};          ///< per mille that it aims at
  int bias{80};                  ///< percent of the way to the target that it goes at once
  int smooth{10};                ///< weight of the past in the running means of the load and of its own wishes
  int damp{7};                   ///< tenths of a wish; the rest comes from the mean of wishes
};

/// Jetson's default governor of the GPU: scales in proportion to a smoothed load, and fast to the top when overloaded.
class podgov {
 public:
  constexpr podgov() = default;
  constexpr explicit podgov(podgov_settings const& settings) : settings_{settings} {}

  [[nodiscard]] constexpr podgov_settings const& settings() const noexcept { return settings_; }

  /// The level after a period that ends `now`, of which the GPU was busy for a share, within the bounds `low` and
  /// `high`.
  [[nodiscard]] constexpr level decide(ladder_view ladder, level low, level high, level current, double busy,
                                       duration now)
  {
    // In whole megahertz and per mille, as the kernel counts.
    std::int64_t const mhz = megahertz(ladder[current]), third = megahertz(ladder[high]) / 3;
    auto const load = static_cast<std::int64_t>(busy * 1000);
    cycles_ =
        (cycles_ * settings_.smooth + static_cast<std::int64_t>(busy * static_cast<double>(ladder[current].value))) /
        (settings_.smooth + 1);
    if (now - changed_ < settings_.block_window) return current;

    std::int64_t boost = third, damp = 10;
    if (load <= settings_.load_max) {
      auto const smoothed = 1000 * cycles_ / static_cast<std::int64_t>(ladder[current].value);
      boost =
          detail::min(third, (smoothed - settings_.load_target) * settings_.bias * mhz / (100 * settings_.load_target));
      damp = settings_.damp;
    }
    wish_ = (wish_ * settings_.smooth + mhz + boost) / (settings_.smooth + 1);
    auto const damped = (damp * (mhz + boost) + (10 - damp) * wish_) / 10;

    auto const wanted =
        find_ceil(ladder, frequency{static_cast<std::uint64_t>(detail::max<std::int64_t>(damped, 0)) * 1'000'000});
    auto const next = !wanted || *wanted > high ? high : *wanted < low ? low : *wanted;
    if (next != current) changed_ = now;
    return next;
  }

 private:
  static constexpr std::int64_t megahertz(frequency f) { return static_cast<std::int64_t>(f.value / 1'000'000); }

  podgov_settings settings_{};
  std::int64_t cycles_{};  // running mean of busy cycles per second
  std::int64_t wish_{};    // running mean of wishes in megahertz
  duration changed_{};
};

}  // namespace dvfs::devices
