// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/policy/probing/fast_math.hpp>
#include <dvfs/policy/probing/mixture.hpp>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::policies::detail {

/// A curve mixture conditioned on readings, one after the other; allocates when made and never again.
class posterior {
 public:
  posterior(curve_mixture prior, std::size_t most_readings, double temper)
      : prior_{std::move(prior)}, capacity_{most_readings}, temper_{temper}, mean_{prior_.mean},
        variance_(prior_.components() * prior_.points), rows_(prior_.components() * most_readings * prior_.width()),
        log_weight_(prior_.components()), weight_{prior_.weight}
  {
    std::size_t const n = prior_.points, width = prior_.width();
    for (std::size_t c = 0; c < components(); ++c) {
      log_weight_[c] = dvfs::detail::log(prior_.weight[c]);
      for (std::size_t i = 0; i < n; ++i) variance_[c * n + i] = prior_.covariance[(c * width + i) * width + i];
    }
  }

  [[nodiscard]] curve_mixture const& prior() const noexcept { return prior_; }
  [[nodiscard]] std::size_t points() const noexcept { return prior_.points; }
  [[nodiscard]] std::size_t components() const noexcept { return prior_.components(); }
  [[nodiscard]] std::size_t readings() const noexcept { return used_; }
  [[nodiscard]] bool is_full() const noexcept { return used_ == capacity_; }

  /// Learns that coordinate `at` (a point's log energy, or points() + its log time) reads `value`, with that variance.
  void learn(std::size_t at, double value, double noise) noexcept
  {
    if (is_full()) return;
    std::size_t const n = prior_.points, width = prior_.width();
    for (std::size_t c = 0; c < components(); ++c) {
      double* const rows = &rows_[c * capacity_ * width];
      double* const row = rows + used_ * width;
      double const* const covariance = &prior_.covariance[(c * width + at) * width];
      for (std::size_t i = 0; i < width; ++i) row[i] = covariance[i];
      for (std::size_t r = 0; r < used_; ++r) {
        double const* const earlier = rows + r * width;
        double const factor = earlier[at];
        for (std::size_t i = 0; i < width; ++i) row[i] -= factor * earlier[i];
      }
      double const total = dvfs::detail::max(row[at], 0.0) + noise;
      double const scale = 1 / root(total), surprise = (value - mean_[c * width + at]) * scale;
      log_weight_[c] -= temper_ / 2 * (surprise * surprise + dvfs::detail::log(total));
      double* const mean = &mean_[c * width];
      double* const variance = &variance_[c * n];
      for (std::size_t i = 0; i < width; ++i) {
        row[i] *= scale;
        mean[i] += row[i] * surprise;
      }
      for (std::size_t i = 0; i < n; ++i) variance[i] -= row[i] * row[i];
    }
    ++used_;
  }

  /// Turns the likelihoods into weights that sum to 1.
  void weigh() noexcept
  {
    double greatest = log_weight_[0], sum = 0;
    for (double const l : log_weight_) greatest = l > greatest ? l : greatest;
    for (std::size_t c = 0; c < components(); ++c) sum += weight_[c] = fast_exp(log_weight_[c] - greatest);
    for (auto& w : weight_) w /= sum;
  }

  /// What was expected of a coordinate before the first reading.
  [[nodiscard]] double prior_mean(std::size_t at) const noexcept
  {
    double sum = 0;
    for (std::size_t c = 0; c < components(); ++c) sum += prior_.weight[c] * prior_.mean[c * prior_.width() + at];
    return sum;
  }

  /// The mean of log energy at a point.
  [[nodiscard]] double mean(std::size_t point) const noexcept
  {
    double sum = 0;
    for (std::size_t c = 0; c < components(); ++c) sum += weight_[c] * mean_[c * prior_.width() + point];
    return sum;
  }

  /// By how much log energy is expected to be below `least`, counting nothing where it is above: at each point that
  /// `counts` into `improvement`, and as the result where each component may name its own point.
  template<class Counts>
  double survey(double least, Counts counts, std::span<double> improvement) const noexcept
  {
    double sum = 0;
    for (auto& i : improvement) i = 0;
    for (std::size_t c = 0; c < components(); ++c) {
      if (weight_[c] < 1e-9) continue;
      double const* const mean = &mean_[c * prior_.width()];
      double const* const variance = &variance_[c * points()];
      double most = 0;
      for (std::size_t i = 0; i < points(); ++i) {
        if (!counts(i)) continue;
        double const deviation = root(dvfs::detail::max(variance[i], 1e-12));
        double const one = deviation * shortfall((least - mean[i]) / deviation);
        improvement[i] += weight_[c] * one;
        most = one > most ? one : most;
      }
      sum += weight_[c] * most;
    }
    return sum;
  }

 private:
  curve_mixture prior_;
  std::size_t capacity_;
  std::size_t used_{0};
  double temper_;
  std::vector<double> mean_, variance_;
  std::vector<double> rows_;  // the inverse root of the readings' covariance, applied to each coordinate's
  std::vector<double> log_weight_, weight_;
};

}  // namespace dvfs::policies::detail
