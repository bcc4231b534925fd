// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/io/curve.hpp>
#include <dvfs/model/belief.hpp>
#include <dvfs/model/optimum.hpp>
#include <dvfs/model/pareto.hpp>

#include <boost/describe/class.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dvfs::experiment {

/// How probable it is that a value lies in its interval, here and in the JSON of `dvfs fit`.
inline constexpr double certainty_level = 0.9;

/// What is known of a level: the middle of each quantity and its interval, in W, s and J.
struct level_certainty {
  double mhz{};
  std::optional<double> power_w{}, power_low_w{}, power_high_w{};
  std::optional<double> time_s{}, time_low_s{}, time_high_s{};
  std::optional<double> energy_j{}, energy_low_j{}, energy_high_j{};
};
BOOST_DESCRIBE_STRUCT(level_certainty, (),
                      (mhz, power_w, power_low_w, power_high_w, time_s, time_low_s, time_high_s, energy_j, energy_low_j,
                       energy_high_j))

/// Where the least energy is, and what is as good as far as the runs tell.
struct optimum_certainty {
  double best_mhz{};                         ///< the level believed best
  std::vector<double> may_be_best_mhz{};     ///< the levels that cannot be told apart from the best
  double fastest_mhz{};                      ///< the fastest of these
  double least_low_mhz{}, least_high_mhz{};  ///< where the least lies, on the ladder or between its levels
};
BOOST_DESCRIBE_STRUCT(optimum_certainty, (), (best_mhz, may_be_best_mhz, fastest_mhz, least_low_mhz, least_high_mhz))

/// What the best level saves, as a fraction; not established where its interval holds 0.
struct saving_certainty {
  double fraction{}, low{}, high{};
  bool established{};
};
BOOST_DESCRIBE_STRUCT(saving_certainty, (), (fraction, low, high, established))

/// What repeats and the scatter around a smooth curve say about a sweep.
struct certainty {
  double probability{certainty_level};
  std::optional<double> noise{};  ///< relative deviation of the energy of a single run
  std::vector<level_certainty> levels{};
  std::optional<optimum_certainty> optimum{};
  std::optional<saving_certainty> saving_vs_top{};
  std::vector<double> pareto_mhz{};  ///< levels that no other beats in both time and energy, the fastest first
  std::vector<double> convex_mhz{};  ///< those of them that sharing the work between two others does not beat
};
BOOST_DESCRIBE_STRUCT(certainty, (), (probability, noise, levels, optimum, saving_vs_top, pareto_mhz, convex_mhz))

namespace detail {

template<class Q, class Get>
[[nodiscard]] std::vector<point<Q>> runs_of(curve const& c, Get get)
{
  std::vector<point<Q>> runs;
  for (auto const& r : c.rows)
    if (auto const value = get(r)) runs.push_back({*r.gpu, *value});
  return runs;
}

/// A distribution over the levels of a curve; nothing where too few levels were measured to have one.
template<class Q>
[[nodiscard]] std::optional<belief<Q>> belief_of(std::vector<point<Q>> const& runs, std::span<frequency const> levels)
{
  auto const found = belief<Q>::from(std::span<point<Q> const>{runs}, ladder_view{levels});
  return found ? std::optional{*found} : std::nullopt;
}

template<class Q>
void fill(std::optional<belief<Q>> const& known, std::size_t i, std::optional<double>& middle,
          std::optional<double>& low, std::optional<double>& high)
{
  if (!known) return;
  auto const range = known->at(level{i}, certainty_level);
  middle = known->at(level{i}).value;
  low = range.low.value;
  high = range.high.value;
}

}  // namespace detail

/// The intervals, the optimum, the saving and the Pareto front of a curve; each is absent where it cannot be known.
[[nodiscard]] inline certainty certainty_of(curve const& c)
{
  auto const levels = c.frequencies();
  auto const drawn = detail::belief_of(detail::runs_of<power>(c,
                                                              [](sweep_row const& r) -> std::optional<power> {
                                                                if (r.drawn) return r.drawn;
                                                                if (r.recorded && r.took) return *r.recorded / *r.took;
                                                                return std::nullopt;
                                                              }),
                                       levels);
  auto const took = detail::belief_of(detail::runs_of<duration>(c, [](sweep_row const& r) { return r.took; }), levels);
  auto const runs = detail::runs_of<energy>(c, [](sweep_row const& r) { return r.used(); });
  auto const used = detail::belief_of(runs, levels);

  certainty known;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    level_certainty at{.mhz = in_MHz(levels[i])};
    detail::fill(drawn, i, at.power_w, at.power_low_w, at.power_high_w);
    detail::fill(took, i, at.time_s, at.time_low_s, at.time_high_s);
    detail::fill(used, i, at.energy_j, at.energy_low_j, at.energy_high_j);
    known.levels.push_back(at);
  }
  if (used) {
    known.noise = used->noise();
    auto const found = find_optimum(*used);
    optimum_certainty best{.best_mhz = in_MHz(levels[to_index(found.best)]),
                           .fastest_mhz = in_MHz(levels[to_index(found.fastest)])};
    for (auto l : found.may_be_best) best.may_be_best_mhz.push_back(in_MHz(levels[to_index(l)]));
    if (auto const between = find_least_between<energy>(std::span<point<energy> const>{runs},
                                                        {levels.front(), levels.back()}, certainty_level)) {
      best.least_low_mhz = in_MHz(between->low);
      best.least_high_mhz = in_MHz(between->high);
    }
    known.optimum = best;
    auto const saved = find_saving(*used, found.best, level{levels.size() - 1}, certainty_level);
    known.saving_vs_top = saving_certainty{saved.fraction, saved.range.low, saved.range.high, saved.established};
  }
  std::vector<point<run_cost>> costs;
  for (auto const& p : c.points)
    if (p.used && p.took) costs.push_back({*p.at, {p.used->mean, p.took->mean}});
  for (auto place : pareto_front(costs)) known.pareto_mhz.push_back(in_MHz(costs[place].at));
  for (auto place : convex_front(costs)) known.convex_mhz.push_back(in_MHz(costs[place].at));
  return known;
}

}  // namespace dvfs::experiment
