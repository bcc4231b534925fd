// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/prune.hpp>
#include <dvfs/learn/tree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::learn::detail {

/// What a subtree costs when it is pruned, from one price per leaf to the next at which that changes.
struct cost_run {
  std::uint32_t from{};     ///< which of the prices it begins with; the first run of a subtree begins with 0
  std::uint32_t leaves{1};  ///< 1 once the whole subtree is a leaf
  double risk{};
  std::int32_t label{};  ///< what the subtree answers the row that is followed
};

/// Prunes bottom up at several rising prices at once.
class pruned_cost {
 public:
  pruned_cost(std::vector<double> prices, pruning_risk kind) : prices_{std::move(prices)}, kind_{kind} {}

  [[nodiscard]] std::size_t prices() const noexcept { return prices_.size(); }

  [[nodiscard]] cost_run of_leaf(tree_node const& n) const { return {0, 1, risk_of(n), n.label}; }

  /// Whether a node becomes a leaf at every price.
  [[nodiscard]] bool is_always_leaf(tree_node const& n) const
  {
    return leaf_test{risk_of(n)}.is_surely_leaf(prices_.front());
  }

  /// The cost of an inner node from that of its children; labels come from `path`, or from the node once it is a leaf.
  void join(tree_node const& node, std::span<cost_run const> path, std::span<cost_run const> other,
            std::vector<cost_run>& out) const
  {
    out.clear();
    cost_run leaf = of_leaf(node);
    leaf_test const test{leaf.risk};
    auto const add_leaf = [&](std::uint32_t from) {
      if (!out.empty() && out.back().leaves == 1) return;
      leaf.from = from;
      out.push_back(leaf);
    };
    auto const all = static_cast<std::uint32_t>(prices_.size());
    auto const first = [&](std::uint32_t from, std::uint32_t to, auto is_leaf) {
      return static_cast<std::uint32_t>(
          std::partition_point(prices_.begin() + from, prices_.begin() + to, [&](double p) { return !is_leaf(p); }) -
          prices_.begin());
    };
    std::uint32_t const end = first(0, all, [&](double p) { return test.is_surely_leaf(p); });
    std::size_t i = 0, j = 0;
    for (std::uint32_t k = 0; k < end;) {
      std::uint32_t const path_end = i + 1 < path.size() ? path[i + 1].from : end;
      std::uint32_t const other_end = j + 1 < other.size() ? other[j + 1].from : end;
      std::uint32_t const next = std::min({path_end, other_end, end});
      double const risk = path[i].risk + other[j].risk;
      std::uint32_t const leaves = path[i].leaves + other[j].leaves;
      // A dearer price does not bring a leaf back, so the last one tells whether any of these makes one.
      bool const becomes_leaf = test.is_leaf(risk, leaves, prices_[next - 1]);
      std::uint32_t const at =
          becomes_leaf ? first(k, next, [&](double p) { return test.is_leaf(risk, leaves, p); }) : next;
      if (at > k) out.push_back({k, leaves, risk, path[i].label});
      if (at < next) add_leaf(at);
      if (path_end == next) ++i;
      if (other_end == next) ++j;
      k = next;
    }
    if (end < all) add_leaf(end);
  }

 private:
  [[nodiscard]] double risk_of(tree_node const& n) const
  {
    return leaf_risk(n, {static_cast<double>(n.count), static_cast<double>(n.errors)}, kind_);
  }

  std::vector<double> prices_;  // rising
  pruning_risk kind_;
};

}  // namespace dvfs::learn::detail
