// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/costs.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow/grower.hpp>
#include <dvfs/learn/grow/regret.hpp>
#include <dvfs/learn/grow/storage.hpp>
#include <dvfs/learn/options.hpp>
#include <dvfs/learn/tree.hpp>
#include <dvfs/learn/weights.hpp>

#include <cstddef>

namespace dvfs::learn {

/// A CART tree over all rows of a table.
[[nodiscard]] inline decision_tree grow(dataset_view data, grow_options const& options = {})
{
  return grower<>{data}.grow(options);
}

/// A CART tree where each answer has a cost for each row, which the criterion regret needs. The costs have the rows and
/// labels of the table; one that is not known counts as the largest known one of its row.
[[nodiscard]] inline decision_tree grow(dataset_view data, cost_table const& costs, grow_options const& options)
{
  detail::whole_regrets const regrets{costs};
  return grower<>{data}.grow(options, &regrets);
}

/// A CART tree whose rows count by their weights, one per row. Weights are rounded to whole multiples of a power of two
/// that keeps their sum below 2^31, for entropy and regret below 2^20 or 32 times the rows; whole ones whose sum is
/// below that are exact, and equal ones change nothing.
[[nodiscard]] inline decision_tree grow(dataset_view data, row_weights const& weights, grow_options const& options = {})
{
  return grower<>{data, &weights}.grow(options);
}

/// The same where each answer has a cost for each row; the weight of a row multiplies its regrets.
[[nodiscard]] inline decision_tree grow(dataset_view data, row_weights const& weights, cost_table const& costs,
                                        grow_options const& options)
{
  detail::whole_regrets const regrets{costs, &weights};
  return grower<>{data, &weights}.grow(options, &regrets);
}

/// A CART tree as a constant: constexpr auto tree = grow(set, {.max_depth = 3}).
template<std::size_t Rows, std::size_t Columns, std::size_t Labels>
[[nodiscard]] constexpr auto grow(fixed_dataset<Rows, Columns, Labels> const& data, grow_options const& options = {})
{
  return grower<fixed_storage<Rows, Columns, Labels>>{data.view()}.grow(options);
}

}  // namespace dvfs::learn
