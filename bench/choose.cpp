// SPDX-License-Identifier: BSL-1.0
// What a probing policy costs on the 11 levels of an AGX Orin and on 13 and 60 levels: drawing its prior, making it, and
// each decision: one reading told and the next probe known.
#include <dvfs/core.hpp>
#include <dvfs/detail/random.hpp>
#include <dvfs/policy/probing.hpp>

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <vector>

namespace {

using namespace dvfs;

std::vector<frequency> ladder_of(std::size_t levels)
{
  std::vector<frequency> all;
  for (std::size_t i = 0; i < levels; ++i)
    all.push_back(from_MHz(300 + 1000 * static_cast<double>(i) / static_cast<double>(levels - 1)));
  return all;
}

// Jobs that differ, so that no branch is learnt by heart.
std::vector<std::vector<run_cost>> jobs_on(std::vector<frequency> const& ladder)
{
  detail::random_source random{7};
  std::vector<std::vector<run_cost>> jobs(64);
  for (auto& job : jobs) {
    double const fixed = 2 * random.uniform(), still = 1 + 10 * random.uniform(), dynamic = 20 * random.uniform();
    for (auto const f : ladder) {
      double const GHz = in_GHz(f);
      duration const took{(fixed + 1 / GHz) * (1 + 0.01 * random.normal())};
      job.push_back({power{(still + dynamic * GHz * GHz * GHz) * (1 + 0.01 * random.normal())} * took, took});
    }
  }
  return jobs;
}

void draw_prior(benchmark::State& state)
{
  auto const ladder = ladder_of(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(policies::probing_prior{ladder_view{ladder}}.points());
}

// The decision behind the given number of readings, timed alone.
void decide(benchmark::State& state)
{
  auto const ladder = ladder_of(static_cast<std::size_t>(state.range(0)));
  auto const after = static_cast<std::size_t>(state.range(1));
  auto const jobs = jobs_on(ladder);
  policies::probing_prior const prior{ladder_view{ladder}};
  std::vector<policies::probing> ready;
  std::vector<std::size_t> next;
  for (auto const& job : jobs) {
    policies::probing policy{prior, {.probes = 9}};
    for (std::size_t i = 1; i < after; ++i) {
      auto const at = *policy.next_point();
      policy.observe_point(at, job[at].used, job[at].took);
    }
    next.push_back(*policy.next_point());
    ready.push_back(std::move(policy));
  }
  // By hand, because stopping the benchmark's clock takes as long as a decision.
  auto policy = ready[0];
  std::size_t j = 0;
  for (auto _ : state) {
    policy = ready[j];
    auto const& cost = jobs[j][next[j]];
    auto const start = std::chrono::steady_clock::now();
    policy.observe_point(next[j], cost.used, cost.took);
    benchmark::DoNotOptimize(policy.next_point());
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    j = (j + 1) % jobs.size();
  }
}

}  // namespace

BENCHMARK(draw_prior)->Arg(13)->Arg(60)->Unit(benchmark::kMillisecond)->Name("probing/draw_prior");
BENCHMARK(decide)->ArgsProduct({{13, 60}, {1, 2, 3, 4, 5, 8}})->UseManualTime()->Name("probing/decide/levels,reading");
BENCHMARK_MAIN();
