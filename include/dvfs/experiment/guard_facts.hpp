// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/math.hpp>
#include <dvfs/experiment/fallback.hpp>
#include <dvfs/experiment/training_set.hpp>
#include <dvfs/learn/predict.hpp>
#include <dvfs/learn/tree.hpp>
#include <dvfs/policy/guard/evidence.hpp>

#include <boost/describe/class.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dvfs::experiment {

/// How the answer about a workload did that a tree trained without it gave, beside what it may fall back to: regrets,
/// nothing where they are not known.
struct held_out_workload {
  std::string workload{};
  std::uint32_t leaf{};  ///< the node where it ends in the tree trained on all
  std::optional<double> regret{};
  std::optional<double> ffg_regret{};
  std::optional<double> top_regret{};
  std::optional<double> maxn_regret{};

  bool operator==(held_out_workload const&) const = default;
};
BOOST_DESCRIBE_STRUCT(held_out_workload, (), (workload, leaf, regret, ffg_regret, top_regret, maxn_regret))

/// What a trained policy carries for a guard: from where to where each feature went in training, and every workload
/// held out once.
struct guard_facts {
  std::vector<policies::feature_range> ranges{};
  std::vector<held_out_workload> held_out{};

  bool operator==(guard_facts const&) const = default;
};
BOOST_DESCRIBE_STRUCT(guard_facts, (), (ranges, held_out))

/// The facts of a tree that was learnt from a training set; `held_out` are the leave-one-out predictions.
[[nodiscard]] inline guard_facts make_guard_facts(training_set const& set, learn::decision_tree const& tree,
                                                  std::span<std::int32_t const> held_out)
{
  guard_facts facts;
  for (std::size_t j = 0; j < set.table.columns(); ++j) {
    policies::feature_range range{dvfs::detail::infinity, -dvfs::detail::infinity};
    for (double const x : set.table.column(j))
      range = {dvfs::detail::min(range.low, x), dvfs::detail::max(range.high, x)};
    facts.ranges.push_back(range);
  }
  for (std::size_t i = 0; i < set.table.rows(); ++i) {
    double const regret = set.costs.regret(i, held_out[i]);
    auto const leaf = static_cast<std::uint32_t>(learn::find_node(tree, set.table.view(), i));
    auto const& other = set.fallbacks[i];
    facts.held_out.push_back({set.workloads[i], leaf, regret == regret ? std::optional{regret} : std::nullopt,
                              other.ffg, other.top, other.maxn});
  }
  return facts;
}

/// The facts as evidence against a fallback, with the coverage that its bounds are to have: leave-one-out losses, paired
/// workload by workload.
[[nodiscard]] inline policies::evidence make_evidence(guard_facts const& facts, learn::decision_tree const& tree,
                                                      fallback against, double coverage)
{
  std::vector<policies::held_out_row> rows;
  for (auto const& w : facts.held_out) {
    auto const& other = against == fallback::ffg   ? w.ffg_regret
                        : against == fallback::top ? w.top_regret
                                                   : w.maxn_regret;
    bool const known = w.regret && other;
    rows.push_back({w.leaf, known ? policies::loss_against(*w.regret, *other) : dvfs::detail::nan});
  }
  return policies::gather_evidence(tree.nodes, facts.ranges, rows, coverage);
}

}  // namespace dvfs::experiment
