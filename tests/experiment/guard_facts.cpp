// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "curves_of.hpp"

#include <dvfs/experiment/guard_facts.hpp>
#include <dvfs/experiment/train.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Six workloads, two kinds: shallow ones are best at 306 MHz, deep ones at 612 MHz.
trained_policy two_kinds()
{
  std::string text = "workload,gpu_mhz,energy_j,layers,hidden\n";
  for (int layers : {2, 3, 4, 12, 13, 14})
    for (int mhz : {0, 306, 612, 1020}) {
      bool const best = mhz == (layers < 8 ? 306 : 612);
      text += "w" + std::to_string(layers) + "," + (mhz ? std::to_string(mhz) : "") + "," +
              (best       ? "8"
               : mhz == 0 ? "12"
                          : "10") +
              "," + std::to_string(layers) + "," + std::to_string(100 - layers) + "\n";
    }
  return train(make_training_set(dvfs_test::curves_of(text), {"layers", "hidden"}, {}, "sweep.csv"));
}

}  // namespace

TEST_CASE("a trained policy carries where its features went, and how each workload did held out")
{
  auto const p = two_kinds();
  REQUIRE(p.guard.has_value());
  CHECK(p.guard->ranges == std::vector<policies::feature_range>{{2, 14}, {86, 98}});
  REQUIRE(p.tree.tree.learnt().nodes.size() == 3);
  REQUIRE(p.guard->held_out.size() == 6);
  for (std::size_t i = 0; i < 6; ++i) {
    auto const& w = p.guard->held_out[i];
    CAPTURE(i);
    CHECK(w.leaf == (i < 3 ? 1 : 2));
    CHECK(w.regret == 0.0);
    // Without a workload of its kind the level of the other is best for all.
    CHECK(w.ffg_regret == 0.25);
    CHECK(w.top_regret == 0.25);
    CHECK(w.maxn_regret == 0.5);
  }
  CHECK(p.guard->held_out[0].workload == "w2");
}

TEST_CASE("a workload that was the only one of its kind shows its regret when it is held out")
{
  auto const p = [] {
    auto const curves = dvfs_test::curves_of(
        "workload,gpu_mhz,energy_j,layers\n"
        "a,306,4,2\na,612,5,2\nb,306,4,3\nb,612,5,3\nc,306,4,4\nc,612,5,4\nd,306,6,12\nd,612,4,12\n");
    return train(make_training_set(curves, {"layers"}, {}, "sweep.csv"));
  }();
  CHECK(p.guard->held_out[3].regret == 0.5);
}

TEST_CASE("facts become evidence: the losses of the answers to the fallback, workload by workload")
{
  auto const p = two_kinds();
  auto facts = *p.guard;
  facts.held_out[0].regret = 0.5;
  facts.held_out[5].maxn_regret = std::nullopt;
  auto const& tree = p.tree.tree.learnt();
  // Three rows bound the next one three times in four: by the largest.
  auto const maxn = make_evidence(facts, tree, fallback::maxn, 0.75);
  CHECK(maxn.ranges == facts.ranges);
  CHECK(maxn.nodes[1] == policies::node_evidence{3, 0.0});
  CHECK(maxn.nodes[2] == policies::node_evidence{3, infinity});
  auto const top = make_evidence(facts, tree, fallback::top, 0.75);
  CHECK(top.nodes[1] == policies::node_evidence{3, (0.5 - 0.25) / 1.25});
  CHECK(top.nodes[2] == policies::node_evidence{3, (0 - 0.25) / 1.25});
  facts.held_out[3].ffg_regret = 0.0;
  CHECK(make_evidence(facts, tree, fallback::ffg, 0.75).nodes[2].loss_bound == 0);
}
