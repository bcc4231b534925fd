// SPDX-License-Identifier: BSL-1.0
#include <dvfs/core/literals.hpp>
#include <dvfs/io/read_sweep.hpp>

#include "../check.hpp"

#include <string>
#include <string_view>

using namespace dvfs::literals;

namespace {

dvfs::sweep read(std::string_view text) { return dvfs::io::parse_sweep(text, "s.csv"); }

std::string refusal(std::string_view text)
{
  try {
    (void)read(text);
  } catch (dvfs::parse_error const& e) {
    CHECK(std::string(e.what()).find('\n') == std::string::npos);
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a row has what its cells say, in any order of columns; blank is unknown")
{
  auto const s = read(
      "energy_j,layers,gpu_mhz,workload,notes,device,kernel,mem_mhz,cpu_mhz,governor,time_s,power_w,gpu_util,"
      "gpu_mhz_observed,repeat,power_mode,core_offset_mhz,precision\n"
      "7,24,1300,job,\"a, b\",board,gemm,3199,2201.6,userspace,2.5,3,21.5,1295,2,MAXN,-50,fp32\n"
      ",,,other,,,,,,,1e-3,,,,,,,\n");
  REQUIRE(s.rows.size() == 2);
  auto const& r = s.rows[0];
  CHECK(r.device == "board");
  CHECK(r.workload == "job");
  CHECK(r.kernel == "gemm");
  CHECK(r.gpu == 1300_MHz);
  CHECK(r.memory == 3199_MHz);
  CHECK(r.cpu == 2201.6_MHz);
  CHECK(r.governor == "userspace");
  CHECK(r.notes == "a, b");
  CHECK(r.took == 2.5_s);
  CHECK(r.drawn == 3_W);
  CHECK(r.recorded == 7_J);
  CHECK(r.gpu_util == 21.5);
  CHECK(r.gpu_observed == 1295_MHz);
  CHECK(r.repeat == 2u);
  CHECK(r.knobs.size() == 2);
  CHECK(std::get<std::string>(r.knobs.at("power_mode")) == "MAXN");
  CHECK(std::get<double>(r.knobs.at("core_offset_mhz")) == -50);
  CHECK(r.number("layers") == 24);
  CHECK(r.number("gpu_util") == 21.5);
  CHECK(!r.number("precision"));
  CHECK(r.text("precision") == "fp32");
  CHECK(!r.text("layers"));
  CHECK(!r.is_baseline());

  auto const& blank = s.rows[1];
  CHECK(blank.is_baseline());
  CHECK(!blank.gpu_util);
  CHECK(!blank.recorded);
  CHECK(!blank.number("layers"));
  CHECK(blank.knobs.empty());
  CHECK(blank.features.empty());
}

TEST_CASE("energy is energy_j, else power times time, else unknown")
{
  auto const s = read("gpu_mhz,time_s,power_w,energy_j\n306,2,3,7\n306,2,3,\n306,2,,\n306,,3,\n306,,,7\n");
  CHECK(s.rows[0].used() == 7_J);
  CHECK(s.rows[1].used() == 6_J);
  CHECK(!s.rows[2].used());
  CHECK(!s.rows[3].used());
  CHECK(s.rows[4].used() == 7_J);
}

TEST_CASE("an unknown column is of numbers only if every cell in it is one")
{
  auto const s = read("gpu_mhz,time_s,a,b,c\n306,1,1,1,\n306,1,,x,\n");
  CHECK(s.rows[0].number("a") == 1);
  CHECK(s.rows[0].text("b") == "1");
  CHECK(s.rows[1].text("b") == "x");
  CHECK(!s.rows[0].number("c"));
  CHECK(!s.rows[0].text("c"));
}

TEST_CASE("the first line may carry the version of the format")
{
  CHECK(read("# dvfs-sweep 1\ngpu_mhz,time_s\n306,1\n").rows.size() == 1);
  CHECK(read("# measured on Monday\ngpu_mhz,time_s\n306,1\n").rows.size() == 1);
  CHECK(refusal("# dvfs-sweep 2\ngpu_mhz,time_s\n306,1\n") ==
        "s.csv:1:1: expected a sweep file of version 1, found version 2: a newer dvfs can read it");
  for (auto const* const bad : {"# dvfs-sweep\n", "# dvfs-sweep x\n", "# dvfs-sweep 0\n", "# dvfs-sweep 1.5\n"}) {
    CAPTURE(bad);
    CHECK(refusal(std::string(bad) + "gpu_mhz,time_s\n306,1\n").substr(0, 52) ==
          "s.csv:1:1: expected a comment '# dvfs-sweep 1', foun");
  }
}

TEST_CASE("a file that is no sweep is refused")
{
  CHECK(refusal("") == "s.csv:1:1: expected a header line with the names of the columns, found nothing");
  CHECK(refusal("device,time_s\nx,1\n") == "s.csv:1:1: gpu_mhz: expected a column of this name, found none");
  CHECK(refusal("# c\n\ndevice,time_s\nx,1\n") == "s.csv:3:1: gpu_mhz: expected a column of this name, found none");
  CHECK(refusal("device,power_limit_w,time_s\nx,100,1\n") ==
        "s.csv:1:1: gpu_mhz: expected a column of this name, found none: the file sweeps power_limit_w");
  CHECK(refusal("device,gpu_mhz,time_s\n") == "s.csv:1:1: expected at least one row below the header, found none");
  CHECK(refusal("gpu_mhz,time_s\n306\n") == "s.csv:2:1: expected 2 cells, as in the header, found 1");
}

TEST_CASE("a cell that is no measurement is refused with line, column and name")
{
  CHECK(refusal("gpu_mhz,energy_j\n306,1\nfast,2\n") ==
        "s.csv:3:1: gpu_mhz: expected megahertz above 0 and up to 1000000, found 'fast'");
  for (auto const* const clock : {"0", "-306", "nan", "inf", "1e-9", "306000000", "1e999", " 306", "306 MHz"}) {
    CAPTURE(clock);
    CHECK(refusal("gpu_mhz,energy_j\n" + std::string(clock) + ",1\n") ==
          "s.csv:2:1: gpu_mhz: expected megahertz above 0 and up to 1000000, found '" + std::string(clock) + "'");
  }
  for (auto const* const column : {"time_s", "power_w", "energy_j"})
    for (auto const* const value : {"0", "-1", "nan", "-inf", "x", "1,5", "0x1"}) {
      CAPTURE(value);
      CHECK(refusal("gpu_mhz," + std::string(column) + "\n306,\"" + value + "\"\n") ==
            "s.csv:2:5: " + std::string(column) +
                ": expected a number above 0, or nothing where not measured, found '" + value + "'");
    }
  CHECK(refusal("gpu_mhz,time_s,gpu_util\n306,1,101\n") ==
        "s.csv:2:7: gpu_util: expected percent from 0 to 100, found '101'");
  CHECK(refusal("gpu_mhz,time_s,repeat\n306,1,-1\n") == "s.csv:2:7: repeat: expected a whole number, found '-1'");
  CHECK(refusal("gpu_mhz,time_s,mem_mhz\n306,1,0\n").substr(0, 19) == "s.csv:2:7: mem_mhz:");
  CHECK(refusal("gpu_mhz,time_s,layers\n306,1,24\n408,1,nan\n") ==
        "s.csv:3:7: layers: expected a finite number, found 'nan'");
  CHECK(refusal("gpu_mhz,time_s,power_w\n306,1e300,1e300\n").substr(0, 20) == "s.csv:2:1: expected ");
}

TEST_CASE("a row in which nothing was measured is refused, one with time or power alone is kept")
{
  CHECK(refusal("gpu_mhz,time_s,notes\n306,,crashed\n") ==
        "s.csv:2:1: expected a time_s, power_w or energy_j in each row, found none: nothing was measured here");
  CHECK(!read("gpu_mhz,time_s\n306,1\n").rows[0].used());
  CHECK(!read("gpu_mhz,power_w\n306,1\n").rows[0].used());
}

TEST_CASE("a file that sweeps another knob is refused with that reason")
{
  for (std::string const knob : {"power_limit_w", "power_mode", "core_offset_mhz", "mem_mhz", "cpu_mhz"}) {
    CAPTURE(knob);
    CHECK(refusal("gpu_mhz," + knob + ",time_s\n,100,1\n,200,1\n") ==
          "s.csv:2:1: gpu_mhz: expected a sweep of the GPU clock, found no gpu_mhz in any row: the file sweeps " +
              knob);
  }
  CHECK(refusal("gpu_mhz,governor,time_s\n,nvhost_podgov,1\n") == "accepted");
}

TEST_CASE("a caller can point at a cell that it cannot use")
{
  auto const s = read("gpu_mhz,time_s,notes\n306,1,\"a\nb\"\n408,1,x\n");
  CHECK(std::string(s.error_at(s.rows[1], "notes", "a number", "'x'").what()) ==
        "s.csv:4:7: notes: expected a number, found 'x'");
  CHECK(std::string(s.error_at(s.rows[1], "absent", "it").what()) == "s.csv:4:1: absent: expected it");
  CHECK(std::string(s.error_at(dvfs::sweep_row{}, "x", "it").what()) == "s.csv: x: expected it");
}
