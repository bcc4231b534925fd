// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/cross_validation/leave_one_out.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow.hpp>
#include <dvfs/learn/options.hpp>
#include <dvfs/learn/predict.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dvfs::learn {

namespace detail {

template<class Answer>
void leave_each_out(dataset_view const& data, grow_options const& options, Answer answer)
{
  if (data.rows() < 2) return;
  if (options.criterion == criterion::entropy)
    leave_one_out<entropy_rule<heap_storage>>{data, options}.run(answer);
  else
    leave_one_out<gini_rule<heap_storage>>{data, options}.run(answer);
}

}  // namespace detail

/// Leave-one-out cross-validation: for each row the label given by a tree that was grown without it, at the price of a few
/// trees. The number of labels is that of the whole table. A table of one row has nothing to learn from, so its prediction
/// is no_label.
[[nodiscard]] inline std::vector<std::int32_t> loocv(dataset_view data, grow_options const& options = {})
{
  std::vector<std::int32_t> predictions(data.rows(), no_label);
  detail::leave_each_out(data, options,
                         [&](std::uint32_t row, std::uint32_t, std::int32_t label) { predictions[row] = label; });
  return predictions;
}

/// The same as a constant, by growing a tree per row.
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
/// Group numbers are free; one per row. With a single group nothing is left to learn from: all predictions are no_label.
[[nodiscard]] inline std::vector<std::int32_t> cross_validate(dataset_view data, grow_options const& options,
                                                              std::span<std::uint32_t const> group_of_row)
{
  DVFS_PRECONDITION(group_of_row.size() == data.rows());
  std::vector<std::int32_t> predictions(data.rows(), no_label);
  std::vector<std::uint32_t> groups(group_of_row.begin(), group_of_row.end());
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  if (groups.size() < 2) return predictions;
  grower<> g{data};
  for (std::uint32_t const group : groups) {
    auto const tree = g.grow_if(options, [&](std::size_t i) { return group_of_row[i] != group; });
    for (std::size_t i = 0; i < data.rows(); ++i)
      if (group_of_row[i] == group) predictions[i] = predict(tree, data, i);
  }
  return predictions;
}

}  // namespace dvfs::learn
