// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/cross_validation/row_arena.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow/midpoint.hpp>
#include <dvfs/learn/grow/ranks.hpp>
#include <dvfs/learn/grow/storage.hpp>
#include <dvfs/learn/grow/sweep.hpp>
#include <dvfs/learn/options.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::learn::detail {

/// Leave-one-out cross-validation without growing a tree per row. All rows go down together: a node knows its rows and which
/// of them are still left out here, and finds the best cut without each of these at once, since that depends only on the
/// row's class and on its side of each cut (after Blockeel and Struyf, JMLR 3, 2002, who share what folds have in common).
/// Rows that choose the same cut go on together. The answers are those of a tree grown without the row, to the last tie.
template<class Rule>
class leave_one_out {
 public:
  leave_one_out(dataset_view data, grow_options const& options)
      : data_{data}, options_{options}, rule_{data.rows()}, min_leaf_{std::max(options.min_samples_leaf, 1u)},
        labels_(data.labels.begin(), data.labels.end()), slot_(data.rows(), none), goes_left_(data.rows(), 0),
        all_(data.label_count, 0), left_(data.label_count, 0), class_of_(data.label_count, none)
  {
  }

  /// Calls answer(row, depth, label) for every node that a row passes when it is left out, from the root to its leaf; the
  /// label is the one that the node would answer as a leaf.
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
  using score = typename Rule::score;
  using quick_score = typename Rule::quick_score;
  using cut = typename Rule::cut;
  static constexpr std::uint32_t none = 0xffff'ffff;

  struct best_cut {
    quick_score quick{};
    learn::detail::split<score> split{};
  };
  // A row that is left out at the node at hand.
  struct held_row {
    std::uint32_t row{};
    std::uint32_t class_index{};  // among the classes of the held rows of the node
    best_cut best{};

    [[nodiscard]] std::uint64_t key() const noexcept
    {
      return (std::uint64_t{static_cast<std::uint32_t>(best.split.feature)} << 32) | best.split.left_rows;
    }
  };
  struct candidate {
    cut at;
    std::size_t left_rows{};
  };
  // The most common label of a node and the runner-up, ties to the lower, so that one row can be taken out of either.
  struct ranking {
    std::size_t first{};
    std::size_t second{};
  };

  // Works on the held rows [begin, end) of a node, whose memory it may overwrite.
  template<class Answer>
  void solve(node_rows node, std::size_t begin, std::size_t end, std::uint32_t depth, Answer& answer)
  {
    for (;; ++depth) {
      if (end - begin == 1) return follow(node, held_[begin].row, depth, answer);
      count_classes(node.column(0), node.rows, labels_.data(), all_);
      end = answer_leaves(node, begin, end, depth, answer);
      if (begin == end) return;
      find_best_cuts(node, begin, end);
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

  [[nodiscard]] ranking rank_labels() const
  {
    ranking r;
    for (std::size_t k = 1; k < all_.size(); ++k)
      if (all_[k] > all_[r.first]) r.first = k;
    r.second = r.first == 0 && all_.size() > 1 ? 1 : 0;
    for (std::size_t k = r.second + 1; k < all_.size(); ++k)
      if (k != r.first && all_[k] > all_[r.second]) r.second = k;
    return r;
  }

  // The majority without a row of a class.
  [[nodiscard]] std::size_t majority_without(ranking const& r, std::size_t label) const
  {
    if (label != r.first || r.second == r.first) return r.first;
    std::uint32_t const first = all_[r.first] - 1;
    if (first != all_[r.second]) return first > all_[r.second] ? r.first : r.second;
    return std::min(r.first, r.second);
  }

  // Answers for all held rows as if the node were a leaf, and keeps those for which it need not be one.
  template<class Answer>
  [[nodiscard]] std::size_t answer_leaves(node_rows const& node, std::size_t begin, std::size_t end,
                                          std::uint32_t depth, Answer& answer)
  {
    ranking const r = rank_labels();
    std::size_t const rows = node.rows - 1;
    bool const must_stop =
        rows < std::max(options_.min_samples_split, 2u) || (options_.max_depth && depth >= *options_.max_depth);
    for (std::size_t i = begin; i < end;) {
      std::uint32_t const row = held_[i].row;
      std::size_t const label = labels_[row];
      std::size_t const majority = majority_without(r, label);
      answer(row, depth, static_cast<std::int32_t>(majority));
      if (must_stop || all_[majority] - (majority == label ? 1u : 0u) == rows)
        held_[i] = held_[--end];
      else
        ++i;
    }
    return end;
  }

  void find_best_cuts(node_rows const& node, std::size_t begin, std::size_t end)
  {
    classes_.clear();
    for (std::size_t i = begin; i < end; ++i) {
      held_row& h = held_[i];
      std::uint32_t& index = class_of_[labels_[h.row]];
      if (index == none) {
        index = static_cast<std::uint32_t>(classes_.size());
        classes_.push_back(labels_[h.row]);
      }
      h.class_index = index;
      h.best.split.found = false;
      slot_[h.row] = static_cast<std::uint32_t>(i);
    }
    // A first sweep bounds what the cuts of each feature can be worth without some row.
    upper_.assign(node.columns, quick_score{});
    live_.assign(node.columns, 0);
    best_ = std::numeric_limits<quick_score>::lowest();
    for (std::size_t j = 0; j < node.columns; ++j) bound_feature(node, j);
    bounded_ = best_ != std::numeric_limits<quick_score>::lowest();
    if (bounded_) lower_ = lower_at_.at.lower_without(lower_at_.left_rows, node.rows - lower_at_.left_rows);
    for (std::size_t j = 0; j < node.columns; ++j)
      if (live_[j] != 0 && (!bounded_ || upper_[j] >= lower_)) cut_feature(node, j);
    for (std::size_t i = begin; i < end; ++i) slot_[held_[i].row] = none;
    for (std::size_t const label : classes_) class_of_[label] = none;
  }

  void bound_feature(node_rows const& node, std::size_t j)
  {
    ranked_row const* const first = node.column(j);
    std::size_t const rows = node.rows;
    if (first[0].rank == first[rows - 1].rank || rows < 2 * min_leaf_) return;
    std::fill(left_.begin(), left_.end(), 0u);
    std::uint32_t const* const all = all_.data();
    std::uint32_t* const left = left_.data();
    std::uint16_t const* const labels = labels_.data();
    std::size_t const min_leaf = min_leaf_;
    cut at{rule_, all_};
    std::size_t n = 0;
    auto const move = [&] {
      std::size_t const k = labels[first[n++].row];
      at.move(left[k], all[k]);
      ++left[k];
    };
    while (n + 1 < min_leaf) move();
    bool live = false;
    quick_score most = std::numeric_limits<quick_score>::lowest();
    quick_score best = best_;
    while (n < rows - min_leaf) {
      move();
      if (first[n - 1].rank == first[n].rank) continue;
      live = true;
      auto const [quick, upper] = at.quick_and_upper(n, rows - n);
      most = std::max(most, upper);
      if (quick <= best || n == min_leaf || rows - n == min_leaf) continue;
      best = quick;
      lower_at_ = {at, n};
    }
    best_ = best;
    live_[j] = live ? 1 : 0;
    upper_[j] = most;
  }

  // Offers the cuts of one feature to every held row.
  void cut_feature(node_rows const& node, std::size_t j)
  {
    ranked_row const* const first = node.column(j);
    std::size_t const rows = node.rows;
    std::size_t const min_leaf = min_leaf_;
    std::size_t const classes = classes_.size();
    std::size_t const* const label_of = classes_.data();
    std::fill(left_.begin(), left_.end(), 0u);
    std::uint32_t const* const all = all_.data();
    std::uint32_t* const left = left_.data();
    std::uint32_t const* const slots = slot_.data();
    std::uint16_t const* const labels = labels_.data();
    held_row* const held = held_.data();
    running_.assign(classes, {});
    best_cut* const running = running_.data();
    candidates_.clear();
    counts_.clear();
    cut at{rule_, all_};
    // Forwards: the best cut so far, for a row that is on its right.
    for (std::size_t n = 0; n < rows; ++n) {
      std::uint32_t const row = first[n].row;
      if (!candidates_.empty())
        if (std::uint32_t const s = slots[row]; s != none) offer(held[s].best, running[held[s].class_index]);
      std::size_t const k = labels[row];
      at.move(left[k], all[k]);
      ++left[k];
      std::size_t const left_rows = n + 1;
      std::size_t const right_rows = rows - left_rows;
      if (left_rows < min_leaf || right_rows < min_leaf || first[n].rank == first[n + 1].rank) continue;
      if (bounded_ && at.quick_and_upper(left_rows, right_rows).second < lower_) continue;
      candidates_.push_back({at, left_rows});
      for (std::size_t c = 0; c < classes; ++c) counts_.push_back(left[label_of[c]]);
      if (right_rows - 1 < min_leaf) continue;
      for (std::size_t c = 0; c < classes; ++c) {
        std::uint32_t const on_right = all[label_of[c]] - left[label_of[c]];
        if (on_right == 0) continue;
        best_cut& b = running[c];
        quick_score const quick = at.quick_without_right(on_right, left_rows, right_rows);
        if (b.split.found && quick <= rule_.bar(b.quick)) continue;
        score const exact = at.exact_without_right(on_right, left_rows, right_rows);
        if (b.split.found && !(exact > b.split.score)) continue;
        b = {quick, {exact, j, left_rows, true}};
      }
    }
    // Backwards: the best cut so far, for a row that is on its left. Among equals the lower threshold wins, here the later.
    running_.assign(classes, {});
    std::size_t next = candidates_.size();
    std::size_t const end = next == 0 ? 0 : candidates_.back().left_rows;
    for (std::size_t n = end; n-- > 0;) {
      while (next > 0 && candidates_[next - 1].left_rows > n) {
        --next;
        candidate const& c_at = candidates_[next];
        std::size_t const left_rows = c_at.left_rows;
        std::size_t const right_rows = rows - left_rows;
        if (left_rows - 1 < min_leaf) continue;
        std::uint32_t const* const counts = counts_.data() + next * classes;
        for (std::size_t c = 0; c < classes; ++c) {
          if (counts[c] == 0) continue;
          best_cut& b = running[c];
          quick_score const quick = c_at.at.quick_without_left(counts[c], left_rows, right_rows);
          if (b.split.found && quick <= rule_.bar(b.quick)) continue;
          score const exact = c_at.at.exact_without_left(counts[c], left_rows, right_rows);
          if (b.split.found && exact < b.split.score) continue;
          b = {quick, {exact, j, left_rows, true}};
        }
      }
      if (std::uint32_t const s = slots[first[n].row]; s != none) offer(held[s].best, running[held[s].class_index]);
    }
  }

  void offer(best_cut& best, best_cut const& other) const
  {
    if (!other.split.found) return;
    if (best.split.found && (other.quick <= rule_.bar(best.quick) || !(other.split.score > best.split.score))) return;
    best = other;
  }

  // Rows without an admissible or worthwhile cut have had their answer.
  [[nodiscard]] std::size_t drop_uncut(node_rows const& node, std::size_t begin, std::size_t end)
  {
    for (std::size_t i = begin; i < end;) {
      bool keep = held_[i].best.split.found;
      if (keep && options_.min_impurity_decrease > 0) {
        std::uint32_t& count = all_[labels_[held_[i].row]];
        --count;
        keep = is_enough(rule_, options_, all_, node.rows - 1, held_[i].best.split.score, data_.rows() - 1);
        ++count;
      }
      if (keep)
        ++i;
      else
        held_[i] = held_[--end];
    }
    return end;
  }

  // Where the row is the only one with its value and next to the cut, the cut moves to the middle of its neighbours, and the
  // row may be on either side of it. Both cuts beside the row part the other rows alike; this picks the one with the row on
  // the side on which it lands.
  void settle_boundary(node_rows const& node, held_row& h) const
  {
    std::size_t const n = h.best.split.left_rows;
    ranked_row const* const order = node.column(h.best.split.feature);
    double const* const x = data_.values.data() + h.best.split.feature * data_.rows();
    if (order[n - 1].row == h.row) {
      if (n == 1 || order[n - 2].rank == order[n - 1].rank) return;
      if (x[h.row] > midpoint(x[order[n - 2].row], x[order[n].row])) --h.best.split.left_rows;
    } else if (order[n].row == h.row) {
      if (n + 1 == node.rows || order[n + 1].rank == order[n].rank) return;
      if (x[h.row] <= midpoint(x[order[n - 1].row], x[order[n + 1].row])) ++h.best.split.left_rows;
    }
  }

  // Sorts by cut, the most common cut last; returns where it begins.
  [[nodiscard]] std::size_t put_largest_group_last(std::size_t begin, std::size_t end)
  {
    auto const first = held_.begin() + static_cast<std::ptrdiff_t>(begin);
    auto const last = held_.begin() + static_cast<std::ptrdiff_t>(end);
    std::uint64_t const key = first->key();
    if (std::all_of(first, last, [key](held_row const& h) { return h.key() == key; })) return begin;
    std::sort(first, last, [](held_row const& a, held_row const& b) {
      return a.key() < b.key() || (a.key() == b.key() && a.row < b.row);
    });
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
    learn::detail::split<score> const s = held_[begin].best.split;
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
      count_classes(node.column(0), node.rows, labels_.data(), all_);
      std::size_t const majority = rank_labels().first;
      answer(row, depth, static_cast<std::int32_t>(majority));
      if (all_[majority] == node.rows || node.rows < std::max(options_.min_samples_split, 2u) ||
          (options_.max_depth && depth >= *options_.max_depth))
        return;
      auto const best = find_split(rule_, node, labels_.data(), all_, left_, min_leaf_);
      if (!best.found || !is_enough(rule_, options_, all_, node.rows, best.score, data_.rows() - 1)) return;
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
  Rule rule_;
  std::size_t min_leaf_;
  std::vector<std::uint16_t> labels_;
  std::vector<std::uint32_t> slot_;  // where a row is held, or none
  std::vector<std::uint8_t> goes_left_;
  std::vector<std::uint32_t> all_;
  std::vector<std::uint32_t> left_;
  std::vector<std::uint32_t> class_of_;
  std::vector<held_row> held_;
  std::vector<std::size_t> classes_;  // of the held rows of a node
  std::vector<quick_score> upper_;    // of each feature's cuts without some row
  std::vector<std::uint8_t> live_;
  quick_score best_{};                     // what the best cut is worth that is open to every row
  candidate lower_at_{cut{rule_, {}}, 0};  // that cut
  quick_score lower_{};                    // what it is worth at least without any row
  bool bounded_{};
  std::vector<candidate> candidates_;
  std::vector<std::uint32_t> counts_;  // of the held classes left of each candidate
  std::vector<best_cut> running_;      // per held class
  std::size_t left_rows_{};            // of the cut last marked
  row_arena arena_;
};

}  // namespace dvfs::learn::detail
