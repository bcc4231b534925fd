// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/experiment/measured.hpp>
#include <dvfs/io/sweep.hpp>

#include <string>

using namespace dvfs;
using namespace dvfs::experiment;

TEST_CASE("the published energies are two whole sweeps and part of one, each with its run under MAXN")
{
  auto const curves = io::curves(measured_sweeps());
  REQUIRE(curves.size() == 3);
  CHECK(curves[0].points.size() == 11);
  CHECK(curves[1].points.size() == 11);
  CHECK(curves[2].points.size() == 5);
  for (auto const& c : curves) {
    CAPTURE(c.key.workload);
    REQUIRE(c.baseline);
    CHECK(c.baseline->used);
    CHECK(!c.baseline->took);
    for (auto const* name : {"layers", "hidden", "seq_len", "params_m"}) CHECK(c.number(name));
  }
  CHECK(curves[1].number("seq_len") == 13.0);
  CHECK(curves[2].text("family") == "decoder");
}

TEST_CASE("they are the same as in the file they were read from")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/agx_orin_slmdvfs.csv");
  auto const file = io::curves(io::read_sweep(*dvfs_test::shared("data/measured/agx_orin_slmdvfs.csv")));
  auto const ours = io::curves(measured_sweeps());
  REQUIRE(file.size() >= ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    CAPTURE(ours[i].key.workload);
    CHECK(ours[i].frequencies() == file[i].frequencies());
    CHECK(ours[i].baseline->used == file[i].baseline->used);
    for (std::size_t k = 0; k < ours[i].points.size(); ++k) CHECK(ours[i].points[k].used == file[i].points[k].used);
  }
}
