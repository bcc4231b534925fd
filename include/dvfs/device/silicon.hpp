// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/random.hpp>
#include <dvfs/device/simulated_board.hpp>

#include <cstdint>

namespace dvfs::simulation {

/// One board of many of a model: the same seed gives the same board.  `spread` is the relative deviation of its
/// capacitances; supply voltage spreads a third of that and leakage four times as much (assumed), within three
/// deviations.
[[nodiscard]] constexpr simulated_board one_of(simulated_board board, std::uint64_t seed, double spread = 0.03)
{
  dvfs::detail::random_source random{seed};
  auto const deviate = [&] { return dvfs::detail::max(-3.0, dvfs::detail::min(3.0, random.normal())); };
  double const capacitance = 1 + spread * deviate();
  board.clock_nF *= capacitance;
  board.nF_per_flop *= capacitance;
  board.lowest = board.lowest * (1 + spread / 3 * deviate());
  board.leakage = board.leakage * dvfs::detail::exp(4 * spread * deviate());
  return board;
}

}  // namespace dvfs::simulation
