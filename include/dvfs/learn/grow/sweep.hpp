// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/grow/ranks.hpp>
#include <dvfs/learn/options.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace dvfs::learn::detail {

/// The rows of a node in the order of each feature.
struct node_rows {
  ranked_row* first{};
  std::size_t stride{};  ///< from one feature to the next
  std::size_t columns{};
  std::size_t rows{};

  [[nodiscard]] constexpr ranked_row* column(std::size_t j) const noexcept { return first + j * stride; }
};

/// A way to cut a node in two: the first `left_rows` rows in the order of a feature against the others.
template<class Score>
struct split {
  Score score{};
  std::size_t feature{};
  std::size_t left_rows{};
  bool found{false};
};

/// Counts the classes of the first rows of a node.
constexpr void count_classes(ranked_row const* first, std::size_t rows, std::uint16_t const* labels,
                             std::span<std::uint32_t> counts)
{
  std::fill(counts.begin(), counts.end(), 0u);
  for (std::size_t i = 0; i < rows; ++i) ++counts[labels[first[i].row]];
}

/// The best cut of a node that leaves min_leaf rows on both sides. `all` are its class counts, `left` is scratch of that size.
template<class Rule>
[[nodiscard]] constexpr split<typename Rule::score> find_split(Rule const& rule, node_rows const& node,
                                                               std::uint16_t const* labels,
                                                               std::span<std::uint32_t const> all,
                                                               std::span<std::uint32_t> left, std::size_t min_leaf)
{
  split<typename Rule::score> best{};
  std::size_t const rows = node.rows;
  if (rows < 2 * min_leaf) return best;
  typename Rule::quick_score bar{};
  for (std::size_t j = 0; j < node.columns; ++j) {
    ranked_row const* const first = node.column(j);
    if (first[0].rank == first[rows - 1].rank) continue;
    std::fill(left.begin(), left.end(), 0u);
    typename Rule::cut cut{rule, all};
    std::size_t n = 0;
    auto const move = [&] {
      std::size_t const k = labels[first[n++].row];
      cut.move(left[k], all[k]);
      ++left[k];
    };
    while (n + 1 < min_leaf) move();
    while (n < rows - min_leaf) {
      move();
      if (first[n - 1].rank == first[n].rank) continue;
      auto const quick = cut.quick(n, rows - n);
      if (best.found && quick <= bar) continue;
      auto const score = cut.exact(n, rows - n);
      if (best.found && !(score > best.score)) continue;
      best = {score, j, n, true};
      bar = rule.bar(quick);
    }
  }
  return best;
}

/// Whether a cut lowers the impurity enough; `total` are the rows that the tree is grown on.
template<class Rule>
[[nodiscard]] constexpr bool is_enough(Rule const& rule, grow_options const& options,
                                       std::span<std::uint32_t const> all, std::size_t rows,
                                       typename Rule::score const& score, std::size_t total)
{
  if (!(options.min_impurity_decrease > 0)) return true;
  double const gain = rule.decrease(all, rows, score);
  return gain / static_cast<double>(total) >= options.min_impurity_decrease * (1 - 0x1p-40);
}

}  // namespace dvfs::learn::detail
