// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/result.hpp>
#include <dvfs/policy/tree_facts.hpp>
#include <dvfs/policy/tree_table.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace dvfs::policies {

/// A decision tree that is known at run time only, over rows of numbers; it answers as static_tree does.
class tree {
 public:
  /// A tree of the given nodes over rows of `features` numbers; refused when they do not form one (see is_well_formed).
  [[nodiscard]] static result<tree> from(std::vector<tree_node> nodes, std::size_t features)
  {
    if (!is_well_formed(nodes, features)) return unexpected{errc::malformed_tree};
    return tree{std::move(nodes), features};
  }

  template<class Job, std::size_t N>
  explicit tree(tree_table<Job, N> const& table)
      : nodes_{table.nodes.begin(), table.nodes.end()}, features_{learn::feature_count<Job>}
  {
    DVFS_PRECONDITION(is_well_formed(nodes_, features_));
  }

  [[nodiscard]] std::span<tree_node const> nodes() const noexcept { return nodes_; }
  [[nodiscard]] std::size_t feature_count() const noexcept { return features_; }

  /// The index of the node that answers for a row of feature_count() numbers, NaN where a feature is not known.
  [[nodiscard]] std::size_t find_node(std::span<double const> row) const noexcept
  {
    DVFS_PRECONDITION(row.size() == features_);
    std::size_t at = 0;
    while (!nodes_[at].is_leaf()) {
      double const x = row[static_cast<std::size_t>(nodes_[at].feature)];
      if (x <= nodes_[at].threshold)
        at = nodes_[at].left;
      else if (x > nodes_[at].threshold)
        at = nodes_[at].right;
      else
        break;
    }
    return at;
  }

  [[nodiscard]] frequency operator()(std::span<double const> row) const noexcept { return nodes_[find_node(row)].answer; }

  template<learn::described_job Job>
  [[nodiscard]] frequency operator()(Job const& job) const noexcept
  {
    auto const row = learn::row_of(job);
    return (*this)(std::span<double const>{row});
  }

  bool operator==(tree const&) const = default;

 private:
  tree(std::vector<tree_node> nodes, std::size_t features) : nodes_{std::move(nodes)}, features_{features} {}

  std::vector<tree_node> nodes_;
  std::size_t features_;
};

}  // namespace dvfs::policies
