// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/result.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/learn/dataset.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::learn {

/// What each answer costs for each row, in any unit, less being better; NaN where it is not known. Every row has at
/// least one known cost.
class cost_table {
 public:
  /// From rows of equal length, one number per label. An infinite cost is refused, and a row without any known cost.
  [[nodiscard]] static result<cost_table, dataset_error> from_rows(std::span<std::vector<double> const> rows)
  {
    cost_table t;
    if (rows.empty()) return unexpected{dataset_error{dataset_fault::no_rows}};
    t.labels_ = rows[0].size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].size() != t.labels_) return unexpected{dataset_error{dataset_fault::ragged, i}};
      double least = dvfs::detail::nan;
      for (std::size_t k = 0; k < t.labels_; ++k) {
        double const c = rows[i][k];
        if (c - c != 0 && c == c) return unexpected{dataset_error{dataset_fault::infinite_value, i, k}};
        if (c < least || least != least) least = c;
        t.costs_.push_back(c);
      }
      if (least != least) return unexpected{dataset_error{dataset_fault::no_cost, i}};
      t.least_.push_back(least);
    }
    return t;
  }

  [[nodiscard]] std::size_t rows() const noexcept { return least_.size(); }
  [[nodiscard]] std::size_t labels() const noexcept { return labels_; }
  [[nodiscard]] double at(std::size_t row, std::size_t label) const { return costs_[row * labels_ + label]; }
  [[nodiscard]] double least(std::size_t row) const { return least_[row]; }

  /// The label of least cost, ties to the lowest.
  [[nodiscard]] std::int32_t best(std::size_t row) const
  {
    std::size_t k = 0;
    while (!(at(row, k) == least_[row])) ++k;
    return static_cast<std::int32_t>(k);
  }

  /// What a label costs above the least of its row; NaN where that is not known, and for a negative label (no answer).
  [[nodiscard]] double regret(std::size_t row, std::int32_t label) const
  {
    return label < 0 ? dvfs::detail::nan : at(row, static_cast<std::size_t>(label)) - least_[row];
  }

  /// The same table with each cost as a fraction above the least of its row; the least must be above 0 everywhere.
  [[nodiscard]] result<cost_table, dataset_error> relative() const
  {
    cost_table t = *this;
    for (std::size_t i = 0; i < rows(); ++i) {
      if (!(least_[i] > 0)) return unexpected{dataset_error{dataset_fault::cost_not_positive, i}};
      for (std::size_t k = 0; k < labels_; ++k) t.costs_[i * labels_ + k] = (at(i, k) - least_[i]) / least_[i];
      t.least_[i] = 0;
    }
    return t;
  }

 private:
  cost_table() = default;

  std::size_t labels_{};
  std::vector<double> costs_;
  std::vector<double> least_;
};

/// The regret of predictions: the mean and the largest over the rows where it is known; both NaN where it is nowhere
/// known.
struct regret_summary {
  double mean{dvfs::detail::nan};
  double largest{dvfs::detail::nan};
  std::size_t known{};
  std::size_t unknown{};
};

/// What predictions cost above the best answers, summed in row order.
[[nodiscard]] inline regret_summary summarise_regret(cost_table const& costs, std::span<std::int32_t const> predictions)
{
  DVFS_PRECONDITION(costs.rows() == predictions.size());
  regret_summary s;
  double sum = 0;
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    double const r = costs.regret(i, predictions[i]);
    if (r != r) {
      ++s.unknown;
      continue;
    }
    ++s.known;
    sum += r;
    if (!(r <= s.largest)) s.largest = r;
  }
  if (s.known != 0) s.mean = sum / static_cast<double>(s.known);
  return s;
}

}  // namespace dvfs::learn
