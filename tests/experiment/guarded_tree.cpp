// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "curves_of.hpp"
#include "small_models.hpp"

#include <dvfs/device/simulated.hpp>
#include <dvfs/experiment/guarded_tree.hpp>
#include <dvfs/experiment/measured.hpp>
#include <dvfs/experiment/slm.hpp>
#include <dvfs/experiment/sweep_device.hpp>
#include <dvfs/io/sweep.hpp>

#include <cstdio>
#include <map>
#include <span>
#include <string>
#include <vector>

using namespace dvfs;
using namespace dvfs::experiment;
using policies::guard_verdict;

namespace {

std::vector<curve> simulated_curves(std::span<glue_task const> tasks)
{
  devices::simulated orin;
  return io::curves(*sweep_device(orin, "simulated", orin.ladder(), fine_tuning_jobs(tasks)));
}

std::vector<std::string> const shape{"family", "layers", "hidden", "seq_len"};

// Trained on the 27 configurations of the paper: 4 to 24 layers, 256 to 2048 wide, 13 to 53 tokens.
trained_policy const& trained()
{
  static auto const p = train(make_training_set(simulated_curves(training_tasks), shape, {}, "simulated"));
  return p;
}

guarded_tree guarded(fallback against, double coverage = 0.9)
{
  return *guarded_tree::from(trained(), {against, coverage, {}});
}

using values = std::map<std::string, feature_value>;

auto asked(values const& all)
{
  return [&all](std::string_view name) -> std::optional<feature_value> {
    auto const found = all.find(std::string(name));
    return found == all.end() ? std::nullopt : std::optional{found->second};
  };
}

values const inside{{"family", "encoder"}, {"layers", 24.0}, {"hidden", 1024.0}, {"seq_len", 50.0}};

values but(std::string const& name, feature_value const& value)
{
  auto all = inside;
  all[name] = value;
  return all;
}

// What a decision costs on a curve above its run under the default governor, as a fraction; 0 for that itself.
double loss(curve const& c, decision const& wanted)
{
  if (std::holds_alternative<default_governor>(wanted)) return 0;
  return c.at(std::get<frequency>(wanted))->used->mean / c.baseline->used->mean - 1;
}

struct tally {
  double largest{-1}, sum{};
  std::size_t count{}, above_one_percent{};

  void add(double loss)
  {
    largest = loss > largest ? loss : largest;
    sum += loss;
    above_one_percent += loss > 0.01 ? 1 : 0;
    ++count;
  }
  [[nodiscard]] double saving() const { return -sum / static_cast<double>(count); }
};

}  // namespace

TEST_CASE("a guarded tree answers where its training vouches for it, and says why where it does not")
{
  auto const g = guarded(fallback::maxn);
  auto const trusted = g.decide(asked(inside));
  CHECK(trusted.why == guard_verdict::trusted);
  CHECK(trusted.wanted == trained().tree.decide(asked(inside)));
  CHECK(trusted.reason == "the answer stands");

  auto const shallow = g.decide(asked(but("layers", 3.0)));
  CHECK(shallow.why == guard_verdict::outside_training_range);
  CHECK(shallow.wanted == decision{default_governor{}});
  CHECK(shallow.reason == "the feature layers is 3, and in training it was 4 to 24");

  auto const kind = g.decide(asked(but("family", "mixture")));
  CHECK(kind.why == guard_verdict::outside_training_range);
  CHECK(kind.reason == "the feature family is mixture, and in training it was another");

  auto unknown = inside;
  unknown.erase("seq_len");
  auto const missing = g.decide(asked(unknown));
  CHECK(missing.why == guard_verdict::feature_not_known);
  CHECK(missing.reason == "the feature seq_len is not known: give it with --feature seq_len=VALUE");
  // The tree never asks for the family, but who does not know it does not know that the job is like those in training.
  unknown = inside;
  unknown.erase("family");
  CHECK(g.decide(asked(unknown)).why == guard_verdict::feature_not_known);
}

TEST_CASE("the fallback is the one asked for, and a policy without what it takes is refused")
{
  auto const outside = but("layers", 3.0);
  CHECK(guarded(fallback::ffg).decide(asked(outside)).wanted == decision{612_MHz});
  CHECK(guarded(fallback::top).decide(asked(outside)).wanted == decision{1300.5_MHz});
  auto bare = trained();
  bare.report.ffg_hz.reset();
  CHECK(guarded_tree::from(bare, {fallback::ffg, 0.9, {}}).error().find("no one level was measured") == 0);
  CHECK(guarded_tree::from(bare, {fallback::top, 0.9, {}}).has_value());
  bare.guard.reset();
  CHECK(guarded_tree::from(bare, {fallback::top, 0.9, {}}).error().find("the policy carries no training ranges") == 0);
}

TEST_CASE("few workloads in a leaf, and losses to the fallback on held-out workloads, send it back as well")
{
  auto strict = *guarded_tree::from(trained(), {fallback::maxn, 0.9, {.least_rows = 19}});
  CHECK(strict.decide(asked(inside)).why == guard_verdict::few_rows_in_leaf);
  // Held out, the tree lost 2 % to the best level on one of 27 workloads, which the one level for all did not: with 27
  // workloads 0.9 allows for one such in the branch of short sequences, the highest coverage for none.
  auto const short_text = but("seq_len", 13.0);
  CHECK(guarded(fallback::ffg, 0.75).decide(asked(short_text)).why == guard_verdict::trusted);
  CHECK(guarded(fallback::ffg, 27.0 / 28).decide(asked(short_text)).why == guard_verdict::loss_bound_too_high);
  CHECK(guarded(fallback::ffg, 0.99).decide(asked(inside)).why == guard_verdict::loss_bound_too_high);
  // No workload lost anything to the default governor.
  CHECK(guarded(fallback::maxn, 27.0 / 28).decide(asked(inside)).why == guard_verdict::trusted);
  CHECK(guarded(fallback::maxn, 0.99).decide(asked(inside)).why == guard_verdict::loss_bound_too_high);
}

TEST_CASE("on the paper's evaluation tasks, simulated, nothing is lost to the default and most of the saving kept")
{
  auto const curves = simulated_curves(evaluation_tasks);
  tally bare, to_maxn, to_ffg;
  for (auto const& c : curves) {
    curve_features const of{c};
    bare.add(loss(c, trained().tree.decide(of)));
    to_maxn.add(loss(c, guarded(fallback::maxn).decide(of).wanted));
    to_ffg.add(loss(c, guarded(fallback::ffg).decide(of).wanted));
  }
  std::printf("54 evaluation tasks: saves %.4f; guarded %.4f to maxn, %.4f to ffg\n", bare.saving(), to_maxn.saving(),
              to_ffg.saving());
  CHECK(to_maxn.largest <= 0.01);
  CHECK(to_ffg.largest <= 0.01);
  // CoLA and RTE, 18 of the 54, are shorter and longer than anything in training.
  CHECK(to_maxn.saving() > 0.5 * bare.saving());
  CHECK(to_ffg.saving() > 0.98 * bare.saving());
}

TEST_CASE("on the published measurements no workload loses more than one percent to MAXN")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/agx_orin_slmdvfs.csv");
  auto const curves = io::curves(io::read_sweep(*dvfs_test::shared("data/measured/agx_orin_slmdvfs.csv")));
  std::vector<given_feature> const given{
      {"family", "encoder", "DeBERTa*"}, {"seq_len", 50.0, "*QNLI*"}, {"seq_len", 13.0, "*SST2*"}};
  auto const g = guarded(fallback::maxn);
  tally bare, under_guard;
  for (auto const& c : curves) {
    curve_features const of{c, given};
    auto const d = g.decide(of);
    under_guard.add(loss(c, d.wanted));
    // The layers of the other two were not published.
    bool const known = c.key.workload.find("DeBERTa") == 0;
    CHECK(d.why == (known ? guard_verdict::trusted : guard_verdict::feature_not_known));
    if (known) bare.add(loss(c, trained().tree.decide(of)));
  }
  CHECK(under_guard.count == 4);
  CHECK(bare.count == 2);
  CHECK(under_guard.largest <= 0.01);
  CHECK(under_guard.sum == doctest::Approx(bare.sum));
}

TEST_CASE("asked about small models the tree loses much, and outside its training range the guard nothing")
{
  auto const to_maxn = guarded(fallback::maxn);
  dvfs::detail::random_source random{1};
  tally bare, under_guard, outside;
  for (int i = 0; i < 10'000; ++i) {
    auto const m = dvfs_test::draw_small_model(random, 3);
    auto const of = dvfs_test::features_of(m);
    auto const d = to_maxn.decide(of);
    bare.add(loss(m.measured, trained().tree.decide(of)));
    under_guard.add(loss(m.measured, d.wanted));
    if (d.why == guard_verdict::outside_training_range) outside.add(loss(m.measured, d.wanted));
  }
  std::printf("10000 small models, unmeasured: %zu lose over 1 %%, under guard %zu; %zu outside the range\n",
              bare.above_one_percent, under_guard.above_one_percent, outside.count);
  CHECK(bare.above_one_percent > 2500);
  CHECK(outside.count > 5000);
  CHECK(outside.largest == 0);
  // Inside the range the training says nothing of the batch and of the host, which are no features here: what is lost
  // there only a measurement finds out.
  CHECK(under_guard.above_one_percent < bare.above_one_percent / 5);
}

TEST_CASE("among workloads of one kind the bound holds about as often as asked for")
{
  // 27 small models to train on and others of the same population: exchangeable by construction.
  dvfs::detail::random_source random{2};
  std::size_t held = 0, bounded = 0;
  for (int round = 0; round < 40; ++round) {
    auto draw = [&](std::string const& name) {
      auto m = dvfs_test::draw_small_model(random, 1);
      m.measured.key.workload = name;
      return m;
    };
    std::vector<curve> curves;
    std::vector<given_feature> given;
    for (int i = 0; i < 27; ++i) {
      auto const name = "w" + std::to_string(i);
      auto const m = draw(name);
      for (auto const& [feature, value] : values_of(dvfs::features_of(m.job))) given.push_back({feature, value, name});
      curves.push_back(m.measured);
    }
    auto const p = train(make_training_set(curves, {"layers", "hidden", "seq_len"}, given, "drawn"));
    auto const facts = make_evidence(*p.guard, p.tree.tree.learnt(), fallback::maxn, 0.9);
    for (int i = 0; i < 25; ++i) {
      auto const m = draw("new");
      auto const row = p.tree.row(dvfs_test::features_of(m));
      double const bound = facts.nodes[p.tree.tree.learnt().find_node(row)].loss_bound;
      ++bounded;
      held += loss(m.measured, p.tree.decide(dvfs_test::features_of(m))) <= bound ? 1 : 0;
    }
  }
  std::printf("a bound for 0.9 held %zu of %zu times\n", held, bounded);
  CHECK(static_cast<double>(held) >= 0.85 * static_cast<double>(bounded));
  CHECK(static_cast<double>(held) <= 0.96 * static_cast<double>(bounded));
}
