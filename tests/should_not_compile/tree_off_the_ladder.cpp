// sentence: the tree answers with a frequency that is not on the board's ladder: choose levels of the ladder
// SPDX-License-Identifier: BSL-1.0
#include <dvfs/core/boards.hpp>
#include <dvfs/core/workload.hpp>
#include <dvfs/policy/static_tree.hpp>

using namespace dvfs;
using namespace dvfs::policies;

inline constexpr auto on = when(feature<&fine_tuning_job::layers> <= 7, 510_MHz, 612_MHz);
inline constexpr auto off = when(feature<&fine_tuning_job::layers> <= 7, 510_MHz, 615_MHz);

static_assert(static_tree<on, boards::agx_orin>::depth() == 1);

#if DVFS_SHOULD_NOT_COMPILE
static_assert(static_tree<off, boards::agx_orin>::depth() == 1);
#endif
