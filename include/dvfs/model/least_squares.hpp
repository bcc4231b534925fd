// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/math.hpp>

#include <array>
#include <bit>
#include <cstddef>

namespace dvfs::detail {

/// Weighted least squares in `K` unknowns, row by row, by rotations without square roots (W. M. Gentleman, Applied
/// Statistics AS 75, 1974; A. J. Miller, AS 274, 1992): as accurate as QR, and nothing is stored for each row.
template<std::size_t K>
class least_squares {
 public:
  static_assert(K > 0 && K <= 8, "all 2^K sets of active coefficients are tried");

  struct solution {
    std::array<double, K> coefficients{};
    unsigned active{};  ///< bit i: coefficient i is not held at 0
    double squares{};   ///< weighted sum of squared errors
  };

  constexpr void add(std::array<double, K> const& x, double y, double weight)
  {
    for (std::size_t i = 0; i < K; ++i) lengths_[i] += weight * x[i] * x[i];
    total_ += weight * y * y;
    rotate_in(x, y, weight);
  }

  /// Whether the rows determine every unknown: no column is within 1e-12 of its length of the span of the others.
  [[nodiscard]] constexpr bool determined() const
  {
    for (std::size_t i = 0; i < K; ++i)
      if (!(diagonal_[i] > 1e-24 * lengths_[i])) return false;
    return true;
  }

  /// The variance of the sum of x times the unknowns, for rows of variance 1: x' (X' W X)^-1 x; unknowns that no row
  /// reads count as known.
  [[nodiscard]] constexpr double variance_of(std::array<double, K> const& x) const
  {
    std::array<double, K> z{};
    double sum = 0;
    for (std::size_t i = 0; i < K; ++i) {
      if (!(diagonal_[i] > 1e-24 * lengths_[i])) continue;
      z[i] = x[i];
      for (std::size_t k = 0; k < i; ++k) z[i] -= upper_[k][i] * z[k];
      sum += z[i] * z[i] / diagonal_[i];
    }
    return sum;
  }

  /// The solution with the coefficients outside `active` held at 0.
  [[nodiscard]] constexpr solution solve(unsigned active) const
  {
    least_squares held;
    held.squares_ = squares_;
    for (std::size_t i = 0; i < K; ++i) {
      std::array<double, K> row{};
      for (std::size_t k = i; k < K; ++k)
        if (active >> k & 1u) row[k] = k == i ? 1 : upper_[i][k];
      held.rotate_in(row, right_[i], diagonal_[i]);
    }
    solution s{{}, active, held.squares_};
    for (std::size_t i = K; i-- > 0;) {
      if (!(active >> i & 1u)) continue;
      s.coefficients[i] = held.right_[i];
      for (std::size_t k = i + 1; k < K; ++k) s.coefficients[i] -= held.upper_[i][k] * s.coefficients[k];
    }
    return s;
  }

  /// The best solution with no coefficient below 0 but those whose bit is set in `may_be_negative`.
  [[nodiscard]] constexpr solution solve_bounded(unsigned may_be_negative = 0) const
  {
    // The optimum is the free optimum of its active set, so the best admissible one over all sets is it.
    solution best{{}, 0, infinity};
    for (int size = 0; size <= static_cast<int>(K); ++size)
      for (unsigned active = 0; active < 1u << K; ++active) {
        if (std::popcount(active) != size || (may_be_negative & ~active & ((1u << K) - 1))) continue;
        auto const s = solve(active);
        // Fewer coefficients win unless more explain what is not rounding.
        if (admissible(s, may_be_negative) && (best.squares == infinity || s.squares < best.squares - 1e-28 * total_))
          best = s;
      }
    return best;
  }

 private:
  [[nodiscard]] static constexpr bool admissible(solution const& s, unsigned may_be_negative)
  {
    for (std::size_t i = 0; i < K; ++i)
      if ((s.active & ~may_be_negative) >> i & 1u && !(s.coefficients[i] > 0)) return false;
    return true;
  }

  constexpr void rotate_in(std::array<double, K> x, double y, double weight)
  {
    for (std::size_t i = 0; i < K; ++i) {
      double const d = diagonal_[i] + weight * x[i] * x[i];
      if (x[i] == 0 || !(d > 0)) continue;
      double const keep = diagonal_[i] / d, take = weight * x[i] / d;
      for (std::size_t k = i + 1; k < K; ++k) {
        double const old = x[k];
        x[k] -= x[i] * upper_[i][k];
        upper_[i][k] = keep * upper_[i][k] + take * old;
      }
      double const old = y;
      y -= x[i] * right_[i];
      right_[i] = keep * right_[i] + take * old;
      diagonal_[i] = d;
      weight *= keep;
    }
    squares_ += weight * y * y;
  }

  std::array<std::array<double, K>, K> upper_{};  // unit diagonal, above it the triangular factor
  std::array<double, K> diagonal_{}, right_{}, lengths_{};
  double squares_{0}, total_{0};
};

}  // namespace dvfs::detail
