// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/experiment/described_job.hpp>
#include <dvfs/experiment/features.hpp>
#include <dvfs/policy/default_governor.hpp>
#include <dvfs/policy/tree.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace dvfs::experiment {

using policies::default_governor;
/// No answer, and why.
struct undecided {
  std::string reason{};
  bool operator==(undecided const&) const = default;
};
/// What a policy wants for a workload.
using decision = std::variant<frequency, default_governor, undecided>;

/// A tree that finds its features by name, so that it can be asked about any workload that has them.
struct named_tree {
  policies::tree tree;
  std::vector<feature_column> features;

  /// The row of numbers for a workload: `value_of` maps a feature's name to an optional feature_value.
  template<class ValueOf>
  [[nodiscard]] std::vector<double> row(ValueOf const& value_of) const
  {
    std::vector<double> numbers;
    for (auto const& f : features) numbers.push_back(code_of(f, value_of(f.name)));
    return numbers;
  }

  /// The answer for a workload; undecided where a feature on the way to it is unknown.
  template<class ValueOf>
  [[nodiscard]] decision decide(ValueOf const& value_of) const
  {
    auto const numbers = row(value_of);
    auto const& node = tree.learnt().nodes[tree.learnt().find_node(numbers)];
    if (node.is_leaf()) return tree.levels()[static_cast<std::size_t>(node.label)];
    auto const& missing = features[static_cast<std::size_t>(node.feature)];
    if (auto const value = value_of(missing.name))
      return undecided{"the tree knows no " + missing.name + " like this one: it was not trained on it"};
    return undecided{"the feature " + missing.name + " is not known: give it with --feature " + missing.name +
                     "=VALUE"};
  }
};

/// A tree over a described job as a tree that finds its features by name.
template<class Job, std::size_t N>
[[nodiscard]] named_tree make_named(policies::tree_table<Job, N> const& table)
{
  return {policies::tree{table}, columns_of<Job>()};
}

}  // namespace dvfs::experiment
