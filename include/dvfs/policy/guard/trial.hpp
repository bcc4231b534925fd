// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/detail/config.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/policy/guard/verdict.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace dvfs {

/// A policy that asks for one point after the other, is told what a run there cost, and answers with one: probing.
template<class P>
concept sequential_policy = requires(P& p, P const& seen, std::size_t point, energy used, std::optional<duration> took)
{
  {
    seen.next_point()
    } -> std::same_as<std::optional<std::size_t>>;
  p.observe_point(point, used, took);
  {
    seen.choice()->point
    } -> std::convertible_to<std::size_t>;
  {
    seen.choice().has_value()
    } -> std::same_as<bool>;
};

namespace policies {

/// The sequential form of an answer that is already there, a tree's: asks for that point and no other.
class single_answer {
 public:
  struct answer {
    std::size_t point{};
  };

  explicit constexpr single_answer(std::size_t point) : answer_{point} {}

  [[nodiscard]] constexpr std::optional<std::size_t> next_point() const noexcept
  {
    return is_tried_ ? std::nullopt : std::optional{answer_.point};
  }
  constexpr void observe_point(std::size_t point, energy, std::optional<duration>) noexcept
  {
    is_tried_ = is_tried_ || point == answer_.point;
  }
  [[nodiscard]] constexpr std::optional<answer> choice() const noexcept { return answer_; }

 private:
  answer answer_;
  bool is_tried_{false};
};

/// What is run in a trial: a point, or without one the device's own governor.
struct trial_run {
  std::optional<std::size_t> point{};
  bool operator==(trial_run const&) const = default;
};

/// From where on a trial falls back.
struct trial_limits {
  double most_loss{0};      ///< what the answer may use above the default, as measured: a fraction
  double reading_noise{0};  ///< of one reading of energy, as a fraction: standard deviation
  double deviations{3};     ///< of noise by which the answer must be on the right side: 3 err once in 741 times

  bool operator==(trial_limits const&) const = default;
};

/// What a trial has decided.
struct trial_choice {
  trial_run answer{};
  guard_verdict why{};
  std::size_t probes{};  ///< runs, the default's included
  energy used{};         ///< by all of them: what the choice has cost

  bool operator==(trial_choice const&) const = default;
};

/// A sequential policy under guard: the default is measured first, as a probe like any other, and the answer is the
/// policy's only if it was measured not to use more.  A default that is a point (the fastest level) is told to the
/// policy as well, so that nothing is measured in vain.  Allocates when constructed and not after.
template<sequential_policy Policy>
class guarded_trial {
 public:
  /// `points` is how many the policy may ask for; the default is one of them or the device's own governor.
  guarded_trial(Policy policy, std::size_t points, trial_run standard, trial_limits limits = {})
      : policy_{std::move(policy)}, standard_{standard}, limits_{limits}, seen_(points)
  {
    DVFS_PRECONDITION(!standard.point || *standard.point < points);
  }

  /// The run to make next; none when it is time to stop.
  [[nodiscard]] std::optional<trial_run> next() const noexcept
  {
    if (!is_standard_tried_) return standard_;
    auto const point = policy_.next_point();
    return point ? std::optional{trial_run{point}} : std::nullopt;
  }

  /// What a run used. A reading that is not above 0 and finite is not believed.
  void observe(trial_run const& run, energy used, std::optional<duration> took = {}) noexcept
  {
    ++probes_;
    is_standard_tried_ = is_standard_tried_ || run == standard_;
    if (used.value > 0 && dvfs::detail::is_finite(used.value)) {
      spent_ += used;
      auto& s = of(*this, run);
      s.sum += used.value;
      ++s.count;
    }
    if (run.point) policy_.observe_point(*run.point, used, took);
  }

  /// The default until something is measured to be better.
  [[nodiscard]] trial_choice choice() const noexcept
  {
    auto const chosen = policy_.choice();
    trial_run const answer{chosen ? std::optional<std::size_t>{chosen->point} : std::nullopt};
    auto const why = !chosen ? guard_verdict::not_measured : judge(answer);
    return {why == guard_verdict::trusted ? answer : standard_, why, probes_, spent_};
  }

 private:
  struct sighting {
    double sum{};
    std::size_t count{};
    [[nodiscard]] double mean() const noexcept { return sum / static_cast<double>(count); }
  };

  // Of a trial as it is, const or not.
  template<class Self>
  [[nodiscard]] static auto& of(Self& self, trial_run const& run) noexcept
  {
    DVFS_PRECONDITION(!run.point || *run.point < self.seen_.size());
    return run.point ? self.seen_[*run.point] : self.governed_;
  }

  [[nodiscard]] guard_verdict judge(trial_run const& answer) const noexcept
  {
    auto const &a = of(*this, answer), &d = of(*this, standard_);
    if (a.count == 0 || d.count == 0) return guard_verdict::not_measured;
    // To answer the default is to lose nothing.
    if (answer == standard_) return guard_verdict::trusted;
    double const doubt = limits_.deviations * limits_.reading_noise *
                         dvfs::detail::sqrt(1 / static_cast<double>(a.count) + 1 / static_cast<double>(d.count));
    return a.mean() <= d.mean() * (1 + limits_.most_loss - doubt) ? guard_verdict::trusted
                                                                  : guard_verdict::measured_worse;
  }

  Policy policy_;
  trial_run standard_;
  trial_limits limits_;
  std::vector<sighting> seen_;
  sighting governed_;
  bool is_standard_tried_{false};
  std::size_t probes_{0};
  energy spent_{};
};

}  // namespace policies
}  // namespace dvfs
