// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/cross_validation/held_row.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow/classes.hpp>
#include <dvfs/learn/grow/node.hpp>
#include <dvfs/learn/grow/storage.hpp>
#include <dvfs/learn/tree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace dvfs::learn::detail {

/// A criterion of classes that also knows what a node is without each of some rows. A cut's worth without a row depends
/// only on the row's class and on its side of the cut, so one sweep serves all rows of a class.
template<class Rule>
class class_criterion_without : public class_criterion<Rule, heap_storage> {
  using base = class_criterion<Rule, heap_storage>;
  using base::all_, base::data_, base::label_of_, base::labels_, base::left_, base::present_, base::rule_;

 public:
  using score = typename Rule::score;
  using held = held_row<score, typename Rule::quick_score>;

  class_criterion_without(dataset_view const& data, std::size_t total)
      : base{data, total}, slot_(data.rows(), none), class_of_(data.label_count, none)
  {
  }

  void enter(node_rows const& node)
  {
    base::enter(node);
    first_ = second_ = 0;
    for (std::size_t k = 1; k < present_; ++k)
      if (all_[k] > all_[first_]) first_ = k;
    if (first_ == 0 && present_ > 1) second_ = 1;
    for (std::size_t k = second_ + 1; k < present_; ++k)
      if (k != first_ && all_[k] > all_[second_]) second_ = k;
  }

  /// The node at hand as a leaf without one of its rows.
  [[nodiscard]] answer_without describe_without(node_rows const& node, std::uint32_t row) const
  {
    std::size_t const label = labels_[row];
    std::size_t most = first_;
    if (label == first_ && second_ != first_) {
      std::uint32_t const rest = all_[first_] - 1;
      most = rest > all_[second_] ? first_ : rest < all_[second_] ? second_ : std::min(first_, second_);
    }
    return {static_cast<std::int32_t>(label_of_.empty() ? most : label_of_[most]),
            all_[most] - (most == label ? 1u : 0u) == node.rows - 1};
  }

  /// What must be kept of a node to tell later what it is without a row.
  struct memory {
    std::vector<std::uint32_t> counts;
    std::vector<std::uint16_t> label_of;
    std::size_t rows{};
  };
  void remember(node_rows const& node, memory& m) const
  {
    m.counts.assign(base::counts().begin(), base::counts().end());
    m.label_of = label_of_;
    m.rows = node.rows;
  }
  /// A node as a leaf without one of its rows.
  [[nodiscard]] tree_node leaf_without(memory& m, std::uint32_t row) const
  {
    auto number = static_cast<std::size_t>(data_.labels[row]);
    if (auto const& l = m.label_of; !l.empty())
      number = static_cast<std::size_t>(std::lower_bound(l.begin(), l.end(), number) - l.begin());
    std::uint32_t& count = m.counts[number];
    --count;
    tree_node const n = base::describe(m.counts, m.label_of, m.rows - 1);
    ++count;
    return n;
  }

  /// How much a cut without a row lowers the impurity without that row.
  [[nodiscard]] double decrease_without(node_rows const& node, std::uint32_t row, score const& s)
  {
    std::uint32_t& count = all_[labels_[row]];
    --count;
    double const d = base::decrease(node.rows - 1, s);
    ++count;
    return d;
  }

  /// Finds the best cut of the node at hand without each of the held rows.
  void find_splits_without(node_rows const& node, std::span<held> rows, std::size_t min_leaf)
  {
    held_ = rows;
    min_leaf_ = min_leaf;
    classes_.clear();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      held& h = rows[i];
      std::uint32_t& index = class_of_[labels_[h.row]];
      if (index == none) {
        index = static_cast<std::uint32_t>(classes_.size());
        classes_.push_back(labels_[h.row]);
      }
      h.class_index = index;
      h.split.found = false;
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
    for (held const& h : rows) slot_[h.row] = none;
    for (std::size_t const label : classes_) class_of_[label] = none;
  }

 private:
  using quick_score = typename Rule::quick_score;
  using cut = typename Rule::cut;
  static constexpr std::uint32_t none = 0xffff'ffff;

  struct best_cut {
    quick_score quick{};
    detail::split<score> split{};
  };
  struct candidate {
    cut at;
    std::size_t left_rows{};
    quick_score upper{};  // what it is worth at most without some row
  };

  void bound_feature(node_rows const& node, std::size_t j)
  {
    ranked_row const* const first = node.column(j);
    std::size_t const rows = node.rows;
    if (first[0].rank == first[rows - 1].rank || rows < 2 * min_leaf_) return;
    base::clear(left_);
    std::uint32_t const* const all = all_.data();
    std::uint32_t* const left = left_.data();
    std::uint16_t const* const labels = labels_.data();
    std::size_t const min_leaf = min_leaf_;
    cut at{rule_, base::counts()};
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
      lower_at_ = {at, n, {}};
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
    base::clear(left_);
    std::uint32_t const* const all = all_.data();
    std::uint32_t* const left = left_.data();
    std::uint32_t const* const slots = slot_.data();
    std::uint16_t const* const labels = labels_.data();
    held* const rows_held = held_.data();
    running_.assign(classes, {});
    best_cut* const running = running_.data();
    candidates_.clear();
    cut at{rule_, base::counts()};
    // Cuts that are worth no more than this improve no class that still has rows on the side that is looked at.
    quick_score floor = std::numeric_limits<quick_score>::lowest();
    // Forwards: the best cut so far, for a row that is on its right.
    for (std::size_t n = 0; n < rows; ++n) {
      std::uint32_t const row = first[n].row;
      if (!candidates_.empty())
        if (std::uint32_t const s = slots[row]; s != none) offer(rows_held[s], running[rows_held[s].class_index]);
      std::size_t const k = labels[row];
      at.move(left[k], all[k]);
      ++left[k];
      std::size_t const left_rows = n + 1;
      std::size_t const right_rows = rows - left_rows;
      if (left_rows < min_leaf || right_rows < min_leaf || first[n].rank == first[n + 1].rank) continue;
      quick_score const upper = at.quick_and_upper(left_rows, right_rows).second;
      if (bounded_ && upper < lower_) continue;
      candidates_.push_back({at, left_rows, upper});
      if (right_rows - 1 < min_leaf || upper <= floor) continue;
      floor = std::numeric_limits<quick_score>::max();
      for (std::size_t c = 0; c < classes; ++c) {
        std::uint32_t const on_right = all[label_of[c]] - left[label_of[c]];
        if (on_right == 0) continue;
        best_cut& b = running[c];
        quick_score const quick = at.quick_without_right(on_right, left_rows, right_rows);
        if (!b.split.found || quick > rule_.bar(b.quick)) {
          score const exact = at.exact_without_right(on_right, left_rows, right_rows);
          if (!b.split.found || exact > b.split.score) b = {quick, {exact, j, left_rows, true}};
        }
        floor = std::min(floor, rule_.bar(b.quick));
      }
    }
    // Backwards: the best cut so far, for a row that is on its left. Among equals the lower threshold wins, here the
    // later.
    running_.assign(classes, {});
    floor = std::numeric_limits<quick_score>::lowest();
    if (candidates_.empty()) return;
    std::size_t next = candidates_.size();
    for (std::size_t n = rows; n-- > 0;) {
      std::size_t const left_rows = n + 1;
      std::size_t const right_rows = rows - left_rows;
      if (next > 0 && candidates_[next - 1].left_rows == left_rows) {
        candidate const& c_at = candidates_[--next];
        if (left_rows - 1 >= min_leaf && c_at.upper > floor) {
          floor = std::numeric_limits<quick_score>::max();
          for (std::size_t c = 0; c < classes; ++c) {
            std::uint32_t const on_left = left[label_of[c]];
            if (on_left == 0) continue;
            best_cut& b = running[c];
            quick_score const quick = c_at.at.quick_without_left(on_left, left_rows, right_rows);
            if (!b.split.found || quick > rule_.bar(b.quick)) {
              score const exact = c_at.at.exact_without_left(on_left, left_rows, right_rows);
              if (!b.split.found || !(exact < b.split.score)) b = {quick, {exact, j, left_rows, true}};
            }
            floor = std::min(floor, rule_.bar(b.quick));
          }
        }
      }
      std::uint32_t const row = first[n].row;
      if (std::uint32_t const s = slots[row]; s != none) offer(rows_held[s], running[rows_held[s].class_index]);
      --left[labels[row]];
    }
  }

  void offer(held& h, best_cut const& other) const
  {
    if (!other.split.found) return;
    if (h.split.found && (other.quick <= rule_.bar(h.quick) || !(other.split.score > h.split.score))) return;
    h.quick = other.quick;
    h.split = other.split;
  }

  std::vector<std::uint32_t> slot_;  // where a row is held, or none
  std::vector<std::uint32_t> class_of_;
  std::size_t first_{};  // the most common label of the node at hand, and the
                         // runner-up, ties to the lower
  std::size_t second_{};
  std::span<held> held_;
  std::size_t min_leaf_{1};
  std::vector<std::size_t> classes_;  // of the held rows
  std::vector<quick_score> upper_;    // of each feature's cuts without some row
  std::vector<std::uint8_t> live_;
  quick_score best_{};                  // what the best cut is worth that is open to every row
  candidate lower_at_{cut{rule_, {}}};  // that cut
  quick_score lower_{};                 // what it is worth at least without any row
  bool bounded_{};
  std::vector<candidate> candidates_;
  std::vector<best_cut> running_;  // per held class
};

}  // namespace dvfs::learn::detail
