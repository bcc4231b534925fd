// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/boards.hpp>
#include <dvfs/experiment/sweep_device.hpp>
#include <dvfs/io/curves.hpp>

#include <optional>
#include <string>
#include <vector>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

struct job {
  double work;
};

// Half the power a device can have is not measured; it refuses negative work.
struct fake_device {
  std::vector<std::optional<frequency>> asked;

  result<run_record> run(job const& j, std::optional<frequency> pinned)
  {
    asked.push_back(pinned);
    if (j.work < 0) return unexpected{errc::impossible_job};
    run_record r;
    if (j.work > 0) r.took = duration{j.work};
    r.used = energy{10 * j.work + 1};
    r.load = 0.25;
    r.mean_clock = pinned.value_or(1300.5_MHz);
    return r;
  }
};

std::vector<frequency> const clocks{306_MHz, 408_MHz};

}  // namespace

TEST_CASE("each job runs under the default governor and then at each level, slowest first")
{
  fake_device device;
  std::vector<named_job<job>> const jobs{{"a", {2}, {{"layers", 4.0}}},
                                         {"b", {4}, {{"layers", 12.0}, {"family", "encoder"}}}};
  auto const s = sweep_device(device, "fake", ladder_view{clocks}, jobs);
  REQUIRE(s);
  REQUIRE(s->rows.size() == 6);
  using setting = std::optional<frequency>;
  CHECK(device.asked == std::vector<setting>{std::nullopt, 306_MHz, 408_MHz, std::nullopt, 306_MHz, 408_MHz});
  CHECK(s->rows[0].is_baseline());
  CHECK(s->rows[0].gpu_observed == 1300.5_MHz);
  auto const& r = s->rows[4];
  CHECK(r.device == "fake");
  CHECK(r.workload == "b");
  CHECK(r.gpu == 306_MHz);
  CHECK(r.took == duration{4});
  CHECK(r.recorded == energy{41});
  CHECK(r.drawn == power{41.0 / 4});
  CHECK(r.gpu_util == 25.0);
  CHECK(r.number("layers") == 12.0);
  CHECK(r.text("family") == "encoder");
}

TEST_CASE("what the device did not measure stays blank")
{
  fake_device device;
  auto const s = sweep_device(device, "fake", ladder_view{clocks}, std::vector<named_job<job>>{{"a", {0}, {}}});
  REQUIRE(s);
  CHECK(s->rows[1].took == std::nullopt);
  CHECK(s->rows[1].drawn == std::nullopt);
  CHECK(s->rows[1].recorded == energy{1});
}

TEST_CASE("the rows are the curves of a sweep file, baseline included")
{
  fake_device device;
  auto const s =
      sweep_device(device, "fake", ladder_view{clocks}, std::vector<named_job<job>>{{"a", {2}, {}}, {"b", {3}, {}}});
  auto const curves = io::curves(*s);
  REQUIRE(curves.size() == 2);
  CHECK(curves[1].frequencies() == clocks);
  CHECK(curves[1].baseline->took->mean == duration{3});
}

TEST_CASE("the first error of the device ends the sweep")
{
  fake_device device;
  auto const s = sweep_device(device, "fake", ladder_view{clocks},
                              std::vector<named_job<job>>{{"a", {2}, {}}, {"b", {-1}, {}}, {"c", {2}, {}}});
  CHECK(!s);
  CHECK(s.error() == errc::impossible_job);
  CHECK(device.asked.size() == 4);
}

TEST_CASE("no jobs are no rows")
{
  fake_device device;
  CHECK(sweep_device(device, "fake", ladder_view{clocks}, std::vector<named_job<job>>{})->rows.empty());
}
