// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>

namespace dvfs::learn {

/// What a node costs, per row: gini is 1 - sum p^2, entropy is -sum p log2 p, regret is what its answer costs above the
/// best answer of each row. Under gini and entropy a leaf answers its most common label, under regret the label of
/// least cost.
enum class criterion { gini, entropy, regret };

/// When to stop growing a tree; the defaults grow until every leaf is pure or cannot be split.
struct grow_options {
  learn::criterion criterion{learn::criterion::gini};
  std::optional<std::uint32_t> max_depth{};  ///< splits on the longest path; 0 leaves only the root
  std::uint32_t min_samples_split{2};        ///< a node with fewer rows is a leaf; below 2 means 2
  std::uint32_t min_samples_leaf{1};         ///< no split leaves a side with fewer rows; 0 means 1
  /// A split must lower the impurity, weighted by the node's share of all rows, by at least this much. Within a
  /// relative 2^-40 it counts as reached, so that 0.1 means a tenth.
  double min_impurity_decrease{0};
  /// Leaves at most; 0 means 1. The tree then grows best first: the leaf is cut whose cut lowers the weighted impurity
  /// most, by exact comparison, ties to the one made first, a left side before its right one. Where the limit is not
  /// met the tree is the same as without it.
  std::optional<std::uint32_t> max_leaf_nodes{};

  friend constexpr bool operator==(grow_options const&, grow_options const&) = default;
};

}  // namespace dvfs::learn
