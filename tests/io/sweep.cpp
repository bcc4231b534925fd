// SPDX-License-Identifier: BSL-1.0
#include <dvfs/core/boards.hpp>
#include <dvfs/io/sweep.hpp>

#include "../check.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

using namespace dvfs::literals;

namespace {

struct content {
  std::size_t rows, curves, baselines, set_aside;
  std::map<std::size_t, std::size_t> levels;  // number of levels -> number of curves
  bool energy_known;
};

std::map<std::string, content> const expected{
    {"agx_orin_bert_yolo_gpu_sweep.csv", {99, 9, 0, 0, {{11, 9}}, true}},
    {"agx_orin_phi3_pinning_failed.csv", {33, 3, 0, 0, {{11, 3}}, true}},
    {"agx_orin_slmdvfs.csv", {42, 4, 4, 0, {{5, 1}, {11, 3}}, true}},
    {"agx_orin_yolov8_cpu_gpu_grid.csv", {399, 37, 0, 0, {{10, 8}, {11, 29}}, true}},
    // One baseline row, which serves the curves of all five memory clocks.
    {"desktop_2dconv_core_mem_grid.csv", {22, 5, 5, 0, {{1, 1}, {5, 4}}, true}},
    // The rows of titanX-caffe-* give clock offsets and no gpu_mhz.
    {"dlbench_desktop.csv", {208, 30, 0, 68, {{3, 3}, {4, 4}, {5, 23}}, true}},
    {"gtx1080ti_hkbu.csv", {600, 120, 0, 0, {{5, 120}}, true}},
    {"rtx8000_nvdvfs_microbenchmark.csv", {1380, 138, 0, 0, {{10, 138}}, true}},
    {"rtx8000_nvdvfs_real.csv", {200, 20, 0, 0, {{10, 20}}, true}},
    {"tx2_gpu_mem_time_grid.csv", {246, 19, 0, 0, {{12, 1}, {13, 18}}, false}},
    {"tx2_vgg19_gpu_sweep.csv", {13, 1, 0, 0, {{13, 1}}, true}},
    {"zeus_perseus_training_stage.csv", {1920, 32, 0, 0, {{60, 32}}, true}},
};

std::map<std::string, std::string> const refused{
    {"orin_nano_power_modes_matmul.csv", "power_mode"},
    {"zeus_power_limit_trace.csv", "power_limit_w"},
};

}  // namespace

TEST_CASE("every measured file is read into its curves, or refused because it sweeps another knob")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured");
  std::size_t seen = 0;
  for (auto const& file : std::filesystem::directory_iterator(*dvfs_test::shared("data/measured"))) {
    auto const name = file.path().filename().string();
    CAPTURE(name);
    if (refused.count(name)) {
      ++seen;
      try {
        (void)dvfs::io::read_sweep(file.path().string());
        FAIL("was accepted");
      } catch (dvfs::parse_error const& e) {
        CHECK(e.line() == 2);
        CHECK(e.name() == "gpu_mhz");
        CHECK(std::string(e.what()).find("the file sweeps " + refused.at(name)) != std::string::npos);
      }
      continue;
    }
    if (!expected.count(name)) continue;
    ++seen;
    auto const& want = expected.at(name);
    auto const s = dvfs::io::read_sweep(file.path().string());
    auto const all = dvfs::io::curves(s);
    std::map<std::size_t, std::size_t> levels;
    std::size_t baselines = 0;
    for (auto const& c : all) {
      ++levels[c.points.size()];
      baselines += c.baseline.has_value();
      for (auto const& p : c.points) {
        CHECK(p.runs == 1);
        CHECK(p.used.has_value() == want.energy_known);
      }
    }
    CHECK(s.rows.size() == want.rows);
    CHECK(all.size() == want.curves);
    CHECK(levels == want.levels);
    CHECK(baselines == want.baselines);
    CHECK(dvfs::io::rows_set_aside(s, all).size() == want.set_aside);
  }
  CHECK(seen == expected.size() + refused.size());
}

TEST_CASE("the rows of dlbench that set offsets are set aside with that reason")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/dlbench_desktop.csv");
  auto const s = dvfs::io::read_sweep(*dvfs_test::shared("data/measured/dlbench_desktop.csv"));
  for (auto const& aside : dvfs::io::rows_set_aside(s, dvfs::io::curves(s))) {
    CHECK(aside.row.knobs.count("core_offset_mhz") == 1);
    CHECK(aside.reason == "it sets another knob and no gpu_mhz");
  }
}

TEST_CASE("the fine-tuning sweeps hold each level of the board under its rounded name, with MAXN and the shape")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/agx_orin_slmdvfs.csv");
  auto const s = dvfs::io::read_sweep(*dvfs_test::shared("data/measured/agx_orin_slmdvfs.csv"));
  auto const all = dvfs::io::curves(s);
  auto const& qnli = all[0];
  REQUIRE(qnli.key.workload == "DeBERTa-v2-xlarge_QNLI_FullFT");
  for (auto const f : dvfs::ladder_view{dvfs::boards::agx_orin.gpu}) CHECK(qnli.at(f) != nullptr);
  CHECK(qnli.at(1300.5_MHz)->used->mean == 737041.01_J);
  CHECK(qnli.at(714_MHz)->used->mean == 539312.18_J);
  CHECK(qnli.baseline->used->mean == 552288.86_J);
  CHECK(dvfs::io::number_of(s, qnli, "layers") == 24);
  CHECK(qnli.text("precision") == "fp32");
  auto const& gemma = all[2];
  REQUIRE(gemma.key.workload == "Gemma-2B_QNLI");
  CHECK(gemma.at(714_MHz) == nullptr);
  CHECK(!gemma.number("layers"));
  CHECK(gemma.baseline->gpu_observed == 1293_MHz);
}
