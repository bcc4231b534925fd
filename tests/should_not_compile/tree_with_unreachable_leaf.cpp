// sentence: the tree has a leaf that no job reaches: a test above it already decides
// SPDX-License-Identifier: BSL-1.0
#include <dvfs/core/literals.hpp>
#include <dvfs/core/workload.hpp>
#include <dvfs/policy/static_tree.hpp>

using namespace dvfs;
using namespace dvfs::policies;

inline constexpr auto layers = feature<&fine_tuning_job::layers>;
inline constexpr auto sound = when(layers <= 7, when(layers <= 5, 510_MHz, 612_MHz), 714_MHz);
inline constexpr auto contradictory = when(layers <= 7, when(layers <= 9, 510_MHz, 612_MHz), 714_MHz);

static_assert(static_tree<sound>::depth() == 2);

#if DVFS_SHOULD_NOT_COMPILE
static_assert(static_tree<contradictory>::depth() == 2);
#endif
