// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/cross_validation/held_row.hpp>
#include <dvfs/learn/cross_validation/held_rows.hpp>
#include <dvfs/learn/cross_validation/pruned_cost.hpp>
#include <dvfs/learn/cross_validation/pruned_trees.hpp>
#include <dvfs/learn/cross_validation/row_arena.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow/node.hpp>
#include <dvfs/learn/options.hpp>
#include <dvfs/learn/tree.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::learn::detail {

/// Leave-one-out cross-validation of pruned trees without growing a tree per row. Rows go down together as in
/// leave_one_out. Whether a node on a row's way is a leaf depends on what lies beside the way, too; there no row is
/// left out, so that all rows which chose the same cut share those subtrees. When a row has come to its end, the costs
/// are joined up its way.
template<class Criterion>
class leave_one_out_pruned : held_rows<Criterion> {
  using base = held_rows<Criterion>;
  using base::arena_, base::criterion_, base::data_, base::held_, base::left_rows_, base::min_leaf_, base::options_;
  using base::has_cut, base::keep_if, base::keep_side, base::mark_sides, base::put_largest_group_last,
      base::settle_boundary, base::take_out, base::take_side;
  using typename base::held;

 public:
  leave_one_out_pruned(dataset_view data, grow_options const& options, Criterion criterion, pruned_cost cost)
      : base{data, options, std::move(criterion)}, cost_{std::move(cost)}, trees_{data, cost_}
  {
  }
  leave_one_out_pruned(leave_one_out_pruned const&) = delete;
  leave_one_out_pruned& operator=(leave_one_out_pruned const&) = delete;

  /// Calls answer(row, from, to, label) for each row and the prices [from, to) at which it gets the label.
  template<class Answer>
  void run(Answer answer)
  {
    solve(this->make_root(), 0, data_.rows(), 0, none, answer);
  }

 private:
  static constexpr std::uint32_t none = pruned_trees::none;

  // A node on the way of the rows at hand.
  struct level {
    typename Criterion::memory node;
    std::uint32_t beside{none};  // the tree that is not on their way
  };
  // The trees below both sides of a cut, where they are needed.
  struct sides {
    std::uint32_t left{none}, right{none};
  };

  // Works on the held rows [begin, end) of a node, whose memory it may overwrite. `whole` is the tree of all its rows,
  // if there is one.
  template<class Answer>
  void solve(node_rows node, std::size_t begin, std::size_t end, std::uint32_t depth, std::uint32_t whole,
             Answer& answer)
  {
    std::size_t const way = way_;
    pruned_trees::mark const t = trees_.here();
    for (;; ++depth) {
      if (end - begin == 1) {
        follow(node, held_[begin].row, depth, answer);
        break;
      }
      criterion_.enter(node);
      level& here = push_level();
      criterion_.remember(node, here.node);
      end = finish_leaves(node, begin, end, depth, answer);
      if (begin == end) break;
      criterion_.find_splits_without(node, std::span{held_}.subspan(begin, end - begin), min_leaf_);
      end = keep_if(begin, end, [&](held const& h) {
        if (has_cut(node, h)) return true;
        finish(h.row, criterion_.leaf_without(here.node, h.row), answer);
        return false;
      });
      if (begin == end) break;
      for (std::size_t i = begin; i < end; ++i) settle_boundary(node, held_[i]);
      std::size_t const last = put_largest_group_last(begin, end);
      for (std::size_t from = begin; from < last;) {
        std::size_t to = from + 1;
        while (to < last && held_[to].key() == held_[from].key()) ++to;
        descend(node, from, to, depth, whole, answer);
        from = to;
      }
      // The largest group takes over the memory of this node for its larger side.
      begin = last;
      std::size_t const middle = mark_sides(node, begin, end);
      sides const s = grow_sides(node, begin, middle, end, depth, whole);
      bool const left_stays = middle != begin && (middle == end || 2 * left_rows_ >= node.rows);
      if (middle != begin && middle != end) {
        row_arena::mark const m = arena_.here();
        node_rows const child = take_side(node, !left_stays);
        node = keep_side(node, left_stays);
        if (left_stays) {
          here.beside = s.left;
          solve(child, middle, end, depth + 1, s.right, answer);
          end = middle;
        } else {
          here.beside = s.right;
          solve(child, begin, middle, depth + 1, s.left, answer);
          begin = middle;
        }
        arena_.release(m);
      } else {
        node = keep_side(node, left_stays);
      }
      here.beside = left_stays ? s.right : s.left;
      whole = left_stays ? s.left : s.right;
    }
    way_ = way;
    trees_.release(t);
  }

  // Both sides of the cut that the held rows [begin, end) share, in memory of their own.
  template<class Answer>
  void descend(node_rows const& node, std::size_t begin, std::size_t end, std::uint32_t depth, std::uint32_t whole,
               Answer& answer)
  {
    level& here = levels_[way_ - 1];
    std::size_t const middle = mark_sides(node, begin, end);
    row_arena::mark const m = arena_.here();
    pruned_trees::mark const t = trees_.here();
    sides const s = grow_sides(node, begin, middle, end, depth, whole);
    node_rows const left = middle != begin ? take_side(node, true) : node_rows{};
    node_rows const right = middle != end ? take_side(node, false) : node_rows{};
    here.beside = s.right;
    if (middle != begin) solve(left, begin, middle, depth + 1, s.left, answer);
    here.beside = s.left;
    if (middle != end) solve(right, middle, end, depth + 1, s.right, answer);
    arena_.release(m);
    trees_.release(t);
  }

  // The trees below both sides of the cut last marked, with held rows [begin, middle) on its left and [middle, end) on
  // its right: those beside the way of some row, and those that several rows may share further down.
  [[nodiscard]] sides grow_sides(node_rows const& node, std::size_t begin, std::size_t middle, std::size_t end,
                                 std::uint32_t depth, std::uint32_t whole)
  {
    if (whole != none && trees_[whole].left != none && trees_[whole].feature == held_[begin].split.feature &&
        trees_[whole].left_rows == left_rows_)
      return {trees_[whole].left, trees_[whole].left + 1};
    auto const grow_side = [&](bool left) {
      row_arena::mark const m = arena_.here();
      std::uint32_t const root = trees_.grow(criterion_, options_, take_side(node, left), depth + 1);
      arena_.release(m);
      return root;
    };
    sides s;
    if (middle != end || middle - begin > 1) s.left = grow_side(true);
    if (middle != begin || end - middle > 1) s.right = grow_side(false);
    return s;
  }

  // Answers for the held rows without which the node is a leaf whatever the cuts, and keeps the others.
  template<class Answer>
  [[nodiscard]] std::size_t finish_leaves(node_rows const& node, std::size_t begin, std::size_t end,
                                          std::uint32_t depth, Answer& answer)
  {
    bool const stop = must_stop(options_, node.rows - 1, depth);
    return keep_if(begin, end, [&](held const& h) {
      tree_node const leaf = criterion_.leaf_without(levels_[way_ - 1].node, h.row);
      if (!stop && leaf.impurity != 0 && !cost_.is_always_leaf(leaf)) return true;
      finish(h.row, leaf, answer);
      return false;
    });
  }

  // A row ends at the node at hand.
  template<class Answer>
  void finish(std::uint32_t row, tree_node const& leaf, Answer& answer)
  {
    costs_.assign(1, cost_.of_leaf(leaf));
    join_way(row, way_ - 1, answer);
  }

  // One row alone: takes it out, grows the tree of the others, and follows that.
  template<class Answer>
  void follow(node_rows node, std::uint32_t row, std::uint32_t depth, Answer& answer)
  {
    take_out(node, row);
    std::uint32_t at = trees_.grow(criterion_, options_, node, depth);
    followed_.clear();
    while (trees_[at].left != none) {
      auto const& n = trees_[at];
      bool const right = !(data_.at(row, n.feature) <= n.threshold);
      followed_.push_back({at, right ? n.left : n.left + 1});
      at = right ? n.left + 1 : n.left;
    }
    costs_.assign(1, cost_.of_leaf(trees_[at].as_leaf));
    for (std::size_t i = followed_.size(); i-- > 0;) {
      auto const [inner, beside] = followed_[i];
      cost_.join(trees_[inner].as_leaf, costs_, trees_.cost(beside), joined_);
      costs_.swap(joined_);
    }
    join_way(row, way_, answer);
  }

  // Joins the costs of a row's end up the first so many levels of its way.
  template<class Answer>
  void join_way(std::uint32_t row, std::size_t levels, Answer& answer)
  {
    while (levels-- > 0) {
      level& l = levels_[levels];
      cost_.join(criterion_.leaf_without(l.node, row), costs_, trees_.cost(l.beside), joined_);
      costs_.swap(joined_);
    }
    for (std::size_t i = 0; i < costs_.size(); ++i)
      answer(row, costs_[i].from, i + 1 < costs_.size() ? costs_[i + 1].from : cost_.prices(), costs_[i].label);
  }

  // Levels keep their memory, and their place while others are added.
  [[nodiscard]] level& push_level()
  {
    if (way_ == levels_.size()) levels_.emplace_back();
    return levels_[way_++];
  }

  pruned_cost cost_;
  pruned_trees trees_;
  std::deque<level> levels_;
  std::size_t way_{};  // levels in use
  std::vector<std::pair<std::uint32_t, std::uint32_t>> followed_;
  std::vector<cost_run> costs_;
  std::vector<cost_run> joined_;
};

}  // namespace dvfs::learn::detail
