// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/ladder.hpp>
#include <dvfs/core/objective.hpp>
#include <dvfs/detail/config.hpp>
#include <dvfs/policy/probing/posterior.hpp>
#include <dvfs/policy/probing/prior.hpp>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace dvfs::policies {

/// When a probing policy stops: whichever comes first.
struct probing_budget {
  std::size_t probes{5};         ///< levels to measure at most, at least one
  std::optional<energy> used{};  ///< no further probe once the probes have used this much
  double stop_below{0};          ///< no further probe once the regret expected is below this fraction
  std::size_t least{4};          ///< but for that reason not before so many readings: energy has four terms
};

/// What a probing policy answers.
struct probing_choice {
  std::size_t point{};       ///< a measured one: of the ladder, or of the product of ladders
  double expected_regret{};  ///< what the best point is believed to save over it, as a fraction
  std::size_t probes{};      ///< readings taken
  energy used{};             ///< by all probes: what the choice has cost

  [[nodiscard]] level at() const noexcept { return level{point}; }
};

/// Finds the point of least energy by measuring few: asks for the next, is told what it cost, answers with a measured one.
/// Allocates when constructed; asking, telling and answering neither allocate nor throw.
class probing {
 public:
  explicit probing(probing_prior prior, probing_budget budget = {})
      : settings_{prior.settings()}, budget_{budget}, belief_{prior.mixture(), 2 * budget.probes, settings_.temper},
        seen_(belief_.points()), improvement_(belief_.points())
  {
    DVFS_PRECONDITION(budget.probes > 0);
    // The fastest level is what the device would do by itself: a saving is measured against it, and no surprise there is
    // missed. Who may measure only once or twice has no probe to spare for it.
    next_ = budget.probes > 2 ? belief_.prior().fastest : belief_.prior().first;
    promise_ = belief_.prior().first_regret;
  }
  explicit probing(ladder_view ladder, probing_budget budget = {}, probing_settings settings = {})
      : probing{probing_prior{ladder, settings}, budget}
  {
  }

  /// The point to measure next; none when it is time to stop.
  [[nodiscard]] std::optional<std::size_t> next_point() const noexcept
  {
    return is_done_ ? std::nullopt : std::optional{next_};
  }
  [[nodiscard]] std::optional<level> next() const noexcept
  {
    return is_done_ ? std::nullopt : std::optional{level{next_}};
  }

  /// What a run at a level cost. A reading that is not above 0 and finite is not believed, and its point is not asked for
  /// again.
  void observe(level l, run_cost const& cost) noexcept { observe_point(to_index(l), cost.used, cost.took); }
  /// The same where time is not known.
  void observe(level l, energy used) noexcept { observe_point(to_index(l), used, std::nullopt); }

  void observe_point(std::size_t point, energy used, std::optional<duration> took) noexcept
  {
    DVFS_PRECONDITION(point < seen_.size());
    ++probes_;
    auto& seen = seen_[point];
    tried_ += seen.was_tried ? 0 : 1;
    seen.was_tried = true;
    if (is_usable(used.value)) {
      spent_.value += used.value;
      double const log_energy = dvfs::detail::log(used.value);
      double const noise = settings_.reading_noise * settings_.reading_noise;
      seen.mean = (seen.mean * static_cast<double>(seen.count) + log_energy) / static_cast<double>(seen.count + 1);
      ++seen.count;
      ++usable_;
      learn(point, log_energy, energy_zero_, noise, seen.count == 1);
      if (took && is_usable(took->value))
        learn(belief_.points() + point, dvfs::detail::log(took->value), time_zero_, noise, seen.count == 1);
      belief_.weigh();
    }
    decide();
  }

  /// The measured point that is believed to use least: without noise the least reading. None before a usable reading.
  [[nodiscard]] std::optional<probing_choice> choice() const noexcept
  {
    if (usable_ == 0) return std::nullopt;
    return probing_choice{best_, promise_, probes_, spent_};
  }

 private:
  struct sighting {
    double mean{};  // of log energy over the readings
    std::size_t count{};
    bool was_tried{};
  };

  // The first reading of each kind sets its zero where the prior expects it, so that units do not matter.
  void learn(std::size_t coordinate, double logarithm, std::optional<double>& zero, double noise,
             bool is_first) noexcept
  {
    if (!zero) zero = logarithm - belief_.prior_mean(coordinate);
    // A first reading of a level has at least its roughness left to tell; a second one only the noise.
    double const rough = is_first ? settings_.roughness * settings_.roughness : 0;
    belief_.learn(coordinate, logarithm - *zero, noise + 1e-10, noise + 1e-10 + rough);
  }

  static bool is_usable(double x) noexcept { return x > 0 && dvfs::detail::is_finite(x); }
  [[nodiscard]] bool is_noisy() const noexcept { return settings_.reading_noise > 0; }
  // A second reading of a point tells less than a first of its neighbour, until none is left.
  [[nodiscard]] bool may_probe(std::size_t point) const noexcept
  {
    return !seen_[point].was_tried || (is_noisy() && tried_ >= seen_.size() && seen_[point].count > 0);
  }
  [[nodiscard]] double value(std::size_t point) const noexcept
  {
    return is_noisy() ? belief_.mean(point) : seen_[point].mean - *energy_zero_;
  }

  void decide() noexcept
  {
    double least = dvfs::detail::infinity;
    for (std::size_t i = 0; i < seen_.size(); ++i)
      if (seen_[i].count > 0 && value(i) < least) {
        least = value(i);
        best_ = i;
      }
    promise_ = usable_ == 0 ? belief_.prior().first_regret
                            : belief_.survey(
                                  least, [&](std::size_t i) { return may_probe(i); }, improvement_);
    bool found = false;
    for (std::size_t i = 0; i < seen_.size(); ++i)
      if (may_probe(i) && (!found || improvement_[i] > improvement_[next_])) {
        next_ = i;
        found = true;
      }
    // Noise drowns what two close probes tell: the second one goes to the other end.
    auto const slowest = belief_.prior().slowest;
    if (is_noisy() && probes_ == 1 && budget_.probes > 3 && may_probe(slowest)) next_ = slowest;
    is_done_ = !found || probes_ >= budget_.probes || (usable_ >= budget_.least && promise_ < budget_.stop_below) ||
               (budget_.used && spent_ >= *budget_.used);
  }

  probing_settings settings_;
  probing_budget budget_;
  detail::posterior belief_;
  std::vector<sighting> seen_;
  std::vector<double> improvement_;  // that a probe of each point promises
  std::size_t probes_{0}, tried_{0}, usable_{0}, next_{0}, best_{0};
  std::optional<double> energy_zero_, time_zero_;
  double promise_{0};
  energy spent_{};
  bool is_done_{false};
};

}  // namespace dvfs::policies
