// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/result.hpp>
#include <dvfs/experiment/fallback.hpp>
#include <dvfs/experiment/guard_facts.hpp>
#include <dvfs/experiment/named_tree.hpp>
#include <dvfs/experiment/train.hpp>
#include <dvfs/io/number.hpp>
#include <dvfs/policy/guard/guarded.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace dvfs::experiment {

/// How a trained tree is to be guarded.
struct guard_settings {
  fallback against{fallback::maxn};
  double coverage{0.9};  ///< how often the bound on the loss is to hold, above 0 and below 1
  policies::guard_limits limits{};
};

/// What a guarded tree wants for a workload, and why, in words as well.
struct guarded_decision {
  decision wanted{};
  policies::guard_verdict why{};
  std::string reason{};
};

/// A trained tree that finds its features by name and answers only where its training vouches for it.
class guarded_tree {
 public:
  /// Refused with a sentence where the policy carries nothing to guard it by, or has no such fallback.
  [[nodiscard]] static result<guarded_tree, std::string> from(trained_policy const& p, guard_settings const& settings)
  {
    using refusal = unexpected<std::string>;
    if (!p.guard) return refusal{"the policy carries no training ranges and no held-out workloads: train it again"};
    decision otherwise = default_governor{};
    if (settings.against == fallback::top) otherwise = p.ladder.back();
    if (settings.against == fallback::ffg) {
      if (!p.report.ffg_hz)
        return refusal{"no one level was measured on all training workloads, so that there is no ffg to fall back to"};
      otherwise = frequency{*p.report.ffg_hz};
    }
    auto facts = make_evidence(*p.guard, p.tree.tree.learnt(), settings.against, settings.coverage);
    return guarded_tree{{p.tree.tree, std::move(facts), {}, settings.limits}, p.tree, std::move(otherwise)};
  }

  /// The answer for a workload: `value_of` maps a feature's name to an optional feature_value.
  template<class ValueOf>
  [[nodiscard]] guarded_decision decide(ValueOf const& value_of) const
  {
    using policies::guard_verdict;
    auto const row = tree_.row(value_of);
    guarded_decision d{{}, guard_.judge(row), {}};
    for (std::size_t j = 0; j < row.size() && d.reason.empty(); ++j) {
      auto const value = value_of(tree_.features[j].name);
      auto const& range = guard_.evidence.ranges[j];
      if (row[j] >= range.low && row[j] <= range.high) continue;
      // A text that was in no training workload has no number, and lies outside as a number might.
      d.why = value ? guard_verdict::outside_training_range : guard_verdict::feature_not_known;
      d.reason = value ? outside(tree_.features[j], *value, range) : unknown(tree_.features[j]);
    }
    if (d.reason.empty()) d.reason = what(d.why);
    d.wanted = d.why == guard_verdict::trusted ? tree_.decide(value_of) : otherwise_;
    return d;
  }

  [[nodiscard]] policies::evidence const& evidence() const noexcept { return guard_.evidence; }

 private:
  using guard = policies::guarded<policies::tree, policies::evidence, default_governor>;

  guarded_tree(guard g, named_tree tree, decision otherwise)
      : guard_{std::move(g)}, tree_{std::move(tree)}, otherwise_{std::move(otherwise)}
  {
  }

  [[nodiscard]] static std::string unknown(feature_column const& column)
  {
    return "the feature " + column.name + " is not known: give it with --feature " + column.name + "=VALUE";
  }
  [[nodiscard]] static std::string outside(feature_column const& column, feature_value const& value,
                                           policies::feature_range const& range)
  {
    auto const* const number = std::get_if<double>(&value);
    auto const text = number ? io::format_number(*number) : std::get<std::string>(value);
    std::string const beginning = "the feature " + column.name + " is " + text + ", and in training it was ";
    if (!column.categories.empty()) return beginning + "another";
    return beginning + io::format_number(range.low) + " to " + io::format_number(range.high);
  }

  guard guard_;
  named_tree tree_;
  decision otherwise_;
};

}  // namespace dvfs::experiment
