// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/cross_validation/pruned_cost.hpp>
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
#include <vector>

namespace dvfs::learn::detail {

/// Trees over parts of a table that know what each of their subtrees costs when it is pruned. They are given back in
/// the opposite order.
class pruned_trees {
 public:
  static constexpr std::uint32_t none = 0xffff'ffff;

  struct node {
    tree_node as_leaf{};
    double threshold{};
    std::uint32_t feature{};
    std::uint32_t left_rows{};
    std::uint32_t left{none};  ///< the right child comes after it
    std::uint32_t first_run{};
    std::uint32_t runs{};
  };
  struct mark {
    std::size_t nodes{}, runs{};
  };

  pruned_trees(dataset_view const& data, pruned_cost const& cost)
      : data_{data}, cost_{&cost}, goes_left_(data.rows()), spare_(data.rows())
  {
  }

  [[nodiscard]] mark here() const noexcept { return {nodes_.size(), runs_.size()}; }
  void release(mark m)
  {
    nodes_.resize(m.nodes);
    runs_.resize(m.runs);
  }
  [[nodiscard]] node const& operator[](std::uint32_t i) const noexcept { return nodes_[i]; }
  [[nodiscard]] std::span<cost_run const> cost(std::uint32_t i) const noexcept
  {
    return {runs_.data() + nodes_[i].first_run, nodes_[i].runs};
  }

  /// Grows the tree below a node of some depth, whose memory it overwrites; answers where its root is. What is a leaf
  /// at every price is not cut.
  template<class Criterion>
  [[nodiscard]] std::uint32_t grow(Criterion& criterion, grow_options const& options, node_rows const& rows,
                                   std::uint32_t depth)
  {
    std::size_t const min_leaf = std::max(options.min_samples_leaf, 1u);
    auto const root = static_cast<std::uint32_t>(nodes_.size());
    criterion.enter(rows);
    nodes_.push_back({criterion.describe(rows)});
    auto const must_be_leaf = [&](tree_node const& n, std::uint32_t at_depth) {
      return n.impurity == 0 || must_stop(options, n.count, at_depth) || cost_->is_always_leaf(n);
    };
    if (!must_be_leaf(nodes_[root].as_leaf, depth)) todo_.push_back({root, 0, depth});
    while (!todo_.empty()) {
      pending const p = todo_.back();
      todo_.pop_back();
      node_rows part = rows;
      part.first += p.begin;
      part.rows = nodes_[p.at].as_leaf.count;
      criterion.enter(part);
      auto const best = criterion.find_split(part, min_leaf);
      if (!best.found ||
          (options.min_impurity_decrease > 0 && !is_enough(options, criterion.decrease(part.rows, best.score))))
        continue;
      auto const [l, r] = criterion.describe_sides(part, best);
      auto const left = static_cast<std::uint32_t>(nodes_.size());
      double const* const x = data_.values.data() + best.feature * data_.rows();
      ranked_row const* const order = part.column(best.feature);
      node& n = nodes_[p.at];
      n.threshold = midpoint(x[order[best.left_rows - 1].row], x[order[best.left_rows].row]);
      n.feature = static_cast<std::uint32_t>(best.feature);
      n.left_rows = static_cast<std::uint32_t>(best.left_rows);
      n.left = left;
      nodes_.push_back({l});
      nodes_.push_back({r});
      bool const go_left = !must_be_leaf(l, p.depth + 1), go_right = !must_be_leaf(r, p.depth + 1);
      if (go_left || go_right) part_rows(part, best.feature, best.left_rows);
      if (go_right) todo_.push_back({left + 1, p.begin + l.count, p.depth + 1});
      if (go_left) todo_.push_back({left, p.begin, p.depth + 1});
    }
    for (std::size_t i = nodes_.size(); i-- > root;) {
      node& n = nodes_[i];
      if (n.left == none)
        joined_.assign(1, cost_->of_leaf(n.as_leaf));
      else
        cost_->join(n.as_leaf, cost(n.left), cost(n.left + 1), joined_);
      n.first_run = static_cast<std::uint32_t>(runs_.size());
      n.runs = static_cast<std::uint32_t>(joined_.size());
      runs_.insert(runs_.end(), joined_.begin(), joined_.end());
    }
    return root;
  }

 private:
  struct pending {
    std::uint32_t at{};
    std::uint32_t begin{};
    std::uint32_t depth{};
  };

  // Puts the left side before the right one in the order of every feature.
  void part_rows(node_rows const& part, std::size_t feature, std::size_t left_rows)
  {
    ranked_row const* const chosen = part.column(feature);
    std::uint8_t* const goes_left = goes_left_.data();
    ranked_row* const spare = spare_.data();
    for (std::size_t i = 0; i < part.rows; ++i) goes_left[chosen[i].row] = i < left_rows ? 1 : 0;
    for (std::size_t j = 0; j < part.columns; ++j) {
      if (j == feature) continue;
      ranked_row* const first = part.column(j);
      std::size_t to = 0, kept = 0;
      for (std::size_t i = 0; i < part.rows; ++i) {
        ranked_row const r = first[i];
        std::size_t const is_left = goes_left[r.row];
        first[to] = r;
        spare[kept] = r;
        to += is_left;
        kept += 1 - is_left;
      }
      std::copy(spare, spare + kept, first + to);
    }
  }

  dataset_view data_;
  pruned_cost const* cost_;
  std::vector<node> nodes_;
  std::vector<cost_run> runs_;
  std::vector<cost_run> joined_;
  std::vector<pending> todo_;
  std::vector<std::uint8_t> goes_left_;
  std::vector<ranked_row> spare_;
};

}  // namespace dvfs::learn::detail
