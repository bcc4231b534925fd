// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/config.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/learn/ordinal.hpp>
#include <dvfs/learn/tree.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::learn {

/// One test on the way of a row: whether its value is at most the threshold, or among the left categories where there
/// are any.
struct passed_test {
  std::size_t feature{};
  double value{};
  double threshold{};
  bool holds{};
  std::uint8_t left_categories{};
  friend constexpr bool operator==(passed_test const&, passed_test const&) = default;
};

/// A value that would be another: at most the bound, or above it.
struct value_change {
  std::size_t feature{};
  double from{};
  double bound{};
  bool is_above{};

  /// The nearest double that will do; of a categorical feature it stands for the next category, which may be one that
  /// was not seen.
  [[nodiscard]] constexpr double to() const noexcept
  {
    if (!is_above) return bound;
    if (!(bound < 0) && !(bound > 0)) return std::bit_cast<double>(std::uint64_t{1});
    auto const bits = std::bit_cast<std::uint64_t>(bound);
    return std::bit_cast<double>(bound > 0 ? bits + 1 : bits - 1);
  }
  friend constexpr bool operator==(value_change const&, value_change const&) = default;
};

/// Changes of a row that together lead to another label, in the order of their features.
struct counterfactual {
  std::vector<value_change> changes{};
  std::int32_t label{};
  friend bool operator==(counterfactual const&, counterfactual const&) = default;
};

/// Why a row gets its answer: the tests on its way, root first. They end early where a value is not known (NaN).
template<class Nodes>
[[nodiscard]] std::vector<passed_test> explain(basic_tree<Nodes> const& tree, std::span<double const> row)
{
  std::vector<passed_test> tests;
  auto const way = tree.path(row);
  for (std::size_t i = 0; i + 1 < way.size(); ++i) {
    auto const& n = tree.nodes[way[i]];
    auto const f = static_cast<std::size_t>(n.feature);
    tests.push_back({f, row[f], n.threshold, n.goes_left(row[f]), n.left_categories});
  }
  return tests;
}

namespace detail {

// The change that brings a value into (above, at_most], which it is not in.
[[nodiscard]] constexpr value_change change_into(std::size_t feature, double from, double above, double at_most)
{
  return from > at_most ? value_change{feature, from, at_most, false} : value_change{feature, from, above, true};
}

// The nearest change of one feature that alone leads to another label.
template<class Nodes>
[[nodiscard]] std::optional<counterfactual> change_one(basic_tree<Nodes> const& tree, std::span<double const> row,
                                                       std::size_t feature, std::int32_t label)
{
  struct range {
    std::size_t node;
    double above, at_most;
  };
  double const from = row[feature];
  std::optional<counterfactual> nearest;
  double least = dvfs::detail::infinity;
  std::vector<range> todo{{0, -dvfs::detail::infinity, dvfs::detail::infinity}};
  while (!todo.empty()) {
    auto const [at, above, at_most] = todo.back();
    todo.pop_back();
    auto const& n = tree.nodes[at];
    auto const f = static_cast<std::size_t>(n.feature);
    if (n.is_leaf() || (f != feature && row[f] != row[f])) {
      if (n.label == label || (above < from && from <= at_most)) continue;
      value_change const c = change_into(feature, from, above, at_most);
      double const distance = c.is_above ? c.bound - from : from - c.bound;
      // At equal distance the lower value, which comes first.
      if (nearest && !(distance < least)) continue;
      nearest = counterfactual{{c}, n.label};
      least = distance;
      continue;
    }
    auto const left = static_cast<std::size_t>(n.left), right = static_cast<std::size_t>(n.right);
    if (f != feature) {
      todo.push_back({row[f] <= n.threshold ? left : right, above, at_most});
      continue;
    }
    if (n.threshold < at_most) todo.push_back({right, n.threshold > above ? n.threshold : above, at_most});
    if (n.threshold > above) todo.push_back({left, above, n.threshold < at_most ? n.threshold : at_most});
  }
  return nearest;
}

}  // namespace detail

/// For each feature the nearest change of its value that alone leads to another label; features without one are left
/// out, and so are those whose value is not known.
template<class Nodes>
[[nodiscard]] std::vector<counterfactual> single_changes(basic_tree<Nodes> const& tree, std::span<double const> row)
{
  if constexpr (std::same_as<basic_tree<Nodes>, decision_tree>)
    if (has_categories(tree)) return single_changes(ordinal(tree), row);
  std::vector<counterfactual> all;
  std::int32_t const label = tree.predict(row);
  for (std::size_t f = 0; f < tree.columns; ++f)
    if (row[f] == row[f])
      if (auto c = detail::change_one(tree, row, f, label)) all.push_back(std::move(*c));
  return all;
}

/// The fewest values that must change for another label, ties to the leaf that comes first in the tree; nothing where
/// no change of known values leads to another label.
template<class Nodes>
[[nodiscard]] std::optional<counterfactual> fewest_changes(basic_tree<Nodes> const& tree, std::span<double const> row)
{
  if constexpr (std::same_as<basic_tree<Nodes>, decision_tree>)
    if (has_categories(tree)) return fewest_changes(ordinal(tree), row);
  // A node to visit under one more limit, or (no_node) a limit to take back.
  constexpr auto no_node = static_cast<std::size_t>(-1);
  struct visit {
    std::size_t node, feature;
    bool is_above;
    double bound;
  };
  struct range {
    double above{-dvfs::detail::infinity}, at_most{dvfs::detail::infinity};
  };
  std::int32_t const label = tree.predict(row);
  std::optional<counterfactual> best;
  std::vector<range> limits(tree.columns + 1);  // the last is the root's, which has no limit
  std::vector<visit> todo{{0, tree.columns, true, -dvfs::detail::infinity}};
  while (!todo.empty()) {
    visit const v = todo.back();
    todo.pop_back();
    double& limit = v.is_above ? limits[v.feature].above : limits[v.feature].at_most;
    double const before = std::exchange(limit, v.bound);
    if (v.node == no_node) continue;
    todo.push_back({no_node, v.feature, v.is_above, before});
    auto const& n = tree.nodes[v.node];
    auto const f = static_cast<std::size_t>(n.feature);
    if (!n.is_leaf() && row[f] == row[f]) {
      range const r = limits[f];
      auto const left = static_cast<std::size_t>(n.left), right = static_cast<std::size_t>(n.right);
      if (n.threshold < r.at_most) todo.push_back({right, f, true, n.threshold > r.above ? n.threshold : r.above});
      if (n.threshold > r.above) todo.push_back({left, f, false, n.threshold < r.at_most ? n.threshold : r.at_most});
      continue;
    }
    if (n.label == label) continue;
    counterfactual c{{}, n.label};
    for (std::size_t j = 0; j < tree.columns; ++j)
      if (row[j] <= limits[j].above || row[j] > limits[j].at_most)
        c.changes.push_back(detail::change_into(j, row[j], limits[j].above, limits[j].at_most));
    if (!best || c.changes.size() < best->changes.size()) best = std::move(c);
  }
  return best;
}

}  // namespace dvfs::learn
