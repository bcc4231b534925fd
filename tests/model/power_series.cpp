// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/literals.hpp>
#include <dvfs/model/power_series.hpp>

#include <type_traits>

using namespace dvfs;

TEST_CASE("a power series is the sum of its terms with the frequency in gigahertz")
{
  using series = models::power_series<power, 0, 1, 3>;
  DVFS_CHECK_BOTH(series{{5, 3, 2}}(2_GHz) == power{5 + 3 * 2 + 2 * 8});
  DVFS_CHECK_BOTH(models::power_series<duration, -2, -1>{{8, 4}}(500_MHz) == duration{8 * 4 + 4 * 2});
  DVFS_CHECK_BOTH(series::basis(2_GHz) == std::array{1.0, 2.0, 8.0});
  DVFS_CHECK_BOTH(series{{5, 3, 2}}.coefficient(2) == 2);
}

TEST_CASE("a power series is as large as its coefficients and nothing more")
{
  using series = models::power_series<energy, -1, 0, 2>;
  DVFS_CHECK_BOTH(sizeof(series) == 3 * sizeof(double));
  DVFS_CHECK_BOTH(std::is_trivially_copyable_v<series>);
}

TEST_CASE("the formula of any series names its coefficients in order")
{
  DVFS_CHECK_BOTH(models::power_series<energy, -2, -1, 0, 1, 3>::formula() == "a/f^2 + b/f + c + d f + e f^3");
  DVFS_CHECK_BOTH(models::power_series<energy, 2, 0>::coefficient_name(1) == "b");
}
