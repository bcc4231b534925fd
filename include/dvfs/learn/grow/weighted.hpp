// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow/entropy.hpp>
#include <dvfs/learn/grow/node.hpp>
#include <dvfs/learn/grow/storage.hpp>
#include <dvfs/learn/grow/subsets.hpp>
#include <dvfs/learn/tree.hpp>
#include <dvfs/learn/weights.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace dvfs::learn::detail {

/// Weights as whole numbers, and a rule that reaches as far as they do.
template<class Rule>
struct weighing {
  explicit weighing(row_weights const& weights)
      : of_row{whole_weights(weights, by_table ? small_weight(weights.size()) : large_weight)},
        rule{by_table ? std::accumulate(of_row.begin(), of_row.end(), std::size_t{0}) : 0}
  {
  }

  static constexpr bool by_table = std::is_same_v<Rule, entropy_rule<heap_storage>>;

  std::vector<std::uint32_t> of_row;
  Rule rule;
};

/// What a tree is grown for when the classes of rows matter, and rows count differently; Rule is gini or entropy. A cut
/// with nothing that counts on one side is none.
template<class Rule>
class weighted_criterion {
 public:
  using score = typename Rule::score;
  using gain = typename Rule::gain;

  /// `total` is what the rows weigh that the tree is grown on.
  weighted_criterion(dataset_view const& data, weighing<Rule> const& weights, std::uint64_t total)
      : rule_{&weights.rule}, data_{data}, labels_{data.labels}, weights_{weights.of_row}, all_(data.label_count),
        left_(data.label_count), total_{total}
  {
  }

  void enter(node_rows const& node) { sum(node.column(0), node.rows, all_); }

  [[nodiscard]] tree_node describe(node_rows const& node) const { return describe(all_, node.column(0), node.rows); }

  [[nodiscard]] std::pair<tree_node, tree_node> describe_sides(node_rows const& node, split<score> const& s)
  {
    ranked_row const* const first = node.column(s.feature);
    sum(first, s.left_rows, left_);
    for (std::size_t k = 0; k < all_.size(); ++k) all_[k] -= left_[k];
    return {describe(left_, first, s.left_rows), describe(all_, first + s.left_rows, node.rows - s.left_rows)};
  }

  [[nodiscard]] split<score> find_split(node_rows const& node, std::size_t min_leaf)
  {
    split<score> best{};
    std::size_t const rows = node.rows;
    if (rows < 2 * min_leaf) return best;
    std::uint64_t const all = weight_of(all_);
    typename Rule::cut const whole{*rule_, all_};
    for (std::size_t j = 0; j < node.columns; ++j) {
      ranked_row const* const first = node.column(j);
      if (first[0].rank == first[rows - 1].rank) continue;
      if (data_.is_categorical(j)) {
        search_subsets(node, j, min_leaf, best);
        continue;
      }
      std::fill(left_.begin(), left_.end(), 0u);
      auto cut = whole;
      std::uint64_t left = 0;
      for (std::size_t n = 1; n <= rows - min_leaf; ++n) {
        std::size_t const row = first[n - 1].row, k = static_cast<std::size_t>(labels_[row]);
        cut.move(left_[k], all_[k], weights_[row]);
        left_[k] += weights_[row];
        left += weights_[row];
        if (n < min_leaf || first[n - 1].rank == first[n].rank || left == 0 || left == all) continue;
        auto const exact = cut.exact(left, all - left);
        if (!best.found || exact > best.score) best = {exact, j, n, true, 0};
      }
    }
    return best;
  }

  [[nodiscard]] gain gain_of(std::size_t /*rows*/, score const& s) const
  {
    return rule_->gain_of(all_, weight_of(all_), s);
  }
  [[nodiscard]] double decrease(std::size_t /*rows*/, score const& s) const
  {
    return rule_->decrease(all_, weight_of(all_), s) / static_cast<double>(total_);
  }

 private:
  using label_weights = std::vector<std::uint32_t>;

  void search_subsets(node_rows const& node, std::size_t j, std::size_t min_leaf, split<score>& best) const
  {
    subset_search<std::uint32_t> search(all_.size());
    for (std::size_t i = 0; i < node.rows; ++i) {
      std::size_t const row = node.column(j)[i].row, category = static_cast<std::size_t>(data_.at(row, j));
      search.add_row(category);
      search.sums_of(category)[static_cast<std::size_t>(labels_[row])] += weights_[row];
    }
    std::uint64_t const all = weight_of(all_);
    search.run(node.rows, min_leaf, [&](std::uint8_t mask, std::size_t on_left, label_weights const& of_left) {
      std::uint64_t const left = weight_of(of_left);
      if (left == 0 || left == all) return false;
      auto const s = rule_->score_of(of_left, all_, left, all - left);
      if (!best.found || s > best.score) best = {s, j, on_left, true, mask};
      return false;
    });
  }

  void sum(ranked_row const* first, std::size_t rows, label_weights& to) const
  {
    std::fill(to.begin(), to.end(), 0u);
    for (std::size_t i = 0; i < rows; ++i)
      to[static_cast<std::size_t>(labels_[first[i].row])] += weights_[first[i].row];
  }
  [[nodiscard]] static std::uint64_t weight_of(label_weights const& w)
  {
    std::uint64_t sum = 0;
    for (std::uint64_t const x : w) sum += x;
    return sum;
  }
  [[nodiscard]] tree_node describe(label_weights const& w, ranked_row const* first, std::size_t rows) const
  {
    tree_node n;
    n.label = static_cast<std::int32_t>(std::max_element(w.begin(), w.end()) - w.begin());
    n.count = static_cast<std::uint32_t>(rows);
    for (std::size_t i = 0; i < rows; ++i) n.errors += labels_[first[i].row] != n.label ? 1u : 0u;
    std::uint64_t const all = weight_of(w);
    n.impurity = all == 0 ? 0 : rule_->impurity(w, all);
    return n;
  }

  Rule const* rule_;
  dataset_view data_;
  std::span<std::int32_t const> labels_;
  std::span<std::uint32_t const> weights_;
  label_weights all_;   // of each class in the node at hand
  label_weights left_;  // on the left side of a cut
  std::uint64_t total_;
};

}  // namespace dvfs::learn::detail
