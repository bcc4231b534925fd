// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "curves_of.hpp"

#include <dvfs/core/boards.hpp>
#include <dvfs/experiment/known_curves.hpp>
#include <dvfs/experiment/play.hpp>
#include <dvfs/experiment/tune_probing.hpp>

#include <set>
#include <string>
#include <vector>

using namespace dvfs;
using namespace dvfs::experiment;
using dvfs_test::curves_of;
using policies::probing;
using policies::probing_budget;
using policies::probing_settings;

namespace {

// Eleven levels from 300 to 1300 MHz with a valley near 700.
std::string sweep_of(std::string const& workload, std::string const& device = "a", double scale = 1)
{
  std::string text = "device,workload,gpu_mhz,time_s,energy_j\n";
  for (int mhz = 300; mhz <= 1300; mhz += 100) {
    double const f = mhz / 1000.0, took = scale * (0.2 + 1 / f);
    text += device + "," + workload + "," + std::to_string(mhz) + "," + std::to_string(took) + "," +
            std::to_string(took * (5 + 12 * f * f * f)) + "\n";
  }
  return text;
}

recorded_plane plane_of(std::string const& csv) { return planes_of(curves_of(csv)).at(0); }

constexpr char const* grid =
    "workload,gpu_mhz,cpu_mhz,energy_j\n"
    "w,300,1000,9\nw,600,1000,7\nw,300,2000,8\nw,600,2000,6\nv,300,1000,1\nv,600,1000,2\n";

}  // namespace

TEST_CASE("a policy sees only the levels that it probes")
{
  auto const before = curves_of(sweep_of("w")).at(0);
  probing_settings const settings;
  prior_shelf shelf{settings};
  auto const plane = planes_of({before}).at(0);
  // What it probes, seen from outside.
  std::set<std::uint64_t> probed;
  probing policy{shelf.of(plane), probing_budget{4}};
  auto reading = plane;
  while (auto const at = policy.next_point()) {
    auto const run = reading.run(*at);
    probed.insert(plane.at(*at).gpu.value);
    policy.observe_point(*at, *run->used, *run->took);
  }
  CHECK(reading.runs() == 4);
  REQUIRE(probed.size() == 4);

  auto other = before;
  for (auto& p : other.points)
    if (!probed.count(p.at->value)) {
      p.used->mean = p.used->mean * 3;
      p.took->mean = p.took->mean * 2;
    }
  auto const a = play(plane, probing{shelf.of(plane), probing_budget{4}});
  auto const b = play(planes_of({other}).at(0), probing{shelf.of(plane), probing_budget{4}});
  CHECK(a.chosen == b.chosen);
  CHECK(a.expected_regret == b.expected_regret);
  CHECK(a.probes == 4);
  CHECK(b.probes == 4);
}

TEST_CASE("a choice is judged by what was recorded")
{
  auto const plane = plane_of("workload,gpu_mhz,energy_j\nw,300,8\nw,600,5\nw,1300,10\nw,,6\n");
  auto const all = play(
      plane, probing{policies::probing_prior{ladder_view{std::vector{300_MHz, 600_MHz, 1300_MHz}}}, probing_budget{3}});
  CHECK(all.chosen.gpu == 600_MHz);
  CHECK(all.best.gpu == 600_MHz);
  CHECK(all.regret == 0);
  CHECK(all.regret_vs_top == doctest::Approx(-0.5));
  REQUIRE(all.worse_than_baseline.has_value());
  CHECK_FALSE(*all.worse_than_baseline);
  CHECK(all.probing == 23_J);
  // Three probes at most begin with the fastest level; its choice is worse than the baseline.
  auto const one = play(plane, probing{policies::probing_prior{ladder_view{std::vector{300_MHz, 600_MHz, 1300_MHz}}},
                                       probing_budget{3, 1_J}});
  CHECK(one.probes == 1);
  CHECK(one.chosen.gpu == 1300_MHz);
  CHECK(one.regret == doctest::Approx(1));
  CHECK(one.worse_than_baseline == std::optional{true});
  CHECK_FALSE(play(plane_of(sweep_of("w")), probing{boards::agx_orin.gpu}).worse_than_baseline.has_value());
}

TEST_CASE("a level without an energy is not offered")
{
  auto const plane = plane_of("workload,gpu_mhz,time_s,energy_j\nw,300,1,8\nw,600,1,\nw,1300,1,10\n");
  REQUIRE(plane.points() == 2);
  CHECK(plane.at(1).gpu == 1300_MHz);
  CHECK(plane.is_timed());
  CHECK_FALSE(plane_of("workload,gpu_mhz,time_s,energy_j\nw,300,1,8\nw,600,,9\n").is_timed());
}

TEST_CASE("curves that differ in the second clock only form a plane")
{
  auto const curves = curves_of(grid);
  CHECK(planes_of(curves).size() == 3);
  auto const planes = planes_of(curves, second_domain::cpu);
  REQUIRE(planes.size() == 2);
  CHECK(planes[0].points() == 4);
  CHECK(planes[0].at(3) == recorded_plane::place{600_MHz, 2000_MHz});
  CHECK(planes[0].score(3) == 6);
  CHECK(planes[1].points() == 2);
  prior_shelf shelf{probing_settings{}};
  auto const p = play(planes[0], probing{shelf.of(planes[0]), probing_budget{4}});
  CHECK(p.best == recorded_plane::place{600_MHz, 2000_MHz});
  CHECK(p.chosen == p.best);
  CHECK(p.regret_vs_top == 0);
}

TEST_CASE("noise blurs what the policy reads and not what it is judged by, and a seed names it")
{
  auto const plane = plane_of(sweep_of("w"));
  probing_settings settings;
  settings.reading_noise = 0.3;
  prior_shelf shelf{settings};
  auto at = [&](std::uint64_t seed) { return play(plane, probing{shelf.of(plane), probing_budget{5}}, {0.3, seed}); };
  CHECK(at(1).probing == at(1).probing);
  CHECK(at(1).probing != at(2).probing);
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    auto const p = at(seed);
    std::size_t chosen = 0;
    while (!(plane.at(chosen) == p.chosen)) ++chosen;
    CHECK(p.best.gpu == 600_MHz);
    CHECK(p.regret == doctest::Approx(plane.score(chosen) / plane.score(3) - 1));
  }
}

TEST_CASE("the played workload is never among the curves known before")
{
  auto const library = curves_of(sweep_of("w") + sweep_of("x").substr(sweep_of("x").find('\n') + 1) +
                                 sweep_of("w", "b").substr(sweep_of("w").find('\n') + 1));
  REQUIRE(library.size() == 3);
  CHECK(known_for(plane_of(sweep_of("w")), library).size() == 1);
  CHECK(known_for(plane_of(sweep_of("y")), library).size() == 3);
  CHECK(known_for(plane_of(sweep_of("x")), library).size() == 2);
}

TEST_CASE("a known curve is carried over by the clock relative to the fastest, and not beyond its slowest")
{
  auto const from = curves_of("workload,gpu_mhz,energy_j\nw,500,4\nw,1000,16\n").at(0);
  auto const known = carried_over(from, plane_of("workload,gpu_mhz,energy_j\nv,1000,1\nv,1414.2136,1\nv,2000,1\n"));
  REQUIRE(known.has_value());
  CHECK(known->energy[0] == doctest::Approx(4));
  CHECK(known->energy[1] == doctest::Approx(8));
  CHECK(known->energy[2] == doctest::Approx(16));
  CHECK(known->time.empty());
  CHECK_FALSE(carried_over(from, plane_of("workload,gpu_mhz,energy_j\nv,900,1\nv,2000,1\n")).has_value());
  // Where the played job is timed, a curve without times says too little.
  CHECK_FALSE(carried_over(from, plane_of("workload,gpu_mhz,energy_j,time_s\nv,1000,1,1\nv,2000,1,1\n")).has_value());
}

TEST_CASE("curves of other workloads make fewer probes enough")
{
  // A valley where physics expects none: the slowest but one of eleven levels, a third below its neighbours.
  std::string odd = "workload,gpu_mhz,energy_j\n", twin = odd;
  for (int mhz = 300; mhz <= 1300; mhz += 100) {
    odd += "w," + std::to_string(mhz) + "," + (mhz == 1200 ? "6" : "10") + "\n";
    twin += "v," + std::to_string(mhz) + "," + (mhz == 1200 ? "60" : "101") + "\n";
  }
  auto const plane = plane_of(odd);
  prior_shelf shelf{probing_settings{}};
  auto prior = shelf.of(plane);
  prior.know(known_for(plane, curves_of(twin)));
  CHECK(play(plane, probing{shelf.of(plane), probing_budget{2}}).regret > 0.5);
  CHECK(play(plane, probing{prior, probing_budget{2}}).regret == 0);
}

TEST_CASE("tuning takes the settings with the least regret, and the first of equals")
{
  auto const plane = plane_of(sweep_of("w"));
  probing_settings poor;
  poor.draws = 1;
  poor.components = 1;
  CHECK(tune_probing({plane}, {probing_settings{}, probing_settings{}}, probing_budget{11}) == probing_settings{});
  CHECK(tune_probing({plane}, {poor, probing_settings{}}, probing_budget{11}) == poor);
  CHECK(probing_grid(probing_settings{}).size() > 10);
}

TEST_CASE("five probes come within an eighth of a percent on average on the measured sweeps, flagged or not")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/zeus_perseus_training_stage.csv");
  prior_shelf shelf{probing_settings{}};
  double sum = 0, largest = 0;
  std::size_t count = 0;
  for (auto const* file :
       {"agx_orin_bert_yolo_gpu_sweep", "agx_orin_yolov8_cpu_gpu_grid", "agx_orin_slmdvfs", "tx2_vgg19_gpu_sweep",
        "rtx8000_nvdvfs_real", "rtx8000_nvdvfs_microbenchmark", "zeus_perseus_training_stage"}) {
    auto const path = *dvfs_test::shared(std::string("data/measured/") + file + ".csv");
    for (auto const& plane : planes_of(io::curves(io::read_sweep(path)))) {
      auto const p = play(plane, probing{shelf.of(plane), probing_budget{5}});
      CHECK(p.probes == 5);
      sum += p.regret;
      largest = p.regret > largest ? p.regret : largest;
      ++count;
    }
  }
  CHECK(count == 241);
  CHECK(sum / static_cast<double>(count) <= 0.0012);
  CHECK(largest <= 0.03);
}
