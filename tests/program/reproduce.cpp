// SPDX-License-Identifier: BSL-1.0
#include "run_program.hpp"

#include <cmath>

using namespace dvfs_test;

namespace {

json const& once()
{
  static json const document = run({"reproduce", "--json"}).document();
  return document;
}

}  // namespace

TEST_CASE("reproduce trains on 27 configurations at 11 levels and evaluates on 54 workloads")
{
  auto const& d = once();
  CHECK(d["simulated"] == true);
  CHECK(d["training"]["workloads"] == 27);
  CHECK(d["training"]["levels"] == 11);
  CHECK(d["evaluation"]["workloads"] == 54);
  CHECK(d["evaluation"]["per_workload"].size() == 54);
  CHECK(d["evaluation"]["all"]["workloads"] == 54);
  CHECK(d["evaluation"]["above_70m"]["workloads"].get<int>() + d["evaluation"]["up_to_70m"]["workloads"].get<int>() ==
        54);
}

TEST_CASE("every policy has every figure, as a fraction, in all models and above and up to 70M parameters")
{
  for (auto const* group : {"all", "above_70m", "up_to_70m"})
    for (auto const* policy :
         {"maxn", "ffg", "mlg", "mlg-util", "mlg-ours", "mlg-ours-shape", "top", "oracle", "baseline"}) {
      CAPTURE(group);
      CAPTURE(policy);
      auto const& p = once()["evaluation"][group]["policies"][policy];
      for (auto const* figure : {"mean_saving_vs_baseline", "largest_saving_vs_baseline", "mean_saving_vs_top",
                                 "largest_saving_vs_top", "mean_regret", "largest_regret", "mean_slowdown_vs_baseline",
                                 "mean_slowdown_vs_top", "mean_saving_over_ffg"}) {
        CAPTURE(figure);
        REQUIRE(p[figure].is_number());
        CHECK(std::abs(p[figure].get<double>()) < 10);
      }
    }
}

TEST_CASE("the published figures stand beside ours")
{
  auto const& evaluation = once()["evaluation"];
  auto const& mlg = evaluation["all"]["policies"]["mlg"]["published"];
  CHECK(mlg["mean_saving_vs_baseline"] == 0.1311);
  CHECK(mlg["largest_saving_vs_baseline"] == 0.2673);
  CHECK(mlg["mean_saving_over_ffg"] == 0.009);
  CHECK(evaluation["above_70m"]["policies"]["mlg"]["published"]["mean_saving_vs_baseline"] == 0.22);
  CHECK(evaluation["above_70m"]["policies"]["mlg"]["published"]["relation"] == "above");
  CHECK(!evaluation["all"]["policies"]["mlg-ours"].contains("published"));
  CHECK(once()["training"]["published"]["validation_accuracy"] == 0.62);
  CHECK(once()["training"]["published"]["workloads"] == 27);
}

TEST_CASE("the chosen tree comes with its leave-one-out accuracy, its interval and its mean regret")
{
  for (auto const* which : {"training", "training_by_shape"}) {
    auto const& t = once()[which];
    CHECK(t["loocv_accuracy"] == t["loocv_correct"].get<double>() / 27);
    CHECK(t["loocv_accuracy_low"] < t["loocv_accuracy"]);
    CHECK(t["loocv_accuracy"] < t["loocv_accuracy_high"]);
    CHECK(t["loocv_mean_regret"] >= 0);
    CHECK(t["tree"].get<std::string>().find("|--- ") == 0);
    CHECK(!t["labels_mhz"].empty());
  }
}

TEST_CASE("at most eight parameters are fitted, and it is said to what")
{
  CHECK(once()["fitted_parameters"].size() <= 8);
  CHECK(once()["fitted_to"].get<std::string>().find("slmdvfs") != std::string::npos);
  CHECK(once()["statement"].get<std::string>().find("This is a simulation") == 0);
}

TEST_CASE("the measured sweeps are judged by the same policies")
{
  auto const& measured = once()["measured"];
  REQUIRE(measured["workloads"].size() == 3);
  CHECK(measured["workloads"][0]["policies"]["mlg"]["gpu_mhz"] == 714.0);
  CHECK(!measured["remarks"].empty());
}

TEST_CASE("two runs print and write the same bytes")
{
  scratch const place;
  auto const a = run({"reproduce", "--json", "-o", place.path("a/deep")}),
             b = run({"reproduce", "--json", "-o", place.path("b")});
  CHECK(a.code == 0);
  CHECK(a.err == "");
  CHECK(a.out == b.out);
  for (auto const* name : {"training.csv", "evaluation.csv", "policy.json", "policy_by_shape.json"}) {
    CAPTURE(name);
    auto const text = read(place.path(std::string("a/deep/") + name));
    CHECK(!text.empty());
    CHECK(text == read(place.path(std::string("b/") + name)));
  }
  CHECK(run({"reproduce"}).out == run({"reproduce"}).out);
}

TEST_CASE("people are told first that it is a simulation, and what it was fitted to")
{
  auto const r = run({"reproduce"});
  CHECK(r.code == 0);
  CHECK(r.err == "");
  auto const first = r.out.substr(0, r.out.find("\n\n"));
  CHECK(first.find("This is a simulation, not a measurement") == 0);
  CHECK(first.find("DeBERTa-v2-xlarge on QNLI and on SST-2") != std::string::npos);
  CHECK(first.find("none was fitted to the savings") != std::string::npos);
  CHECK(r.out.find("Trained on 27 configurations x 11 levels\n") != std::string::npos);
  CHECK(r.out.find("(54 workloads)\n") != std::string::npos);
  CHECK(r.out.find("mlg against ffg: ") != std::string::npos);
}

TEST_CASE("a folder that cannot be made ends with 1 and leaves what is there")
{
  scratch const place;
  auto const file = place.write("results", "kept");
  CHECK(refusal({"reproduce", "-o", file}, 1).find("dvfs: cannot create " + file) == 0);
  CHECK(refusal({"reproduce", "-o", file + "/deep"}, 1).find("dvfs: cannot create " + file + "/deep") == 0);
  CHECK(read(file) == "kept");
}
