// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/ladder.hpp>
#include <dvfs/core/result.hpp>
#include <dvfs/detail/random.hpp>
#include <dvfs/model/cholesky.hpp>
#include <dvfs/model/fit.hpp>
#include <dvfs/model/interval.hpp>
#include <dvfs/model/student_t.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dvfs {

/// What is assumed before anything is measured.
struct belief_options {
  double noise{0.003};     ///< relative deviation of a single run
  double noise_weight{1};  ///< as many runs' worth of evidence for that
};

/// What runs say about a quantity at each level of a ladder, measured there or not: a distribution, not a number.
///
/// The logarithm of the quantity is a parabola in the logarithm of the frequency, whose coefficients are free, and a
/// smooth deviation from it (a Gaussian process, Matern 5/2), so that no family has to be right; runs scatter around it
/// with one relative deviation. How far and how smoothly it deviates is averaged over, weighted by the evidence
/// (A. O'Hagan, J. R. Statist. Soc. B 40, 1978; C. E. Rasmussen, C. K. I. Williams, 2006, 2.7); the scatter is
/// integrated out, so that the distribution at a level is a mixture of Student's.
template<class Quantity>
class belief {
 public:
  /// Refused are what `fit` refuses, fewer than two different levels, and more than 512 of them.
  template<class T>
  [[nodiscard]] static result<belief> from(std::span<point<T> const> runs, ladder_view at,
                                           belief_options const& options = {})
  {
    if (auto const fault = detail::fault_in(runs, 2)) return unexpected{*fault};
    belief b;
    for (auto f : at) b.levels_.push_back(f);
    observations seen = observations_of(runs);
    if (seen.means.size() > detail::most_points || b.levels_.size() > detail::most_points)
      return unexpected{errc::too_many_points};
    b.consider_all(seen, options);
    return b;
  }

  [[nodiscard]] std::span<frequency const> levels() const { return levels_; }
  [[nodiscard]] std::size_t size() const { return levels_.size(); }

  /// The middle of what the quantity can be taken to be at a level.
  [[nodiscard]] Quantity at(level l) const { return {detail::exp(mean(to_index(l)))}; }

  /// Where the quantity lies at a level with the given probability.
  [[nodiscard]] interval<Quantity> at(level l, double probability) const
  {
    auto const i = to_index(l);
    auto const logs = central(probability, [&](auto const& c) { return one{c.mean[i], c.covariance(i, i)}; });
    return {{detail::exp(logs.low)}, {detail::exp(logs.high)}};
  }

  /// How many times the quantity at one level is that at another, with the given probability.
  [[nodiscard]] interval<double> ratio(level a, level b, double probability) const
  {
    if (a == b) return {1, 1};
    auto const logs = central(probability, [&](auto const& c) { return difference(c, to_index(a), to_index(b)); });
    return {detail::exp(logs.low), detail::exp(logs.high)};
  }

  /// The probability that the quantity is less at level a than at level b.
  [[nodiscard]] double probability_less(level a, level b) const
  {
    return below(0, [&](auto const& c) { return difference(c, to_index(a), to_index(b)); });
  }

  /// The level with the least mean, the slower one of two equal ones.
  [[nodiscard]] level least() const
  {
    std::size_t best = 0;
    for (std::size_t i = 1; i < size(); ++i)
      if (mean(i) < mean(best)) best = i;
    return level{best};
  }

  /// Calls f with the logarithms of the quantity at all levels, for so many curves drawn from the distribution.
  template<class F>
  void draw(std::size_t count, std::uint64_t seed, F const& f) const
  {
    detail::random_source random{seed};
    std::vector<double> normals(size()), values(size());
    double owed = 0;
    std::size_t drawn = 0;
    for (auto const& c : cells_) {
      owed += c.weight * static_cast<double>(count);
      if (static_cast<double>(drawn) + 0.5 >= owed) continue;
      auto factor = c.covariance;
      double most = 0;
      for (std::size_t i = 0; i < size(); ++i) most = detail::max(most, factor(i, i));
      detail::factorise(factor, 1e-12 * most + 1e-300);
      for (; static_cast<double>(drawn) + 0.5 < owed && drawn < count; ++drawn) {
        for (auto& n : normals) n = random.normal();
        double const stretch = detail::sqrt(freedom_ / chi_square(random));
        for (std::size_t i = 0; i < size(); ++i) {
          double sum = 0;
          for (std::size_t k = 0; k <= i; ++k) sum += factor(i, k) * normals[k];
          values[i] = c.mean[i] + stretch * sum;
        }
        f(std::span<double const>{values});
      }
    }
  }

  /// Degrees of freedom of the scatter: with few, intervals are wide.
  [[nodiscard]] double freedom() const { return freedom_; }
  /// Relative deviation of a single run, as far as it is known.
  [[nodiscard]] double noise() const
  {
    double variance = 0;
    for (auto const& c : cells_) variance += c.weight * c.variance;
    return detail::sqrt(variance);
  }

 private:
  static constexpr std::size_t most_terms = 3;
  // Deviations smooth over e^length in frequency, and their size in deviations of a run; most curves are smooth.
  struct weighted_length {
    double length, weight;
  };
  static constexpr weighted_length lengths[]{{0.15, 0.2}, {0.4, 0.5}, {1.2, 1}, {3, 1}};
  static constexpr double ratios[]{0, 0.5, 1, 2, 4, 8, 16, 32, 64}, weight_of_none = 4;

  // One pair of smoothness and deviation, with its weight and what it says.
  struct cell {
    double length{}, share{};  // of the deviation, and its variance over that of a run
    double weight{}, variance{};
    std::vector<double> mean;
    detail::matrix covariance;
  };
  struct one {
    double mean{}, variance{};
  };
  // The mean logarithm of each level's runs, how many they are, and their scatter within levels.
  struct observations {
    std::vector<double> x, means, counts;
    double squares{}, spare{};
  };

  [[nodiscard]] static double position(frequency f) { return detail::log(in_GHz(f)); }

  template<class T>
  [[nodiscard]] static observations observations_of(std::span<point<T> const> runs)
  {
    observations seen;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (!detail::is_first_at_its_level(runs, i)) continue;
      double n = 0, mean = 0, squares = 0;
      for (auto const& r : runs) {
        if (r.at != runs[i].at || r.weight == 0) continue;
        double const y = detail::log(detail::measured<Quantity>(r.value)), old = mean;
        n += r.weight;
        mean += r.weight / n * (y - mean);
        squares += r.weight * (y - old) * (y - mean);
        seen.spare += 1;
      }
      seen.spare -= 1;
      seen.x.push_back(position(runs[i].at));
      seen.means.push_back(mean);
      seen.counts.push_back(n);
      seen.squares += squares;
    }
    return seen;
  }

  [[nodiscard]] static double correlation(double distance, double length)
  {
    double const d = 2.23606797749979 * detail::abs(distance) / length;
    return (1 + d + d * d / 3) * detail::exp(-d);
  }

  // 1, x, x^2 around the middle of what was measured; fewer where the levels do not suffice.
  [[nodiscard]] static std::array<double, most_terms> terms(double x, double middle)
  {
    return {1, x - middle, (x - middle) * (x - middle)};
  }

  struct solved {
    detail::matrix factor, terms, inverse_root;  // L of V, L^-1 H, root of H' V^-1 H
    std::vector<double> rest, coefficients;      // L^-1 (y - H beta), beta
    double evidence{}, squares{};
  };

  void consider_all(observations const& seen, belief_options const& options)
  {
    std::size_t const n = seen.x.size(), q = n > most_terms ? most_terms : n > 2 ? 2 : 1;
    double const prior = options.noise_weight * options.noise * options.noise;
    freedom_ = static_cast<double>(n - q) + seen.spare + options.noise_weight;
    double low = seen.x[0], high = seen.x[0];
    for (double x : seen.x) {
      low = detail::min(low, x);
      high = detail::max(high, x);
    }
    middle_ = (low + high) / 2;

    std::vector<solved> all;
    for (auto const& [length, length_weight] : lengths)
      for (double const ratio : ratios) {
        // Without deviation there is no length.
        if (ratio == 0 && length != lengths[0].length) continue;
        cells_.push_back({length, ratio * ratio, ratio == 0 ? weight_of_none : length_weight, 0, {}, {}});
        all.push_back(solve(seen, cells_.back(), q, prior));
      }
    double most = -detail::infinity, total = 0;
    for (auto const& s : all) most = detail::max(most, s.evidence);
    for (std::size_t i = 0; i < all.size(); ++i) {
      cells_[i].weight *= detail::exp(all[i].evidence - most);
      total += cells_[i].weight;
    }
    std::size_t kept = 0;
    double kept_weight = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (cells_[i].weight < 1e-3 * total) continue;
      predict(seen, all[i], cells_[i], q);
      kept_weight += cells_[i].weight;
      if (kept != i) cells_[kept] = std::move(cells_[i]);
      ++kept;
    }
    cells_.resize(kept);
    for (auto& c : cells_) c.weight /= kept_weight;
  }

  [[nodiscard]] solved solve(observations const& seen, cell const& c, std::size_t q, double prior) const
  {
    std::size_t const n = seen.x.size();
    solved s{{n, n}, {n, q}, {q, q}, {}, {}, 0, 0};
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        s.factor(i, j) = c.share * correlation(seen.x[i] - seen.x[j], c.length) + (i == j ? 1 / seen.counts[i] : 0);
    double const log_v = detail::factorise(s.factor, 1e-12);

    detail::matrix y{n, 1};
    for (std::size_t i = 0; i < n; ++i) {
      y(i, 0) = seen.means[i];
      auto const h = terms(seen.x[i], middle_);
      for (std::size_t k = 0; k < q; ++k) s.terms(i, k) = h[k];
    }
    detail::solve_lower(s.factor, y);
    detail::solve_lower(s.factor, s.terms);
    s.inverse_root = detail::transposed_times(s.terms, s.terms);
    double const log_g = detail::factorise(s.inverse_root, 1e-300);

    auto beta = detail::transposed_times(s.terms, y);
    detail::solve_lower(s.inverse_root, beta);
    s.coefficients.assign(q, 0);
    for (std::size_t i = q; i-- > 0;) {
      double sum = beta(i, 0);
      for (std::size_t k = i + 1; k < q; ++k) sum -= s.inverse_root(k, i) * s.coefficients[k];
      s.coefficients[i] = sum / s.inverse_root(i, i);
    }
    double squares = seen.squares + prior;
    for (std::size_t i = 0; i < n; ++i) {
      double rest = y(i, 0);
      for (std::size_t k = 0; k < q; ++k) rest -= s.terms(i, k) * s.coefficients[k];
      s.rest.push_back(rest);
      squares += rest * rest;
    }
    s.squares = squares;
    s.evidence = -0.5 * log_v - 0.5 * log_g - 0.5 * freedom_ * detail::log(squares);
    return s;
  }

  void predict(observations const& seen, solved const& s, cell& c, std::size_t q) const
  {
    std::size_t const n = seen.x.size(), m = levels_.size();
    detail::matrix shared{n, m}, free{q, m};
    std::vector<double> x;
    for (auto f : levels_) x.push_back(position(f));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < m; ++j) shared(i, j) = c.share * correlation(seen.x[i] - x[j], c.length);
    detail::solve_lower(s.factor, shared);
    auto const read = detail::transposed_times(s.terms, shared);
    c.mean.assign(m, 0);
    for (std::size_t j = 0; j < m; ++j) {
      auto const h = terms(x[j], middle_);
      for (std::size_t k = 0; k < q; ++k) {
        c.mean[j] += h[k] * s.coefficients[k];
        free(k, j) = h[k] - read(k, j);
      }
      for (std::size_t i = 0; i < n; ++i) c.mean[j] += shared(i, j) * s.rest[i];
    }
    detail::solve_lower(s.inverse_root, free);
    auto const known = detail::transposed_times(shared, shared), unknown = detail::transposed_times(free, free);
    c.variance = s.squares / freedom_;
    c.covariance = detail::matrix{m, m};
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < m; ++j)
        c.covariance(i, j) = c.variance * (c.share * correlation(x[i] - x[j], c.length) - known(i, j) + unknown(i, j));
  }

  [[nodiscard]] double mean(std::size_t i) const
  {
    double sum = 0;
    for (auto const& c : cells_) sum += c.weight * c.mean[i];
    return sum;
  }

  [[nodiscard]] static one difference(cell const& c, std::size_t a, std::size_t b)
  {
    return {c.mean[a] - c.mean[b], c.covariance(a, a) + c.covariance(b, b) - 2 * c.covariance(a, b)};
  }

  // The probability that what `of` picks from each cell is at most v.
  template<class Of>
  [[nodiscard]] double below(double v, Of const& of) const
  {
    double sum = 0;
    for (auto const& c : cells_) {
      one const o = of(c);
      double const deviation = detail::sqrt(detail::max(o.variance, 1e-30));
      sum += c.weight * detail::student_cdf((v - o.mean) / deviation, freedom_);
    }
    return sum;
  }

  template<class Of>
  [[nodiscard]] interval<double> central(double probability, Of const& of) const
  {
    double low = detail::infinity, high = -detail::infinity;
    double const reach = detail::student_quantile_above((1 - probability) / 4, freedom_) + 1;
    for (auto const& c : cells_) {
      one const o = of(c);
      double const deviation = detail::sqrt(detail::max(o.variance, 1e-30));
      low = detail::min(low, o.mean - reach * deviation);
      high = detail::max(high, o.mean + reach * deviation);
    }
    // By false position with the Illinois rule: the distribution is smooth and rises between the two.
    auto quantile = [&](double share) {
      double a = low, b = high, at_a = below(a, of) - share, at_b = below(b, of) - share;
      int kept = 0;
      for (int i = 0; i < 60 && at_b - at_a > 1e-12 && b - a > 1e-12; ++i) {
        double const middle = i % 8 == 7 ? a + (b - a) / 2 : (a * at_b - b * at_a) / (at_b - at_a),
                     value = below(middle, of) - share;
        if (detail::abs(value) < 1e-9) return middle;
        if (value < 0) {
          a = middle;
          at_a = value;
          at_b = kept == -1 ? at_b / 2 : at_b;
          kept = -1;
        } else {
          b = middle;
          at_b = value;
          at_a = kept == 1 ? at_a / 2 : at_a;
          kept = 1;
        }
      }
      return a + (b - a) / 2;
    };
    return {quantile((1 - probability) / 2), quantile((1 + probability) / 2)};
  }

  [[nodiscard]] double chi_square(detail::random_source& random) const
  {
    // A sum of squares of normals for the whole degrees, and a share of one more for the rest.
    double sum = 0, left = freedom_;
    for (; left >= 1; left -= 1) {
      double const z = random.normal();
      sum += z * z;
    }
    if (left > 0) {
      double const z = random.normal();
      sum += left * z * z;
    }
    return sum;
  }

  std::vector<frequency> levels_;
  std::vector<cell> cells_;
  double freedom_{}, middle_{};
};

}  // namespace dvfs
