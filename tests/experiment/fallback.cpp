// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "curves_of.hpp"

#include <dvfs/experiment/fallback.hpp>

#include <string>
#include <vector>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

std::vector<fallback_regrets> regrets_of(std::string const& csv)
{
  return regrets_of_fallbacks(dvfs_test::curves_of(csv));
}

}  // namespace

TEST_CASE("the fallbacks of a workload are the top, the default governor, and the level that is best for the others")
{
  // In total 612 MHz is best for all three, and for b and c; without c 306 MHz is, without b 1020 MHz.
  auto const all = regrets_of(
      "workload,gpu_mhz,energy_j\n"
      "a,,5\na,306,4\na,612,6\na,1020,8\n"
      "b,306,5\nb,612,6\nb,1020,9\n"
      "c,,30\nc,306,22\nc,612,12\nc,1020,10\n");
  REQUIRE(all.size() == 3);
  CHECK(all[0] == fallback_regrets{6.0 / 4 - 1, 8.0 / 4 - 1, 5.0 / 4 - 1});
  CHECK(all[1] == fallback_regrets{6.0 / 5 - 1, 9.0 / 5 - 1, std::nullopt});
  CHECK(all[2] == fallback_regrets{22.0 / 10 - 1, 0.0, 30.0 / 10 - 1});
}

TEST_CASE("a level that others lack is no fallback, and what was not measured is not known")
{
  auto const all = regrets_of("workload,gpu_mhz,energy_j\na,306,1\na,612,6\nb,612,6\nb,1020,5\nc,612,3\nc,1020,2\n");
  CHECK(all[0].ffg == std::nullopt);  // b and c have 1020 MHz in common, which is not known for a
  CHECK(all[1].ffg == 6.0 / 5 - 1);
  CHECK(all[2].ffg == 3.0 / 2 - 1);
  // Nothing is left to learn from.
  CHECK(regrets_of("workload,gpu_mhz,energy_j\na,306,1\n")[0] == fallback_regrets{std::nullopt, 0.0, std::nullopt});
  // A run under the default governor without an energy.
  CHECK(regrets_of("workload,gpu_mhz,time_s,energy_j\na,,2,\na,306,2,1\n")[0].maxn == std::nullopt);
}
