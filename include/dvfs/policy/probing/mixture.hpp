// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/config.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/detail/random.hpp>
#include <dvfs/policy/probing/drawn_curve.hpp>
#include <dvfs/policy/probing/settings.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace dvfs::policies::detail {

/// What is believed of a curve before a measurement: a mixture of normal distributions of log energy at each point,
/// followed by log time at each point. Both are known up to a constant only, hence the wide offset in each covariance.
struct curve_mixture {
  std::size_t points{};
  std::vector<double> weight;      ///< per component, they sum to 1
  std::vector<double> mean;        ///< component by component, 2 * points each
  std::vector<double> covariance;  ///< component by component, a square of 2 * points each
  std::size_t first{};             ///< the point at which the expected regret is least
  double first_regret{};           ///< and that regret, of the logarithm
  std::size_t fastest{};           ///< the point with the fastest clocks
  std::size_t slowest{};           ///< and with the slowest

  [[nodiscard]] std::size_t components() const noexcept { return weight.size(); }
  [[nodiscard]] std::size_t width() const noexcept { return 2 * points; }
};

/// Curves drawn from physics at some points, row by row as log energy and log time, each with mean 0.
struct drawn_curves {
  std::size_t points{};
  std::vector<double> rows;
  std::vector<double> regret;  ///< mean over the curves of log energy above the least, per point

  template<class Draw>
  drawn_curves(std::size_t n, std::size_t draws, Draw draw) : points{n}, rows(2 * n * draws), regret(n)
  {
    for (std::size_t k = 0; k < draws; ++k) {
      double* const row = &rows[2 * n * k];
      draw(row);
      double mean_energy = 0, mean_time = 0, least = row[0];
      for (std::size_t i = 0; i < n; ++i) {
        mean_energy += row[i];
        mean_time += row[n + i];
        least = row[i] < least ? row[i] : least;
      }
      for (std::size_t i = 0; i < n; ++i) {
        regret[i] += (row[i] - least) / static_cast<double>(draws);
        row[i] -= mean_energy / static_cast<double>(n);
        row[n + i] -= mean_time / static_cast<double>(n);
      }
    }
  }
  [[nodiscard]] std::size_t count() const noexcept { return rows.size() / (2 * points); }
};

/// For each drawn curve the kind that it belongs to, by k-means; a kind that loses all its curves stays empty.
[[nodiscard]] inline std::vector<std::size_t> kinds_of(drawn_curves const& drawn, std::size_t kinds)
{
  std::size_t const width = 2 * drawn.points, count = drawn.count();
  std::vector<double> centres(kinds * width), sums(kinds * width), members(kinds);
  for (std::size_t i = 0; i < centres.size(); ++i) centres[i] = drawn.rows[i];
  std::vector<std::size_t> kind(count);
  for (int pass = 0; pass < 8; ++pass) {
    for (auto& s : sums) s = 0;
    for (auto& m : members) m = 0;
    for (std::size_t k = 0; k < count; ++k) {
      double const* const row = &drawn.rows[k * width];
      double least = dvfs::detail::infinity;
      for (std::size_t c = 0; c < kinds; ++c) {
        double distance = 0;
        for (std::size_t i = 0; i < drawn.points && distance < least; ++i) {
          double const e = row[i] - centres[c * width + i];
          double const t = row[drawn.points + i] - centres[c * width + drawn.points + i];
          distance += e * e + t * t + (e - t) * (e - t);
        }
        if (distance < least) least = distance, kind[k] = c;
      }
      members[kind[k]] += 1;
      for (std::size_t i = 0; i < width; ++i) sums[kind[k] * width + i] += row[i];
    }
    for (std::size_t c = 0; c < kinds; ++c)
      if (members[c] > 0)
        for (std::size_t i = 0; i < width; ++i) centres[c * width + i] = sums[c * width + i] / members[c];
  }
  return kind;
}

/// The mixture that has the drawn curves' moments, kind by kind, widened by what curves stray from physics. `kinship(i, j, length)`
/// is the correlation of that straying between two points.
template<class Kinship>
[[nodiscard]] curve_mixture gather(drawn_curves const& drawn, probing_settings const& s, Kinship kinship)
{
  std::size_t const n = drawn.points, width = 2 * n, count = drawn.count();
  std::size_t const kinds = s.components < count ? s.components : count;
  auto const kind = kinds_of(drawn, kinds);
  std::vector<double> members(kinds), mean(kinds * width), covariance(kinds * width * width);
  for (std::size_t k = 0; k < count; ++k) {
    members[kind[k]] += 1;
    for (std::size_t i = 0; i < width; ++i) mean[kind[k] * width + i] += drawn.rows[k * width + i];
  }
  for (std::size_t c = 0; c < kinds; ++c)
    for (std::size_t i = 0; i < width; ++i) mean[c * width + i] /= members[c] > 0 ? members[c] : 1;
  for (std::size_t k = 0; k < count; ++k) {
    double const *row = &drawn.rows[k * width], *m = &mean[kind[k] * width];
    double* const square = &covariance[kind[k] * width * width];
    for (std::size_t i = 0; i < width; ++i)
      for (std::size_t j = 0; j <= i; ++j) square[i * width + j] += (row[i] - m[i]) * (row[j] - m[j]);
  }

  curve_mixture all;
  all.points = n;
  for (bool const heavy : {false, true}) {
    double const share = heavy ? s.heavy_share : 1 - s.heavy_share, factor = heavy ? s.heavy_factor : 1;
    if (!(share > 0)) continue;
    for (std::size_t c = 0; c < kinds; ++c) {
      if (members[c] == 0) continue;
      all.weight.push_back(share * members[c] / static_cast<double>(count));
      all.mean.insert(all.mean.end(), &mean[c * width], &mean[c * width] + width);
      std::size_t const start = all.covariance.size();
      all.covariance.resize(start + width * width);
      for (std::size_t i = 0; i < width; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
          // Time and power stray alone; energy, their product, with both.
          double const channels = i < n && j < n ? 2 : 1;
          double const apart = factor * factor *
                               (s.residual * s.residual * kinship(i % n, j % n, heavy ? s.heavy_length : s.length) +
                                (i % n == j % n ? s.roughness * s.roughness : 0));
          double const value = covariance[c * width * width + i * width + j] / members[c] + channels * (apart + 9);
          all.covariance[start + i * width + j] = all.covariance[start + j * width + i] = value;
        }
    }
  }
  return all;
}

/// Correlation by distance, smooth but with kinks: Matern's with smoothness 3/2.
[[nodiscard]] inline double matern(double distance, double length) noexcept
{
  double const d = 1.7320508075688772 * dvfs::detail::abs(distance) / length;
  return (1 + d) * dvfs::detail::exp(-d);
}

}  // namespace dvfs::policies::detail
