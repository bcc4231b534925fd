// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "curves_of.hpp"

#include <dvfs/experiment/builtin.hpp>
#include <dvfs/experiment/evaluate.hpp>

#include <optional>
#include <string>
#include <vector>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

using remarks = std::vector<std::string>;

judgement const& of(judged_workload const& w, std::string_view policy)
{
  for (auto const& [name, j] : w.policies)
    if (name == policy) return j;
  FAIL("no such policy");
  return w.policies.front().second;
}

evaluation judge(std::string_view csv, std::vector<named_policy> const& policies,
                 std::vector<given_feature> const& given = {})
{
  return evaluate(dvfs_test::curves_of(csv), policies, given);
}

}  // namespace

TEST_CASE("a choice is judged by what was measured at its level: energy, savings, regret, slowdown")
{
  auto const all = judge(
      "device,workload,gpu_mhz,time_s,energy_j,params_m\norin,a,,10,100,110\norin,a,306,20,90,110\n"
      "orin,a,612,12,80,110\norin,a,1300,8,160,110\n",
      {fixed_policy("ffg", 306_MHz), maxn_policy()});
  CHECK(all.remarks.empty());
  REQUIRE(all.workloads.size() == 1);
  auto const& w = all.workloads[0];
  CHECK(w.device == "orin");
  CHECK(w.workload == "a");
  CHECK(w.context.empty());
  CHECK(w.levels == 3);
  CHECK(w.params_m == 110.0);
  CHECK(of(w, "ffg") == judgement{306.0, 90.0, 1 - 90.0 / 100, 1 - 90.0 / 160, 90.0 / 80 - 1, 2.0, 2.5});
  CHECK(of(w, "oracle") == judgement{612.0, 80.0, 1 - 80.0 / 100, 0.5, 0.0, 1.2, 1.5});
  CHECK(of(w, "top") == judgement{1300.0, 160.0, 1 - 160.0 / 100, 0.0, 1.0, 0.8, 1.0});
  CHECK(of(w, "baseline") == judgement{{}, 100.0, 0.0, 1 - 100.0 / 160, 0.25, 1.0, 1.25});
  CHECK(of(w, "maxn") == of(w, "baseline"));
}

TEST_CASE("the policies asked for come first, in their order, then top, oracle and baseline")
{
  auto const all =
      judge("workload,gpu_mhz,energy_j\na,306,1\n", {fixed_policy("z", 306_MHz), fixed_policy("b", 306_MHz)});
  std::vector<std::string> names;
  for (auto const& [name, j] : all.workloads[0].policies) names.push_back(name);
  CHECK(names == std::vector<std::string>{"z", "b", "top", "oracle", "baseline"});
}

TEST_CASE("a level that was not measured is reported and not interpolated")
{
  auto const all =
      judge("workload,gpu_mhz,energy_j\na,,9\na,306,8\na,408,7\na,612,6\n", {fixed_policy("ffg", 510_MHz)});
  CHECK(of(all.workloads[0], "ffg") == judgement{.gpu_mhz = 510.0});
  CHECK(all.remarks == remarks{"a: ffg: 510 MHz was not measured"});
  CHECK(of(all.workloads[0], "top").energy_j == 6.0);
}

TEST_CASE("1300.5 MHz is the level that a file calls 1300, and 1290 MHz is not")
{
  std::string_view const csv = "workload,gpu_mhz,energy_j\na,,9\na,306,8\na,1300,7\n";
  auto const all = judge(csv, {fixed_policy("exact", 1300.5_MHz), fixed_policy("near", 1290_MHz)});
  CHECK(of(all.workloads[0], "exact").energy_j == 7.0);
  CHECK(of(all.workloads[0], "exact").gpu_mhz == 1300.0);
  CHECK(of(all.workloads[0], "near") == judgement{.gpu_mhz = 1290.0});
}

TEST_CASE("without a run under the default governor there is no saving over it, and a reason")
{
  auto const all =
      judge("workload,gpu_mhz,energy_j\na,306,8\na,408,7\n", {fixed_policy("ffg", 306_MHz), maxn_policy()});
  auto const& w = all.workloads[0];
  CHECK(of(w, "ffg").saving_vs_baseline == std::nullopt);
  CHECK(of(w, "ffg").saving_vs_top == 1 - 8.0 / 7);
  CHECK(of(w, "baseline") == judgement{});
  CHECK(of(w, "maxn") == judgement{});
  CHECK(all.remarks == remarks{"a: maxn: the file has no run under the default governor",
                               "a: baseline: the file has no run under the default governor"});
}

TEST_CASE("of two levels with the least energy the oracle takes the slower")
{
  auto const curves = dvfs_test::curves_of("workload,gpu_mhz,energy_j\na,714,5\na,612,4\na,510,4\na,306,6\n");
  REQUIRE(best_point(curves[0]));
  CHECK(best_point(curves[0])->at == 510_MHz);
  CHECK(of(evaluate(curves, {}).workloads[0], "oracle").gpu_mhz == 510.0);
}

TEST_CASE("what lacks an energy is judged as far as it goes, and named")
{
  auto const all = judge("workload,gpu_mhz,time_s,energy_j\na,,4,\na,306,8,5\na,408,6,\na,510,5,\n",
                         {fixed_policy("ffg", 408_MHz), fixed_policy("slow", 306_MHz)});
  auto const& w = all.workloads[0];
  CHECK(of(w, "ffg") == judgement{.gpu_mhz = 408.0, .slowdown_vs_baseline = 1.5, .slowdown_vs_top = 1.2});
  CHECK(
      of(w, "slow") ==
      judgement{.gpu_mhz = 306.0, .energy_j = 5.0, .regret = 0.0, .slowdown_vs_baseline = 2.0, .slowdown_vs_top = 1.6});
  CHECK(of(w, "oracle").gpu_mhz == 306.0);
  CHECK(all.remarks == remarks{"a: ffg: no energy was measured at 408 MHz", "a: top: no energy was measured at 510 MHz",
                               "a: baseline: no energy was measured under the default governor"});
}

TEST_CASE("a curve without any energy has no oracle, and says so")
{
  auto const all = judge("workload,gpu_mhz,time_s\na,,4\na,306,8\n", {});
  CHECK(of(all.workloads[0], "oracle") == judgement{});
  CHECK(all.remarks.size() == 3);
  CHECK(all.remarks[1] == "a: energy is known at no level");
}

TEST_CASE("the energy is power times time where no energy was measured, and the mean of repeated runs")
{
  auto const all =
      judge("workload,gpu_mhz,time_s,power_w,energy_j,repeat\na,306,10,2,,1\na,408,,,30,1\na,408,,,50,2\n", {});
  CHECK(of(all.workloads[0], "oracle").energy_j == 20.0);
  CHECK(of(all.workloads[0], "top").energy_j == 40.0);
}

TEST_CASE("an undecided policy has no figures, and its reason is told")
{
  auto const all = judge("workload,gpu_mhz,energy_j,layers\na,,3,\na,510,2,\nb,,3,7\nb,510,2,7\n", {mlg_policy()},
                         {{"seq_len", 13.0, "b"}});
  CHECK(of(all.workloads[0], "mlg") == judgement{});
  CHECK(of(all.workloads[1], "mlg").gpu_mhz == 510.0);
  CHECK(all.remarks == remarks{"a: mlg: the feature layers is not known: give it with --feature layers=VALUE"});
}

TEST_CASE("curves of one workload are told apart by their other clocks, knobs and kernel")
{
  auto const all = judge(
      "workload,kernel,gpu_mhz,mem_mhz,power_limit_w,energy_j\na,k,306,800,30,2\na,k,306,1600.5,30,2\na,,306,,,2\n"
      "a,,408,,,1\n",
      {});
  REQUIRE(all.workloads.size() == 3);
  CHECK(all.workloads[0].context == "kernel=k, mem_mhz=800, power_limit_w=30");
  CHECK(all.workloads[1].context == "kernel=k, mem_mhz=1600.5, power_limit_w=30");
  CHECK(all.workloads[2].context.empty());
  CHECK(all.remarks[0] ==
        "a (kernel=k, mem_mhz=800, power_limit_w=30): baseline: the file has no run under the default governor");
}
