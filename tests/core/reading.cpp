// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/literals.hpp>
#include <dvfs/core/reading.hpp>

using namespace dvfs;

TEST_CASE("a reading is a value, unsupported for good, or unavailable now, and 0 is a value")
{
  DVFS_CHECK_BOTH(reading<power>{}.is_unavailable());
  DVFS_CHECK_BOTH(reading<power>::unsupported().is_unsupported());
  DVFS_CHECK_BOTH(!reading<power>::unsupported() && !reading<power>::unavailable());
  DVFS_CHECK_BOTH(reading<power>{0_W}.has_value());
  DVFS_CHECK_BOTH(reading<power>{0_W} != reading<power>{});
  DVFS_CHECK_BOTH(reading<power>::unsupported() != reading<power>::unavailable());
  DVFS_CHECK_BOTH(*reading<power>{3_W} == 3_W);
  DVFS_CHECK_BOTH(reading<power>{}.value_or(7_W) == 7_W);
  DVFS_CHECK_BOTH(reading<power>{3_W}->value == 3);
}

TEST_CASE("a reading without a value says why")
{
  DVFS_CHECK_BOTH(reading<power>::unsupported().error() == errc::not_supported);
  DVFS_CHECK_BOTH(reading<power>::unavailable().error() == errc::unavailable_now);
}
