// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/detail/math.hpp>

#include <boost/describe/enum.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace dvfs {

/// What was read at a level, or in one run: what is absent was not measured.
struct level_reading {
  frequency at{};
  std::optional<duration> took{};
  std::optional<power> drawn{};
  std::optional<energy> used{};
  std::optional<frequency> observed{};  ///< the clock as it was read back
};

/// What can be wrong with a measured curve.
enum class flaw {
  pin_failed,      ///< time and power are equal at clocks far apart: the clock did not follow the request
  clock_off,       ///< the clock read back is another than the one requested
  power_falls,     ///< power is less at a higher clock
  time_rises,      ///< a run takes longer at a higher clock
  truncated,       ///< a run ends too early for its clock, with too little energy
  power_capped,    ///< power stays the same over the fastest levels: a cap rules, not the clock
  energy_differs,  ///< energy is not power times time
  duplicate,       ///< the same readings to the last digit, twice
  wrong_unit,      ///< off by a factor of 1000
};
BOOST_DESCRIBE_ENUM(flaw, pin_failed, clock_off, power_falls, time_rises, truncated, power_capped, energy_differs,
                    duplicate, wrong_unit)

/// Whether a flaw makes the curve useless, or is worth knowing.
enum class severity { remark, bad };
BOOST_DESCRIBE_ENUM(severity, remark, bad)

/// A flaw, where it is, and how large: a ratio of readings.
struct finding {
  flaw what{};
  severity how{};
  std::vector<frequency> where{};
  double size{};
};

/// The bounds of the rules; no rule looks at which level is best.
struct quality_rules {
  double equal{0.01};        ///< readings this close are the same
  double pinned_span{1.5};   ///< clocks this far apart cannot give the same time and power
  double pinned_share{0.4};  ///< if this share of the levels does, the pin failed
  double clock_off{0.02};
  double power_fall{0.05}, bad_power_fall{0.2};
  double time_rise{0.02}, bad_time_rise{1.0 / 3};
  double cut_short{0.13};
  double energy_off{0.03}, bad_energy_off{0.25};
};

namespace detail {

class inspector {
 public:
  inspector(std::span<level_reading const> rising, quality_rules const& rules) : levels_{rising}, rules_{rules} {}

  [[nodiscard]] std::vector<finding> run()
  {
    look_for_units();
    look_for_failed_pin();
    look_for_other_clock();
    look_at_neighbours();
    look_for_truncation();
    look_for_cap();
    look_at_energy();
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool equal(double a, double b) const { return abs(a / b - 1) <= rules_.equal; }

  [[nodiscard]] static std::optional<power> power_of(level_reading const& r)
  {
    if (r.drawn) return r.drawn;
    if (r.used && r.took) return *r.used / *r.took;
    return std::nullopt;
  }

  static bool is_thousandfold(double ratio)
  {
    if (ratio < 1) ratio = 1 / ratio;
    return (ratio > 500 && ratio < 2000) || (ratio > 5e5 && ratio < 2e6);
  }

  void look_for_units()
  {
    finding f{flaw::wrong_unit, severity::bad, {}, 0};
    auto report = [&](level_reading const& r, double ratio) {
      if (f.where.empty() || f.where.back() != r.at) f.where.push_back(r.at);
      f.size = ratio;
    };
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      auto const& r = levels_[i];
      // No device has such a clock, or draws so much or so little while it works.
      if (in_MHz(r.at) > 20'000 || in_MHz(r.at) < 5) report(r, in_MHz(r.at));
      if (auto const p = power_of(r); p && (p->value > 2500 || p->value < 0.02)) report(r, p->value);
      if (r.used && r.took && r.drawn)
        if (double const ratio = *r.used / (*r.drawn * *r.took); is_thousandfold(ratio)) report(r, ratio);
      if (i == 0) continue;
      auto const& before = levels_[i - 1];
      auto jump = [&](auto const& a, auto const& b) {
        if (a && b && is_thousandfold(*b / *a)) report(r, *b / *a);
      };
      jump(before.took, r.took);
      jump(before.drawn, r.drawn);
      jump(before.used, r.used);
    }
    if (!f.where.empty()) found_.push_back(f);
  }

  void look_for_failed_pin()
  {
    finding largest{flaw::pin_failed, severity::bad, {}, 0};
    for (auto const& middle : levels_) {
      auto const p = power_of(middle);
      if (!p || !middle.took) continue;
      finding group{flaw::pin_failed, severity::bad, {}, 0};
      for (auto const& other : levels_)
        if (auto const q = power_of(other);
            q && other.took && equal(*q / *p, 1) && equal(*other.took / *middle.took, 1))
          group.where.push_back(other.at);
      group.size = group.where.back() / group.where.front();
      if (group.size >= rules_.pinned_span && group.where.size() > largest.where.size()) largest = group;
    }
    auto const share = static_cast<double>(largest.where.size()) / static_cast<double>(levels_.size());
    if (largest.where.size() >= 4 && share >= rules_.pinned_share) found_.push_back(largest);
  }

  void look_for_other_clock()
  {
    finding f{flaw::clock_off, severity::remark, {}, 1};
    std::size_t read = 0;
    for (auto const& r : levels_) {
      // 0 is what is read while the clock is gated.
      if (!r.observed || r.observed->value == 0) continue;
      ++read;
      double const ratio = *r.observed / r.at;
      if (abs(ratio - 1) <= rules_.clock_off) continue;
      f.where.push_back(r.at);
      if (abs(ratio - 1) > abs(f.size - 1)) f.size = ratio;
    }
    if (f.where.empty()) return;
    if (3 * f.where.size() >= read) f.how = severity::bad;
    found_.push_back(f);
  }

  void look_at_neighbours()
  {
    finding falls{flaw::power_falls, severity::remark, {}, 1}, rises{flaw::time_rises, severity::remark, {}, 1};
    for (std::size_t i = 1; i < levels_.size(); ++i) {
      auto const &slow = levels_[i - 1], &fast = levels_[i];
      if (auto const a = power_of(slow), b = power_of(fast); a && b && *b / *a < 1 - rules_.power_fall) {
        falls.where.push_back(fast.at);
        falls.size = min(falls.size, *b / *a);
      }
      if (slow.took && fast.took && *fast.took / *slow.took > 1 + rules_.time_rise) {
        rises.where.push_back(fast.at);
        rises.size = max(rises.size, *fast.took / *slow.took);
      }
    }
    if (falls.size < 1 - rules_.bad_power_fall) falls.how = severity::bad;
    if (rises.size > 1 + rules_.bad_time_rise) rises.how = severity::bad;
    if (!falls.where.empty()) found_.push_back(falls);
    if (!rises.where.empty()) found_.push_back(rises);
  }

  void look_for_truncation()
  {
    finding f{flaw::truncated, severity::remark, {}, 1};
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
      auto const &here = levels_[i], &faster = levels_[i + 1];
      if (!here.took || !faster.took || !here.used || !faster.used) continue;
      double const ratio = *here.took / *faster.took;
      if (!(ratio < 1 - rules_.cut_short) || !(*here.used < *faster.used)) continue;
      // Time never falls faster than the clock rises: else it is the faster level that sticks out.
      if (i > 0 && levels_[i - 1].took &&
          *here.took / *levels_[i - 1].took > (1 - rules_.cut_short) * (levels_[i - 1].at / here.at))
        continue;
      f.where.push_back(here.at);
      f.size = min(f.size, ratio);
    }
    if (!f.where.empty()) found_.push_back(f);
  }

  void look_for_cap()
  {
    if (levels_.size() < 4) return;
    auto const top = power_of(levels_.back());
    std::size_t first = levels_.size() - 1;
    while (top && first > 0) {
      auto const p = power_of(levels_[first - 1]);
      if (!p || !equal(*p / *top, 1)) break;
      --first;
    }
    double const span = levels_.back().at / levels_[first].at;
    if (levels_.size() - first < 3 || first == 0 || span < 1.05) return;
    finding f{flaw::power_capped, severity::remark, {}, span};
    for (std::size_t i = first; i < levels_.size(); ++i) f.where.push_back(levels_[i].at);
    found_.push_back(f);
  }

  void look_at_energy()
  {
    finding f{flaw::energy_differs, severity::remark, {}, 1};
    for (auto const& r : levels_) {
      if (!r.used || !r.took || !r.drawn) continue;
      double const ratio = *r.used / (*r.drawn * *r.took);
      if (abs(ratio - 1) <= rules_.energy_off) continue;
      f.where.push_back(r.at);
      if (abs(ratio - 1) > abs(f.size - 1)) f.size = ratio;
    }
    if (f.where.empty()) return;
    if (abs(f.size - 1) > rules_.bad_energy_off) f.how = severity::bad;
    found_.push_back(f);
  }

  std::span<level_reading const> levels_;
  quality_rules const& rules_;
  std::vector<finding> found_;
};

}  // namespace detail

/// What is wrong with the levels of a curve, given from the slowest to the fastest.
[[nodiscard]] inline std::vector<finding> find_flaws(std::span<level_reading const> rising,
                                                     quality_rules const& rules = {})
{
  return detail::inspector{rising, rules}.run();
}

/// Runs, of one level or of several, that have the same readings to the last digit; two readings at least, since one
/// alone may be rounded.
[[nodiscard]] inline std::vector<finding> find_duplicates(std::span<level_reading const> runs)
{
  finding f{flaw::duplicate, severity::remark, {}, 0};
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      auto const &a = runs[k], &b = runs[i];
      int const known = (a.took && b.took) + (a.drawn && b.drawn) + (a.used && b.used);
      if (known < 2 || a.took != b.took || a.drawn != b.drawn || a.used != b.used) continue;
      f.where.push_back(b.at);
      f.size += 1;
      break;
    }
  if (f.where.empty()) return {};
  return {f};
}

}  // namespace dvfs
