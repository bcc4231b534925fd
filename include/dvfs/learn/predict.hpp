// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/tree.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dvfs::learn {

/// A prediction for a row about which nothing could be learnt.
inline constexpr std::int32_t no_label = -1;

/// The node at which the walk of one row of a table ends.
template<class Nodes>
[[nodiscard]] constexpr std::size_t find_node(basic_tree<Nodes> const& tree, dataset_view const& data, std::size_t row)
{
  tree_node const* const all = tree.nodes.data();
  std::size_t at = 0;
  while (!all[at].is_leaf())
    at = static_cast<std::size_t>(
        data.at(row, static_cast<std::size_t>(all[at].feature)) <= all[at].threshold ? all[at].left : all[at].right);
  return at;
}

/// The label that a tree gives one row of a table.
template<class Nodes>
[[nodiscard]] constexpr std::int32_t predict(basic_tree<Nodes> const& tree, dataset_view const& data, std::size_t row)
{
  return tree.nodes[find_node(tree, data, row)].label;
}

/// The label that a tree gives each row of a table.
template<class Nodes>
[[nodiscard]] std::vector<std::int32_t> predict(basic_tree<Nodes> const& tree, dataset_view const& data)
{
  std::vector<std::int32_t> labels(data.rows());
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = predict(tree, data, i);
  return labels;
}

}  // namespace dvfs::learn
