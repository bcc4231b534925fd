// SPDX-License-Identifier: BSL-1.0
// Time per decision of the paper's policy in its three forms, and of two of them under guard.  Each is measured over inputs in order, which the branch
// predictor learns, and at random, which it cannot: either figure alone misleads.
#include <dvfs/detail/random.hpp>
#include <dvfs/policy.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <string>

namespace {

using namespace dvfs;

struct nested_if {
  frequency operator()(fine_tuning_job const& job) const noexcept
  {
    if (job.layers <= 7) return job.seq_len <= 32.5 ? 510_MHz : 612_MHz;
    return job.seq_len <= 53.0 ? 714_MHz : 816_MHz;
  }
};

using jobs = std::array<fine_tuning_job, 4096>;

constexpr double tokens[] = {11, 13, 30, 31, 37, 40, 50, 53, 70};
constexpr int layers[] = {4, 6, 12, 16, 24};

jobs make_jobs()
{
  dvfs::detail::random_source random{1};
  jobs all;
  for (auto& job : all)
    job = {model_family::encoder, std::nullopt, layers[random.below(5)], 768, tokens[random.below(9)]};
  return all;
}

template<class Policy>
void in_order(benchmark::State& state, Policy const& policy, jobs const& seen)
{
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(policy(seen[i]));
    i = (i + 1) % seen.size();
  }
  state.SetItemsProcessed(state.iterations());
}

template<class Policy>
void at_random(benchmark::State& state, Policy const& policy, jobs const& seen)
{
  // A new index each time, since predictors learn a sequence of thousands that comes again; drawing it is part of the
  // time.
  dvfs::detail::random_source random{2};
  for (auto _ : state) benchmark::DoNotOptimize(policy(seen[random.next() % seen.size()]));
  state.SetItemsProcessed(state.iterations());
}

}  // namespace

int main(int argc, char** argv)
{
  jobs const seen = make_jobs();
  auto measure = [&](std::string const& name, auto const& policy) {
    benchmark::RegisterBenchmark((name + "/ordered").c_str(), [&](benchmark::State& s) { in_order(s, policy, seen); });
    benchmark::RegisterBenchmark((name + "/random").c_str(), [&](benchmark::State& s) { at_random(s, policy, seen); });
  };
  policies::mlg const constant;
  nested_if const by_hand;
  policies::tree const at_run_time{policies::mlg_tree};
  // Every answer is trusted, which takes a guard longest.
  constexpr std::array<policies::feature_range, 5> ranges{{{}, {}, {4, 24}, {256, 2048}, {11, 70}}};
  constexpr policies::fixed_evidence<5, 7> facts{ranges, {{{27, 0}, {9, 0}, {5, 0}, {4, 0}, {18, 0}, {9, 0}, {9, 0}}}};
  policies::guarded const guarded_constant{policies::mlg{}, facts, policies::fixed{612_MHz}};
  policies::guarded const guarded_at_run_time{
      at_run_time, policies::evidence{{ranges.begin(), ranges.end()}, {facts.nodes.begin(), facts.nodes.end()}},
      policies::fixed{612_MHz}};
  measure("decide/mlg/static_tree", constant);
  measure("decide/mlg/nested_if", by_hand);
  measure("decide/mlg/tree", at_run_time);
  measure("decide/mlg/guarded_static_tree", guarded_constant);
  measure("decide/mlg/guarded_tree", guarded_at_run_time);

  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
