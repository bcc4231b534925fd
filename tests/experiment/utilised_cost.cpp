// SPDX-License-Identifier: BSL-1.0
// A level from utilisation and one or two runs, on the simulated board.
#include "../check.hpp"

#include <dvfs/device/simulated.hpp>
#include <dvfs/experiment/slm.hpp>
#include <dvfs/experiment/sweep_device.hpp>
#include <dvfs/model/choose.hpp>
#include <dvfs/model/utilised_cost.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace dvfs;
using namespace dvfs::literals;

TEST_CASE("on 81 simulated jobs one run and the power at rest, or two runs alone, choose a level near the best")
{
  devices::simulated device;
  auto const ladder = ladder_view{device.ladder()};
  common_voltage const volts{ladder.fastest()};
  // Simulated: what the board draws without a job, at its lowest level.
  auto const at_rest = simulation::idle_at(device.board(), ladder.slowest()).total();
  double sum[2]{}, most[2]{};
  std::size_t jobs = 0;
  for (auto const tasks : {std::span<experiment::glue_task const>(experiment::training_tasks),
                           std::span<experiment::glue_task const>(experiment::evaluation_tasks)})
    for (auto const& job : experiment::fine_tuning_jobs(tasks)) {
      auto const run_at = [&](frequency f) {
        auto const run = *device.run(job.job, f);
        return utilised_run{f, {*run.used, *run.took}, *run.load};
      };
      std::vector<double> used;
      for (auto const f : ladder) used.push_back(run_at(f).cost.used.value);
      double const least = *std::min_element(used.begin(), used.end());
      std::vector<utilised_run> const one{run_at(714_MHz)}, two{run_at(408_MHz), run_at(1020_MHz)};
      for (int i = 0; i < 2; ++i) {
        auto const model = i == 0 ? fit_utilised(one, volts, at_rest) : fit_utilised(two, volts);
        REQUIRE(model);
        auto const chosen = choose(minimize<objectives::energy>, ladder, *model);
        REQUIRE(chosen);
        double const regret = used[to_index(chosen->at)] / least - 1;
        sum[i] += regret;
        most[i] = std::max(most[i], regret);
      }
      ++jobs;
    }
  for (int i = 0; i < 2; ++i)
    std::printf("simulated, %s: mean regret %.2f %%, largest %.2f %%\n",
                i == 0 ? "one run and the power at rest" : "two runs", 100 * sum[i] / double(jobs), 100 * most[i]);
  CHECK(jobs == 81);
  for (double const s : sum) CHECK(s / double(jobs) < 0.01);
  for (double const m : most) CHECK(m < 0.05);
}
