// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/grow/ranks.hpp>
#include <dvfs/learn/options.hpp>

#include <cstddef>
#include <cstdint>

namespace dvfs::learn::detail {

/// The rows of a node in the order of each feature.
struct node_rows {
  ranked_row* first{};
  std::size_t stride{};  ///< from one feature to the next
  std::size_t columns{};
  std::size_t rows{};

  [[nodiscard]] constexpr ranked_row* column(std::size_t j) const noexcept { return first + j * stride; }
};

/// A way to cut a node in two: the first `left_rows` rows in the order of a feature against the others, or the rows of
/// some categories against those of the others.
template<class Score>
struct split {
  Score score{};
  std::size_t feature{};
  std::size_t left_rows{};
  bool found{false};
  std::uint8_t left_categories{};
};

/// Whether a decrease reaches the bound of the options.
[[nodiscard]] constexpr bool is_enough(grow_options const& options, double decrease) noexcept
{
  return !(options.min_impurity_decrease > 0) || decrease >= options.min_impurity_decrease * (1 - 0x1p-40);
}

/// Whether a node of so many rows at a depth is a leaf whatever is in it.
[[nodiscard]] constexpr bool must_stop(grow_options const& options, std::size_t rows, std::uint32_t depth) noexcept
{
  return rows < 2 || rows < options.min_samples_split || (options.max_depth && depth >= *options.max_depth);
}

}  // namespace dvfs::learn::detail
