// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "curves_of.hpp"

#include <dvfs/experiment/builtin.hpp>
#include <dvfs/experiment/summary.hpp>

#include <optional>
#include <string>
#include <vector>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

evaluation judge(std::string_view csv, std::vector<named_policy> const& policies)
{
  return evaluate(dvfs_test::curves_of(csv), policies);
}

std::string const header = "workload,gpu_mhz,time_s,energy_j,params_m\n";
std::string const a = "a,,1,10,31\na,306,2,8,31\na,408,1,16,31\n";
std::string const b = "b,,1,10,110\nb,306,4,4,110\nb,408,2,5,110\n";
std::string const without_306 = "c,,1,10,70\nc,408,2,1,70\nc,510,1,2,70\n";
std::string const without_baseline = "d,306,1,1,70\nd,408,2,1,70\n";

}  // namespace

TEST_CASE("means are taken over the workloads on which every policy has an energy, the same for all of them")
{
  auto const s = summarise(judge(header + a + b + without_306 + without_baseline, {fixed_policy("ffg", 306_MHz)}));
  CHECK(s.n == 2);
  auto const* ffg = s.find("ffg");
  REQUIRE(ffg);
  CHECK(ffg->mean.gpu_mhz == 306.0);
  CHECK(ffg->mean.energy_j == 6.0);
  CHECK(ffg->mean.saving_vs_baseline == ((1 - 0.8) + (1 - 0.4)) / 2);
  CHECK(ffg->mean.saving_vs_top == ((1 - 0.5) + (1 - 0.8)) / 2);
  CHECK(ffg->mean.regret == 0.0);
  CHECK(ffg->mean.slowdown_vs_baseline == 3.0);
  CHECK(ffg->mean.slowdown_vs_top == 2.0);
  CHECK(ffg->largest_saving_vs_baseline == 1 - 0.4);
  CHECK(ffg->largest_saving_vs_top == 0.5);
  auto const* top = s.find("top");
  REQUIRE(top);
  CHECK(top->mean.energy_j == 10.5);
  CHECK(top->largest_regret == 1.0);
  CHECK(s.find("baseline")->mean.gpu_mhz == std::nullopt);
  CHECK(s.find("baseline")->mean.energy_j == 10.0);
  CHECK(s.find("nobody") == nullptr);
}

TEST_CASE("a summary may take some workloads only, by what is known of them")
{
  auto const judged = judge(header + a + b, {fixed_policy("ffg", 306_MHz)});
  auto const large = summarise(judged, [](judged_workload const& w) { return w.params_m > 70; });
  CHECK(large.n == 1);
  CHECK(large.find("ffg")->mean.energy_j == 4.0);
  auto const none = summarise(judged, [](judged_workload const&) { return false; });
  CHECK(none.n == 0);
  REQUIRE(none.find("ffg"));
  CHECK(none.find("ffg")->mean == judgement{});
  CHECK(none.find("ffg")->largest_regret == std::nullopt);
}

TEST_CASE("where no workload at all has a baseline, the others are summarised without it")
{
  auto const s = summarise(judge(header + without_baseline, {fixed_policy("ffg", 306_MHz)}));
  CHECK(s.n == 1);
  CHECK(s.find("ffg")->mean.energy_j == 1.0);
  CHECK(s.find("ffg")->mean.saving_vs_baseline == std::nullopt);
  CHECK(s.find("baseline")->mean == judgement{});
  // A policy that was asked for and has no energy anywhere does count.
  CHECK(summarise(judge(header + without_baseline, {maxn_policy()})).n == 0);
}

TEST_CASE("a figure that one of the workloads lacks has no mean")
{
  auto const s = summarise(judge(header + a + "e,,,10,70\ne,306,,8,70\n", {}));
  CHECK(s.n == 2);
  CHECK(s.find("top")->mean.energy_j == 12.0);
  CHECK(s.find("top")->mean.slowdown_vs_top == std::nullopt);
}

TEST_CASE("nothing judged gives no figures")
{
  auto const s = summarise(evaluation{});
  CHECK(s.n == 0);
  CHECK(s.policies.empty());
}
