// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/costs.hpp>
#include <dvfs/learn/cross_validation.hpp>
#include <dvfs/learn/cross_validation/classes.hpp>
#include <dvfs/learn/cross_validation/leave_one_out_pruned.hpp>
#include <dvfs/learn/cross_validation/pruned_cost.hpp>
#include <dvfs/learn/cross_validation/regret.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow.hpp>
#include <dvfs/learn/options.hpp>
#include <dvfs/learn/predict.hpp>
#include <dvfs/learn/prune.hpp>
#include <dvfs/learn/weights.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace dvfs::learn {

/// Predictions for several amounts of pruning: [alpha][row].
using predictions_by_alpha = std::vector<std::vector<std::int32_t>>;

namespace detail {

[[nodiscard]] inline predictions_by_alpha cross_validate_by_alpha(dataset_view const& data, grow_options const& options,
                                                                  std::span<std::uint32_t const> group_of_row,
                                                                  std::span<double const> alphas, pruning_risk risk,
                                                                  whole_regrets const* regrets,
                                                                  row_weights const* weights = nullptr)
{
  DVFS_PRECONDITION(group_of_row.size() == data.rows());
  predictions_by_alpha predictions(alphas.size(), std::vector<std::int32_t>(data.rows(), no_label));
  std::vector<std::uint32_t> rows(data.rows());
  std::iota(rows.begin(), rows.end(), 0u);
  std::stable_sort(rows.begin(), rows.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return group_of_row[a] < group_of_row[b]; });
  if (data.rows() == 0 || group_of_row[rows.front()] == group_of_row[rows.back()]) return predictions;
  grower<> g{data, weights};
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    std::uint32_t const group = group_of_row[rows[begin]];
    while (end < rows.size() && group_of_row[rows[end]] == group) ++end;
    decision_tree const tree = g.grow_if(
        options, [&](std::size_t i) { return group_of_row[i] != group; }, regrets);
    for (std::size_t k = 0; k < alphas.size(); ++k) {
      decision_tree const pruned = prune(tree, alphas[k], risk);
      for (std::size_t i = begin; i < end; ++i) predictions[k][rows[i]] = predict(pruned, data, rows[i]);
    }
  }
  return predictions;
}

[[nodiscard]] inline predictions_by_alpha loocv_by_alpha(dataset_view const& data, grow_options const& options,
                                                         std::span<double const> alphas, pruning_risk risk,
                                                         whole_regrets const* regrets,
                                                         row_weights const* weights = nullptr)
{
  std::vector<std::uint32_t> order(std::max(data.rows(), alphas.size()));
  std::iota(order.begin(), order.end(), 0u);
  if (data.rows() < 2 || alphas.empty() || weights != nullptr || needs_refits(data, options))
    return cross_validate_by_alpha(data, options, std::span{order}.first(data.rows()), alphas, risk, regrets, weights);
  predictions_by_alpha predictions(alphas.size(), std::vector<std::int32_t>(data.rows(), no_label));
  order.resize(alphas.size());
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return alphas[a] < alphas[b]; });
  std::size_t const rest = data.rows() - 1;
  std::vector<double> prices;
  for (std::uint32_t const k : order) {
    DVFS_PRECONDITION(alphas[k] >= 0);
    prices.push_back(leaf_price(alphas[k], static_cast<double>(rest)));
  }
  auto const run = [&](auto criterion) {
    leave_one_out_pruned{data, options, std::move(criterion), pruned_cost{prices, risk}}.run(
        [&](std::uint32_t row, std::size_t from, std::size_t to, std::int32_t label) {
          for (std::size_t k = from; k < to; ++k) predictions[order[k]][row] = label;
        });
  };
  if (options.criterion == criterion::regret) {
    DVFS_PRECONDITION(regrets != nullptr);
    run(regret_criterion_without{data, rest, *regrets});
  } else if (options.criterion == criterion::entropy) {
    run(class_criterion_without<entropy_rule<heap_storage>>{data, rest});
  } else {
    run(class_criterion_without<gini_rule<heap_storage>>{data, rest});
  }
  return predictions;
}

}  // namespace detail

/// Leave-one-out cross-validation with pruning: for each alpha and row the label given by prune(tree, alpha, risk) of
/// the tree that was grown without the row, at the price of a few trees in all. Each alpha is a share of the rows that
/// are left, and at least 0.
[[nodiscard]] inline predictions_by_alpha loocv_by_alpha(dataset_view data, grow_options const& options,
                                                         std::span<double const> alphas,
                                                         pruning_risk risk = pruning_risk::impurity)
{
  return detail::loocv_by_alpha(data, options, alphas, risk, nullptr);
}

/// The same where each answer has a cost for each row, as grow takes it.
[[nodiscard]] inline predictions_by_alpha loocv_by_alpha(dataset_view data, cost_table const& costs,
                                                         grow_options const& options, std::span<double const> alphas,
                                                         pruning_risk risk = pruning_risk::impurity)
{
  detail::whole_regrets const regrets{costs};
  return detail::loocv_by_alpha(data, options, alphas, risk, &regrets);
}

/// The same where rows count by weights, one per row, as grow takes them; here a tree is grown for each row.
[[nodiscard]] inline predictions_by_alpha loocv_by_alpha(dataset_view data, row_weights const& weights,
                                                         grow_options const& options, std::span<double const> alphas,
                                                         pruning_risk risk = pruning_risk::impurity)
{
  return detail::loocv_by_alpha(data, options, alphas, risk, nullptr, &weights);
}

/// Cross-validation by groups with pruning, by a tree per group; groups as in cross_validate.
[[nodiscard]] inline predictions_by_alpha cross_validate_by_alpha(dataset_view data, grow_options const& options,
                                                                  std::span<std::uint32_t const> group_of_row,
                                                                  std::span<double const> alphas,
                                                                  pruning_risk risk = pruning_risk::impurity)
{
  return detail::cross_validate_by_alpha(data, options, group_of_row, alphas, risk, nullptr);
}

/// The same where rows count by weights, one per row, as grow takes them.
[[nodiscard]] inline predictions_by_alpha cross_validate_by_alpha(dataset_view data, row_weights const& weights,
                                                                  grow_options const& options,
                                                                  std::span<std::uint32_t const> group_of_row,
                                                                  std::span<double const> alphas,
                                                                  pruning_risk risk = pruning_risk::impurity)
{
  return detail::cross_validate_by_alpha(data, options, group_of_row, alphas, risk, nullptr, &weights);
}

/// The same where each answer has a cost for each row, as grow takes it.
[[nodiscard]] inline predictions_by_alpha cross_validate_by_alpha(dataset_view data, cost_table const& costs,
                                                                  grow_options const& options,
                                                                  std::span<std::uint32_t const> group_of_row,
                                                                  std::span<double const> alphas,
                                                                  pruning_risk risk = pruning_risk::impurity)
{
  detail::whole_regrets const regrets{costs};
  return detail::cross_validate_by_alpha(data, options, group_of_row, alphas, risk, &regrets);
}

}  // namespace dvfs::learn
