// SPDX-License-Identifier: BSL-1.0
#include <dvfs/core/literals.hpp>
#include <dvfs/io/curves.hpp>
#include <dvfs/io/number_of.hpp>
#include <dvfs/io/read_sweep.hpp>

#include "../check.hpp"

#include <string>
#include <string_view>
#include <vector>

using namespace dvfs::literals;

namespace {

dvfs::sweep read(std::string_view text) { return dvfs::io::parse_sweep(text, "s.csv"); }

template<class F>
std::string refusal(F f)
{
  try {
    (void)f();
  } catch (dvfs::parse_error const& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("rows that agree in everything but the GPU clock make a curve, slowest level first")
{
  auto const all = dvfs::io::curves(
      read("device,workload,kernel,mem_mhz,cpu_mhz,power_limit_w,gpu_mhz,energy_j,governor,notes,gpu_mhz_observed\n"
           "d,w,k,1,1,9,408,4,a,n,407\n"
           "d,w,k,1,1,9,306,3,b,m,305\n"
           "e,w,k,1,1,9,306,1,,,\n"
           "d,v,k,1,1,9,306,1,,,\n"
           "d,w,j,1,1,9,306,1,,,\n"
           "d,w,k,2,1,9,306,1,,,\n"
           "d,w,k,1,2,9,306,1,,,\n"
           "d,w,k,1,1,8,306,1,,,\n"));
  REQUIRE(all.size() == 7);
  REQUIRE(all[0].points.size() == 2);
  CHECK(all[0].frequencies() == std::vector{306_MHz, 408_MHz});
  CHECK(all[0].points[0].used->mean == 3_J);
  CHECK(all[0].points[0].gpu_observed == 305_MHz);
  CHECK(all[0].top().at == 408_MHz);
  CHECK(!all[0].baseline);
  CHECK(all[1].key.device == "e");
  CHECK(all[2].key.workload == "v");
  CHECK(all[3].key.kernel == "j");
  CHECK(all[4].key.memory == 2_MHz);
  CHECK(all[5].key.cpu == 2_MHz);
  CHECK(std::get<double>(all[6].key.knobs.at("power_limit_w")) == 8);
}

TEST_CASE("a column that the caller names tells curves apart")
{
  auto const s = read("gpu_mhz,batch,energy_j\n306,128,1\n408,128,2\n306,256,3\n,128,4\n,,5\n");
  CHECK(dvfs::io::curves(s).size() == 1);
  auto const all = dvfs::io::curves(s, {"batch"});
  REQUIRE(all.size() == 2);
  CHECK(all[0].key.extra.at("batch") == "128");
  CHECK(all[0].baseline->runs == 2);
  CHECK(all[1].baseline->runs == 1);
  CHECK(refusal([&] { return dvfs::io::curves(s, {"batches"}); }) ==
        "s.csv:1:1: batches: expected a column of this name to tell curves apart, found none");
}

TEST_CASE("the baseline is the run without any knob, whatever its governor; it serves every curve of its workload")
{
  auto const s = read(
      "workload,gpu_mhz,mem_mhz,energy_j,governor\n"
      "w,306,1,1,userspace\nw,408,2,2,userspace\nw,,,5,podgov\nw,,1,6,podgov\nother,,,7,podgov\n");
  auto const all = dvfs::io::curves(s, {"governor"});
  REQUIRE(all.size() == 2);
  for (auto const& c : all) {
    REQUIRE(c.baseline);
    CHECK(!c.baseline->at);
    CHECK(c.baseline->used->mean == 5_J);
  }
  auto const aside = dvfs::io::rows_set_aside(s, all);
  REQUIRE(aside.size() == 2);
  CHECK(aside[0].row.recorded == 6_J);
  CHECK(aside[0].reason == "it sets another knob and no gpu_mhz");
  CHECK(aside[1].row.workload == "other");
  CHECK(aside[1].reason == "a baseline of a workload without levels");
}

TEST_CASE("repeats are averaged, with their count and spread; a single run has no deviation")
{
  auto const all = dvfs::io::curves(read(
      "gpu_mhz,repeat,time_s,power_w,energy_j,gpu_util\n306,1,2,3,,20\n306,2,4,3,10,30\n306,3,,,8,\n408,1,1,1,1,\n"));
  REQUIRE(all.size() == 1);
  auto const& p = all[0].points[0];
  CHECK(p.runs == 3);
  CHECK(p.took->count == 2);
  CHECK(p.took->mean == 3_s);
  CHECK(p.used->count == 3);
  CHECK(p.used->mean == 8_J);
  CHECK(p.used->least == 6_J);
  CHECK(p.used->most == 10_J);
  CHECK(p.used->deviation->value == doctest::Approx(2));
  CHECK(p.gpu_util == 25);
  CHECK(!all[0].points[1].used->deviation);
  CHECK(all[0].points[1].used->mean == 1_J);
  CHECK(all[0].rows.size() == 4);
}

TEST_CASE("a level is found by its rounded name and never interpolated")
{
  auto const c = dvfs::io::curves(read("gpu_mhz,energy_j\n306,1\n1224,2\n1300,3\n114,4\n")).at(0);
  CHECK(c.at(1300.5_MHz) == &c.points[3]);
  CHECK(c.at(1300_MHz) == &c.points[3]);
  CHECK(c.at(114.75_MHz) == &c.points[0]);
  CHECK(c.at(306_MHz) == &c.points[1]);
  for (auto const f : {200_MHz, 310_MHz, 816_MHz, 1250_MHz, 1310_MHz, 1_MHz, 9999_MHz}) {
    CAPTURE(f.value);
    CHECK(c.at(f) == nullptr);
  }
  CHECK(dvfs::curve{}.at(306_MHz) == nullptr);
}

TEST_CASE("a level without energy has none")
{
  auto const c = dvfs::io::curves(read("gpu_mhz,time_s\n306,1\n408,2\n")).at(0);
  CHECK(!c.points[0].used);
  CHECK(!c.points[0].drawn);
  CHECK(c.points[0].took->mean == 1_s);
}

TEST_CASE("a feature of the job is the baseline's, else what all levels agree on")
{
  auto const s = read(
      "workload,gpu_mhz,energy_j,layers,gpu_util,family,batch,seq\n"
      "w,306,1,24,90,encoder,1,\nw,408,1,24,80,encoder,2,\nw,,1,,20,,,\nw,,1,,30,,,\n"
      "v,306,1,6,90,x,1,many\n");
  auto const all = dvfs::io::curves(s);
  CHECK(all[0].number("layers") == 24);
  CHECK(all[0].number("gpu_util") == 25);
  CHECK(all[0].text("family") == "encoder");
  CHECK(!all[0].number("batch"));
  CHECK(!all[0].number("absent"));
  CHECK(all[1].number("gpu_util") == 90);

  CHECK(dvfs::io::number_of(s, all[0], "layers") == 24);
  auto const why = [&](std::size_t i, std::string_view name) {
    return refusal([&] { return dvfs::io::number_of(s, all[i], name); });
  };
  CHECK(why(0, "absent") == "s.csv:1:1: absent: expected a column of this name, found none");
  CHECK(why(0, "family") == "s.csv:2:15: family: expected a number, found 'encoder'");
  CHECK(why(0, "batch") == "s.csv:3:23: batch: expected one value for all rows of a workload, found 2 after 1");
  CHECK(why(0, "seq") == "s.csv:2:25: seq: expected a number, found a blank cell");
  CHECK(why(1, "seq") == "s.csv:6:18: seq: expected a number, found 'many'");
}

TEST_CASE("a file without a level, or in which another knob moves and the GPU clock does not, is refused")
{
  CHECK(refusal([] { return dvfs::io::curves(read("workload,gpu_mhz,time_s\nw,,1\n")); }) ==
        "s.csv:1:1: gpu_mhz: expected a clock in at least one row, found none");
  CHECK(refusal([] { return dvfs::io::curves(read("gpu_mhz,mem_mhz,time_s\n306,1,1\n306,2,1\n")); }) ==
        "s.csv:3:1: gpu_mhz: expected a sweep of the GPU clock, found one clock per workload: the file sweeps mem_mhz");
  CHECK(refusal([] { return dvfs::io::curves(read("gpu_mhz,power_mode,time_s\n306,,1\n306,x,1\n")); }) ==
        "s.csv:3:1: gpu_mhz: expected a sweep of the GPU clock, found one clock per workload: the file sweeps "
        "power_mode");
  CHECK(dvfs::io::curves(read("gpu_mhz,mem_mhz,time_s\n306,1,1\n408,2,1\n")).size() == 2);
  CHECK(dvfs::io::curves(read("gpu_mhz,mem_mhz,time_s\n306,1,1\n")).size() == 1);
}
