// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/objective.hpp>
#include <dvfs/model/point.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dvfs {

/// The points that no other beats in both time and energy, from the fastest run to the slowest, as places in `runs`;
/// of equal ones the first.
[[nodiscard]] inline std::vector<std::size_t> pareto_front(std::span<point<run_cost> const> runs)
{
  auto beats = [&](std::size_t a, std::size_t b) {
    auto const &x = runs[a].value, &y = runs[b].value;
    if (x == y) return a < b;
    return x.took <= y.took && x.used <= y.used;
  };
  std::vector<std::size_t> front;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    bool beaten = false;
    for (std::size_t k = 0; k < runs.size() && !beaten; ++k) beaten = k != i && beats(k, i);
    if (beaten) continue;
    auto at = front.end();
    while (at != front.begin() && runs[i].value.took < runs[*(at - 1)].value.took) --at;
    front.insert(at, i);
  }
  return front;
}

/// The points of the front that lie on its lower convex hull, from the fastest run to the slowest: what lies above the
/// line between two of them is beaten by sharing the work between these two.
[[nodiscard]] inline std::vector<std::size_t> convex_front(std::span<point<run_cost> const> runs)
{
  std::vector<std::size_t> hull;
  for (auto const next : pareto_front(runs)) {
    auto lies_above = [&](std::size_t middle, std::size_t before) {
      auto const &a = runs[before].value, &b = runs[middle].value, &c = runs[next].value;
      return (b.used - a.used).value * (c.took - a.took).value >= (c.used - a.used).value * (b.took - a.took).value;
    };
    while (hull.size() >= 2 && lies_above(hull.back(), hull[hull.size() - 2])) hull.pop_back();
    hull.push_back(next);
  }
  return hull;
}

/// A job whose work is shared between two levels.
struct time_share {
  std::size_t fast{}, slow{};  ///< places in the runs; the same where one level is enough
  double on_fast{};            ///< share of the work, not of the time, done at the faster one
  run_cost cost{};

  bool operator==(time_share const&) const = default;
};

/// The least energy within a deadline, sharing the work between two levels where that is less; none if no level is fast
/// enough. Switching between the two is taken to cost nothing.
[[nodiscard]] inline std::optional<time_share> share_time(std::span<point<run_cost> const> runs, duration deadline)
{
  auto const hull = convex_front(runs);
  if (hull.empty() || !(runs[hull.front()].value.took <= deadline)) return std::nullopt;
  std::size_t slow = 0;
  while (slow + 1 < hull.size() && runs[hull[slow]].value.took < deadline) ++slow;
  auto const& s = runs[hull[slow]].value;
  if (s.took <= deadline) return time_share{hull[slow], hull[slow], 1, s};
  auto const& f = runs[hull[slow - 1]].value;
  double const on_fast = (s.took - deadline) / (s.took - f.took);
  return time_share{hull[slow - 1], hull[slow], on_fast, {f.used * on_fast + s.used * (1 - on_fast), deadline}};
}

}  // namespace dvfs
