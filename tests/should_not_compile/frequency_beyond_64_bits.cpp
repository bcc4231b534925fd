// sentence: frequency_literal_exceeds_64_bits_of_hertz
// SPDX-License-Identifier: BSL-1.0
#include <dvfs/core/literals.hpp>

using namespace dvfs;

static_assert(18446744073_GHz > 1_GHz);

#if DVFS_SHOULD_NOT_COMPILE
constexpr auto wrapped = 18446744074_GHz;
#endif
