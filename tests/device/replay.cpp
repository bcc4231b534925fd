// SPDX-License-Identifier: BSL-1.0
#include <dvfs/core/literals.hpp>
#include <dvfs/core/workload.hpp>
#include <dvfs/device/replay.hpp>
#include <dvfs/io/curves.hpp>
#include <dvfs/io/read_sweep.hpp>

#include "../check.hpp"

#include <optional>
#include <string_view>

using namespace dvfs::literals;

static_assert(dvfs::job_runner<dvfs::devices::replay, dvfs::fine_tuning_job>);
static_assert(dvfs::device_with_traits<dvfs::devices::replay>);

namespace {

dvfs::devices::replay board(std::string_view text)
{
  return dvfs::devices::replay{dvfs::io::curves(dvfs::io::parse_sweep(text, "s.csv")).at(0)};
}

}  // namespace

TEST_CASE("a replay answers with what was recorded at a level")
{
  auto const b = board("gpu_mhz,time_s,energy_j,gpu_util,gpu_mhz_observed\n306,2,7,90,305\n1300,1,9,80,\n,1.5,8,50,\n");
  REQUIRE(b.ladder().size() == 2);
  CHECK(b.ladder().fastest() == 1300_MHz);
  auto const slow = b.run(306_MHz);
  REQUIRE(slow);
  CHECK(*slow == dvfs::run_record{7_J, 2_s, 0.9, 305_MHz});
  auto const fast = b.run(1300.5_MHz);
  REQUIRE(fast);
  CHECK(*fast->used == 9_J);
  CHECK(fast->mean_clock.is_unsupported());
  auto const governed = b.run(std::nullopt);
  REQUIRE(governed);
  CHECK(*governed->used == 8_J);
  CHECK(*governed->load == 0.5);
}

TEST_CASE("a level or a baseline that was not measured is unavailable, never interpolated")
{
  auto const b = board("gpu_mhz,energy_j\n306,7\n1300,9\n");
  REQUIRE(!b.run(714_MHz));
  CHECK(b.run(714_MHz).error() == dvfs::errc::not_measured);
  REQUIRE(!b.run(std::nullopt));
  CHECK(b.run(std::nullopt).error() == dvfs::errc::not_measured);
}

TEST_CASE("what the file does not hold is unsupported, not 0")
{
  auto const r = board("gpu_mhz,time_s\n306,2\n408,1\n").run(306_MHz);
  REQUIRE(r);
  CHECK(*r->took == 2_s);
  CHECK(r->used.is_unsupported());
  CHECK(r->load.is_unsupported());
}

TEST_CASE("a copy of a replay has a ladder of its own")
{
  std::optional<dvfs::devices::replay> first = board("gpu_mhz,energy_j\n306,7\n1300,9\n");
  auto const copy = *first;
  first.reset();
  CHECK(copy.ladder().slowest() == 306_MHz);
}
