// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/policy/probing/fast_math.hpp>
#include <dvfs/policy/probing/mixture.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::policies::detail {

/// A curve mixture conditioned on readings, one after the other; allocates when made and never again.
///
/// Each component is a normal distribution, so that conditioning is exact: one row of the Cholesky factor of the readings'
/// covariance for each. A component that has become too unlikely to matter is left behind, and catches up if its time comes.
class posterior {
 public:
  posterior(std::shared_ptr<curve_mixture const> prior, std::size_t most_readings, double temper)
      : prior_{std::move(prior)}, capacity_{most_readings}, temper_{temper}, stride_{(prior_->points + 3) / 4 * 4},
        mean_(prior_->components() * stride_), variance_(prior_->components() * stride_),
        rows_(prior_->components() * most_readings * stride_),
        factor_(prior_->components() * most_readings * most_readings), surprise_(prior_->components() * most_readings),
        done_(prior_->components()), log_weight_(prior_->components()), weight_{prior_->weight}
  {
    readings_.reserve(most_readings);
    std::size_t const n = points(), width = prior_->width();
    for (std::size_t c = 0; c < components(); ++c) {
      log_weight_[c] = dvfs::detail::log(prior_->weight[c]);
      for (std::size_t i = 0; i < n; ++i) {
        mean_[c * stride_ + i] = prior_->mean[c * width + i];
        variance_[c * stride_ + i] = prior_->covariance[(c * width + i) * width + i];
      }
    }
  }

  [[nodiscard]] curve_mixture const& prior() const noexcept { return *prior_; }
  [[nodiscard]] std::size_t points() const noexcept { return prior_->points; }
  [[nodiscard]] std::size_t components() const noexcept { return prior_->components(); }
  [[nodiscard]] bool is_full() const noexcept { return readings_.size() == capacity_; }

  /// Takes note that coordinate `at` (a point's log energy, or points() + its log time) reads `value`, with a variance
  /// above 0; `least` is what its variance cannot fall below whatever was read before. When full, the reading is lost.
  void learn(std::size_t at, double value, double noise, double least) noexcept
  {
    if (!is_full()) readings_.push_back({at, value, noise, -temper_ / 2 * fast_log(least)});
  }

  /// Conditions the components on what was learnt, and turns their likelihoods into weights that sum to 1.
  void weigh() noexcept
  {
    double greatest = -dvfs::detail::infinity;
    auto catch_up = [&](std::size_t c) {
      while (done_[c] < readings_.size()) condition(c, done_[c]++);
      greatest = dvfs::detail::max(greatest, log_weight_[c]);
    };
    std::size_t likeliest = 0;
    for (std::size_t c = 1; c < components(); ++c)
      if (weight_[c] > weight_[likeliest]) likeliest = c;
    catch_up(likeliest);
    for (std::size_t c = 0; c < components(); ++c)
      if (weight_[c] > 0) catch_up(c);
    for (std::size_t c = 0; c < components(); ++c)
      if (done_[c] < readings_.size() && best_case(c) > greatest - negligible) catch_up(c);
    double sum = 0;
    for (std::size_t c = 0; c < components(); ++c) {
      bool const counts = done_[c] == readings_.size() && log_weight_[c] > greatest - negligible;
      sum += weight_[c] = counts ? fast_exp(log_weight_[c] - greatest) : 0;
    }
    for (auto& w : weight_) w /= sum;
  }

  /// What was expected of a coordinate before the first reading.
  [[nodiscard]] double prior_mean(std::size_t at) const noexcept
  {
    double sum = 0;
    for (std::size_t c = 0; c < components(); ++c) sum += prior_->weight[c] * prior_->mean[c * prior_->width() + at];
    return sum;
  }

  /// The mean of log energy at a point.
  [[nodiscard]] double mean(std::size_t point) const noexcept
  {
    double sum = 0;
    for (std::size_t c = 0; c < components(); ++c)
      if (weight_[c] > 0) sum += weight_[c] * mean_[c * stride_ + point];
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
      if (!(weight_[c] > 0)) continue;
      double const *mean = &mean_[c * stride_], *variance = &variance_[c * stride_];
      double most = 0;
      for (std::size_t i = 0; i < points(); ++i) {
        if (!counts(i)) continue;
        double const below = least - mean[i], spread = dvfs::detail::max(variance[i], 1e-12);
        if (below < 0 && below * below > expected_shortfall::reach * expected_shortfall::reach * spread) continue;
        double const deviation = root(spread), one = deviation * shortfall(below / deviation);
        improvement[i] += weight_[c] * one;
        most = one > most ? one : most;
      }
      sum += weight_[c] * most;
    }
    return sum;
  }

 private:
  struct reading {
    std::size_t at;
    double value, noise;
    double gain;  // the most by which it can raise the logarithm of a weight
  };
  static constexpr double negligible = 10;  // e^-10 of the likeliest component's weight

  void condition(std::size_t c, std::size_t r) noexcept
  {
    std::size_t const n = points(), width = prior_->width();
    std::size_t const at = readings_[r].at;
    double const value = readings_[r].value, noise = readings_[r].noise;
    double const* const covariance = &prior_->covariance[(c * width + at) * width];
    double* const factor = &factor_[c * capacity_ * capacity_];
    double* const surprise = &surprise_[c * capacity_];
    double* const rows = &rows_[c * capacity_ * stride_];
    double* const own = factor + r * capacity_;
    double total = covariance[at] + noise, expected = prior_->mean[c * width + at];
    for (std::size_t s = 0; s < r; ++s) {
      if (at < n) {
        own[s] = rows[s * stride_ + at];
      } else {
        double const* const other = factor + s * capacity_;
        double rest = covariance[readings_[s].at];
        for (std::size_t q = 0; q < s; ++q) rest -= own[q] * other[q];
        own[s] = rest * other[s];
      }
      total -= own[s] * own[s];
      expected += own[s] * surprise[s];
    }
    total = dvfs::detail::max(total, noise);
    double const scale = 1 / root(total), z = (value - expected) * scale;
    own[r] = scale;
    surprise[r] = z;
    log_weight_[c] -= temper_ / 2 * (z * z + fast_log(total));
    double* const row = rows + r * stride_;
    for (std::size_t i = 0; i < n; ++i) row[i] = covariance[i];
    for (std::size_t s = 0; s < r; ++s) subtract(own[s], rows + s * stride_, row);
    double *const mean = &mean_[c * stride_], *const variance = &variance_[c * stride_];
    for (std::size_t i = 0; i < n; ++i) {
      row[i] *= scale;
      mean[i] += row[i] * z;
      variance[i] -= row[i] * row[i];
    }
  }

  // Four at a time, whole to the end of the padded row, so that every compiler uses vectors; each element by itself.
  void subtract(double by, double const* __restrict earlier, double* __restrict row) const noexcept
  {
    for (std::size_t i = 0; i < stride_; i += 4)
      for (std::size_t k = 0; k < 4; ++k) row[i + k] -= by * earlier[i + k];
  }

  // The logarithm of a weight if all readings that the component has not seen yet were just what it expects.
  [[nodiscard]] double best_case(std::size_t c) const noexcept
  {
    double bound = log_weight_[c];
    for (std::size_t r = done_[c]; r < readings_.size(); ++r) bound += readings_[r].gain;
    return bound;
  }

  std::shared_ptr<curve_mixture const> prior_;
  std::size_t capacity_;
  double temper_;
  std::size_t stride_;  // points, padded
  std::vector<reading> readings_;
  std::vector<double> mean_, variance_;  // of log energy, component by component
  std::vector<double> rows_;             // its covariance with the readings, made independent and of unit size
  std::vector<double> factor_;           // the rest of each reading on the earlier ones, and the inverse of its size
  std::vector<double> surprise_;         // of each reading, made likewise
  std::vector<std::size_t> done_;        // readings that a component has seen
  std::vector<double> log_weight_, weight_;
};

}  // namespace dvfs::policies::detail
