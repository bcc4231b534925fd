// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow/node.hpp>
#include <dvfs/learn/grow/subsets.hpp>
#include <dvfs/learn/options.hpp>
#include <dvfs/learn/tree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::learn::detail {

/// What a tree is grown for when only the classes of rows matter. It looks at one node at a time; Rule is gini or
/// entropy. Where a table has many labels, those of the node at hand are numbered anew, so that a node costs time in
/// proportion to its rows and not to all labels.
template<class Rule, class Storage>
class class_criterion {
 public:
  using rule_type = Rule;
  using score = typename Rule::score;
  using gain = typename Rule::gain;

  /// `total` are the rows that the tree is grown on.
  constexpr class_criterion(dataset_view const& data, std::size_t total)
      : rule_{total}, data_{data}, labels_(data.rows()), all_(data.label_count),
        left_(data.label_count), present_{data.label_count}, total_{total}
  {
    for (std::size_t i = 0; i < data.rows(); ++i) labels_.data()[i] = static_cast<std::uint16_t>(data.labels[i]);
    if (!has_many_labels()) return;
    numbers_.resize(data.label_count, no_number);
    present_ = 0;
  }

  /// Makes a node the one at hand.
  constexpr void enter(node_rows const& node)
  {
    if (has_many_labels()) number_labels(node);
    count(node.column(0), node.rows, all_);
  }

  /// The node at hand as a leaf.
  [[nodiscard]] constexpr tree_node describe(node_rows const& node) const { return describe(all_, node.rows); }

  /// Both sides of a cut as leaves. Afterwards no node is at hand.
  [[nodiscard]] constexpr std::pair<tree_node, tree_node> describe_sides(node_rows const& node, split<score> const& s)
  {
    count(node.column(s.feature), s.left_rows, left_);
    for (std::size_t k = 0; k < present_; ++k) all_.data()[k] -= left_.data()[k];
    return {describe(left_, s.left_rows), describe(all_, node.rows - s.left_rows)};
  }

  /// The best cut of the node at hand that leaves min_leaf rows on both sides; ties to the lowest feature and
  /// threshold.
  [[nodiscard]] constexpr split<score> find_split(node_rows const& node, std::size_t min_leaf)
  {
    split<score> best{};
    std::size_t const rows = node.rows;
    if (rows < 2 * min_leaf) return best;
    std::uint32_t const* const all = all_.data();
    std::uint32_t* const left = left_.data();
    std::uint16_t const* const labels = labels_.data();
    typename Rule::quick_score bar{}, sure{};
    typename Rule::cut const whole{rule_, counts()};
    for (std::size_t j = 0; j < node.columns; ++j) {
      ranked_row const* const first = node.column(j);
      if (first[0].rank == first[rows - 1].rank) continue;
      if (data_.is_categorical(j)) {
        search_subsets(node, j, min_leaf, best);
        if (!best.found) continue;
        if (rule_.is_perfect(best.score)) return best;
        bar = rule_.bar(rule_.quick_of(best.score));
        sure = rule_.sure(rule_.quick_of(best.score));
        continue;
      }
      clear(left_);
      auto cut = whole;
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
        auto const exact = cut.exact(n, rows - n);
        if (best.found && quick < sure && !(exact > best.score)) continue;
        best = {exact, j, n, true, 0};
        if (rule_.is_perfect(exact)) return best;
        bar = rule_.bar(quick);
        sure = rule_.sure(quick);
      }
    }
    return best;
  }

  /// How much a cut of the node at hand gains, in a unit that is the same for all nodes.
  [[nodiscard]] constexpr gain gain_of(std::size_t rows, score const& s) const
  {
    return rule_.gain_of(counts(), rows, s);
  }
  /// How much a cut lowers the impurity of the node at hand, weighted by the node's share of all rows.
  [[nodiscard]] constexpr double decrease(std::size_t rows, score const& s) const
  {
    return rule_.decrease(counts(), rows, s) / static_cast<double>(total_);
  }

 protected:
  void search_subsets(node_rows const& node, std::size_t j, std::size_t min_leaf, split<score>& best) const
  {
    subset_search<std::uint32_t> search(present_);
    for (std::size_t i = 0; i < node.rows; ++i) {
      std::size_t const row = node.column(j)[i].row, category = static_cast<std::size_t>(data_.at(row, j));
      search.add_row(category);
      ++search.sums_of(category)[labels_.data()[row]];
    }
    search.run(node.rows, min_leaf,
               [&](std::uint8_t mask, std::size_t on_left, std::vector<std::uint32_t> const& left) {
                 auto const s = rule_.score_of(left, counts(), on_left, node.rows - on_left);
                 if (best.found && !(s > best.score)) return false;
                 best = {s, j, on_left, true, mask};
                 return rule_.is_perfect(s);
               });
  }

  using label_counts = typename Storage::template per_label<std::uint32_t>;

  // The counts of the labels of the node at hand.
  [[nodiscard]] constexpr std::span<std::uint32_t const> counts() const { return {all_.data(), present_}; }

  constexpr void clear(label_counts& counts) const { std::fill(counts.data(), counts.data() + present_, 0u); }
  constexpr void count(ranked_row const* first, std::size_t rows, label_counts& counts) const
  {
    clear(counts);
    for (std::size_t i = 0; i < rows; ++i) ++counts.data()[labels_.data()[first[i].row]];
  }

  [[nodiscard]] constexpr tree_node describe(label_counts const& counts, std::size_t rows) const
  {
    return describe({counts.data(), present_}, {label_of_.data(), label_of_.size()}, rows);
  }
  /// A node of these counts as a leaf; no labels means that counts are by label.
  [[nodiscard]] constexpr tree_node describe(std::span<std::uint32_t const> counts,
                                             std::span<std::uint16_t const> label_of, std::size_t rows) const
  {
    std::uint32_t const* const c = counts.data();
    std::size_t most = 0;
    for (std::size_t k = 1, labels = counts.size(); k < labels; ++k)
      if (c[k] > c[most]) most = k;
    tree_node n;
    n.label = static_cast<std::int32_t>(label_of.empty() ? most : label_of[most]);
    n.count = static_cast<std::uint32_t>(rows);
    n.errors = n.count - c[most];
    n.impurity = rule_.impurity(counts, rows);
    return n;
  }

  // With few labels new numbers cost more than they save.
  [[nodiscard]] constexpr bool has_many_labels() const noexcept { return all_.size() > 64; }

  // Numbers the labels of a node in their order.
  constexpr void number_labels(node_rows const& node)
  {
    for (std::uint16_t const label : label_of_) numbers_[label] = no_number;
    label_of_.clear();
    ranked_row const* const first = node.column(0);
    for (std::size_t i = 0; i < node.rows; ++i) {
      auto const label = static_cast<std::uint16_t>(data_.labels[first[i].row]);
      if (numbers_[label] != no_number) continue;
      numbers_[label] = 0;
      label_of_.push_back(label);
    }
    std::sort(label_of_.begin(), label_of_.end());
    present_ = label_of_.size();
    for (std::size_t k = 0; k < present_; ++k) numbers_[label_of_[k]] = static_cast<std::uint16_t>(k);
    for (std::size_t i = 0; i < node.rows; ++i)
      labels_.data()[first[i].row] = numbers_[static_cast<std::size_t>(data_.labels[first[i].row])];
  }

  static constexpr std::uint16_t no_number = 0xffff;

  Rule rule_;
  dataset_view data_;
  typename Storage::template per_row<std::uint16_t> labels_;      // numbers of the rows' labels in the node at hand
  label_counts all_;                                              // the classes of the node at hand
  label_counts left_;                                             // of the left side of a cut
  std::size_t present_;                                           // labels of the node at hand
  typename Storage::template per_label<std::uint16_t> label_of_;  // of each number, none where they are the same
  typename Storage::template per_label<std::uint16_t> numbers_;   // of each label, where there are many
  std::size_t total_;
};

}  // namespace dvfs::learn::detail
