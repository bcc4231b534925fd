// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/device/simulated.hpp>
#include <dvfs/experiment/reproduce.hpp>
#include <dvfs/io/write_sweep.hpp>

#include <algorithm>
#include <string>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

reproduction carry_out()
{
  devices::simulated device;
  return *reproduce(device, "a simulated board");
}

reproduction const& once()
{
  static auto const r = carry_out();
  return r;
}

judgement const& of(judged_workload const& w, std::string_view policy)
{
  auto const found =
      std::find_if(w.policies.begin(), w.policies.end(), [&](auto const& p) { return p.first == policy; });
  REQUIRE(found != w.policies.end());
  return found->second;
}

}  // namespace

TEST_CASE("27 configurations at 11 levels and under MAXN train the tree, 54 others judge it")
{
  auto const& r = once();
  CHECK(r.training_sweep.rows.size() == 27 * 12);
  CHECK(r.evaluation_sweep.rows.size() == 54 * 12);
  CHECK(r.learnt.report.workloads == published::training_configurations);
  CHECK(r.learnt.ladder.size() == 11);
  CHECK(r.judged.workloads.size() == 54);
  CHECK(r.judged.remarks.empty());
  CHECK(r.all.n == 54);
  CHECK(r.above_70m.n == 36);
  CHECK(r.up_to_70m.n == 18);
}

TEST_CASE("every policy is judged on every workload, and none does better than the oracle")
{
  for (auto const& w : once().judged.workloads) {
    CAPTURE(w.workload);
    CHECK(w.policies.size() == 9);
    for (auto const* name :
         {"maxn", "ffg", "mlg", "mlg-util", "mlg-ours", "mlg-ours-shape", "top", "oracle", "baseline"}) {
      CAPTURE(name);
      auto const& j = of(w, name);
      REQUIRE(j.energy_j);
      REQUIRE(j.saving_vs_baseline);
      REQUIRE(j.slowdown_vs_baseline);
      CHECK(*j.energy_j >= *of(w, "oracle").energy_j);
      CHECK((std::string_view(name) == "maxn" || *j.regret >= 0));
    }
    CHECK(of(w, "maxn").saving_vs_baseline == 0.0);
    CHECK(of(w, "top").saving_vs_top == 0.0);
  }
}

TEST_CASE("the trees learn what the text names, with and without the utilisation")
{
  auto const& r = once();
  auto names = [](trained_policy const& p) {
    std::vector<std::string> all;
    for (auto const& f : p.tree.features) all.push_back(f.name);
    return all;
  };
  CHECK(names(r.learnt) == paper_features);
  CHECK(names(r.learnt_by_shape) == shape_features);
  CHECK(r.learnt.report.ffg_hz == r.learnt_by_shape.report.ffg_hz);
}

TEST_CASE("the published measurements are judged by the same policies, and what cannot be known is told")
{
  auto const& r = once();
  REQUIRE(r.judged_measured.workloads.size() == 3);
  CHECK(of(r.judged_measured.workloads[0], "mlg").gpu_mhz == 714.0);
  CHECK(*of(r.judged_measured.workloads[0], "mlg").saving_vs_baseline == doctest::Approx(0.0235).epsilon(0.005));
  CHECK(*of(r.judged_measured.workloads[0], "mlg").regret == doctest::Approx(0.0052).epsilon(0.01));
  CHECK(*of(r.judged_measured.workloads[1], "mlg").saving_vs_baseline == doctest::Approx(0.2177).epsilon(0.0005));
  CHECK(of(r.judged_measured.workloads[1], "mlg").regret == 0.0);
  CHECK(of(r.judged_measured.workloads[2], "mlg") == judgement{.gpu_mhz = 714.0});
  auto const& remarks = r.judged_measured.remarks;
  CHECK(std::find(remarks.begin(), remarks.end(), "Gemma-2B QNLI: mlg: 714 MHz was not measured") != remarks.end());
}

TEST_CASE("a second time everything is the same")
{
  auto const again = carry_out();
  auto const& r = once();
  CHECK(io::format_sweep(again.training_sweep) == io::format_sweep(r.training_sweep));
  CHECK(io::format_sweep(again.evaluation_sweep) == io::format_sweep(r.evaluation_sweep));
  CHECK(again.learnt.tree.tree == r.learnt.tree.tree);
  CHECK(again.learnt.report == r.learnt.report);
  REQUIRE(again.judged.workloads.size() == r.judged.workloads.size());
  for (std::size_t i = 0; i < r.judged.workloads.size(); ++i)
    CHECK(again.judged.workloads[i].policies == r.judged.workloads[i].policies);
}
