// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/costs.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow/node.hpp>
#include <dvfs/learn/grow/subsets.hpp>
#include <dvfs/learn/options.hpp>
#include <dvfs/learn/tree.hpp>
#include <dvfs/learn/weights.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::learn::detail {

/// The regrets of a cost table as whole multiples of a power of two, times the whole weights of the rows where they
/// have any, small enough that the sum over all rows fits. A cost that is not known counts as the largest known one of
/// its row.
class whole_regrets {
 public:
  explicit whole_regrets(cost_table const& costs, row_weights const* weights = nullptr) : labels_{costs.labels()}
  {
    if (weights != nullptr) weights_ = whole_weights(*weights, small_weight(costs.rows()));
    std::vector<double> regrets;
    regrets.reserve(costs.rows() * labels_);
    double most = 0;
    for (std::size_t i = 0; i < costs.rows(); ++i) {
      double dearest = 0;
      for (std::size_t k = 0; k < labels_; ++k)
        if (double const r = costs.regret(i, static_cast<std::int32_t>(k)); r > dearest) dearest = r;
      most = std::max(most, dearest);
      for (std::size_t k = 0; k < labels_; ++k) {
        double const r = costs.regret(i, static_cast<std::int32_t>(k));
        regrets.push_back(r == r ? r : dearest);
      }
    }
    double const limit = 0x1p61 / (weight_of_all(costs.rows()) + 1);
    while (unit_ > 0x1p-1000 && most / unit_ * 2 < limit) unit_ /= 2;
    while (most / unit_ >= limit) unit_ *= 2;
    values_.reserve(regrets.size());
    for (std::size_t i = 0; i < costs.rows(); ++i)
      for (std::size_t k = 0; k < labels_; ++k)
        values_.push_back(static_cast<std::int64_t>(regrets[i * labels_ + k] / unit_ + 0.5) *
                          static_cast<std::int64_t>(weight(i)));
  }

  [[nodiscard]] std::size_t labels() const noexcept { return labels_; }
  [[nodiscard]] double unit() const noexcept { return unit_; }
  [[nodiscard]] std::int64_t const* of(std::size_t row) const noexcept { return values_.data() + row * labels_; }
  [[nodiscard]] bool has_weights() const noexcept { return !weights_.empty(); }
  /// How many rows a row counts as.
  [[nodiscard]] std::uint32_t weight(std::size_t row) const { return has_weights() ? weights_[row] : 1; }

 private:
  [[nodiscard]] double weight_of_all(std::size_t rows) const
  {
    return has_weights() ? std::accumulate(weights_.begin(), weights_.end(), 0.0) : static_cast<double>(rows);
  }

  std::size_t labels_;
  double unit_{1};
  std::vector<std::int64_t> values_;
  std::vector<std::uint32_t> weights_;
};

/// What a tree is grown for when each answer has a cost for each row: a leaf answers the label of least total regret,
/// ties to the lowest, and a cut is worth what it saves of that total.
class regret_criterion {
 public:
  using score = std::int64_t;  ///< minus the total regret of both sides
  using gain = score;

  /// `total` is how many rows the rows count as that the tree is grown on.
  regret_criterion(dataset_view const& data, std::uint64_t total, whole_regrets const& regrets)
      : regrets_{&regrets}, data_{data}, labels_{data.labels}, all_(regrets.labels()),
        left_(regrets.labels()), total_{total}
  {
    DVFS_PRECONDITION(regrets.labels() == data.label_count);
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
    for (std::size_t j = 0; j < node.columns; ++j) {
      ranked_row const* const first = node.column(j);
      if (first[0].rank == first[rows - 1].rank) continue;
      if (data_.is_categorical(j)) {
        search_subsets(node, j, min_leaf, best);
        continue;
      }
      std::fill(left_.begin(), left_.end(), 0);
      for (std::size_t n = 1; n <= rows - min_leaf; ++n) {
        add(first[n - 1].row, left_);
        if (n < min_leaf || first[n - 1].rank == first[n].rank) continue;
        score const s = worth_of_cut(left_);
        if (!best.found || s > best.score) best = {s, j, n, true, 0};
      }
    }
    return best;
  }

  [[nodiscard]] gain gain_of(std::size_t /*rows*/, score const& s) const { return all_[least(all_)] + s; }
  [[nodiscard]] double decrease(std::size_t rows, score const& s) const
  {
    return static_cast<double>(gain_of(rows, s)) * regrets_->unit() / static_cast<double>(total_);
  }

 protected:
  using totals = std::vector<std::int64_t>;

  void search_subsets(node_rows const& node, std::size_t j, std::size_t min_leaf, split<score>& best) const
  {
    subset_search<std::int64_t> search(all_.size());
    for (std::size_t i = 0; i < node.rows; ++i) {
      std::size_t const row = node.column(j)[i].row, category = static_cast<std::size_t>(data_.at(row, j));
      search.add_row(category);
      add(row, search.sums_of(category));
    }
    search.run(node.rows, min_leaf, [&](std::uint8_t mask, std::size_t on_left, totals const& left) {
      score const s = worth_of_cut(left);
      if (!best.found || s > best.score) best = {s, j, on_left, true, mask};
      return false;
    });
  }
  void add(std::size_t row, totals& to) const
  {
    std::int64_t const* const r = regrets_->of(row);
    for (std::size_t k = 0; k < to.size(); ++k) to[k] += r[k];
  }
  void sum(ranked_row const* first, std::size_t rows, totals& to) const
  {
    std::fill(to.begin(), to.end(), 0);
    for (std::size_t i = 0; i < rows; ++i) add(first[i].row, to);
  }
  [[nodiscard]] static std::size_t least(totals const& t)
  {
    return static_cast<std::size_t>(std::min_element(t.begin(), t.end()) - t.begin());
  }
  [[nodiscard]] score worth_of_cut(totals const& of_left) const
  {
    std::int64_t left = of_left[0];
    std::int64_t right = all_[0] - of_left[0];
    for (std::size_t k = 1; k < all_.size(); ++k) {
      left = std::min(left, of_left[k]);
      right = std::min(right, all_[k] - of_left[k]);
    }
    return -(left + right);
  }
  [[nodiscard]] tree_node describe(totals const& t, ranked_row const* first, std::size_t rows) const
  {
    tree_node n;
    n.label = static_cast<std::int32_t>(least(t));
    n.count = static_cast<std::uint32_t>(rows);
    for (std::size_t i = 0; i < rows; ++i) n.errors += labels_[first[i].row] != n.label ? 1u : 0u;
    std::uint64_t weight = rows;
    if (regrets_->has_weights()) {
      weight = 0;
      for (std::size_t i = 0; i < rows; ++i) weight += regrets_->weight(first[i].row);
    }
    n.impurity = weight == 0 ? 0 : static_cast<double>(t[least(t)]) * regrets_->unit() / static_cast<double>(weight);
    return n;
  }

  whole_regrets const* regrets_;
  dataset_view data_;
  std::span<std::int32_t const> labels_;
  totals all_;   // the regret of each answer over the node at hand
  totals left_;  // over the left side of a cut
  std::uint64_t total_;
};

}  // namespace dvfs::learn::detail
