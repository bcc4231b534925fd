// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/ladder.hpp>

#include <array>
#include <cstddef>
#include <span>

// What the answers of a tree say about it: all constant where the tree is.
namespace dvfs::policies {

/// The fastest of some answers.
[[nodiscard]] constexpr frequency fastest(std::span<frequency const> answers)
{
  frequency top{};
  for (auto const f : answers)
    if (f > top) top = f;
  return top;
}

/// Whether every answer is a level of the ladder.
[[nodiscard]] constexpr bool is_on_ladder(std::span<frequency const> answers, ladder_view ladder)
{
  for (auto const f : answers)
    if (!find_exact(ladder, f)) return false;
  return true;
}

/// Which levels of a ladder are among the answers: element i for level i.
template<std::size_t N>
[[nodiscard]] constexpr std::array<bool, N> levels_among(std::span<frequency const> answers,
                                                         frequency_ladder<N> const& ladder)
{
  std::array<bool, N> found{};
  for (auto const f : answers)
    if (auto const l = find_exact(ladder, f)) found[to_index(*l)] = true;
  return found;
}

}  // namespace dvfs::policies
