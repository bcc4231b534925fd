// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/cross_validation/held_row.hpp>
#include <dvfs/learn/cross_validation/row_arena.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow/midpoint.hpp>
#include <dvfs/learn/grow/node.hpp>
#include <dvfs/learn/grow/ranks.hpp>
#include <dvfs/learn/options.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dvfs::learn::detail {

/// What is done at a node whose held rows are each left out: which of them choose which cut, and the rows of its sides.
template<class Criterion>
class held_rows {
 protected:
  using held = typename Criterion::held;
  using score = typename Criterion::score;

  held_rows(dataset_view data, grow_options const& options, Criterion criterion)
      : data_{data}, options_{options}, criterion_{std::move(criterion)}, min_leaf_{std::max(options.min_samples_leaf,
                                                                                             1u)},
        goes_left_(data.rows(), 0)
  {
  }

  // All rows, each of them held.
  [[nodiscard]] node_rows make_root()
  {
    std::size_t const n = data_.rows();
    node_rows const root{arena_.take(n * data_.columns), n, data_.columns, n};
    rank_rows(data_, root.first);
    held_.resize(n);
    for (std::size_t i = 0; i < n; ++i) held_[i].row = static_cast<std::uint32_t>(i);
    return root;
  }

  // Whether there is an admissible and worthwhile cut without the row.
  [[nodiscard]] bool has_cut(node_rows const& node, held const& h)
  {
    return h.split.found && (!(options_.min_impurity_decrease > 0) ||
                             is_enough(options_, criterion_.decrease_without(node, h.row, h.split.score)));
  }
  [[nodiscard]] bool has_cut(node_rows const& node, detail::split<score> const& s)
  {
    return s.found &&
           (!(options_.min_impurity_decrease > 0) || is_enough(options_, criterion_.decrease(node.rows, s.score)));
  }

  // Brings the held rows that are not kept to the end; answers where they begin.
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

  // Takes a row out of a node for good.
  static void take_out(node_rows& node, std::uint32_t row)
  {
    for (std::size_t j = 0; j < node.columns; ++j) {
      ranked_row* const first = node.column(j);
      std::size_t i = 0;
      while (first[i].row != row) ++i;
      std::copy(first + i + 1, first + node.rows, first + i);
    }
    --node.rows;
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
