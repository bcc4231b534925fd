// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/math.hpp>
#include <dvfs/experiment/play.hpp>
#include <dvfs/io/curve.hpp>
#include <dvfs/policy/probing/prior.hpp>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace dvfs::experiment {
namespace detail {

// A measured quantity along the logarithm of the clock relative to the fastest level, as logarithms.
class log_line {
 public:
  void add(double log_clock, double value) { points_.emplace_back(log_clock, dvfs::detail::log(value)); }
  [[nodiscard]] bool reaches(double log_clock) const
  {
    // Two per cent below the slowest level there is little to guess.
    return points_.size() > 1 && log_clock >= points_.front().first - 0.02;
  }
  [[nodiscard]] double at(double log_clock) const
  {
    std::size_t i = 1;
    while (i + 1 < points_.size() && points_[i].first < log_clock) ++i;
    auto const& [x0, y0] = points_[i - 1];
    auto const& [x1, y1] = points_[i];
    return dvfs::detail::exp(y0 + (y1 - y0) * (log_clock - x0) / (x1 - x0));
  }

 private:
  std::vector<std::pair<double, double>> points_;
};

}  // namespace detail

/// A curve carried over to the levels of another, clock by clock relative to the fastest; none where it does not reach as
/// far down, lacks an energy, or lacks a time that the other has.
[[nodiscard]] inline std::optional<policies::known_curve> carried_over(curve const& from, recorded_plane const& to)
{
  bool const timed = to.is_timed();
  double const top = static_cast<double>(from.top().at->value);
  detail::log_line used, took;
  for (auto const& p : from.points) {
    if (!p.used || (timed && !p.took)) return std::nullopt;
    double const x = dvfs::detail::log(static_cast<double>(p.at->value) / top);
    auto const score = to.wanted().of(p.used->mean, p.took ? std::optional{p.took->mean} : std::nullopt);
    if (!score) return std::nullopt;
    used.add(x, *score);
    if (timed) took.add(x, p.took->mean.value);
  }
  double fastest = 0;
  for (std::size_t i = 0; i < to.points(); ++i)
    fastest = dvfs::detail::max(fastest, static_cast<double>(to.at(i).gpu.value));
  policies::known_curve known;
  for (std::size_t i = 0; i < to.points(); ++i) {
    double const x = dvfs::detail::log(static_cast<double>(to.at(i).gpu.value) / fastest);
    if (!used.reaches(x)) return std::nullopt;
    known.energy.push_back(used.at(x));
    if (timed) known.time.push_back(took.at(x));
  }
  return known;
}

/// What curves of other workloads tell about a plane of one clock; the played workload is never among them.
[[nodiscard]] inline std::vector<policies::known_curve> known_for(recorded_plane const& played,
                                                                  std::vector<curve> const& library)
{
  std::vector<policies::known_curve> all;
  for (auto const& c : library) {
    if (c.key.workload == played.key().workload) continue;
    if (auto known = carried_over(c, played)) all.push_back(std::move(*known));
  }
  return all;
}

}  // namespace dvfs::experiment
