// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/math.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace dvfs::detail {

/// A matrix of doubles, row after row.
class matrix {
 public:
  matrix() = default;
  matrix(std::size_t rows, std::size_t columns) : columns_{columns}, values_(rows * columns) {}

  [[nodiscard]] std::size_t rows() const { return columns_ == 0 ? 0 : values_.size() / columns_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] double& operator()(std::size_t i, std::size_t j) { return values_[i * columns_ + j]; }
  [[nodiscard]] double operator()(std::size_t i, std::size_t j) const { return values_[i * columns_ + j]; }
  [[nodiscard]] std::span<double> row(std::size_t i) { return {values_.data() + i * columns_, columns_}; }
  [[nodiscard]] std::span<double const> row(std::size_t i) const { return {values_.data() + i * columns_, columns_}; }

 private:
  std::size_t columns_{0};
  std::vector<double> values_;
};

/// Replaces the lower triangle of a symmetric matrix by its factor L, A = L L'; a pivot that rounding has left without
/// value becomes `least`, so that nearly equal columns stay usable. Returns log det A.
inline double factorise(matrix& a, double least)
{
  double log_determinant = 0;
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a(i, j);
      for (std::size_t k = 0; k < j; ++k) sum -= a(i, k) * a(j, k);
      if (j < i) {
        a(i, j) = sum / a(j, j);
        continue;
      }
      double const pivot = sum > least ? sum : least;
      a(i, i) = sqrt(pivot);
      log_determinant += log(pivot);
    }
  }
  return log_determinant;
}

/// Replaces each column of b by L^-1 b.
inline void solve_lower(matrix const& l, matrix& b)
{
  for (std::size_t i = 0; i < l.rows(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      double const factor = l(i, k);
      for (std::size_t j = 0; j < b.columns(); ++j) b(i, j) -= factor * b(k, j);
    }
    for (std::size_t j = 0; j < b.columns(); ++j) b(i, j) /= l(i, i);
  }
}

/// a' b.
[[nodiscard]] inline matrix transposed_times(matrix const& a, matrix const& b)
{
  matrix c{a.columns(), b.columns()};
  for (std::size_t k = 0; k < a.rows(); ++k)
    for (std::size_t i = 0; i < a.columns(); ++i) {
      double const factor = a(k, i);
      for (std::size_t j = 0; j < b.columns(); ++j) c(i, j) += factor * b(k, j);
    }
  return c;
}

}  // namespace dvfs::detail
