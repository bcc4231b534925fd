// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow/entropy.hpp>
#include <dvfs/learn/grow/gini.hpp>
#include <dvfs/learn/grow/midpoint.hpp>
#include <dvfs/learn/grow/storage.hpp>
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
      : data_{data}, sorted_(data.rows() * data.columns, 0), order_{sorted_}, goes_left_(data.rows(), 0),
        spare_(data.rows(), 0), counts_(data.label_count, 0), left_(data.label_count, 0), right_(data.label_count, 0)
  {
    for (std::size_t j = 0; j < data.columns; ++j) {
      std::uint32_t* const first = sorted_.data() + j * data.rows();
      for (std::size_t i = 0; i < data.rows(); ++i) first[i] = static_cast<std::uint32_t>(i);
      double const* const x = data.values.data() + j * data.rows();
      std::sort(first, first + data.rows(),
                [x](std::uint32_t a, std::uint32_t b) { return x[a] < x[b] || (x[a] == x[b] && a < b); });
    }
  }

  /// A tree over all rows.
  [[nodiscard]] constexpr tree_type grow(grow_options const& options)
  {
    return grow_if(options, [](std::size_t) { return true; });
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
      std::size_t to = j * data_.rows();
      for (std::size_t from = to, i = 0; i < data_.rows(); ++i, ++from)
        if (keep(sorted_.data()[from])) order_.data()[to++] = sorted_.data()[from];
    }
    if (options.criterion == criterion::entropy) return run(detail::entropy_rule<Storage>{rows_}, options);
    return run(detail::gini_rule{rows_}, options);
  }

 private:
  struct pending {
    std::uint32_t begin{};
    std::uint32_t end{};
    std::uint32_t depth{};
    std::int32_t right_of{-1};  // the parent, where this is its right child
  };
  template<class Rule>
  struct split {
    typename Rule::score score{};
    std::size_t feature{};
    std::size_t position{};  // the last row of the left side in the order of the feature
    bool found{false};
  };

  template<class Rule>
  [[nodiscard]] constexpr tree_type run(Rule const& rule, grow_options const& options)
  {
    tree_type tree{{}, static_cast<std::uint32_t>(data_.columns), static_cast<std::uint32_t>(data_.label_count)};
    if (rows_ == 0) {
      tree.nodes.push_back({});
      return tree;
    }
    typename Storage::template per_row<pending> todo;
    todo.push_back({0, static_cast<std::uint32_t>(rows_), 0, -1});
    while (!todo.empty()) {
      pending const p = todo.back();
      todo.pop_back();
      auto const at = static_cast<std::int32_t>(tree.nodes.size());
      if (p.right_of >= 0) tree.nodes[static_cast<std::size_t>(p.right_of)].right = at;
      tree_node node = describe(rule, p);
      split<Rule> best{};
      bool const may_split = node.errors != 0 && p.end - p.begin >= std::max(options.min_samples_split, 2u) &&
                             !(options.max_depth && p.depth >= *options.max_depth);
      if (may_split) best = find_split(rule, p, std::max(options.min_samples_leaf, 1u));
      if (best.found && enough(rule, options, p, best)) {
        double const* const x = data_.values.data() + best.feature * data_.rows();
        std::uint32_t const* const order = order_.data() + best.feature * data_.rows();
        node.feature = static_cast<std::int32_t>(best.feature);
        node.threshold = midpoint(x[order[best.position]], x[order[best.position + 1]]);
        node.left = at + 1;
        std::uint32_t const middle = partition(p, best.feature, best.position);
        todo.push_back({middle, p.end, p.depth + 1, at});
        todo.push_back({p.begin, middle, p.depth + 1, -1});
      }
      tree.nodes.push_back(node);
    }
    return tree;
  }

  // Counts the classes of a node into counts_.
  template<class Rule>
  [[nodiscard]] constexpr tree_node describe(Rule const& rule, pending const& p)
  {
    std::fill(counts_.begin(), counts_.end(), 0u);
    for (std::uint32_t i = p.begin; i < p.end; ++i) ++counts_.data()[label(order_.data()[i])];
    tree_node node;
    for (std::size_t k = 1; k < counts_.size(); ++k)
      if (counts_[k] > counts_[static_cast<std::size_t>(node.label)]) node.label = static_cast<std::int32_t>(k);
    node.count = p.end - p.begin;
    node.errors = node.count - counts_[static_cast<std::size_t>(node.label)];
    node.impurity = rule.impurity({counts_.data(), counts_.size()}, node.count);
    return node;
  }

  template<class Rule>
  [[nodiscard]] constexpr split<Rule> find_split(Rule const& rule, pending const& p, std::uint32_t min_leaf)
  {
    split<Rule> best{};
    std::uint32_t const rows = p.end - p.begin;
    for (std::size_t j = 0; j < data_.columns; ++j) {
      double const* const x = data_.values.data() + j * data_.rows();
      std::uint32_t const* const order = order_.data() + j * data_.rows();
      std::fill(left_.begin(), left_.end(), 0u);
      std::copy(counts_.begin(), counts_.end(), right_.begin());
      typename Rule::cut cut{rule, {counts_.data(), counts_.size()}};
      std::uint32_t left_rows = 0;
      for (std::size_t i = p.begin; i + 1 < p.end; ++i) {
        std::size_t const k = label(order[i]);
        cut.move(left_.data()[k]++, right_.data()[k]--);
        ++left_rows;
        if (!(x[order[i]] < x[order[i + 1]]) || left_rows < min_leaf || rows - left_rows < min_leaf) continue;
        auto const score = cut.at(left_rows, rows - left_rows);
        if (!best.found || score > best.score) best = {score, j, i, true};
      }
    }
    return best;
  }

  template<class Rule>
  [[nodiscard]] constexpr bool enough(Rule const& rule, grow_options const& options, pending const& p,
                                      split<Rule> const& s) const
  {
    double const gain = rule.decrease({counts_.data(), counts_.size()}, p.end - p.begin, s.score);
    return gain / static_cast<double>(rows_) >= options.min_impurity_decrease * (1 - 0x1p-40);
  }

  // Puts the left side before the right one in the order of every feature, keeping both sorted.
  [[nodiscard]] constexpr std::uint32_t partition(pending const& p, std::size_t feature, std::size_t last_left)
  {
    std::uint32_t const* const chosen = order_.data() + feature * data_.rows();
    for (std::size_t i = p.begin; i < p.end; ++i) goes_left_.data()[chosen[i]] = i <= last_left ? 1 : 0;
    for (std::size_t j = 0; j < data_.columns; ++j) {
      if (j == feature) continue;
      std::uint32_t* const order = order_.data() + j * data_.rows();
      std::size_t to = p.begin;
      std::size_t kept = 0;
      for (std::size_t i = p.begin; i < p.end; ++i) {
        std::uint32_t const row = order[i];
        if (goes_left_.data()[row] != 0)
          order[to++] = row;
        else
          spare_.data()[kept++] = row;
      }
      std::copy(spare_.data(), spare_.data() + kept, order + to);
    }
    return static_cast<std::uint32_t>(last_left + 1);
  }

  [[nodiscard]] constexpr std::size_t label(std::uint32_t row) const { return static_cast<std::size_t>(data_.labels[row]); }

  dataset_view data_;
  typename Storage::template per_cell<std::uint32_t> sorted_;
  typename Storage::template per_cell<std::uint32_t> order_;
  typename Storage::template per_row<std::uint8_t> goes_left_;
  typename Storage::template per_row<std::uint32_t> spare_;
  typename Storage::template per_label<std::uint32_t> counts_;
  typename Storage::template per_label<std::uint32_t> left_;
  typename Storage::template per_label<std::uint32_t> right_;
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
