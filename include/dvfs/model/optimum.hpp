// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/level.hpp>
#include <dvfs/core/quantity.hpp>
#include <dvfs/model/belief.hpp>
#include <dvfs/model/interval.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dvfs {

/// Which levels may be the best, and how surely.
struct optimum {
  level best{};                      ///< the level of least mean
  std::vector<level> may_be_best{};  ///< rising: the levels that cannot be told apart from the best; `best` is one
  level fastest{};                   ///< the fastest of these

  bool operator==(optimum const&) const = default;
};

/// How much a level saves over another, and whether that is more than noise.
struct saving {
  double fraction{};         ///< 1 - value / value at the reference
  interval<double> range{};  ///< the same, with the probability asked for
  bool established{};        ///< the whole range is on one side of 0
};

/// The levels of a belief that cannot be told apart from the best: those of which no other level is less with a
/// probability of at least `surely`.
template<class Quantity>
[[nodiscard]] optimum find_optimum(belief<Quantity> const& of, double surely = 0.99)
{
  optimum found;
  found.best = of.least();
  for (std::size_t i = 0; i < of.size(); ++i) {
    bool beaten = false;
    // The best mean beats almost all; the others are asked only about what it leaves.
    if (level{i} != found.best) beaten = of.probability_less(found.best, level{i}) >= surely;
    if (!beaten) found.may_be_best.push_back(level{i});
  }
  found.fastest = found.may_be_best.back();
  return found;
}

/// What a level saves over a reference: established if the interval of the given probability does not hold 0.
template<class Quantity>
[[nodiscard]] saving find_saving(belief<Quantity> const& of, level chosen, level reference, double probability = 0.9)
{
  auto const ratio = of.ratio(chosen, reference, probability);
  saving s;
  s.fraction = 1 - of.at(chosen) / of.at(reference);
  s.range = {1 - ratio.high, 1 - ratio.low};
  s.established = chosen != reference && !s.range.contains(0);
  return s;
}

namespace detail {

/// Between which of the belief's levels the least lies in all but the given share of drawn curves, half of it on each
/// side: places among the levels.
template<class Quantity>
[[nodiscard]] interval<std::size_t> least_between_levels(belief<Quantity> const& of, double outside, std::size_t draws,
                                                         std::uint64_t seed)
{
  std::vector<std::size_t> hits(of.size());
  std::size_t drawn = 0;
  of.draw(draws, seed, [&](std::span<double const> logs) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < logs.size(); ++i)
      if (logs[i] < logs[best]) best = i;
    ++hits[best];
    ++drawn;
  });
  double const cut = outside / 2 * static_cast<double>(drawn);
  std::size_t low = 0, high = hits.size() - 1;
  for (double below = static_cast<double>(hits[low]); below <= cut && low < high;
       below += static_cast<double>(hits[low]))
    ++low;
  for (double above = static_cast<double>(hits[high]); above <= cut && high > low;
       above += static_cast<double>(hits[high]))
    --high;
  return {low, high};
}

[[nodiscard]] inline std::vector<frequency> between(interval<frequency> range, std::size_t steps)
{
  std::vector<frequency> all;
  for (std::size_t i = 0; i <= steps; ++i) {
    frequency const f{range.low.value + (range.high.value - range.low.value) * i / steps};
    if (all.empty() || all.back() < f) all.push_back(f);
  }
  return all;
}

}  // namespace detail

/// The frequency of least value, on the ladder or between its levels, with the given probability: from drawn curves,
/// first over the whole range, then closer. Refused where `belief` is.
template<class Quantity, class T>
[[nodiscard]] result<interval<frequency>> find_least_between(std::span<point<T> const> runs, interval<frequency> range,
                                                             double probability, belief_options const& options = {},
                                                             std::size_t draws = 500, std::uint64_t seed = 1)
{
  for (double const outside : {0.002, 1 - probability}) {
    constexpr std::size_t steps = 40;
    auto const fine = detail::between(range, steps);
    auto const seen = belief<Quantity>::from(runs, ladder_view{fine}, options);
    if (!seen) return unexpected{seen.error()};
    auto const [low, high] = detail::least_between_levels(*seen, outside, draws, seed);
    bool const closer = outside < 1 - probability;
    range = {fine[closer && low > 0 ? low - 1 : low], fine[closer && high + 1 < fine.size() ? high + 1 : high]};
  }
  return range;
}

}  // namespace dvfs
