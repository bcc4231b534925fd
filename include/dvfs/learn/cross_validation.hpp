// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/costs.hpp>
#include <dvfs/learn/cross_validation/classes.hpp>
#include <dvfs/learn/cross_validation/leave_one_out.hpp>
#include <dvfs/learn/cross_validation/regret.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow.hpp>
#include <dvfs/learn/options.hpp>
#include <dvfs/learn/predict.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dvfs::learn {

namespace detail {

template<class Answer>
void leave_each_out(dataset_view const& data, grow_options const& options, whole_regrets const* regrets, Answer answer)
{
  std::size_t const rest = data.rows() - 1;
  if (data.rows() < 2) return;
  if (options.criterion == criterion::regret) {
    DVFS_PRECONDITION(regrets != nullptr);
    leave_one_out{data, options, regret_criterion_without{data, rest, *regrets}}.run(answer);
  } else if (options.criterion == criterion::entropy) {
    leave_one_out{data, options, class_criterion_without<entropy_rule<heap_storage>>{data, rest}}.run(answer);
  } else {
    leave_one_out{data, options, class_criterion_without<gini_rule<heap_storage>>{data, rest}}.run(answer);
  }
}

// Whether the way of one row depends on what others far from it do, so that a tree must be grown for each.
[[nodiscard]] inline bool needs_refits(dataset_view const& data, grow_options const& options)
{
  return options.max_leaf_nodes.has_value() ||
         std::any_of(data.categorical.begin(), data.categorical.end(), [](std::uint8_t c) { return c != 0; });
}

[[nodiscard]] inline std::vector<std::int32_t> loocv_by_refits(dataset_view const& data, grow_options const& options,
                                                               whole_regrets const* regrets,
                                                               row_weights const* weights = nullptr)
{
  std::vector<std::int32_t> predictions(data.rows(), no_label);
  if (data.rows() < 2) return predictions;
  grower<> g{data, weights};
  for (std::size_t i = 0; i < data.rows(); ++i) predictions[i] = predict(g.grow_without(i, options, regrets), data, i);
  return predictions;
}

// One pass for all depths: a row's answer at a depth is that of the last node on its way that is not deeper.
[[nodiscard]] inline std::vector<std::vector<std::int32_t>> loocv_by_depth(
    dataset_view const& data, grow_options options, std::span<std::optional<std::uint32_t> const> max_depths,
    whole_regrets const* regrets)
{
  std::vector<std::vector<std::int32_t>> predictions(max_depths.size(),
                                                     std::vector<std::int32_t>(data.rows(), no_label));
  if (needs_refits(data, options)) {
    for (std::size_t i = 0; i < max_depths.size(); ++i) {
      options.max_depth = max_depths[i];
      predictions[i] = loocv_by_refits(data, options, regrets);
    }
    return predictions;
  }
  options.max_depth = 0;
  for (auto const& limit : max_depths)
    if (!limit || (options.max_depth && *limit > *options.max_depth)) options.max_depth = limit;
  leave_each_out(data, options, regrets, [&](std::uint32_t row, std::uint32_t depth, std::int32_t label) {
    for (std::size_t i = 0; i < max_depths.size(); ++i)
      if (!max_depths[i] || depth <= *max_depths[i]) predictions[i][row] = label;
  });
  return predictions;
}

[[nodiscard]] inline std::vector<std::int32_t> loocv(dataset_view const& data, grow_options const& options,
                                                     whole_regrets const* regrets)
{
  if (needs_refits(data, options)) return loocv_by_refits(data, options, regrets);
  std::vector<std::int32_t> predictions(data.rows(), no_label);
  leave_each_out(data, options, regrets,
                 [&](std::uint32_t row, std::uint32_t, std::int32_t label) { predictions[row] = label; });
  return predictions;
}

[[nodiscard]] inline std::vector<std::int32_t> cross_validate(dataset_view const& data, grow_options const& options,
                                                              std::span<std::uint32_t const> group_of_row,
                                                              whole_regrets const* regrets,
                                                              row_weights const* weights = nullptr)
{
  DVFS_PRECONDITION(group_of_row.size() == data.rows());
  std::vector<std::int32_t> predictions(data.rows(), no_label);
  std::vector<std::uint32_t> groups(group_of_row.begin(), group_of_row.end());
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  if (groups.size() < 2) return predictions;
  grower<> g{data, weights};
  for (std::uint32_t const group : groups) {
    auto const tree = g.grow_if(
        options, [&](std::size_t i) { return group_of_row[i] != group; }, regrets);
    for (std::size_t i = 0; i < data.rows(); ++i)
      if (group_of_row[i] == group) predictions[i] = predict(tree, data, i);
  }
  return predictions;
}

}  // namespace detail

/// Leave-one-out cross-validation: for each row the label given by a tree that was grown without it, at the price of a
/// few trees; with max_leaf_nodes or categorical columns at the price of as many trees as rows. The number of labels is
/// that of the whole table. A table of one row has nothing to learn from, so its prediction is no_label.
[[nodiscard]] inline std::vector<std::int32_t> loocv(dataset_view data, grow_options const& options = {})
{
  return detail::loocv(data, options, nullptr);
}

/// The same where each answer has a cost for each row, as grow takes it.
[[nodiscard]] inline std::vector<std::int32_t> loocv(dataset_view data, cost_table const& costs,
                                                     grow_options const& options)
{
  detail::whole_regrets const regrets{costs};
  return detail::loocv(data, options, &regrets);
}

/// The same where rows count by weights, one per row, as grow takes them; here a tree is grown for each row.
[[nodiscard]] inline std::vector<std::int32_t> loocv(dataset_view data, row_weights const& weights,
                                                     grow_options const& options = {})
{
  return detail::loocv_by_refits(data, options, nullptr, &weights);
}

/// The same where each answer has a cost for each row; weights multiply regrets, so that no trees are grown again
/// unless the impurity must decrease by some share.
[[nodiscard]] inline std::vector<std::int32_t> loocv(dataset_view data, row_weights const& weights,
                                                     cost_table const& costs, grow_options const& options)
{
  if (options.criterion != criterion::regret) return loocv(data, weights, options);
  detail::whole_regrets const regrets{costs, &weights};
  if (options.min_impurity_decrease > 0 || detail::needs_refits(data, options))
    return detail::loocv_by_refits(data, options, &regrets, &weights);
  return detail::loocv(data, options, &regrets);
}

/// Leave-one-out predictions for several depths in one pass; the depth of the options is not looked at.
[[nodiscard]] inline std::vector<std::vector<std::int32_t>> loocv_by_depth(
    dataset_view data, grow_options const& options, std::span<std::optional<std::uint32_t> const> max_depths)
{
  return detail::loocv_by_depth(data, options, max_depths, nullptr);
}

/// Leave-one-out cross-validation as a constant, by growing a tree per row.
template<std::size_t Rows, std::size_t Columns, std::size_t Labels>
[[nodiscard]] constexpr std::array<std::int32_t, Rows> loocv(fixed_dataset<Rows, Columns, Labels> const& data,
                                                             grow_options const& options = {})
{
  static_assert(Rows > 1, "leave-one-out needs a second row to learn from");
  std::array<std::int32_t, Rows> predictions{};
  grower<fixed_storage<Rows, Columns, Labels>> g{data.view()};
  for (std::size_t i = 0; i < Rows; ++i) predictions[i] = predict(g.grow_without(i, options), data, i);
  return predictions;
}

/// Cross-validation by groups: for each row the label given by a tree that was grown without any row of the same group.
/// Group numbers are free; one per row. With a single group nothing is left to learn from: all predictions are
/// no_label.
[[nodiscard]] inline std::vector<std::int32_t> cross_validate(dataset_view data, grow_options const& options,
                                                              std::span<std::uint32_t const> group_of_row)
{
  return detail::cross_validate(data, options, group_of_row, nullptr);
}

/// The same where rows count by weights, one per row, as grow takes them.
[[nodiscard]] inline std::vector<std::int32_t> cross_validate(dataset_view data, row_weights const& weights,
                                                              grow_options const& options,
                                                              std::span<std::uint32_t const> group_of_row)
{
  return detail::cross_validate(data, options, group_of_row, nullptr, &weights);
}

/// The same where each answer has a cost for each row, as grow takes it.
[[nodiscard]] inline std::vector<std::int32_t> cross_validate(dataset_view data, cost_table const& costs,
                                                              grow_options const& options,
                                                              std::span<std::uint32_t const> group_of_row)
{
  detail::whole_regrets const regrets{costs};
  return detail::cross_validate(data, options, group_of_row, &regrets);
}

/// The same where each answer has a cost for each row and rows count by weights.
[[nodiscard]] inline std::vector<std::int32_t> cross_validate(dataset_view data, row_weights const& weights,
                                                              cost_table const& costs, grow_options const& options,
                                                              std::span<std::uint32_t const> group_of_row)
{
  detail::whole_regrets const regrets{costs, &weights};
  return detail::cross_validate(data, options, group_of_row, &regrets, &weights);
}

}  // namespace dvfs::learn
