// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/result.hpp>
#include <dvfs/learn/tree_facts.hpp>
#include <dvfs/policy/tree_table.hpp>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::policies {

/// A decision tree that is known at run time only: a learnt tree whose labels are frequencies.  It answers as
/// static_tree does, a NaN on the way (a feature that is not known) included.
class tree {
 public:
  /// The deepest tree there is: deeper ones come from broken files, and nothing that walks a tree need fear for its
  /// stack.
  static constexpr std::size_t most_depth = 256;

  /// The tree whose label k answers levels[k]; refused when the nodes are no tree, too deep or test for categories
  /// (learn::ordinal rewrites those), and for an answer of 0 Hz.
  [[nodiscard]] static result<tree> from(learn::decision_tree learnt, std::vector<frequency> levels)
  {
    if (learnt.labels != levels.size() || !learn::is_well_formed(learnt) || learnt.depth() > most_depth)
      return unexpected{errc::malformed_tree};
    for (auto const f : levels)
      if (f.value == 0) return unexpected{errc::zero_frequency};
    return tree{std::move(learnt), std::move(levels)};
  }

  template<class Job, std::size_t N>
  explicit tree(tree_table<Job, N> const& table)
  {
    learnt_.nodes.assign(table.nodes.begin(), table.nodes.end());
    learnt_.columns = static_cast<std::uint32_t>(learn::feature_count<Job>);
    for (std::size_t i = 0; i < N; ++i) {
      auto const label = static_cast<std::size_t>(table.nodes[i].label);
      if (levels_.size() <= label) levels_.resize(label + 1);
      levels_[label] = table.answers[i];
    }
    learnt_.labels = static_cast<std::uint32_t>(levels_.size());
    DVFS_PRECONDITION(learn::is_well_formed(learnt_));
  }

  /// The nodes, with labels 0 .. levels().size() - 1.
  [[nodiscard]] learn::decision_tree const& learnt() const noexcept { return learnt_; }
  /// The frequency of each label.
  [[nodiscard]] std::span<frequency const> levels() const noexcept { return levels_; }

  /// The answer for a row of learnt().columns numbers, NaN where a feature is not known.
  [[nodiscard]] frequency operator()(std::span<double const> row) const noexcept
  {
    return levels_[static_cast<std::size_t>(learnt_.predict(row))];
  }

  template<learn::described_row Job>
  [[nodiscard]] frequency operator()(Job const& job) const noexcept
  {
    auto const row = learn::row_of(job);
    return (*this)(std::span<double const>{row});
  }

  bool operator==(tree const&) const = default;

 private:
  tree(learn::decision_tree learnt, std::vector<frequency> levels)
      : learnt_{std::move(learnt)}, levels_{std::move(levels)}
  {
  }

  learn::decision_tree learnt_;
  std::vector<frequency> levels_;
};

}  // namespace dvfs::policies
