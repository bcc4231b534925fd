// SPDX-License-Identifier: BSL-1.0
#include "run_program.hpp"

#include <string>
#include <vector>

using namespace dvfs_test;

namespace {

constexpr std::string_view small =
    "device,workload,gpu_mhz,time_s,energy_j\n"
    "b,w,300,4,8\nb,w,600,2,5\nb,w,1300,1,10\nb,w,,1,6\n"
    "b,alone,300,1,1\n"
    "b,v,300,4,9\nb,v,600,2,7\nb,v,1300,1,6\n";

std::vector<std::string> measured(std::vector<std::string> command)
{
  for (auto const* name :
       {"agx_orin_bert_yolo_gpu_sweep", "agx_orin_yolov8_cpu_gpu_grid", "agx_orin_slmdvfs", "tx2_vgg19_gpu_sweep",
        "rtx8000_nvdvfs_real", "rtx8000_nvdvfs_microbenchmark", "zeus_perseus_training_stage"})
    command.insert(command.begin() + 1, *shared(std::string("data/measured/") + name + ".csv"));
  return command;
}

}  // namespace

TEST_CASE("each curve is played and judged, and a curve of one level is set aside")
{
  scratch const place;
  auto const file = place.write("sweep.csv", small);
  auto const r = run({"choose", file, "--probes", "3", "--json"});
  CHECK(r.err == "dvfs: " + file + ": alone is set aside: fewer than two levels have an energy\n");
  auto const document = r.document();
  REQUIRE(document["curves"].size() == 2);
  auto const& w = document["curves"][0];
  CHECK(w["device"] == "b");
  CHECK(w["workload"] == "w");
  CHECK(w["context"] == "");
  CHECK(w["levels"] == 3);
  CHECK(w["probes"] == 3);
  CHECK(w["chosen_mhz"] == 600.0);
  CHECK(w["best_mhz"] == 600.0);
  CHECK(w["regret"] == 0.0);
  CHECK(w["regret_vs_top"] == -0.5);
  CHECK(w["worse_than_baseline"] == false);
  CHECK(w["probing_j"] == 23.0);
  CHECK(document["curves"][1]["chosen_mhz"] == 1300.0);
  CHECK(document["curves"][1]["worse_than_baseline"].is_null());
  CHECK(document["summary"]["curves"] == 2);
  CHECK(document["summary"]["mean_regret"] == 0.0);
  CHECK(document["summary"]["p95_regret"] == 0.0);
  CHECK(document["summary"]["max_regret"] == 0.0);
  CHECK(document["summary"]["mean_probes"] == 3.0);
  CHECK(run({"choose", file}).out.find("600") != std::string::npos);
}

TEST_CASE("under guard the default is one of the probes, and the answer where the choice is no better")
{
  scratch const place;
  // The default governor uses less than any level on w and more than the best one on x; v has none recorded.
  auto const file = place.write("sweep.csv",
                                "workload,gpu_mhz,energy_j\nw,300,8\nw,600,5\nw,1300,10\nw,,4\n"
                                "x,300,8\nx,600,5\nx,1300,10\nx,,6\nv,300,9\nv,600,7\nv,1300,6\n");
  auto const document = run({"choose", file, "--guard", "--probes", "4", "--json"}).document();
  auto const &w = document["curves"][0], &x = document["curves"][1], &v = document["curves"][2];
  CHECK(w["default"] == "governor");
  CHECK(w["verdict"] == "measured_worse");
  CHECK(w["chosen_mhz"].is_null());
  CHECK(w["probes"] == 4);
  CHECK(w["probing_j"] == 27.0);
  CHECK(w["loss_vs_default"] == 0.0);
  CHECK(w["regret"] == 4.0 / 5 - 1);
  CHECK(w["worse_than_baseline"] == false);
  CHECK(w["expected_regret"].is_null());
  CHECK(x["verdict"] == "trusted");
  CHECK(x["chosen_mhz"] == 600.0);
  CHECK(x["loss_vs_default"] == 5.0 / 6 - 1);
  CHECK(v["default"] == "top");
  CHECK(v["chosen_mhz"] == 1300.0);
  CHECK(v["probes"] == 3);
  CHECK(v["worse_than_baseline"].is_null());
  CHECK(document["summary"]["max_loss_vs_default"] == 0.0);
  CHECK(document["summary"]["mean_loss_vs_default"].get<double>() == doctest::Approx((5.0 / 6 - 1) / 3));
  auto const text = run({"choose", file, "--guard", "--probes", "4"}).out;
  CHECK(text.find("default") != std::string::npos);
  CHECK(text.find("over default") != std::string::npos);
  // Without the option nothing of this is said.
  auto const plain = run({"choose", file, "--probes", "4", "--json"}).document();
  CHECK_FALSE(plain["curves"][0].contains("verdict"));
  CHECK_FALSE(plain["summary"].contains("max_loss_vs_default"));
  CHECK(plain["curves"][0]["worse_than_baseline"] == true);
  CHECK(run({"choose", file}).out.find("default") == std::string::npos);
}

TEST_CASE("on the measured sweeps the guard keeps the saving that it counts")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/zeus_perseus_training_stage.csv");
  auto const document = run(measured({"choose", "--json", "--guard"})).document();
  CHECK(document["summary"]["curves"] == 241);
  CHECK(document["summary"]["max_loss_vs_default"].get<double>() <= 0.01);
  CHECK(document["summary"]["mean_loss_vs_default"].get<double>() <= -0.2);
  CHECK(document["summary"]["mean_probes"] == 5.0);
}

TEST_CASE("each objective is played and judged by its own score, on time as well where it reads that")
{
  scratch const place;
  auto const file = place.write("sweep.csv", small);
  auto best = [&](std::string const& objective) {
    auto const d = run({"choose", file, "--probes", "3", "--objective", objective, "--json"}).document();
    CHECK(d["objective"] == objective);
    for (auto const& c : d["curves"]) CHECK(c["regret"] == 0.0);
    return d["curves"][0];
  };
  // Of w: 8 J in 4 s, 5 J in 2 s, 10 J in 1 s; by default 6 J in 1 s.
  CHECK(best("energy")["best_mhz"] == 600.0);
  CHECK(best("time")["best_mhz"] == 1300.0);
  CHECK(best("time")["worse_than_baseline"] == false);
  auto const edp = best("edp");
  CHECK(edp["best_mhz"] == 600.0);  // 10 J s, as at the top: the slower of two equal ones
  CHECK(edp["regret_vs_top"] == 0.0);
  CHECK(edp["worse_than_baseline"] == true);
  CHECK(edp["probing_j"] == 23.0);
  CHECK(best("ed2p")["best_mhz"] == 1300.0);
  CHECK(best("wall=10")["best_mhz"] == 1300.0);
  CHECK(best("zeus=0,10")["best_mhz"] == 1300.0);
  auto const untimed = place.write("untimed.csv", "workload,gpu_mhz,energy_j\nw,300,2\nw,600,1\n");
  CHECK(refusal({"choose", untimed, "--objective", "edp"}).find("no curve has two levels") != std::string::npos);
  CHECK(run({"choose", untimed, "--objective", "edp"}).err.find("edp reads the time, and a row has none") !=
        std::string::npos);
}

TEST_CASE("with noise the lowest reading of one sweep stands beside, and eight probes beat it")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/agx_orin_slmdvfs.csv");
  for (std::string const noise : {"2", "5"}) {
    double probes = 0, sweep = 0;
    for (std::string const seed : {"1", "2", "3"}) {
      auto const d =
          run(measured({"choose", "--probes", "8", "--noise", noise, "--seed", seed, "--json"})).document()["summary"];
      probes += d["mean_regret"].get<double>();
      sweep += d["one_sweep_mean_regret"].get<double>();
    }
    MESSAGE("noise ", noise, " %: eight probes ", 100 * probes / 3, " %, the lowest reading of one sweep ",
            100 * sweep / 3, " %");
    CHECK(probes < sweep);
  }
  CHECK(run(measured({"choose", "--noise", "2"})).out.find("the lowest reading taken: mean regret") !=
        std::string::npos);
}

TEST_CASE("bad input of choose is refused with file, line and column")
{
  check_bad_files({"choose", "FILE"});
  check_bad_files({"choose", "FILE", "--json"});
  scratch const place;
  check_bad_files({"choose", place.write("good.csv", three_workloads), "--prior", "FILE"});
}

TEST_CASE("what is asked of choose in a wrong way is refused")
{
  scratch const place;
  auto const file = place.write("sweep.csv", "workload,gpu_mhz,energy_j\nw,300,8\nw,600,5\n");
  auto refused = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"choose", file});
    return refusal(more);
  };
  CHECK(refused({"--probes", "0"}) == "dvfs: --probes: expected a number from 1 to 10000");
  CHECK(refused({"--probes", "many"}).find("--probes") != std::string::npos);
  CHECK(refused({"--probes", "-1"}).find("--probes") != std::string::npos);
  CHECK(refused({"--noise", "100"}).find("--noise: expected a percentage") != std::string::npos);
  CHECK(refused({"--noise", "nan"}).find("--noise: expected a percentage") != std::string::npos);
  CHECK(refused({"--stop", "1"}).find("--stop: expected a fraction") != std::string::npos);
  for (std::string const bad : {"speed", "energy=1", "wall", "wall=-1", "zeus=2,100", "zeus=0.5", "edp=1"})
    CHECK(refused({"--objective", bad}) ==
          "dvfs: --objective " + bad + ": expected energy, time, edp, ed2p, wall=WATTS or zeus=ETA,WATTS");
  CHECK(refused({"--domains", "gpu,npu"}) == "dvfs: --domains gpu,npu: expected gpu, gpu,cpu or gpu,mem");
  CHECK(refused({"--domains", "gpu,cpu", "--prior", file}).find("--prior: ") != std::string::npos);
  CHECK(refused({"--guard", "--probes", "1"}) ==
        "dvfs: --guard: the default is one of the probes: give --probes 2 or more");
  CHECK(refused({"--leave-device-out"}) == "dvfs: --leave-device-out: the files know one device only");
  auto const r = run({"choose", file, "--domains", "gpu,cpu"});
  CHECK(r.code == 2);
  CHECK(r.err.find("w is set aside: a row has no cpu_mhz") != std::string::npos);
  CHECK(r.err.find("there is nothing to choose") != std::string::npos);
}

TEST_CASE("the same question gets the same bytes, and another seed of the noise others")
{
  scratch const place;
  auto const file = place.write("sweep.csv", small);
  auto const ask = [&](std::string const& seed) {
    return run({"choose", file, "--noise", "30", "--seed", seed, "--json"}).out;
  };
  CHECK(ask("1") == ask("1"));
  CHECK(ask("1") != ask("2"));
}

TEST_CASE("the played workload is left out of the prior")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/tx2_vgg19_gpu_sweep.csv");
  auto const file = *shared("data/measured/tx2_vgg19_gpu_sweep.csv");
  auto const without = run({"choose", file, "--probes", "4", "--json"}).document();
  auto const with = run({"choose", file, "--probes", "4", "--prior", file, "--json"}).document();
  CHECK(with == without);
  auto const others = *shared("data/measured/zeus_perseus_training_stage.csv");
  auto const zeus = *shared("data/measured/zeus_perseus_training_stage.csv");
  auto const before =
      run({"choose", zeus, "--probes", "3", "--json"}).document()["summary"]["mean_regret"].get<double>();
  auto const after = run({"choose", zeus, "--probes", "3", "--prior", others, "--json"})
                         .document()["summary"]["mean_regret"]
                         .get<double>();
  CHECK(after < before / 2);
}

TEST_CASE("the figures on the measured sweeps, flagged curves included")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/zeus_perseus_training_stage.csv");
  auto figures = [](std::vector<std::string> options) {
    options.insert(options.begin(), {"choose", "--json"});
    auto const document = run(measured(options)).document();
    CHECK(document["summary"]["curves"] == 241);
    CHECK(document["summary_without_flagged"]["curves"].get<int>() >= 236);
    return document["summary"];
  };
  CHECK(figures({"--probes", "4"})["mean_regret"].get<double>() <= 0.0040);
  auto const five = figures({"--probes", "5"});
  CHECK(five["mean_regret"].get<double>() <= 0.0012);
  CHECK(five["p95_regret"].get<double>() <= 0.01);
  CHECK(five["max_regret"].get<double>() <= 0.03);
  CHECK(figures({"--probes", "8"})["mean_regret"].get<double>() <= 0.0002);
}

TEST_CASE("twelve probes of two clocks come within half a percent")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/desktop_2dconv_core_mem_grid.csv");
  auto regret = [](std::string const& name, std::string const& domains) {
    auto const file = *shared("data/measured/" + name + ".csv");
    auto const document = run({"choose", file, "--domains", domains, "--probes", "12", "--json"}).document();
    CHECK(document["curves"][0].contains("chosen_" + domains.substr(4) + "_mhz"));
    return document["summary"]["mean_regret"].get<double>();
  };
  CHECK(regret("agx_orin_yolov8_cpu_gpu_grid", "gpu,cpu") <= 0.005);
  CHECK(regret("desktop_2dconv_core_mem_grid", "gpu,mem") <= 0.005);
}
