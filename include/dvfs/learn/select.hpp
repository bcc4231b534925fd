// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/costs.hpp>
#include <dvfs/learn/cross_validation.hpp>
#include <dvfs/learn/grow.hpp>
#include <dvfs/learn/metrics.hpp>
#include <dvfs/learn/options.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::learn {

/// Values to combine, each with each.
struct option_grid {
  std::vector<criterion> criteria{criterion::gini};
  std::vector<std::optional<std::uint32_t>> max_depths{std::nullopt};
  std::vector<std::uint32_t> min_samples_splits{2};
  std::vector<std::uint32_t> min_samples_leaves{1};
  std::vector<double> min_impurity_decreases{0};
  std::vector<std::optional<std::uint32_t>> max_leaf_nodes{std::nullopt};
};

/// All combinations; the criterion varies slowest, the number of leaves fastest.
[[nodiscard]] inline std::vector<grow_options> combinations(option_grid const& grid)
{
  std::vector<grow_options> all;
  for (criterion const c : grid.criteria)
    for (auto const& depth : grid.max_depths)
      for (std::uint32_t const split : grid.min_samples_splits)
        for (std::uint32_t const leaf : grid.min_samples_leaves)
          for (double const decrease : grid.min_impurity_decreases)
            for (auto const& leaves : grid.max_leaf_nodes) all.push_back({c, depth, split, leaf, decrease, leaves});
  return all;
}

/// One setting and how it did in leave-one-out cross-validation.
struct candidate {
  grow_options options;
  std::vector<std::int32_t> predictions;  ///< for each row, by the tree grown without it
  std::size_t correct{};
  regret_summary regret;  ///< all unknown where no costs were given
  decision_tree tree;     ///< grown on all rows
};

/// All settings in the order given, and the one chosen.
struct selection {
  std::vector<candidate> candidates;
  std::size_t chosen{};

  [[nodiscard]] candidate const& best() const { return candidates[chosen]; }
};

namespace detail {

// Less is better; the first difference decides. A setting whose regret is known for fewer rows must not win by that.
[[nodiscard]] inline bool is_better(candidate const& a, candidate const& b, bool by_regret)
{
  if (by_regret) {
    if (a.regret.unknown != b.regret.unknown) return a.regret.unknown < b.regret.unknown;
    if (a.regret.mean < b.regret.mean || b.regret.mean < a.regret.mean) return a.regret.mean < b.regret.mean;
  } else if (a.correct != b.correct) {
    return a.correct > b.correct;
  }
  if (a.tree.nodes.size() != b.tree.nodes.size()) return a.tree.nodes.size() < b.tree.nodes.size();
  return a.tree.depth() < b.tree.depth();
}

[[nodiscard]] inline selection select(dataset_view data, std::span<grow_options const> settings,
                                      cost_table const* costs)
{
  DVFS_PRECONDITION(!settings.empty());
  selection s;
  std::optional<whole_regrets> regrets;
  if (costs != nullptr) regrets.emplace(*costs);
  whole_regrets const* const r = regrets ? &*regrets : nullptr;
  grower<> g{data};
  // Settings that differ in depth only are validated in one pass.
  auto const apart_from_depth = [](grow_options o) {
    o.max_depth.reset();
    return o;
  };
  s.candidates.resize(settings.size());
  std::vector<bool> done(settings.size(), false);
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (done[i]) continue;
    std::vector<std::size_t> alike;
    std::vector<std::optional<std::uint32_t>> depths;
    for (std::size_t j = i; j < settings.size(); ++j) {
      if (!(apart_from_depth(settings[j]) == apart_from_depth(settings[i]))) continue;
      alike.push_back(j);
      depths.push_back(settings[j].max_depth);
    }
    auto predictions = loocv_by_depth(data, settings[i], depths, r);
    for (std::size_t k = 0; k < alike.size(); ++k) {
      s.candidates[alike[k]].predictions = std::move(predictions[k]);
      done[alike[k]] = true;
    }
  }
  for (std::size_t i = 0; i < settings.size(); ++i) {
    candidate& c = s.candidates[i];
    c.options = settings[i];
    c.tree = g.grow(settings[i], r);
    c.correct = count_correct(data.labels, c.predictions);
    c.regret.unknown = data.rows();
    if (costs != nullptr) c.regret = summarise_regret(*costs, c.predictions);
    if (is_better(c, s.best(), costs != nullptr)) s.chosen = i;
  }
  return s;
}

}  // namespace detail

/// Chooses the setting with most correct leave-one-out predictions. Ties go to fewer leaves, then to less depth, then
/// to the setting named first. There must be at least one.
[[nodiscard]] inline selection select_by_accuracy(dataset_view data, std::span<grow_options const> settings)
{
  return detail::select(data, settings, nullptr);
}

/// Chooses the setting with least mean leave-one-out regret; ties as for accuracy. A setting whose answers have an
/// unknown cost on fewer rows goes first. The costs have the rows and labels of the table.
[[nodiscard]] inline selection select_by_regret(dataset_view data, std::span<grow_options const> settings,
                                                cost_table const& costs)
{
  DVFS_PRECONDITION(costs.rows() == data.rows() && costs.labels() == data.label_count);
  return detail::select(data, settings, &costs);
}

}  // namespace dvfs::learn
