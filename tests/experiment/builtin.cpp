// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "curves_of.hpp"

#include <dvfs/experiment/builtin.hpp>

#include <string>
#include <vector>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

std::vector<curve> const one = dvfs_test::curves_of("workload,gpu_mhz,energy_j\na,306,4\n");

decision ask(named_policy const& p, std::vector<given_feature> const& given)
{
  return p.decide(curve_features{one[0], given});
}

std::vector<given_feature> job(double layers, double seq_len) { return {{"layers", layers}, {"seq_len", seq_len}}; }

std::vector<given_feature> job(double layers, double seq_len, feature_value util)
{
  return {{"layers", layers}, {"seq_len", seq_len}, {"gpu_util", util}};
}

}  // namespace

TEST_CASE("mlg answers by layers and tokens, whatever the utilisation")
{
  auto const mlg = mlg_policy();
  CHECK(mlg.name == "mlg");
  CHECK(ask(mlg, job(7, 32.5)) == decision{510_MHz});
  CHECK(ask(mlg, job(4, 50)) == decision{612_MHz});
  CHECK(ask(mlg, job(12, 53)) == decision{714_MHz});
  CHECK(ask(mlg, job(24, 70, 5.0)) == decision{816_MHz});
  CHECK(std::holds_alternative<undecided>(ask(mlg, {})));
}

TEST_CASE("mlg-util answers 1020 MHz at a known utilisation of 22 % or less, and as mlg else")
{
  auto const mlg = mlg_util_policy();
  CHECK(mlg.name == "mlg-util");
  CHECK(ask(mlg, job(12, 40, 22.0)) == decision{1020_MHz});
  CHECK(ask(mlg, job(12, 40, 22.1)) == decision{714_MHz});
  CHECK(ask(mlg, job(12, 40)) == decision{714_MHz});
  CHECK(ask(mlg, job(12, 40, "low")) == decision{714_MHz});
  // The shape is not needed where the rule applies.
  CHECK(ask(mlg, {{"gpu_util", 0.0}}) == decision{1020_MHz});
  CHECK(std::holds_alternative<undecided>(ask(mlg, {{"gpu_util", 90.0}})));
}

TEST_CASE("the utilisation is the one under the default governor")
{
  auto const measured =
      dvfs_test::curves_of("workload,gpu_mhz,energy_j,gpu_util,layers,seq_len\na,,4,20,12,40\na,306,4,90,12,40\n");
  CHECK(mlg_util_policy().decide(curve_features{measured[0]}) == decision{1020_MHz});
}

TEST_CASE("ffg asks for its frequency and maxn for none")
{
  CHECK(ask(fixed_policy("ffg", 612_MHz), {}) == decision{612_MHz});
  CHECK(fixed_policy("ffg", 612_MHz).name == "ffg");
  CHECK(ask(maxn_policy(), {}) == decision{default_governor{}});
  CHECK(maxn_policy("default").name == "default");
}

TEST_CASE("a policy of a tree outlives the tree that it was made from")
{
  named_policy p;
  {
    auto tree = make_named(policies::mlg_tree);
    p = tree_policy("mine", tree);
    tree.features.clear();
  }
  CHECK(p.name == "mine");
  CHECK(ask(p, job(12, 40)) == decision{714_MHz});
}

TEST_CASE("a policy of one's own over a described job is judged like the others, undecided where a feature is missing")
{
  struct by_width {
    frequency operator()(fine_tuning_job const& job) const noexcept { return job.hidden <= 512 ? 306_MHz : 612_MHz; }
  };
  auto const mine = job_policy<fine_tuning_job>("mine", by_width{});
  auto const curves = dvfs_test::curves_of(
      "workload,gpu_mhz,energy_j,family,layers,hidden,seq_len\na,306,2,encoder,4,512,30\nb,306,2,encoder,4,,30\n");
  CHECK(mine.decide(curve_features{curves[0]}) == decision{306_MHz});
  CHECK(mine.decide(curve_features{curves[1]}) ==
        decision{undecided{"the feature hidden is not known: give it with --feature hidden=VALUE"}});
}
