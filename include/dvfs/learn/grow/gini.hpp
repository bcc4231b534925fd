// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/int128.hpp>
#include <dvfs/detail/math.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace dvfs::learn::detail {

using wide_uint = dvfs::detail::uint128;

/// How good a gini cut is: the sum over both sides of (sum of squared class counts) / rows. More is better. Ordered as
/// the rational number it is, so that equal cuts are equal.
struct gini_score {
  std::uint64_t left_squares{};
  std::uint64_t right_squares{};
  std::uint64_t left_rows{};
  std::uint64_t right_rows{};

  [[nodiscard]] constexpr double approximate() const noexcept
  {
    return static_cast<double>(left_squares) / static_cast<double>(left_rows) +
           static_cast<double>(right_squares) / static_cast<double>(right_rows);
  }

  friend constexpr std::strong_ordering operator<=>(gini_score const& a, gini_score const& b) noexcept
  {
    double const x = a.approximate();
    double const y = b.approximate();
    // Each sum of two quotients carries a relative error below 4 * 2^-53; only closer pairs need integers.
    double const doubt = (x + y) * 0x1p-50;
    if (x - y > doubt) return std::strong_ordering::greater;
    if (y - x > doubt) return std::strong_ordering::less;
    return compare_exactly(a, b);
  }
  friend constexpr bool operator==(gini_score const& a, gini_score const& b) noexcept { return (a <=> b) == 0; }

 private:
  // Integer parts first: what is left are proper fractions whose cross products fit 128 bits for rows below 2^32.
  [[nodiscard]] static constexpr std::strong_ordering compare_exactly(gini_score const& a, gini_score const& b) noexcept
  {
    wide_uint const a_over = wide_uint{a.left_squares} * a.right_rows + wide_uint{a.right_squares} * a.left_rows;
    wide_uint const b_over = wide_uint{b.left_squares} * b.right_rows + wide_uint{b.right_squares} * b.left_rows;
    wide_uint const a_under = wide_uint{a.left_rows} * a.right_rows;
    wide_uint const b_under = wide_uint{b.left_rows} * b.right_rows;
    if (auto const c = three_way(a_over / a_under, b_over / b_under); c != 0) return c;
    return three_way(a_over % a_under * b_under, b_over % b_under * a_under);
  }
  [[nodiscard]] static constexpr std::strong_ordering three_way(wide_uint a, wide_uint b) noexcept
  {
    return a < b ? std::strong_ordering::less : a > b ? std::strong_ordering::greater : std::strong_ordering::equal;
  }
};

/// How much a gini cut lowers the impurity of a node, times the node's rows, ordered as the rational number it is:
/// left/nl + right/nr - all/n over a common denominator, so that a gain of 0 is exactly 0.
struct gini_gain {
  wide_uint over{};
  std::uint64_t left_rows{1};
  std::uint64_t right_rows{1};
  std::uint64_t rows{1};

  [[nodiscard]] constexpr double approximate() const noexcept
  {
    return static_cast<double>(over) / (static_cast<double>(left_rows) * static_cast<double>(right_rows)) /
           static_cast<double>(rows);
  }

  friend constexpr std::strong_ordering operator<=>(gini_gain const& a, gini_gain const& b) noexcept
  {
    double const x = a.approximate();
    double const y = b.approximate();
    double const doubt = (x + y) * 0x1p-49;
    if (x - y > doubt) return std::strong_ordering::greater;
    if (y - x > doubt) return std::strong_ordering::less;
    auto const p = product(a.over, b.under()), q = product(b.over, a.under());
    if (p.high != q.high) return p.high < q.high ? std::strong_ordering::less : std::strong_ordering::greater;
    if (p.low != q.low) return p.low < q.low ? std::strong_ordering::less : std::strong_ordering::greater;
    return std::strong_ordering::equal;
  }
  friend constexpr bool operator==(gini_gain const& a, gini_gain const& b) noexcept { return (a <=> b) == 0; }

 private:
  struct very_wide {
    wide_uint high, low;
  };

  [[nodiscard]] constexpr wide_uint under() const noexcept { return wide_uint{left_rows} * right_rows * rows; }
  // All 256 bits, by halves.
  [[nodiscard]] static constexpr very_wide product(wide_uint a, wide_uint b) noexcept
  {
    constexpr wide_uint half = ~std::uint64_t{0};
    wide_uint const a1 = a >> 64, a0 = a & half, b1 = b >> 64, b0 = b & half;
    wide_uint const low = a0 * b0, cross = a1 * b0 + (low >> 64), other = a0 * b1 + (cross & half);
    return {a1 * b1 + (cross >> 64) + (other >> 64), (other << 64) | (low & half)};
  }
};

/// The gini criterion for sweeps over a node.
template<class Storage>
class gini_rule {
 public:
  using score = gini_score;
  using quick_score = double;
  using gain = gini_gain;

  constexpr explicit gini_rule(std::size_t rows) : inverse_(rows + 1, 0)
  {
    for (std::size_t n = 1; n <= rows; ++n) inverse_[n] = 1 / static_cast<double>(n);
  }

  /// 1 - sum p^2; rows must not be 0.
  [[nodiscard]] constexpr double impurity(std::span<std::uint32_t const> counts, std::uint64_t rows) const noexcept
  {
    return static_cast<double>(rows * rows - squares(counts)) / static_cast<double>(rows * rows);
  }

  /// How much a cut lowers the impurity of a node, times the node's rows.
  [[nodiscard]] constexpr gain gain_of(std::span<std::uint32_t const> counts, std::uint64_t rows,
                                       score const& s) const noexcept
  {
    return {(wide_uint{s.left_squares} * s.right_rows + wide_uint{s.right_squares} * s.left_rows) * rows -
                wide_uint{squares(counts)} * s.left_rows * s.right_rows,
            s.left_rows, s.right_rows, rows};
  }
  [[nodiscard]] constexpr double decrease(std::span<std::uint32_t const> counts, std::uint64_t rows,
                                          score const& s) const noexcept
  {
    return gain_of(counts, rows, s).approximate();
  }

  /// Quick scores at most this large are surely worse than q.
  [[nodiscard]] static constexpr double bar(double q) noexcept { return q * (1 - 0x1p-48); }
  /// The score of a cut from the class counts of its left side and of the node.
  [[nodiscard]] static constexpr score score_of(std::span<std::uint32_t const> left, std::span<std::uint32_t const> all,
                                                std::uint64_t left_rows, std::uint64_t right_rows) noexcept
  {
    score s{0, 0, left_rows, right_rows};
    for (std::size_t k = 0; k < all.size(); ++k) {
      std::uint64_t const l = left[k], r = all[k] - left[k];
      s.left_squares += l * l;
      s.right_squares += r * r;
    }
    return s;
  }
  [[nodiscard]] static constexpr double quick_of(score const& s) noexcept { return s.approximate(); }
  /// Whether both sides are pure, so that no cut is better.
  [[nodiscard]] static constexpr bool is_perfect(score const& s) noexcept
  {
    return s.left_squares == s.left_rows * s.left_rows && s.right_squares == s.right_rows * s.right_rows;
  }
  /// Quick scores of at least this are surely better than q.
  [[nodiscard]] static constexpr double sure(double q) noexcept { return q * (1 + 0x1p-48); }

  /// A cut that starts with all rows on the right and moves one row at a time to the left.
  class cut {
   public:
    constexpr cut(gini_rule const& rule, std::span<std::uint32_t const> all) noexcept
        : inverse_{rule.inverse_.data()}, right_{static_cast<std::int64_t>(squares(all))}
    {
    }
    /// Moves a row of a class of which `left` are on the left and `all` in the node.
    constexpr void move(std::uint32_t left, std::uint32_t all) noexcept
    {
      std::int64_t const twice = 2 * std::int64_t{left} + 1;
      left_ += twice;
      right_ += twice - 2 * std::int64_t{all};
    }
    /// The same for a row that counts as many.
    constexpr void move(std::uint32_t left, std::uint32_t all, std::uint32_t weight) noexcept
    {
      std::int64_t const w = weight, l = left, r = std::int64_t{all} - left;
      left_ += w * (2 * l + w);
      right_ += w * (w - 2 * r);
    }
    /// The score within a relative 2^-50.
    [[nodiscard]] constexpr double quick(std::size_t left_rows, std::size_t right_rows) const noexcept
    {
      return static_cast<double>(left_) * inverse_[left_rows] + static_cast<double>(right_) * inverse_[right_rows];
    }
    [[nodiscard]] constexpr score exact(std::size_t left_rows, std::size_t right_rows) const noexcept
    {
      return {static_cast<std::uint64_t>(left_), static_cast<std::uint64_t>(right_), left_rows, right_rows};
    }

    /// The score when a row of a class is left out of which `n` rows are on its side: quickly and exactly.
    [[nodiscard]] constexpr double quick_without_left(std::uint32_t n, std::size_t left_rows,
                                                      std::size_t right_rows) const noexcept
    {
      return static_cast<double>(left_ - 2 * std::int64_t{n} + 1) * inverse_[left_rows - 1] +
             static_cast<double>(right_) * inverse_[right_rows];
    }
    [[nodiscard]] constexpr double quick_without_right(std::uint32_t n, std::size_t left_rows,
                                                       std::size_t right_rows) const noexcept
    {
      return static_cast<double>(left_) * inverse_[left_rows] +
             static_cast<double>(right_ - 2 * std::int64_t{n} + 1) * inverse_[right_rows - 1];
    }
    [[nodiscard]] constexpr score exact_without_left(std::uint32_t n, std::size_t left_rows,
                                                     std::size_t right_rows) const noexcept
    {
      return {static_cast<std::uint64_t>(left_ - 2 * std::int64_t{n} + 1), static_cast<std::uint64_t>(right_),
              left_rows - 1, right_rows};
    }
    [[nodiscard]] constexpr score exact_without_right(std::uint32_t n, std::size_t left_rows,
                                                      std::size_t right_rows) const noexcept
    {
      return {static_cast<std::uint64_t>(left_), static_cast<std::uint64_t>(right_ - 2 * std::int64_t{n} + 1),
              left_rows, right_rows - 1};
    }

    /// The quick score, and bounds of it when any one row is left out. With A the sum of squares of a side of n rows
    /// and l its rows of the class, A / n changes by (A - 2 l n + n) / (n (n - 1)), where 1 <= l <= sqrt(A).
    [[nodiscard]] constexpr std::pair<double, double> quick_and_upper(std::size_t left_rows,
                                                                      std::size_t right_rows) const noexcept
    {
      double const a = static_cast<double>(left_) * inverse_[left_rows];
      double const b = static_cast<double>(right_) * inverse_[right_rows];
      double const of_a = (a - 1) * inverse_[left_rows - 1];
      double const of_b = (b - 1) * inverse_[right_rows - 1];
      return {a + b, (a + b + (of_a > of_b ? of_a : of_b)) * (1 + 0x1p-40)};
    }
    [[nodiscard]] constexpr double lower_without(std::size_t left_rows, std::size_t right_rows) const noexcept
    {
      auto const least_change = [](std::int64_t squares, std::size_t rows) {
        double const a = static_cast<double>(squares);
        double const n = static_cast<double>(rows);
        return (a - 2 * dvfs::detail::sqrt(a) * n + n) / (n * (n - 1));
      };
      double const of_left = least_change(left_, left_rows);
      double const of_right = least_change(right_, right_rows);
      return quick(left_rows, right_rows) * (1 - 0x1p-40) + (of_left < of_right ? of_left : of_right) - 0x1p-30;
    }

   private:
    double const* inverse_;
    std::int64_t left_{};
    std::int64_t right_;
  };

 private:
  [[nodiscard]] static constexpr std::uint64_t squares(std::span<std::uint32_t const> counts) noexcept
  {
    std::uint64_t sum = 0;
    for (std::uint64_t const c : counts) sum += c * c;
    return sum;
  }

  typename Storage::template per_row<double> inverse_;
};

}  // namespace dvfs::learn::detail
