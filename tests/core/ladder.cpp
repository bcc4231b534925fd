// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/boards.hpp>
#include <dvfs/core/ladder.hpp>

#include <array>
#include <vector>

using namespace dvfs;

namespace {

constexpr frequency_ladder three{306_MHz, 408_MHz, 510_MHz};

frequency_ladder<> found(std::vector<frequency> const& reported) { return *frequency_ladder<>::from(reported); }

}  // namespace

TEST_CASE("floor, ceil and exact find what their names say, and nothing beyond the ends")
{
  DVFS_CHECK_BOTH(find_floor(three, 400_MHz) == level{0});
  DVFS_CHECK_BOTH(find_floor(three, 408_MHz) == level{1});
  DVFS_CHECK_BOTH(find_floor(three, 9999_MHz) == level{2});
  DVFS_CHECK_BOTH(!find_floor(three, 305_MHz));
  DVFS_CHECK_BOTH(find_ceil(three, 400_MHz) == level{1});
  DVFS_CHECK_BOTH(find_ceil(three, 1_MHz) == level{0});
  DVFS_CHECK_BOTH(!find_ceil(three, 511_MHz));
  DVFS_CHECK_BOTH(find_exact(three, 408_MHz) == level{1});
  DVFS_CHECK_BOTH(!find_exact(three, 407_MHz) && !find_exact(three, 600_MHz));
}

TEST_CASE("nearest takes the slower of two equally near levels and the ends beyond them")
{
  DVFS_CHECK_BOTH(find_nearest(three, 357_MHz) == level{0});
  DVFS_CHECK_BOTH(find_nearest(three, 357'000'001_Hz) == level{1});
  DVFS_CHECK_BOTH(find_nearest(three, 1_Hz) == level{0});
  DVFS_CHECK_BOTH(find_nearest(three, 9_GHz) == level{2});
}

TEST_CASE("a level named in rounded megahertz is found within 1 MHz or half a percent, and not further off")
{
  DVFS_CHECK_BOTH(find_named(boards::agx_orin.gpu, 1300_MHz) == level{10});
  DVFS_CHECK_BOTH(find_named(boards::agx_orin.gpu, 1295_MHz) == level{10});  // as tegrastats shows it
  DVFS_CHECK_BOTH(find_named(boards::agx_orin.gpu, 305_MHz) == level{0});
  DVFS_CHECK_BOTH(!find_named(boards::agx_orin.gpu, 1290_MHz));
  DVFS_CHECK_BOTH(!find_named(boards::agx_orin.gpu, 640_MHz));
  DVFS_CHECK_BOTH(find_named(boards::tx2.gpu, 114_MHz) == level{0});
}

TEST_CASE("on a fine ladder only what is close to one level alone names it")
{
  std::vector<frequency> fine;
  for (unsigned mhz = 1200; mhz <= 1980; mhz += 15) fine.push_back({mhz * 1'000'000ull});
  ladder_view const ladder{std::span<frequency const>{fine}};
  CHECK(find_named(ladder, 1980_MHz) == level{52});
  CHECK(find_named(ladder, 1978_MHz) == level{52});
  CHECK(!find_named(ladder, 1975_MHz));
  CHECK(!find_named(ladder, 1972.5_MHz));
  CHECK(!find_named(ladder, 1300_MHz));
}

TEST_CASE("a reported ladder is sorted and freed of repeats")
{
  auto const ladder = found({510_MHz, 306_MHz, 408_MHz, 306_MHz});
  REQUIRE(ladder_view{ladder}.size() == 3);
  CHECK(ladder_view{ladder}.slowest() == 306_MHz);
  CHECK(ladder_view{ladder}.fastest() == 510_MHz);
  CHECK(find_exact(ladder, 408_MHz) == level{1});
}

TEST_CASE("an empty report and a frequency of 0 are refused with a sentence")
{
  auto const none = frequency_ladder<>::from(std::span<frequency const>{});
  REQUIRE(!none);
  CHECK(none.error() == errc::empty_ladder);
  auto const zero = frequency_ladder<>::from(std::array{306_MHz, 0_Hz});
  REQUIRE(!zero);
  CHECK(what(zero.error()).find("0 is no level") != std::string_view::npos);
}

TEST_CASE("the published ladders rise and have the ends and sizes of their boards")
{
  DVFS_CHECK_BOTH(ladder_view{boards::nano.gpu}.size() == 12);
  DVFS_CHECK_BOTH(ladder_view{boards::nano_overclocked.gpu}.fastest() == 998.4_MHz);
  DVFS_CHECK_BOTH(ladder_view{boards::tx2.gpu}.size() == 13 && ladder_view{boards::tx2_variant_b.gpu}.size() == 13);
  DVFS_CHECK_BOTH(find_exact(boards::tx2.gpu, 854.25_MHz) && !find_exact(boards::tx2_variant_b.gpu, 854.25_MHz));
  DVFS_CHECK_BOTH(ladder_view{boards::agx_xavier.gpu}.fastest() == 1377_MHz);
  DVFS_CHECK_BOTH(ladder_view{boards::xavier_nx.gpu}.fastest() == 1109.25_MHz);
  DVFS_CHECK_BOTH(ladder_view{boards::agx_orin.gpu}.size() == 11);
  DVFS_CHECK_BOTH(ladder_view{boards::agx_orin.gpu}.slowest() == 306_MHz);
  DVFS_CHECK_BOTH(ladder_view{boards::agx_orin.gpu}.fastest() == 1300.5_MHz);
  DVFS_CHECK_BOTH(ladder_view{boards::agx_orin_early_jp5.gpu}.slowest() == 114.75_MHz);
  DVFS_CHECK_BOTH(ladder_view{boards::orin_nx.gpu}.fastest() == 918_MHz);
  DVFS_CHECK_BOTH(ladder_view{boards::orin_nx_super.gpu}.fastest() == 1173_MHz);
  DVFS_CHECK_BOTH(ladder_view{boards::orin_nano.gpu}.fastest() == 624.75_MHz);
  DVFS_CHECK_BOTH(ladder_view{boards::orin_nano_super.gpu}.fastest() == 1020_MHz);
}

TEST_CASE("a ladder is indexed by level")
{
  DVFS_CHECK_BOTH(three[level{1}] == 408_MHz && three.size() == 3);
  auto const reported = found({510_MHz, 306_MHz});
  CHECK(reported[level{1}] == 510_MHz);
  CHECK(reported.size() == 2);
}
