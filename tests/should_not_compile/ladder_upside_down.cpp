// sentence: ladder_levels_must_rise__list_the_slowest_first_and_none_twice
// SPDX-License-Identifier: BSL-1.0
#include <dvfs/core/ladder.hpp>
#include <dvfs/core/literals.hpp>

using namespace dvfs;

constexpr frequency_ladder rising{306_MHz, 408_MHz, 510_MHz};
static_assert(rising.levels().size() == 3);

#if DVFS_SHOULD_NOT_COMPILE
constexpr frequency_ladder upside_down{510_MHz, 306_MHz};
#endif
