// SPDX-License-Identifier: BSL-1.0
// Time per answer to a request by models of power and time, on the 13 levels of a Jetson TX2.
#include <dvfs/core/boards.hpp>
#include <dvfs/model.hpp>

#include <benchmark/benchmark.h>

namespace {

using namespace dvfs;

using polynomial = models::product_energy<models::affine_cubic_power, models::fixed_and_compute_time>;

void answer(benchmark::State& state, auto const& wanted, auto const& model)
{
  auto changing = model;
  for (auto _ : state) {
    benchmark::DoNotOptimize(changing);
    benchmark::DoNotOptimize(choose(wanted, boards::tx2.gpu, changing));
  }
}

void least_energy(benchmark::State& state)
{
  answer(state, minimize<objectives::energy>, polynomial{{{9, 4, 3}}, {{1, 2}}});
}
void with_limits(benchmark::State& state)
{
  answer(state, minimize<objectives::energy> | slowdown_at_most{1.3} | power_at_most{16_W},
         polynomial{{{9, 4, 3}}, {{1, 2}}});
}
void refused(benchmark::State& state)
{
  answer(state, minimize<objectives::energy> | slowdown_at_most{1.3} | power_at_most{14_W},
         polynomial{{{9, 4, 3}}, {{1, 2}}});
}
void within_then_fastest(benchmark::State& state)
{
  answer(state, energy_within_then_fastest(2), polynomial{{{9, 4, 3}}, {{1, 2}}});
}

BENCHMARK(least_energy)->Name("choose/polynomials/energy");
BENCHMARK(with_limits)->Name("choose/polynomials/two_limits");
BENCHMARK(refused)->Name("choose/polynomials/limits_in_conflict");
BENCHMARK(within_then_fastest)->Name("choose/polynomials/within_then_fastest");

}  // namespace

BENCHMARK_MAIN();
