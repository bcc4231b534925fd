// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/ladder.hpp>
#include <dvfs/detail/config.hpp>
#include <dvfs/policy/probing/mixture.hpp>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::policies {

/// A setting of two clocks, for example of GPU and CPU.
struct clock_pair {
  frequency first{};
  frequency second{};

  bool operator==(clock_pair const&) const = default;
};

/// What is believed of a job's energy over a ladder, or over the settings of two clocks, before anything is measured.
/// Drawing it takes tens of milliseconds; keep it and hand copies to the policies.
class probing_prior {
 public:
  explicit probing_prior(ladder_view ladder, probing_settings const& settings = {}) : settings_{settings}
  {
    std::vector<frequency> clocks;
    for (auto f : ladder) clocks.push_back(f);
    axis const first{clocks};
    draw(first, first, false);
  }
  /// The settings in any order, all different: a product of ladders, or what of it can be set.
  explicit probing_prior(std::span<clock_pair const> settable, probing_settings const& settings = {}) : settings_{settings}
  {
    std::vector<frequency> firsts, seconds;
    for (auto const& [a, b] : settable) {
      firsts.push_back(a);
      seconds.push_back(b);
    }
    draw(axis{firsts}, axis{seconds}, true);
  }

  [[nodiscard]] probing_settings const& settings() const noexcept { return settings_; }
  [[nodiscard]] std::size_t points() const noexcept { return mixture_.points; }

  /// Gives the mixture away.
  [[nodiscard]] detail::curve_mixture take() && { return std::move(mixture_); }

 private:
  // The clock at each point relative to the fastest, and its logarithm.
  struct axis {
    explicit axis(std::vector<frequency> const& clocks)
    {
      frequency fastest{};
      for (auto f : clocks) fastest = f > fastest ? f : fastest;
      for (auto f : clocks) {
        relative.push_back(static_cast<double>(f.value) / static_cast<double>(fastest.value));
        logarithm.push_back(dvfs::detail::log(relative.back()));
        slowest = relative.back() < slowest ? relative.back() : slowest;
      }
    }
    std::vector<double> relative, logarithm;
    double slowest{1};
  };

  void draw(axis const& first, axis const& second, bool both)
  {
    std::size_t const n = first.relative.size();
    DVFS_PRECONDITION(n > 0 && settings_.draws > 0 && settings_.components > 0);
    dvfs::detail::random_source random{settings_.seed};
    detail::drawn_curves const drawn{n, settings_.draws, [&](double* row) {
                                       auto const job = both ? detail::drawn_job{random, first.slowest, second.slowest}
                                                             : detail::drawn_job{random, first.slowest};
                                       for (std::size_t i = 0; i < n; ++i) {
                                         auto const logs = job.at(first.relative[i], both ? second.relative[i] : 1);
                                         row[i] = logs.energy;
                                         row[n + i] = logs.time;
                                       }
                                     }};
    mixture_ = detail::gather(drawn, settings_, [&](std::size_t i, std::size_t j) {
      double const along = detail::matern(first.logarithm[i] - first.logarithm[j], settings_.length);
      return both ? along * detail::matern(second.logarithm[i] - second.logarithm[j], settings_.length) : along;
    });
  }

  probing_settings settings_;
  detail::curve_mixture mixture_;
};

}  // namespace dvfs::policies
