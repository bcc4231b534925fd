// sentence: a limit stands in a request once: give the tighter of the two
// SPDX-License-Identifier: BSL-1.0
#include <dvfs/core.hpp>

using namespace dvfs;

#if DVFS_SHOULD_NOT_COMPILE
inline constexpr auto wanted = minimize<objectives::energy> | power_at_most{30_W} | power_at_most{20_W};
#else
inline constexpr auto wanted = minimize<objectives::energy> | power_at_most{30_W} | slowdown_at_most{1.1};
#endif

static_assert(wanted.limit_count == 2);
