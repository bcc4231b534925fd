// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/math.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/tree.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dvfs::learn {

/// A prediction for a row about which nothing could be learnt.
inline constexpr std::int32_t no_label = -1;

namespace detail {

/// Where the walk of one row of a table goes on from an inner node.
template<class Nodes>
[[nodiscard]] constexpr std::size_t next_node(basic_tree<Nodes> const& tree, dataset_view const& data, std::size_t row,
                                              std::size_t at)
{
  tree_node const& n = tree.nodes.data()[at];
  return static_cast<std::size_t>(n.goes_left(data.at(row, static_cast<std::size_t>(n.feature))) ? n.left : n.right);
}

}  // namespace detail

/// The node at which the walk of one row of a table ends.
template<class Nodes>
[[nodiscard]] constexpr std::size_t find_node(basic_tree<Nodes> const& tree, dataset_view const& data, std::size_t row)
{
  std::size_t at = 0;
  while (!tree.nodes.data()[at].is_leaf()) at = detail::next_node(tree, data, row, at);
  return at;
}

/// The label that a tree gives one row of a table.
template<class Nodes>
[[nodiscard]] constexpr std::int32_t predict(basic_tree<Nodes> const& tree, dataset_view const& data, std::size_t row)
{
  return tree.nodes[find_node(tree, data, row)].label;
}

namespace detail {

/// Sends the rows of a table down a tree, as many at once as a cache holds: each node parts its rows in two without a
/// branch that could be mispredicted, and where few are left they walk side by side through what is a small subtree.
class row_router {
 public:
  row_router(std::span<tree_node const> nodes, dataset_view const& data)
      : tree_{nodes}, data_{data}, block_{std::min(data.rows(),
                                                   std::max<std::size_t>(1024, cached_values / data.columns))},
        values_(block_ * data.columns), rows_(block_), right_(block_)
  {
    nodes_.reserve(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      tree_node const& n = nodes[i];
      auto const right = static_cast<std::uint32_t>(n.is_leaf() ? static_cast<std::int32_t>(i) : n.right);
      nodes_.push_back({n.is_leaf() ? dvfs::detail::nan : n.threshold,
                        n.is_leaf() ? 0 : static_cast<std::uint32_t>(n.feature), right});
    }
  }

  void run(std::span<std::int32_t> labels)
  {
    for (std::size_t first = 0; first < labels.size(); first += block_)
      route(first, labels.subspan(first, std::min(block_, labels.size() - first)));
  }

 private:
  static constexpr std::size_t cached_values = std::size_t{1} << 17;  // a mebibyte
  static constexpr std::size_t few = 32;

  // A node as many rows need it. The left child is the next node; a leaf leads to itself, since nothing is at most its
  // threshold, which is NaN.
  struct step {
    double threshold{};
    std::uint32_t feature{};
    std::uint32_t right{};
  };
  struct part {
    std::uint32_t node{}, begin{}, end{};
  };

  void route(std::size_t first, std::span<std::int32_t> labels)
  {
    // Row after row, so that a row's values share a line or two of the cache.
    std::size_t const columns = data_.columns;
    constexpr std::size_t lines = 16;
    for (std::size_t begin = 0; begin < labels.size(); begin += lines)
      for (std::size_t j = 0; j < columns; ++j)
        for (std::size_t i = begin; i < std::min(labels.size(), begin + lines); ++i)
          values_[i * columns + j] = data_.at(first + i, j);
    for (std::size_t i = 0; i < labels.size(); ++i) rows_[i] = static_cast<std::uint32_t>(i * columns);

    todo_.push_back({0, 0, static_cast<std::uint32_t>(labels.size())});
    while (!todo_.empty()) {
      part const p = todo_.back();
      todo_.pop_back();
      step const& n = nodes_[p.node];
      if (p.end - p.begin <= few || n.right == p.node) {
        walk(p, labels);
        continue;
      }
      std::uint32_t const middle = part_rows(p, n);
      if (middle < p.end) todo_.push_back({n.right, middle, p.end});
      if (p.begin < middle) todo_.push_back({p.node + 1, p.begin, middle});
    }
  }

  // Stably brings the rows that go left before those that go right; answers where these begin.
  [[nodiscard]] std::uint32_t part_rows(part const& p, step const& n)
  {
    double const* const x = values_.data() + n.feature;
    double const threshold = n.threshold;
    std::uint32_t* const rows = rows_.data();
    std::uint32_t* const right = right_.data();
    std::size_t to = p.begin, kept = 0;
    for (std::size_t i = p.begin; i < p.end; ++i) {
      std::uint32_t const row = rows[i];
      std::size_t const goes_left = x[row] <= threshold ? 1 : 0;
      rows[to] = row;
      right[kept] = row;
      to += goes_left;
      kept += 1 - goes_left;
    }
    std::copy(right, right + kept, rows + to);
    return static_cast<std::uint32_t>(to);
  }

  void walk(part const& p, std::span<std::int32_t> labels) const
  {
    std::array<std::uint32_t, few> at;
    for (std::uint32_t begin = p.begin; begin < p.end; begin += few) {
      std::uint32_t const* const rows = rows_.data() + begin;
      std::size_t const n = std::min<std::size_t>(few, p.end - begin);
      std::fill_n(at.begin(), n, p.node);
      for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t i = 0; i < n; ++i) {
          step const& s = nodes_[at[i]];
          std::uint32_t const goes_left = values_[rows[i] + s.feature] <= s.threshold ? 1 : 0;
          std::uint32_t const next = s.right ^ ((s.right ^ (at[i] + 1)) & (0 - goes_left));
          moved |= next != at[i];
          at[i] = next;
        }
      }
      for (std::size_t i = 0; i < n; ++i) labels[rows[i] / data_.columns] = tree_[at[i]].label;
    }
  }

  std::span<tree_node const> tree_;
  dataset_view data_;
  std::size_t block_;
  std::vector<step> nodes_;
  std::vector<double> values_;        // of a block, row after row
  std::vector<std::uint32_t> rows_;   // where each row begins, in the order of the nodes they are in
  std::vector<std::uint32_t> right_;  // of the node that parts its rows
  std::vector<part> todo_;
};

}  // namespace detail

/// The label that a tree gives each row of a table.
template<class Nodes>
[[nodiscard]] std::vector<std::int32_t> predict(basic_tree<Nodes> const& tree, dataset_view const& data)
{
  std::vector<std::int32_t> labels(data.rows());
  bool const thresholds_only =
      std::all_of(tree.nodes.begin(), tree.nodes.end(), [](tree_node const& n) { return n.left_categories == 0; });
  if (!thresholds_only) {
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = predict(tree, data, i);
    return labels;
  }
  detail::row_router{{tree.nodes.data(), tree.nodes.size()}, data}.run(labels);
  return labels;
}

}  // namespace dvfs::learn
