// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "curves_of.hpp"

#include <dvfs/experiment/quality.hpp>

#include <filesystem>
#include <string>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

bool is_wide(curve const& c)
{
  std::size_t known = 0;
  for (auto const& p : c.points) known += p.used.has_value();
  return known >= 5 && c.points.back().at->value >= 2 * c.points.front().at->value;
}

std::vector<curve> curves_in(std::string const& name)
{
  return io::curves(io::read_sweep(*dvfs_test::shared("data/measured/" + name)));
}

}  // namespace

TEST_CASE("a flag says what is wrong in words, and where")
{
  auto const c = dvfs_test::curves_of("workload,gpu_mhz,time_s,power_w\na,300,8,10\na,600,4,7\na,900,3,15\n")[0];
  auto const flags = flags_of(c);
  REQUIRE(flags.size() == 1);
  CHECK(flags[0].rule == flaw::power_falls);
  CHECK(flags[0].severity == severity::bad);
  CHECK(flags[0].reason == "power is up to 30 % less at a higher clock");
  CHECK(flags[0].mhz == std::vector{600.0});
  CHECK(is_bad(flags));
  CHECK(!is_bad({}));
}

TEST_CASE("rows that say the same are named, the clock read back is compared")
{
  auto const twice = flags_of(
      dvfs_test::curves_of("workload,gpu_mhz,time_s,power_w,repeat\na,300,8,10,1\na,300,8,10,2\na,600,5,12,1\n")[0]);
  REQUIRE(twice.size() == 1);
  CHECK(twice[0].rule == flaw::duplicate);
  CHECK(!is_bad(twice));
  auto const off =
      flags_of(dvfs_test::curves_of("workload,gpu_mhz,time_s,gpu_mhz_observed\na,300,8,300\na,600,5,450\n")[0]);
  REQUIRE(off.size() == 1);
  CHECK(off[0].rule == flaw::clock_off);
  CHECK(off[0].reason == "the clock read back is up to 25 % off the one requested");
}

TEST_CASE("figures in reasons have three digits")
{
  CHECK(experiment::detail::rounded(0.012345) == "0.0123");
  CHECK(experiment::detail::rounded(12345) == "12300");
  CHECK(experiment::detail::rounded(30) == "30");
  CHECK(experiment::detail::rounded(0) == "0");
}

TEST_CASE("each curve whose clock lock failed is bad, none of the fine-tuning sweeps has any flag")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/agx_orin_phi3_pinning_failed.csv");
  for (auto const& c : curves_in("agx_orin_phi3_pinning_failed.csv")) {
    auto const flags = flags_of(c);
    CAPTURE(c.key.workload);
    CHECK(is_bad(flags));
    bool pin = false;
    for (auto const& f : flags) pin = pin || f.rule == flaw::pin_failed;
    CHECK(pin);
  }
  auto const sound = curves_in("agx_orin_slmdvfs.csv");
  CHECK(sound.size() == 4);
  for (auto const& c : sound) CHECK(flags_of(c).empty());
}

TEST_CASE("of the other measured curves with energy and five levels over a factor of two, at most five are bad")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/rtx8000_nvdvfs_microbenchmark.csv");
  std::size_t wide = 0, bad = 0;
  for (std::string const name : {"agx_orin_bert_yolo_gpu_sweep", "agx_orin_yolov8_cpu_gpu_grid", "agx_orin_slmdvfs",
                                 "tx2_vgg19_gpu_sweep", "rtx8000_nvdvfs_real", "rtx8000_nvdvfs_microbenchmark",
                                 "zeus_perseus_training_stage", "desktop_2dconv_core_mem_grid"})
    for (auto const& c : curves_in(name + ".csv")) {
      if (!is_wide(c)) continue;
      ++wide;
      bool const flagged = is_bad(flags_of(c));
      bad += flagged;
      // All of them are of the workload that the files' notes call an outlier.
      if (flagged) CHECK(c.key.workload.find("mixbench-cuda-alt") == 0);
    }
  CHECK(wide == 245);
  CHECK(bad <= 5);
  CHECK(bad >= 4);
}
