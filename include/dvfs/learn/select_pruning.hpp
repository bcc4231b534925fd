// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/costs.hpp>
#include <dvfs/learn/cross_validation/pruned.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow.hpp>
#include <dvfs/learn/metrics.hpp>
#include <dvfs/learn/options.hpp>
#include <dvfs/learn/prune.hpp>
#include <dvfs/learn/tree.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::learn {

/// How to choose among the pruned forms of a tree.
struct pruning_choice {
  pruning_risk risk{pruning_risk::impurity};
  /// The simplest tree is chosen whose error is within so many standard errors of the least; 0 asks for the least.
  double standard_errors{1};
  /// What is left out together, as cross_validate takes it; none leaves out each row alone.
  std::span<std::uint32_t const> group_of_row{};
};

/// One pruned form of a tree, and how it did in cross-validation.
struct pruning_candidate {
  double alpha{};           ///< the least that prunes the tree to this form
  double validated_at{};    ///< the alpha by which the trees without some rows were pruned
  std::size_t leaves{};     ///< of the tree grown on all rows
  double error{};           ///< mean over the rows left out: share of wrong labels, or regret
  double standard_error{};  ///< of that mean, rows taken as independent
  std::size_t unknown{};    ///< rows whose regret is not known, not part of the mean
};

/// All pruned forms of a tree from the largest to the root alone, the one of least error (the simplest among equals),
/// and the one chosen.
struct pruning_selection {
  std::vector<pruning_candidate> candidates;
  std::size_t least{};
  std::size_t chosen{};
  decision_tree tree;  ///< the chosen one, grown on all rows

  [[nodiscard]] pruning_candidate const& best() const { return candidates[chosen]; }
};

namespace detail {

/// Among candidates of falling size, of which there is at least one, the last one of least error; a form whose regret
/// is known for fewer rows must not win by that.
[[nodiscard]] inline std::size_t find_least_error(std::span<pruning_candidate const> all)
{
  std::size_t least = all.size() - 1;
  for (std::size_t i = least; i-- > 0;) {
    pruning_candidate const &a = all[i], &b = all[least];
    if (a.unknown < b.unknown || (a.unknown == b.unknown && a.error < b.error)) least = i;
  }
  return least;
}

/// The last candidate whose error is within some standard errors of the least.
[[nodiscard]] inline std::size_t find_simplest(std::span<pruning_candidate const> all, std::size_t least,
                                               double standard_errors)
{
  pruning_candidate const& best = all[least];
  std::size_t i = all.size() - 1;
  auto const is_within = [&](pruning_candidate const& c) {
    if (c.unknown > best.unknown) return false;
    return !(c.error > best.error) || (c.error - best.error) / best.standard_error <= standard_errors;
  };
  while (i > least && !is_within(all[i])) --i;
  return i;
}

[[nodiscard]] inline pruning_selection select_pruning(dataset_view const& data, grow_options const& options,
                                                      pruning_choice const& choice, cost_table const* costs,
                                                      whole_regrets const* regrets)
{
  DVFS_PRECONDITION(choice.standard_errors >= 0);
  DVFS_PRECONDITION(choice.group_of_row.empty() || choice.group_of_row.size() == data.rows());
  decision_tree const tree = grower<>{data}.grow(options, regrets);
  pruning_selection s;
  std::vector<double> alphas;
  for (pruning_step const& step : pruning_path(tree, choice.risk))
    s.candidates.push_back({.alpha = step.alpha, .leaves = step.leaves});
  for (std::size_t i = 0; i < s.candidates.size(); ++i) {
    // Each form holds from its alpha to the next; products of roots do not underflow.
    double const next = i + 1 < s.candidates.size() ? s.candidates[i + 1].alpha : dvfs::detail::infinity;
    double const alpha = s.candidates[i].alpha;
    s.candidates[i].validated_at = next - next != 0 ? next
                                   : alpha > 0      ? dvfs::detail::sqrt(alpha) * dvfs::detail::sqrt(next)
                                                    : 0;
    alphas.push_back(s.candidates[i].validated_at);
  }
  predictions_by_alpha const predictions =
      choice.group_of_row.empty()
          ? loocv_by_alpha(data, options, alphas, choice.risk, regrets)
          : cross_validate_by_alpha(data, options, choice.group_of_row, alphas, choice.risk, regrets);
  std::vector<double> losses;
  for (std::size_t k = 0; k < alphas.size(); ++k) {
    pruning_candidate& c = s.candidates[k];
    mean_estimate e;
    if (costs == nullptr) {
      e = estimate_share(data.rows() - count_correct(data.labels, predictions[k]), data.rows());
    } else {
      losses.clear();
      for (std::size_t i = 0; i < data.rows(); ++i)
        if (double const r = costs->regret(i, predictions[k][i]); r == r) losses.push_back(r);
      c.unknown = data.rows() - losses.size();
      e = estimate_mean(losses);
    }
    c.error = e.mean;
    c.standard_error = e.standard_error;
  }
  s.least = find_least_error(s.candidates);
  s.chosen = find_simplest(s.candidates, s.least, choice.standard_errors);
  s.tree = prune(tree, s.best().alpha, choice.risk);
  return s;
}

}  // namespace detail

/// Grows a tree and prunes it as far as cross-validation allows (Breiman et al. 1984, section 3.4). A form that is
/// right for alphas from one to the next is judged by trees grown without some rows and pruned at the geometric mean of
/// both; the root alone at infinity. Error is the share of wrong labels.
[[nodiscard]] inline pruning_selection select_pruning_by_accuracy(dataset_view data, grow_options const& options = {},
                                                                  pruning_choice const& choice = {})
{
  return detail::select_pruning(data, options, choice, nullptr, nullptr);
}

/// The same by mean regret, whatever the tree is grown for. The costs have the rows and labels of the table.
[[nodiscard]] inline pruning_selection select_pruning_by_regret(dataset_view data, cost_table const& costs,
                                                                grow_options const& options,
                                                                pruning_choice const& choice = {})
{
  DVFS_PRECONDITION(costs.rows() == data.rows() && costs.labels() == data.label_count);
  detail::whole_regrets const regrets{costs};
  return detail::select_pruning(data, options, choice, &costs, &regrets);
}

}  // namespace dvfs::learn
