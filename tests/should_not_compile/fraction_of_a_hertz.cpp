// sentence: frequency_literal_is_not_a_whole_number_of_hertz
// SPDX-License-Identifier: BSL-1.0
#include <dvfs/core/literals.hpp>

using namespace dvfs;

static_assert(1300.5_MHz == 1'300'500'000_Hz);

#if DVFS_SHOULD_NOT_COMPILE
constexpr auto fraction = 0.0001_kHz;
#endif
