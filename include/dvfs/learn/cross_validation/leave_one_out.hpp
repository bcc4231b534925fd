// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/cross_validation/held_row.hpp>
#include <dvfs/learn/cross_validation/row_arena.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow/midpoint.hpp>
#include <dvfs/learn/grow/node.hpp>
#include <dvfs/learn/grow/ranks.hpp>
#include <dvfs/learn/options.hpp>
#include <dvfs/learn/tree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::learn::detail {

/// Leave-one-out cross-validation without growing a tree per row. All rows go down together: a node knows its rows and
/// which of them are still left out here, and finds the best cut without each of these at once, since that depends only
/// on the row's class and on its side of each cut (after Blockeel and Struyf, JMLR 3, 2002, who share what folds have
/// in common). Rows that choose the same cut go on together. The answers are those of a tree grown without the row, to
/// the last tie.
template<class Criterion>
class leave_one_out {
 public:
  leave_one_out(dataset_view data, grow_options const& options, Criterion criterion)
      : data_{data}, options_{options}, criterion_{std::move(criterion)}, min_leaf_{std::max(options.min_samples_leaf,
                                                                                             1u)},
        goes_left_(data.rows(), 0)
  {
  }

  /// Calls answer(row, depth, label) for every node that a row passes when it is left out, from the root to its leaf;
  /// the label is the one that the node would answer as a leaf.
  template<class Answer>
  void run(Answer answer)
  {
    std::size_t const n = data_.rows();
    node_rows const root{arena_.take(n * data_.columns), n, data_.columns, n};
    rank_rows(data_, root.first);
    held_.resize(n);
    for (std::size_t i = 0; i < n; ++i) held_[i].row = static_cast<std::uint32_t>(i);
    solve(root, 0, n, 0, answer);
  }

 private:
  using held = typename Criterion::held;
  using score = typename Criterion::score;

  // Works on the held rows [begin, end) of a node, whose memory it may overwrite.
  template<class Answer>
  void solve(node_rows node, std::size_t begin, std::size_t end, std::uint32_t depth, Answer& answer)
  {
    for (;; ++depth) {
      if (end - begin == 1) return follow(node, held_[begin].row, depth, answer);
      criterion_.enter(node);
      end = answer_leaves(node, begin, end, depth, answer);
      if (begin == end) return;
      criterion_.find_splits_without(node, std::span{held_}.subspan(begin, end - begin), min_leaf_);
      end = drop_uncut(node, begin, end);
      if (begin == end) return;
      for (std::size_t i = begin; i < end; ++i) settle_boundary(node, held_[i]);
      std::size_t const last = put_largest_group_last(begin, end);
      for (std::size_t from = begin; from < last;) {
        std::size_t to = from + 1;
        while (to < last && held_[to].key() == held_[from].key()) ++to;
        descend(node, from, to, depth, answer);
        from = to;
      }
      // The largest group takes over the memory of this node for its larger side.
      begin = last;
      std::size_t const middle = mark_sides(node, begin, end);
      bool const left_stays = middle != begin && (middle == end || 2 * left_rows_ >= node.rows);
      if (middle != begin && middle != end) {
        row_arena::mark const m = arena_.here();
        node_rows const child = take_side(node, !left_stays);
        node = keep_side(node, left_stays);
        if (left_stays) {
          solve(child, middle, end, depth + 1, answer);
          end = middle;
        } else {
          solve(child, begin, middle, depth + 1, answer);
          begin = middle;
        }
        arena_.release(m);
      } else {
        node = keep_side(node, left_stays);
      }
    }
  }

  // Both sides of the cut that the held rows [begin, end) share, in memory of their own.
  template<class Answer>
  void descend(node_rows const& node, std::size_t begin, std::size_t end, std::uint32_t depth, Answer& answer)
  {
    std::size_t const middle = mark_sides(node, begin, end);
    row_arena::mark const m = arena_.here();
    if (middle == begin || middle == end) {
      solve(take_side(node, middle == end), begin, end, depth + 1, answer);
    } else {
      node_rows const left = take_side(node, true);
      node_rows const right = take_side(node, false);
      solve(left, begin, middle, depth + 1, answer);
      solve(right, middle, end, depth + 1, answer);
    }
    arena_.release(m);
  }

  // Answers for all held rows as if the node were a leaf, and keeps those for which it need not be one.
  template<class Answer>
  [[nodiscard]] std::size_t answer_leaves(node_rows const& node, std::size_t begin, std::size_t end,
                                          std::uint32_t depth, Answer& answer)
  {
    bool const stop = must_stop(options_, node.rows - 1, depth);
    return keep_if(begin, end, [&](held const& h) {
      answer_without const a = criterion_.describe_without(node, h.row);
      answer(h.row, depth, a.label);
      return !stop && !a.is_final;
    });
  }

  // Rows without an admissible or worthwhile cut have had their answer.
  [[nodiscard]] std::size_t drop_uncut(node_rows const& node, std::size_t begin, std::size_t end)
  {
    return keep_if(begin, end, [&](held const& h) {
      return h.split.found && (!(options_.min_impurity_decrease > 0) ||
                               is_enough(options_, criterion_.decrease_without(node, h.row, h.split.score)));
    });
  }

  template<class Keep>
  [[nodiscard]] std::size_t keep_if(std::size_t begin, std::size_t end, Keep keep)
  {
    for (std::size_t i = begin; i < end;)
      if (keep(held_[i]))
        ++i;
      else
        held_[i] = held_[--end];
    return end;
  }

  // Where the row is the only one with its value and next to the cut, the cut moves to the middle of its neighbours,
  // and the row may be on either side of it. Both cuts beside the row part the other rows alike; this picks the one
  // with the row on the side on which it lands.
  void settle_boundary(node_rows const& node, held& h) const
  {
    std::size_t const n = h.split.left_rows;
    ranked_row const* const order = node.column(h.split.feature);
    double const* const x = data_.values.data() + h.split.feature * data_.rows();
    if (order[n - 1].row == h.row) {
      if (n == 1 || order[n - 2].rank == order[n - 1].rank) return;
      if (x[h.row] > midpoint(x[order[n - 2].row], x[order[n].row])) --h.split.left_rows;
    } else if (order[n].row == h.row) {
      if (n + 1 == node.rows || order[n + 1].rank == order[n].rank) return;
      if (x[h.row] <= midpoint(x[order[n - 1].row], x[order[n + 1].row])) ++h.split.left_rows;
    }
  }

  // Sorts by cut, the most common cut last; returns where it begins.
  [[nodiscard]] std::size_t put_largest_group_last(std::size_t begin, std::size_t end)
  {
    auto const first = held_.begin() + static_cast<std::ptrdiff_t>(begin);
    auto const last = held_.begin() + static_cast<std::ptrdiff_t>(end);
    std::uint64_t const key = first->key();
    if (std::all_of(first, last, [key](held const& h) { return h.key() == key; })) return begin;
    std::sort(first, last,
              [](held const& a, held const& b) { return a.key() < b.key() || (a.key() == b.key() && a.row < b.row); });
    std::size_t most = 0;
    std::size_t most_at = begin;
    for (std::size_t from = begin; from < end;) {
      std::size_t to = from + 1;
      while (to < end && held_[to].key() == held_[from].key()) ++to;
      if (to - from > most) {
        most = to - from;
        most_at = from;
      }
      from = to;
    }
    auto const group = held_.begin() + static_cast<std::ptrdiff_t>(most_at);
    std::rotate(group, group + static_cast<std::ptrdiff_t>(most), last);
    return end - most;
  }

  // Notes for each row of a node on which side of the cut it is; held rows on the left come first.
  [[nodiscard]] std::size_t mark_sides(node_rows const& node, std::size_t begin, std::size_t end)
  {
    detail::split<score> const s = held_[begin].split;
    ranked_row const* const order = node.column(s.feature);
    for (std::size_t i = 0; i < node.rows; ++i) goes_left_[order[i].row] = i < s.left_rows ? 1 : 0;
    left_rows_ = s.left_rows;
    std::size_t middle = begin;
    for (std::size_t i = begin; i < end; ++i)
      if (goes_left_[held_[i].row] != 0) std::swap(held_[i], held_[middle++]);
    return middle;
  }

  [[nodiscard]] node_rows take_side(node_rows const& node, bool left)
  {
    std::size_t const rows = left ? left_rows_ : node.rows - left_rows_;
    node_rows const side{arena_.take(rows * node.columns + node.columns), rows + 1, node.columns, rows};
    copy_side(node, side, left);
    return side;
  }
  [[nodiscard]] node_rows keep_side(node_rows const& node, bool left)
  {
    node_rows side = node;
    side.rows = left ? left_rows_ : node.rows - left_rows_;
    copy_side(node, side, left);
    return side;
  }
  // Writes one place past the side, which must be there, also in place: no row is overwritten before it is read.
  void copy_side(node_rows const& from, node_rows const& to, bool left) const
  {
    std::uint8_t const wanted = left ? 1 : 0;
    for (std::size_t j = 0; j < from.columns; ++j) {
      ranked_row const* const source = from.column(j);
      ranked_row* target = to.column(j);
      for (std::size_t i = 0; i < from.rows; ++i) {
        ranked_row const r = source[i];
        *target = r;
        target += goes_left_[r.row] == wanted ? 1 : 0;
      }
    }
  }

  // One row alone: takes it out and follows the tree of the others, of which only this path is grown.
  template<class Answer>
  void follow(node_rows node, std::uint32_t row, std::uint32_t depth, Answer& answer)
  {
    for (std::size_t j = 0; j < node.columns; ++j) {
      ranked_row* const first = node.column(j);
      std::size_t i = 0;
      while (first[i].row != row) ++i;
      std::copy(first + i + 1, first + node.rows, first + i);
    }
    --node.rows;
    for (;; ++depth) {
      criterion_.enter(node);
      tree_node const leaf = criterion_.describe(node);
      answer(row, depth, leaf.label);
      if (leaf.impurity == 0 || must_stop(options_, node.rows, depth)) return;
      auto const best = criterion_.find_split(node, min_leaf_);
      if (!best.found) return;
      if (options_.min_impurity_decrease > 0 && !is_enough(options_, criterion_.decrease(node.rows, best.score)))
        return;
      ranked_row const* const order = node.column(best.feature);
      double const* const x = data_.values.data() + best.feature * data_.rows();
      bool const left = x[row] <= midpoint(x[order[best.left_rows - 1].row], x[order[best.left_rows].row]);
      for (std::size_t i = 0; i < node.rows; ++i) goes_left_[order[i].row] = i < best.left_rows ? 1 : 0;
      left_rows_ = best.left_rows;
      node = keep_side(node, left);
    }
  }

  dataset_view data_;
  grow_options options_;
  Criterion criterion_;
  std::size_t min_leaf_;
  std::vector<std::uint8_t> goes_left_;
  std::vector<held> held_;
  std::size_t left_rows_{};  // of the cut last marked
  row_arena arena_;
};

}  // namespace dvfs::learn::detail
