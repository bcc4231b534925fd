// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/grow/gini.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace dvfs::learn::detail {

inline constexpr int log_bits = 32;  // of the fraction: n log2 n then fits 63 bits for n up to 2^26

/// log2(n) with log_bits binary digits after the point, to a unit of the last, by repeated squaring; n is not 0.
[[nodiscard]] constexpr std::int64_t fixed_log2(std::uint64_t n) noexcept
{
  int whole = 63;
  while ((n >> whole) == 0) --whole;
  std::uint64_t x = n << (63 - whole);  // 1.0 <= x / 2^63 < 2.0
  std::int64_t result = whole;
  for (int bit = 0; bit < log_bits; ++bit) {
    wide_uint const square = wide_uint{x} * x;  // 1.0 <= square / 2^126 < 4.0
    bool const carry = (square >> 127) != 0;
    x = static_cast<std::uint64_t>(square >> (carry ? 64 : 63));
    result = 2 * result + (carry ? 1 : 0);
  }
  return result;
}

/// n log2 n as integers of 2^-log_bits for n up to a number of rows. The logarithm of a product is the sum of the
/// logarithms of its primes, digit for digit, so that entropies which are equal as real numbers are equal here.
template<class Storage>
class log_table {
 public:
  constexpr explicit log_table(std::size_t rows) : n_log_n_(rows + 1, 0)
  {
    // First n_log_n_[n] is the smallest prime factor of a composite n, or 0; then log2 n.
    for (std::size_t p = 2; p * p <= rows; ++p)
      if (n_log_n_[p] == 0)
        for (std::size_t m = p * p; m <= rows; m += p)
          if (n_log_n_[m] == 0) n_log_n_[m] = static_cast<std::int64_t>(p);
    for (std::size_t n = 2; n <= rows; ++n) {
      auto const p = static_cast<std::size_t>(n_log_n_[n]);
      n_log_n_[n] = p == 0 ? fixed_log2(n) : n_log_n_[p] + n_log_n_[n / p];
    }
    for (std::size_t n = 2; n <= rows; ++n) n_log_n_[n] *= static_cast<std::int64_t>(n);
  }
  [[nodiscard]] constexpr std::int64_t operator[](std::size_t n) const noexcept { return n_log_n_.data()[n]; }

 private:
  typename Storage::template per_row<std::int64_t> n_log_n_;
};

/// The entropy criterion for sweeps over a node.
template<class Storage>
struct entropy_rule {
  /// Minus the rows-weighted entropy of both sides, in 2^-log_bits bit. More is better.
  using score = std::int64_t;
  using quick_score = score;
  using gain = score;

  log_table<Storage> table;

  constexpr explicit entropy_rule(std::size_t rows) : table{rows} {}

  /// -sum p log2 p, in bit.
  [[nodiscard]] constexpr double impurity(std::span<std::uint32_t const> counts, std::uint64_t rows) const noexcept
  {
    return static_cast<double>(bits(counts, rows)) * 0x1p-32 / static_cast<double>(rows);
  }

  [[nodiscard]] static constexpr score bar(score q) noexcept { return q - 1; }
  [[nodiscard]] static constexpr score sure(score q) noexcept { return q + 1; }
  /// The score of a cut from the class counts of its left side and of the node.
  [[nodiscard]] constexpr score score_of(std::span<std::uint32_t const> left, std::span<std::uint32_t const> all,
                                         std::uint64_t left_rows, std::uint64_t right_rows) const noexcept
  {
    score s = -table[left_rows] - table[right_rows];
    for (std::size_t k = 0; k < all.size(); ++k) s += table[left[k]] + table[all[k] - left[k]];
    return s;
  }
  [[nodiscard]] static constexpr score quick_of(score s) noexcept { return s; }
  /// Whether both sides are pure, so that no cut is better.
  [[nodiscard]] static constexpr bool is_perfect(score s) noexcept { return s == 0; }

  class cut {
   public:
    constexpr cut(entropy_rule const& rule, std::span<std::uint32_t const> all) noexcept : table_{&rule.table}
    {
      for (std::uint32_t const c : all) sum_ += (*table_)[c];
    }
    constexpr void move(std::uint32_t left, std::uint32_t all) noexcept
    {
      sum_ += (*table_)[left + 1] - (*table_)[left] + (*table_)[all - left - 1] - (*table_)[all - left];
    }
    constexpr void move(std::uint32_t left, std::uint32_t all, std::uint32_t weight) noexcept
    {
      sum_ += (*table_)[left + weight] - (*table_)[left] + (*table_)[all - left - weight] - (*table_)[all - left];
    }
    [[nodiscard]] constexpr score quick(std::size_t left_rows, std::size_t right_rows) const noexcept
    {
      return sum_ - (*table_)[left_rows] - (*table_)[right_rows];
    }
    [[nodiscard]] constexpr score exact(std::size_t left_rows, std::size_t right_rows) const noexcept
    {
      return quick(left_rows, right_rows);
    }

    [[nodiscard]] constexpr score quick_without_left(std::uint32_t n, std::size_t left_rows,
                                                     std::size_t right_rows) const noexcept
    {
      return sum_ - (*table_)[n] + (*table_)[n - 1] - (*table_)[left_rows - 1] - (*table_)[right_rows];
    }
    [[nodiscard]] constexpr score quick_without_right(std::uint32_t n, std::size_t left_rows,
                                                      std::size_t right_rows) const noexcept
    {
      return sum_ - (*table_)[n] + (*table_)[n - 1] - (*table_)[left_rows] - (*table_)[right_rows - 1];
    }
    [[nodiscard]] constexpr score exact_without_left(std::uint32_t n, std::size_t left_rows,
                                                     std::size_t right_rows) const noexcept
    {
      return quick_without_left(n, left_rows, right_rows);
    }
    [[nodiscard]] constexpr score exact_without_right(std::uint32_t n, std::size_t left_rows,
                                                      std::size_t right_rows) const noexcept
    {
      return quick_without_right(n, left_rows, right_rows);
    }

    /// The score, and bounds of it when any one row is left out. With T(n) = n log n it changes by the growth of T at
    /// the rows of the side less its growth at the rows of the class: at least 0, at most the former.
    [[nodiscard]] constexpr std::pair<score, score> quick_and_upper(std::size_t left_rows,
                                                                    std::size_t right_rows) const noexcept
    {
      score const q = quick(left_rows, right_rows);
      return {q, q + std::max(growth(left_rows), growth(right_rows)) + slack(left_rows + right_rows)};
    }
    [[nodiscard]] constexpr score lower_without(std::size_t left_rows, std::size_t right_rows) const noexcept
    {
      return quick(left_rows, right_rows) - slack(left_rows + right_rows);
    }

   private:
    [[nodiscard]] constexpr score growth(std::size_t n) const noexcept { return (*table_)[n] - (*table_)[n - 1]; }
    // The table's last digits: a logarithm is the sum of at most 26 rounded ones.
    [[nodiscard]] static constexpr score slack(std::size_t rows) noexcept { return 128 * static_cast<score>(rows); }

    log_table<Storage> const* table_;
    std::int64_t sum_{};  // of n log n over all classes of both sides
  };

  /// How much a cut lowers the entropy of a node, times the node's rows, in 2^-log_bits bit.
  [[nodiscard]] constexpr gain gain_of(std::span<std::uint32_t const> counts, std::uint64_t rows,
                                       score const& s) const noexcept
  {
    return bits(counts, rows) + s;
  }
  [[nodiscard]] constexpr double decrease(std::span<std::uint32_t const> counts, std::uint64_t rows,
                                          score const& s) const noexcept
  {
    return static_cast<double>(gain_of(counts, rows, s)) * 0x1p-32;
  }

 private:
  [[nodiscard]] constexpr std::int64_t bits(std::span<std::uint32_t const> counts, std::uint64_t rows) const noexcept
  {
    std::int64_t sum = table[rows];
    for (std::uint32_t const c : counts) sum -= table[c];
    return sum;
  }
};

}  // namespace dvfs::learn::detail
