// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow/entropy.hpp>
#include <dvfs/learn/grow/gini.hpp>
#include <dvfs/learn/grow/midpoint.hpp>
#include <dvfs/learn/grow/ranks.hpp>
#include <dvfs/learn/grow/storage.hpp>
#include <dvfs/learn/grow/sweep.hpp>
#include <dvfs/learn/options.hpp>
#include <dvfs/learn/tree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace dvfs::learn {

/// Grows CART trees (Breiman, Friedman, Olshen, Stone 1984) over one table or parts of it. Cuts lie midway between
/// neighbouring values; the best cut is found by exact comparison, ties go to the lowest feature, then to the lowest
/// threshold; a cut that gains nothing is still made. Columns are sorted once, when the grower is made. The table must
/// outlive it and be without fault.
template<class Storage = heap_storage>
class grower {
 public:
  using tree_type = typename Storage::tree;

  constexpr explicit grower(dataset_view data)
      : data_{data}, sorted_(data.rows() * data.columns), order_(data.rows() * data.columns), labels_(data.rows()),
        goes_left_(data.rows()), spare_(data.rows()), all_(data.label_count), left_(data.label_count)
  {
    detail::rank_rows(data, sorted_.data());
    for (std::size_t i = 0; i < data.rows(); ++i) labels_.data()[i] = static_cast<std::uint16_t>(data.labels[i]);
  }

  /// A tree over all rows.
  [[nodiscard]] constexpr tree_type grow(grow_options const& options)
  {
    rows_ = data_.rows();
    std::copy(sorted_.data(), sorted_.data() + sorted_.size(), order_.data());
    return run(options);
  }

  /// A tree over all rows but one.
  [[nodiscard]] constexpr tree_type grow_without(std::size_t row, grow_options const& options)
  {
    return grow_if(options, [row](std::size_t i) { return i != row; });
  }

  /// A tree over the rows for which keep(row) holds. Over no rows it is a single leaf of label 0 and count 0.
  template<class Keep>
  [[nodiscard]] constexpr tree_type grow_if(grow_options const& options, Keep keep)
  {
    rows_ = 0;
    for (std::size_t i = 0; i < data_.rows(); ++i) rows_ += keep(i) ? 1u : 0u;
    for (std::size_t j = 0; j < data_.columns; ++j) {
      ranked_row* to = column(j);
      ranked_row const* const from = sorted_.data() + j * data_.rows();
      for (std::size_t i = 0; i < data_.rows(); ++i)
        if (keep(from[i].row)) *to++ = from[i];
    }
    return run(options);
  }

 private:
  using ranked_row = detail::ranked_row;

  struct pending {
    tree_node node{};
    std::uint32_t begin{};
    std::uint32_t depth{};
    std::int32_t right_of{-1};  // the parent, where this is its right child
    bool is_leaf{};
  };

  [[nodiscard]] constexpr tree_type run(grow_options const& options)
  {
    if (options.criterion == criterion::entropy) return run(detail::entropy_rule<Storage>{rows_}, options);
    return run(detail::gini_rule<Storage>{rows_}, options);
  }

  template<class Rule>
  [[nodiscard]] constexpr tree_type run(Rule const& rule, grow_options const& options)
  {
    tree_type tree{{}, static_cast<std::uint32_t>(data_.columns), static_cast<std::uint32_t>(data_.label_count)};
    if (rows_ == 0) {
      tree.nodes.push_back({});
      return tree;
    }
    typename Storage::template per_row<pending> todo;
    count(column(0), rows_, all_);
    todo.push_back(describe(rule, options, all_, rows_, 0, 0, -1));
    while (!todo.empty()) {
      pending p = todo.back();
      todo.pop_back();
      auto const at = static_cast<std::int32_t>(tree.nodes.size());
      if (p.right_of >= 0) tree.nodes[static_cast<std::size_t>(p.right_of)].right = at;
      if (!p.is_leaf) {
        count(column(0) + p.begin, p.node.count, all_);
        detail::node_rows const node{column(0) + p.begin, data_.rows(), data_.columns, p.node.count};
        std::span<std::uint32_t const> const all{all_.data(), all_.size()};
        auto const best = detail::find_split(rule, node, labels_.data(), all, {left_.data(), left_.size()},
                                             std::max(options.min_samples_leaf, 1u));
        if (best.found && detail::is_enough(rule, options, all, p.node.count, best.score, rows_)) {
          make_cut(p.node, column(best.feature) + p.begin, best.feature, best.left_rows);
          p.node.left = at + 1;
          count(column(best.feature) + p.begin, best.left_rows, left_);
          pending const left = describe(rule, options, left_, best.left_rows, p.begin, p.depth + 1, -1);
          for (std::size_t k = 0; k < all_.size(); ++k) all_.data()[k] -= left_.data()[k];
          pending const right = describe(rule, options, all_, p.node.count - best.left_rows,
                                         p.begin + static_cast<std::uint32_t>(best.left_rows), p.depth + 1, at);
          part(p, best.feature, best.left_rows, !left.is_leaf, !right.is_leaf);
          todo.push_back(right);
          todo.push_back(left);
        }
      }
      tree.nodes.push_back(p.node);
    }
    return tree;
  }

  using label_counts = typename Storage::template per_label<std::uint32_t>;

  constexpr void count(ranked_row const* first, std::size_t rows, label_counts& counts) const
  {
    detail::count_classes(first, rows, labels_.data(), {counts.data(), counts.size()});
  }

  // A node from the classes of its rows, and whether it is a leaf before any cut is looked at.
  template<class Rule>
  [[nodiscard]] constexpr pending describe(Rule const& rule, grow_options const& options, label_counts const& counts,
                                           std::size_t rows, std::uint32_t begin, std::uint32_t depth,
                                           std::int32_t right_of) const
  {
    pending p{{}, begin, depth, right_of, false};
    std::size_t most = 0;
    for (std::size_t k = 1; k < counts.size(); ++k)
      if (counts.data()[k] > counts.data()[most]) most = k;
    p.node.label = static_cast<std::int32_t>(most);
    p.node.count = static_cast<std::uint32_t>(rows);
    p.node.errors = p.node.count - counts.data()[most];
    p.node.impurity = rule.impurity({counts.data(), counts.size()}, rows);
    p.is_leaf = p.node.errors == 0 || rows < std::max(options.min_samples_split, 2u) ||
                (options.max_depth && depth >= *options.max_depth);
    return p;
  }

  constexpr void make_cut(tree_node& node, ranked_row const* first, std::size_t feature, std::size_t left_rows) const
  {
    double const* const x = data_.values.data() + feature * data_.rows();
    node.feature = static_cast<std::int32_t>(feature);
    node.threshold = midpoint(x[first[left_rows - 1].row], x[first[left_rows].row]);
  }

  // Puts the left side before the right one in the order of every feature, keeping those sides sorted that are needed.
  constexpr void part(pending const& p, std::size_t feature, std::size_t left_rows, bool keep_left, bool keep_right)
  {
    if (!keep_left && !keep_right) return;
    std::size_t const rows = p.node.count;
    ranked_row const* const chosen = column(feature) + p.begin;
    std::uint8_t* const goes_left = goes_left_.data();
    for (std::size_t i = 0; i < rows; ++i) goes_left[chosen[i].row] = i < left_rows ? 1 : 0;
    for (std::size_t j = 0; j < data_.columns; ++j) {
      if (j == feature) continue;
      ranked_row* const first = column(j) + p.begin;
      if (!keep_left) {
        for (std::size_t to = rows, i = rows; i-- > 0;) {
          ranked_row const r = first[i];
          first[to - 1] = r;
          to -= 1u - goes_left[r.row];
        }
        continue;
      }
      std::size_t to = 0;
      std::size_t kept = 0;
      ranked_row* const spare = spare_.data();
      for (std::size_t i = 0; i < rows; ++i) {
        ranked_row const r = first[i];
        std::size_t const is_left = goes_left[r.row];
        first[to] = r;
        spare[kept] = r;
        to += is_left;
        kept += 1 - is_left;
      }
      if (keep_right) std::copy(spare, spare + kept, first + to);
    }
  }

  [[nodiscard]] constexpr ranked_row* column(std::size_t j) { return order_.data() + j * data_.rows(); }

  dataset_view data_;
  typename Storage::template per_cell<ranked_row> sorted_;
  typename Storage::template per_cell<ranked_row> order_;
  typename Storage::template per_row<std::uint16_t> labels_;
  typename Storage::template per_row<std::uint8_t> goes_left_;
  typename Storage::template per_row<ranked_row> spare_;
  label_counts all_;
  label_counts left_;
  std::size_t rows_{};
};

/// A CART tree over all rows of a table.
[[nodiscard]] inline decision_tree grow(dataset_view data, grow_options const& options = {})
{
  return grower<>{data}.grow(options);
}

/// A CART tree as a constant: constexpr auto tree = grow(set, {.max_depth = 3}).
template<std::size_t Rows, std::size_t Columns, std::size_t Labels>
[[nodiscard]] constexpr auto grow(fixed_dataset<Rows, Columns, Labels> const& data, grow_options const& options = {})
{
  return grower<fixed_storage<Rows, Columns, Labels>>{data.view()}.grow(options);
}

}  // namespace dvfs::learn
