// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/cross_validation/held_row.hpp>
#include <dvfs/learn/grow/node.hpp>
#include <dvfs/learn/grow/regret.hpp>
#include <dvfs/learn/tree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace dvfs::learn::detail {

/// The regret criterion that also knows what a node is without each of some rows. Taking a row out saves at least
/// nothing and at most the row's largest regret, so cuts further behind the best one are nobody's choice.
class regret_criterion_without : public regret_criterion {
 public:
  using held = held_row<score>;
  using regret_criterion::regret_criterion;

  [[nodiscard]] answer_without describe_without(node_rows const&, std::uint32_t row)
  {
    std::int64_t const* const r = regrets_->of(row);
    std::size_t best = 0;
    for (std::size_t k = 1; k < all_.size(); ++k)
      if (all_[k] - r[k] < all_[best] - r[best]) best = k;
    return {static_cast<std::int32_t>(best), all_[best] - r[best] == 0};
  }

  /// What must be kept of a node to tell later what it is without a row.
  struct memory {
    totals regrets;
    std::vector<std::uint32_t> counts;  // of the rows of each label
    std::size_t rows{};
  };
  void remember(node_rows const& node, memory& m) const
  {
    m.regrets = all_;
    m.counts.assign(all_.size(), 0);
    m.rows = node.rows;
    for (std::size_t i = 0; i < node.rows; ++i) ++m.counts[static_cast<std::size_t>(labels_[node.first[i].row])];
  }
  /// A node as a leaf without one of its rows.
  [[nodiscard]] tree_node leaf_without(memory& m, std::uint32_t row) const
  {
    std::int64_t const* const r = regrets_->of(row);
    for (std::size_t k = 0; k < m.regrets.size(); ++k) m.regrets[k] -= r[k];
    std::size_t const label = least(m.regrets);
    tree_node n;
    n.label = static_cast<std::int32_t>(label);
    n.count = static_cast<std::uint32_t>(m.rows - 1);
    n.errors = n.count - m.counts[label] + (labels_[row] == n.label ? 1u : 0u);
    n.impurity = static_cast<double>(m.regrets[label]) * regrets_->unit() / static_cast<double>(m.rows - 1);
    for (std::size_t k = 0; k < m.regrets.size(); ++k) m.regrets[k] += r[k];
    return n;
  }

  [[nodiscard]] double decrease_without(node_rows const&, std::uint32_t row, score const& s)
  {
    std::int64_t const now = least_without(all_.data(), row);
    return static_cast<double>(now + s) * regrets_->unit() / static_cast<double>(total_);
  }

  void find_splits_without(node_rows const& node, std::span<held> rows, std::size_t min_leaf)
  {
    if (slot_.empty()) slot_.assign(labels_.size(), none);
    std::int64_t spread = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].split.found = false;
      slot_[rows[i].row] = static_cast<std::uint32_t>(i);
      std::int64_t const* const r = regrets_->of(rows[i].row);
      spread = std::max(spread, *std::max_element(r, r + all_.size()));
    }
    // What the best cut is worth that is open to every row; without any row it is worth at least that.
    score bar = std::numeric_limits<score>::lowest();
    sweep(node, min_leaf, [&](std::size_t, std::size_t n) {
      if (n > min_leaf && node.rows - n > min_leaf) bar = std::max(bar, worth_of_cut(left_));
    });
    on_left_.assign(rows.size(), 0);
    right_.resize(all_.size());

    sweep(
        node, min_leaf,
        [&](std::size_t j, std::size_t n) {
          if (bar != std::numeric_limits<score>::lowest() && worth_of_cut(left_) < bar - spread) return;
          for (std::size_t k = 0; k < all_.size(); ++k) right_[k] = all_[k] - left_[k];
          std::int64_t const left = left_[least(left_)];
          std::int64_t const right = right_[least(right_)];
          for (std::size_t i = 0; i < rows.size(); ++i) {
            held& h = rows[i];
            bool const is_left = on_left_[i] != 0;
            if ((is_left ? n : node.rows - n) <= min_leaf) continue;
            score const s =
                is_left ? -(least_without(left_.data(), h.row) + right) : -(left + least_without(right_.data(), h.row));
            if (h.split.found && s <= h.split.score) continue;
            h.split = {s, j, n, true};
            h.quick = s;
          }
        },
        [&](std::uint32_t row) {
          if (slot_[row] != none) on_left_[slot_[row]] = 1;
        },
        [&] { std::fill(on_left_.begin(), on_left_.end(), std::uint8_t{0}); });
    for (held const& h : rows) slot_[h.row] = none;
  }

 private:
  static constexpr std::uint32_t none = 0xffff'ffff;

  [[nodiscard]] std::int64_t least_without(std::int64_t const* sums, std::uint32_t row) const
  {
    std::int64_t const* const r = regrets_->of(row);
    std::int64_t best = sums[0] - r[0];
    for (std::size_t k = 1; k < all_.size(); ++k) best = std::min(best, sums[k] - r[k]);
    return best;
  }

  // Calls at_cut(feature, left rows) for each cut that leaves min_leaf rows, lowest feature and threshold first.
  template<class AtCut, class Moved, class Begun>
  void sweep(node_rows const& node, std::size_t min_leaf, AtCut at_cut, Moved moved, Begun begun)
  {
    if (node.rows < 2 * min_leaf) return;
    for (std::size_t j = 0; j < node.columns; ++j) {
      ranked_row const* const first = node.column(j);
      if (first[0].rank == first[node.rows - 1].rank) continue;
      std::fill(left_.begin(), left_.end(), 0);
      begun();
      for (std::size_t n = 1; n <= node.rows - min_leaf; ++n) {
        add(first[n - 1].row, left_);
        moved(first[n - 1].row);
        if (n >= min_leaf && first[n - 1].rank != first[n].rank) at_cut(j, n);
      }
    }
  }
  template<class AtCut>
  void sweep(node_rows const& node, std::size_t min_leaf, AtCut at_cut)
  {
    sweep(
        node, min_leaf, at_cut, [](std::uint32_t) {}, [] {});
  }

  std::vector<std::uint32_t> slot_;  // where a row is held, or none
  std::vector<std::uint8_t> on_left_;
  totals right_;
};

}  // namespace dvfs::learn::detail
