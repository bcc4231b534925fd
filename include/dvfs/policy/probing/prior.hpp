// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/ladder.hpp>
#include <dvfs/detail/config.hpp>
#include <dvfs/policy/probing/mixture.hpp>

#include <cstddef>
#include <memory>
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

/// A curve over the points of a prior, in any units, each value above 0; the time is empty where no job will be timed.
struct known_curve {
  std::vector<double> energy{};
  std::vector<double> time{};
};

/// What is believed of a job's energy over a ladder, or over the settings of two clocks, before anything is measured.
/// Drawing it takes tens of milliseconds; keep it for the policies, which share it.
class probing_prior {
 public:
  explicit probing_prior(ladder_view ladder, probing_settings const& settings = {}) : settings_{settings}
  {
    std::vector<frequency> clocks, none;
    for (auto f : ladder) {
      clocks.push_back(f);
      none.push_back({1});
    }
    draw(axis{clocks}, axis{none}, false);
  }
  /// The settings in any order, all different: a product of ladders, or what of it can be set.
  explicit probing_prior(std::span<clock_pair const> settable, probing_settings const& settings = {})
      : settings_{settings}
  {
    std::vector<frequency> firsts, seconds;
    for (auto const& [a, b] : settable) {
      firsts.push_back(a);
      seconds.push_back(b);
    }
    draw(axis{firsts}, axis{seconds}, true);
  }

  /// Gives half of the belief to curves like these: other jobs on this device or another, or what a model predicts. Those
  /// that do not fit the readings lose their weight as quickly as any.
  void know(std::span<known_curve const> curves)
  {
    if (curves.empty()) return;
    std::size_t const n = points();
    auto const* next = curves.data();
    detail::drawn_curves const known{n, curves.size(), [&](double* row) {
                                       DVFS_PRECONDITION(next->energy.size() == n);
                                       DVFS_PRECONDITION(next->time.empty() || next->time.size() == n);
                                       for (std::size_t i = 0; i < n; ++i) {
                                         row[i] = dvfs::detail::log(next->energy[i]);
                                         row[n + i] = next->time.empty() ? 0 : dvfs::detail::log(next->time[i]);
                                       }
                                       ++next;
                                     }};
    auto settings = settings_;
    settings.components = curves.size() < 8 ? curves.size() : 8;
    auto const more = gather(known, settings);
    mixture_ = std::make_shared<detail::curve_mixture>(*mixture_);  // policies may share the old one
    for (auto& w : mixture_->weight) w /= 2;
    for (double const w : more.weight) mixture_->weight.push_back(w / 2);
    mixture_->mean.insert(mixture_->mean.end(), more.mean.begin(), more.mean.end());
    mixture_->covariance.insert(mixture_->covariance.end(), more.covariance.begin(), more.covariance.end());
    // The first probe is the better of the two opinions on average.
    regret_.resize(n);
    for (std::size_t i = 0; i < n; ++i) regret_[i] = (regret_[i] + known.regret[i]) / 2;
    set_first();
  }

  /// Makes curves whose best point lies near this one likelier: another policy's choice, for example a tree's.
  void expect_best_at(std::size_t point)
  {
    DVFS_PRECONDITION(point < points());
    mixture_ = std::make_shared<detail::curve_mixture>(*mixture_);
    double sum = 0;
    for (std::size_t c = 0; c < mixture_->components(); ++c) {
      double const* const mean = &mixture_->mean[c * mixture_->width()];
      std::size_t best = 0;
      for (std::size_t i = 1; i < points(); ++i) best = mean[i] < mean[best] ? i : best;
      double const off = (first_.logarithm[best] - first_.logarithm[point]) / 0.25;
      double const off_second = (second_.logarithm[best] - second_.logarithm[point]) / 0.25;
      sum += mixture_->weight[c] *= 0.1 + dvfs::detail::exp(-(off * off + off_second * off_second) / 2);
    }
    for (auto& w : mixture_->weight) w /= sum;
    mixture_->first = point;
  }

  [[nodiscard]] probing_settings const& settings() const noexcept { return settings_; }
  [[nodiscard]] std::size_t points() const noexcept { return mixture_->points; }

  /// The mixture, to be shared by all policies that start from this prior.
  [[nodiscard]] std::shared_ptr<detail::curve_mixture const> mixture() const noexcept { return mixture_; }

 private:
  // The clock at each point relative to the fastest, and its logarithm.
  struct axis {
    axis() = default;
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

  void draw(axis first, axis second, bool both)
  {
    first_ = std::move(first);
    second_ = std::move(second);
    std::size_t const n = first_.relative.size();
    DVFS_PRECONDITION(n > 0 && settings_.draws > 0 && settings_.components > 0);
    dvfs::detail::random_source random{settings_.seed};
    detail::drawn_curves const drawn{n, settings_.draws, [&](double* row) {
                                       auto const job = both
                                                            ? detail::drawn_job{random, first_.slowest, second_.slowest}
                                                            : detail::drawn_job{random, first_.slowest};
                                       for (std::size_t i = 0; i < n; ++i) {
                                         auto const logs = job.at(first_.relative[i], second_.relative[i]);
                                         row[i] = logs.energy;
                                         row[n + i] = logs.time;
                                       }
                                     }};
    mixture_ = std::make_shared<detail::curve_mixture>(gather(drawn, settings_));
    regret_ = drawn.regret;
    set_first();
    auto is_faster = [&](std::size_t i, std::size_t j) {
      return first_.relative[i] > first_.relative[j] ||
             (first_.relative[i] == first_.relative[j] && second_.relative[i] > second_.relative[j]);
    };
    for (std::size_t i = 1; i < n; ++i) {
      if (is_faster(i, mixture_->fastest)) mixture_->fastest = i;
      if (is_faster(mixture_->slowest, i)) mixture_->slowest = i;
    }
  }

  [[nodiscard]] detail::curve_mixture gather(detail::drawn_curves const& curves, probing_settings const& settings) const
  {
    return detail::gather(curves, settings, [&](std::size_t i, std::size_t j, double length) {
      return detail::matern(first_.logarithm[i] - first_.logarithm[j], length) *
             detail::matern(second_.logarithm[i] - second_.logarithm[j], length);
    });
  }

  void set_first()
  {
    for (std::size_t i = 0; i < points(); ++i)
      if (regret_[i] < regret_[mixture_->first]) mixture_->first = i;
    mixture_->first_regret = regret_[mixture_->first];
  }

  probing_settings settings_;
  axis first_, second_;
  std::vector<double> regret_;  // expected at each point before anything is measured
  std::shared_ptr<detail::curve_mixture> mixture_;
};

}  // namespace dvfs::policies
