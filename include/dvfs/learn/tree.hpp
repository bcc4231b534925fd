// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/config.hpp>
#include <dvfs/detail/static_vector.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dvfs::learn {

/// A categorical column has at most so many categories, 0 .. 7.
inline constexpr std::size_t max_categories = 8;

/// One node of a decision tree; a leaf has no feature. `label` is the majority of the rows that reached the node while
/// it was grown, ties to the lowest label, for inner nodes as well.
struct tree_node {
  std::int32_t feature{-1};
  std::int32_t label{};
  double threshold{};  ///< a row goes left if its feature is at most this
  std::int32_t left{-1};
  std::int32_t right{-1};
  std::uint32_t count{};   ///< training rows
  std::uint32_t errors{};  ///< training rows with another label than `label`
  double impurity{};
  std::uint8_t left_categories{};  ///< not 0: the feature is categorical, and category i goes left where bit i is set

  [[nodiscard]] constexpr bool is_leaf() const noexcept { return feature < 0; }
  /// Whether a row with this value of the feature goes left. What is no category that was seen left goes right.
  [[nodiscard]] constexpr bool goes_left(double value) const noexcept
  {
    if (left_categories == 0) return value <= threshold;
    if (!(value >= 0 && value < 8)) return false;
    auto const category = static_cast<unsigned>(value);
    return static_cast<double>(category) == value && (left_categories >> category & 1u) != 0;
  }
  friend constexpr bool operator==(tree_node const&, tree_node const&) = default;
};

/// The training rows of a node by weight: of all, and of those with another label than the node's.
struct node_weight {
  double all{};
  double errors{};

  friend constexpr bool operator==(node_weight const&, node_weight const&) = default;
};

namespace detail {

// A tree that is a constant has rows that all count the same.
template<class Nodes>
struct weights_of {
  struct none {
    [[nodiscard]] static constexpr bool empty() noexcept { return true; }
    friend constexpr bool operator==(none, none) = default;
  };
  using type = none;
};
template<>
struct weights_of<std::vector<tree_node>> {
  using type = std::vector<node_weight>;
};

}  // namespace detail

/// A decision tree over rows of numbers. Nodes come in preorder, so node 0 is the root and every child comes after its
/// parent. A row goes left if its feature is at most the threshold, or among the left categories. Where it is NaN (not
/// known) the walk ends, and the answer is the label of the node reached so far.
template<class Nodes>
struct basic_tree {
  Nodes nodes{};
  std::uint32_t columns{};  ///< features of a row
  std::uint32_t labels{};   ///< labels are 0 .. labels - 1
  /// One per node where the training rows had weights, else none.
  [[no_unique_address]] typename detail::weights_of<Nodes>::type weights{};

  /// The training rows of a node, by weight where they had weights.
  [[nodiscard]] constexpr node_weight weight(std::size_t node) const
  {
    if constexpr (requires { weights[node]; })
      if (!weights.empty()) return weights[node];
    return {static_cast<double>(nodes[node].count), static_cast<double>(nodes[node].errors)};
  }

  /// The node at which the walk of a row ends; x has at least `columns` numbers.
  [[nodiscard]] constexpr std::size_t find_node(std::span<double const> x) const noexcept
  {
    DVFS_PRECONDITION(x.size() >= columns && !nodes.empty());
    tree_node const* const all = nodes.data();
    std::size_t at = 0;
    while (!all[at].is_leaf()) {
      double const v = x[static_cast<std::size_t>(all[at].feature)];
      if (v != v) break;
      at = static_cast<std::size_t>(all[at].goes_left(v) ? all[at].left : all[at].right);
    }
    return at;
  }

  [[nodiscard]] constexpr int predict(std::span<double const> x) const noexcept { return nodes[find_node(x)].label; }

  /// The nodes from the root to the one that answers.
  [[nodiscard]] std::vector<std::size_t> path(std::span<double const> x) const
  {
    std::size_t const end = find_node(x);
    std::vector<std::size_t> visited;
    for (std::size_t at = 0;;) {
      visited.push_back(at);
      if (at == end) return visited;
      auto const& n = nodes[at];
      at = static_cast<std::size_t>(n.goes_left(x[static_cast<std::size_t>(n.feature)]) ? n.left : n.right);
    }
  }

  [[nodiscard]] constexpr std::size_t leaf_count() const noexcept { return (nodes.size() + 1) / 2; }

  /// Splits on the longest path.
  [[nodiscard]] constexpr std::size_t depth() const
  {
    std::size_t deepest = 0;
    // In preorder a leaf is followed by the branch that waits for its turn; `count` holds the depth of those that wait.
    Nodes waiting;
    for (std::uint32_t i = 0, level = 0; i < nodes.size(); ++i) {
      deepest = level > deepest ? level : deepest;
      if (!nodes[i].is_leaf()) {
        ++level;
        waiting.push_back({.count = level});
      } else if (!waiting.empty()) {
        level = waiting.back().count;
        waiting.pop_back();
      }
    }
    return deepest;
  }

  friend bool operator==(basic_tree const&, basic_tree const&) = default;
};

/// A tree that was grown at run time.
using decision_tree = basic_tree<std::vector<tree_node>>;

/// A tree of at most MaxNodes nodes that can be a constant.
template<std::size_t MaxNodes>
using fixed_tree = basic_tree<dvfs::detail::static_vector<tree_node, MaxNodes>>;

}  // namespace dvfs::learn
