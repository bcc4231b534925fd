// SPDX-License-Identifier: BSL-1.0
#include <dvfs/version.hpp>

#include "../check.hpp"

TEST_CASE("CMake and the header agree on the version")
{
  DVFS_CHECK_BOTH(DVFS_VERSION == DVFS_PROJECT_VERSION);
  DVFS_CHECK_BOTH(DVFS_VERSION == DVFS_VERSION_MAJOR * 10000 + DVFS_VERSION_MINOR * 100 + DVFS_VERSION_PATCH);
}
