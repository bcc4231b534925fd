// SPDX-License-Identifier: BSL-1.0
#include <dvfs/device/podgov.hpp>

#include <dvfs/core/boards.hpp>

#include "../check.hpp"

using namespace dvfs::literals;
using dvfs::level;

namespace {

constexpr dvfs::ladder_view ladder{dvfs::boards::agx_orin.gpu};

/// Where the governor stands after so many periods of work that would keep the GPU at `start` busy for a share of the
/// time.
constexpr level after(int periods, level start, double cycles_GHz, level low = level{0}, level high = level{10})
{
  dvfs::devices::podgov governor;
  level at = start;
  for (int i = 1; i <= periods; ++i) {
    double const busy = dvfs::detail::min(1.0, cycles_GHz / dvfs::in_GHz(ladder[at]));
    at = governor.decide(ladder, low, high, at, busy, {i * 0.025});
  }
  return at;
}

}  // namespace

TEST_CASE("a GPU that is always busy is at the top within a quarter of a second")
{
  DVFS_CHECK_BOTH(after(10, level{0}, 9) == level{10});
}

TEST_CASE("an idle GPU falls to the bottom and stays there")
{
  DVFS_CHECK_BOTH(after(200, level{10}, 0) == level{0});
  DVFS_CHECK_BOTH(after(20, level{0}, 0) == level{0});
}

TEST_CASE("steady work below the top settles at the level that keeps it near its target of 70 percent")
{
  // 0.5 GHz of work is 70 % of 714 MHz.
  auto const settled = after(2000, level{0}, 0.5);
  CHECK(settled >= level{3});
  CHECK(settled <= level{6});
  CHECK(after(2001, level{0}, 0.5) == settled);
}

TEST_CASE("nothing is decided within 50 ms of a change")
{
  dvfs::devices::podgov governor;
  CHECK(governor.decide(ladder, level{0}, level{10}, level{0}, 1, 25_ms) == level{0});
  auto const first = governor.decide(ladder, level{0}, level{10}, level{0}, 1, 50_ms);
  CHECK(first > level{0});
  CHECK(governor.decide(ladder, level{0}, level{10}, first, 1, 75_ms) == first);
  CHECK(governor.decide(ladder, level{0}, level{10}, first, 1, 100_ms) > first);
}

TEST_CASE("the governor keeps to its bounds")
{
  DVFS_CHECK_BOTH(after(50, level{2}, 9, level{2}, level{5}) == level{5});
  DVFS_CHECK_BOTH(after(200, level{5}, 0, level{2}, level{5}) == level{2});
  DVFS_CHECK_BOTH(after(50, level{4}, 9, level{4}, level{4}) == level{4});
}
