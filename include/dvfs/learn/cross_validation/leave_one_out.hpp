// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/cross_validation/held_row.hpp>
#include <dvfs/learn/cross_validation/held_rows.hpp>
#include <dvfs/learn/cross_validation/row_arena.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow/midpoint.hpp>
#include <dvfs/learn/grow/node.hpp>
#include <dvfs/learn/options.hpp>
#include <dvfs/learn/tree.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace dvfs::learn::detail {

/// Leave-one-out cross-validation without growing a tree per row. All rows go down together: a node knows its rows and
/// which of them are still left out here, and finds the best cut without each of these at once, since that depends only
/// on the row's class and on its side of each cut (after Blockeel and Struyf, JMLR 3, 2002, who share what folds have
/// in common). Rows that choose the same cut go on together. The answers are those of a tree grown without the row, to
/// the last tie.
template<class Criterion>
class leave_one_out : held_rows<Criterion> {
  using base = held_rows<Criterion>;
  using base::arena_, base::criterion_, base::data_, base::goes_left_, base::held_, base::left_rows_, base::min_leaf_,
      base::options_;
  using base::has_cut, base::keep_if, base::keep_side, base::mark_sides, base::put_largest_group_last,
      base::settle_boundary, base::take_out, base::take_side;
  using typename base::held;

 public:
  leave_one_out(dataset_view data, grow_options const& options, Criterion criterion)
      : base{data, options, std::move(criterion)}
  {
  }

  /// Calls answer(row, depth, label) for every node that a row passes when it is left out, from the root to its leaf;
  /// the label is the one that the node would answer as a leaf.
  template<class Answer>
  void run(Answer answer)
  {
    solve(this->make_root(), 0, data_.rows(), 0, answer);
  }

 private:
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
      // Rows without a cut have had their answer.
      end = keep_if(begin, end, [&](held const& h) { return has_cut(node, h); });
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

  // One row alone: takes it out and follows the tree of the others, of which only this path is grown.
  template<class Answer>
  void follow(node_rows node, std::uint32_t row, std::uint32_t depth, Answer& answer)
  {
    take_out(node, row);
    for (;; ++depth) {
      criterion_.enter(node);
      tree_node const leaf = criterion_.describe(node);
      answer(row, depth, leaf.label);
      if (leaf.impurity == 0 || must_stop(options_, node.rows, depth)) return;
      auto const best = criterion_.find_split(node, min_leaf_);
      if (!has_cut(node, best)) return;
      ranked_row const* const order = node.column(best.feature);
      double const* const x = data_.values.data() + best.feature * data_.rows();
      bool const left = x[row] <= midpoint(x[order[best.left_rows - 1].row], x[order[best.left_rows].row]);
      for (std::size_t i = 0; i < node.rows; ++i) goes_left_[order[i].row] = i < best.left_rows ? 1 : 0;
      left_rows_ = best.left_rows;
      node = keep_side(node, left);
    }
  }
};

}  // namespace dvfs::learn::detail
