// SPDX-License-Identifier: BSL-1.0
#include <dvfs/core/literals.hpp>
#include <dvfs/io/read_sweep.hpp>
#include <dvfs/io/write_sweep.hpp>

#include "../check.hpp"

#include <filesystem>
#include <string>

#include <unistd.h>

using namespace dvfs::literals;

TEST_CASE("a sweep file begins with its version and has only the columns in use")
{
  dvfs::sweep s;
  s.rows.resize(2);
  s.rows[0].device = "board";
  s.rows[0].workload = "a, \"b\"";
  s.rows[0].gpu = 1300.5_MHz;
  s.rows[0].took = dvfs::duration{0.1};
  s.rows[0].features["layers"] = 24.0;
  s.rows[1].workload = "x";
  s.rows[1].recorded = dvfs::energy{1.0 / 3};
  s.rows[1].features["family"] = "encoder";
  s.rows[1].knobs["power_mode"] = "MAXN";
  CHECK(dvfs::io::format_sweep(s) ==
        "# dvfs-sweep 1\n"
        "device,workload,gpu_mhz,time_s,energy_j,family,layers,power_mode\n"
        "board,\"a, \"\"b\"\"\",1300.5,0.1,,,24,\n"
        ",x,,,0.3333333333333333,encoder,,MAXN\n");
}

TEST_CASE("the columns that were read come first and in their order")
{
  auto s = dvfs::io::parse_sweep("layers,gpu_mhz,energy_j,empty\n24,306,1.50,\n", "s.csv");
  s.rows[0].repeat = 3;
  CHECK(dvfs::io::format_sweep(s) ==
        "# dvfs-sweep 1\nlayers,gpu_mhz,energy_j,empty,device,workload,repeat\n24,306,1.5,,,,3\n");
}

TEST_CASE("every measured file reads back as it was written, and its second writing is the same bytes")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured");
  for (auto const& file : std::filesystem::directory_iterator(*dvfs_test::shared("data/measured"))) {
    CAPTURE(file.path().string());
    dvfs::sweep s;
    try {
      s = dvfs::io::read_sweep(file.path().string());
    } catch (dvfs::parse_error const&) {
      continue;
    }
    auto const text = dvfs::io::format_sweep(s);
    auto const again = dvfs::io::parse_sweep(text, s.source);
    REQUIRE(again.columns == s.columns);
    REQUIRE(again.rows.size() == s.rows.size());
    for (std::size_t i = 0; i < s.rows.size(); ++i)
      for (auto const& column : s.columns)
        REQUIRE(dvfs::io::cell_text(again.rows[i], column) == dvfs::io::cell_text(s.rows[i], column));
    CHECK(dvfs::io::format_sweep(again) == text);
  }
}

TEST_CASE("a sweep is written to a file")
{
  auto const path =
      (std::filesystem::temp_directory_path() / ("dvfs-write-sweep-" + std::to_string(::getpid()))).string();
  auto const s = dvfs::io::parse_sweep("device,workload,gpu_mhz,energy_j\nd,w,306,1\n", "s.csv");
  dvfs::io::write_sweep(path, s);
  CHECK(dvfs::io::read_file(path) == "# dvfs-sweep 1\ndevice,workload,gpu_mhz,energy_j\nd,w,306,1\n");
  std::filesystem::remove(path);
}
