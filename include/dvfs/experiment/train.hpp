// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/experiment/guard_facts.hpp>
#include <dvfs/experiment/named_tree.hpp>
#include <dvfs/experiment/training_set.hpp>
#include <dvfs/learn/metrics.hpp>
#include <dvfs/learn/select.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dvfs::learn {
BOOST_DESCRIBE_ENUM(criterion, gini, entropy)
}

namespace dvfs::experiment {

/// By what leave-one-out cross-validation chooses among settings of the learner.
enum class yardstick { regret, accuracy };
BOOST_DESCRIBE_ENUM(yardstick, regret, accuracy)

/// How a tree was trained and how it did on workloads that it had not seen.
struct training_report {
  std::string source{};
  std::string objective{};
  std::size_t workloads{};
  std::size_t settings_tried{};
  yardstick chosen_by{};
  learn::criterion criterion{};
  std::optional<std::uint32_t> max_depth{};
  std::uint32_t min_samples_split{};
  std::uint32_t min_samples_leaf{};
  double min_impurity_decrease{};
  std::size_t train_correct{};
  std::size_t loocv_correct{};
  double loocv_accuracy{};
  double loocv_accuracy_low{};  ///< ends of the 95 % Wilson interval
  double loocv_accuracy_high{};
  std::optional<double> loocv_mean_regret{};  ///< energy above the best level's, as a fraction of that
  std::optional<double> loocv_largest_regret{};
  std::size_t loocv_unknown{};            ///< workloads on which the level answered was not measured
  double majority_accuracy{};             ///< of always answering the commonest label
  std::optional<std::uint64_t> ffg_hz{};  ///< the best one level for all these workloads

  bool operator==(training_report const&) const = default;
};
BOOST_DESCRIBE_STRUCT(training_report, (),
                      (source, objective, workloads, settings_tried, chosen_by, criterion, max_depth, min_samples_split,
                       min_samples_leaf, min_impurity_decrease, train_correct, loocv_correct, loocv_accuracy,
                       loocv_accuracy_low, loocv_accuracy_high, loocv_mean_regret, loocv_largest_regret, loocv_unknown,
                       majority_accuracy, ffg_hz))

/// A tree that was learnt from workloads, ready to be asked about others.
struct trained_policy {
  named_tree tree;
  std::vector<frequency> ladder;  ///< the levels that were measured in training
  training_report report;
  std::optional<guard_facts> guard{};  ///< none in a file that was written without them
};

/// The settings tried where none are asked for.
[[nodiscard]] inline learn::option_grid default_grid()
{
  return {.criteria = {learn::criterion::gini, learn::criterion::entropy},
          .max_depths = {1, 2, 3, 4, 5, std::nullopt},
          .min_samples_splits = {2},
          .min_samples_leaves = {1, 2, 3, 4},
          .min_impurity_decreases = {0, 0.01, 0.02}};
}

/// Trains a tree on labelled workloads, with the settings that leave-one-out cross-validation chooses from the grid.
[[nodiscard]] inline trained_policy train(training_set const& set, learn::option_grid const& grid = default_grid(),
                                          yardstick by = yardstick::regret)
{
  auto const settings = learn::combinations(grid);
  auto const selected = by == yardstick::regret ? learn::select_by_regret(set.table, settings, set.costs)
                                                : learn::select_by_accuracy(set.table, settings);
  auto const& best = selected.best();
  auto const regret = learn::summarise_regret(set.costs, best.predictions);
  auto const n = set.table.rows();
  auto const interval = learn::wilson_interval(best.correct, n);
  auto share = [n](std::size_t k) { return static_cast<double>(k) / static_cast<double>(n); };

  training_report r;
  r.source = set.source;
  r.objective = set.objective;
  r.workloads = n;
  r.settings_tried = settings.size();
  r.chosen_by = by;
  r.criterion = best.options.criterion;
  r.max_depth = best.options.max_depth;
  r.min_samples_split = best.options.min_samples_split;
  r.min_samples_leaf = best.options.min_samples_leaf;
  r.min_impurity_decrease = best.options.min_impurity_decrease;
  r.train_correct = learn::count_correct(set.table.labels(), learn::predict(best.tree, set.table));
  r.loocv_correct = best.correct;
  r.loocv_accuracy = share(best.correct);
  r.loocv_accuracy_low = interval.low;
  r.loocv_accuracy_high = interval.high;
  if (regret.known != 0) {
    r.loocv_mean_regret = regret.mean;
    r.loocv_largest_regret = regret.largest;
  }
  r.loocv_unknown = regret.unknown;
  r.majority_accuracy = share(learn::find_majority(set.table.labels(), set.levels.size()).count);
  if (set.ffg) r.ffg_hz = set.ffg->value;

  auto tree = policies::tree::from(best.tree, set.levels);
  DVFS_PRECONDITION(tree.has_value());
  auto facts = make_guard_facts(set, best.tree, best.predictions);
  return {{*std::move(tree), set.columns}, set.ladder, std::move(r), std::move(facts)};
}

}  // namespace dvfs::experiment
