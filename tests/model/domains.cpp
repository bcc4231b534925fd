// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/core/boards.hpp>
#include <dvfs/core/literals.hpp>
#include <dvfs/detail/random.hpp>
#include <dvfs/io/sweep.hpp>
#include <dvfs/model/bottleneck_time.hpp>
#include <dvfs/model/domains.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

using namespace dvfs;
using namespace dvfs_test;
using models::domains_power;
using models::domains_time;

namespace {

constexpr std::array<frequency, 4> gpu{300_MHz, 600_MHz, 900_MHz, 1200_MHz};
constexpr std::array<frequency, 3> memory{800_MHz, 1600_MHz, 3200_MHz};
constexpr std::array<frequency, 3> cpu{500_MHz, 1000_MHz, 2000_MHz};
constexpr clock_grid<2> grid2{{ladder_view{gpu}, ladder_view{memory}}};
constexpr clock_grid<3> grid3{{ladder_view{gpu}, ladder_view{memory}, ladder_view{cpu}}};

template<class Model, std::size_t D>
constexpr double error_of_recovery(Model const& truth, clock_grid<D> const& grid)
{
  std::array<clocks_point<typename Model::value_type, D>, 64> points{};
  for (std::size_t i = 0; i < grid.size(); ++i) points[i] = {grid[i], truth(grid[i])};
  auto const found = fit<Model>({points.data(), grid.size()});
  if (!found) return 1;
  double worst = 0;
  for (std::size_t i = 0; i < Model::coefficient_count; ++i)
    worst = detail::max(worst, detail::abs(found->model.coefficients[i] - truth.coefficients[i]) /
                                   detail::max(truth.coefficients[i], 1.0));
  return worst;
}

}  // namespace

TEST_CASE("a grid holds each combination once, the last domain varying fastest and the tops last")
{
  DVFS_CHECK_BOTH(grid2.size() == 12);
  DVFS_CHECK_BOTH(grid2[0] == clocks<2>{300_MHz, 800_MHz});
  DVFS_CHECK_BOTH(grid2[1] == clocks<2>{300_MHz, 1600_MHz});
  DVFS_CHECK_BOTH(grid2[3] == clocks<2>{600_MHz, 800_MHz});
  DVFS_CHECK_BOTH(grid3[grid3.size() - 1] == clocks<3>{1200_MHz, 3200_MHz, 2000_MHz});
}

TEST_CASE("parts add where the corner is soft; where it is sharp the slowest rules, and is named")
{
  DVFS_CHECK_BOTH(near(domains_time<2>{{1, 2, 3, 1}}({1_GHz, 1_GHz}).value, 6, 1e-14));
  DVFS_CHECK_BOTH(near(domains_time<2>{{1, 2, 2, 2}}({1_GHz, 1_GHz}).value, 3, 1e-14));
  DVFS_CHECK_BOTH(near(domains_time<3>{{0, 2, 3, 9, 32}}({1_GHz, 1_GHz, 1_GHz}).value, 9, 1e-6));
  DVFS_CHECK_BOTH(domains_time<2>{{1, 2, 3, 4}}.bottleneck({1_GHz, 2_GHz}) == 1);
  DVFS_CHECK_BOTH(domains_time<2>{{1, 2, 3, 4}}.bottleneck({2_GHz, 1_GHz}) == 2);
  DVFS_CHECK_BOTH(domains_time<2>{{9, 2, 3, 4}}.bottleneck({1_GHz, 1_GHz}) == 0);
}

TEST_CASE("over one clock it is the bottleneck of one clock")
{
  models::bottleneck_time const one{{3, 2, 4}};
  domains_time<1> const same{{3, 2, 4}};
  for (auto const f : gpu) CHECK(near(same({f}).value, one(f).value, 1e-14));
}

TEST_CASE("times and powers over two and three clocks are found again to 1e-9")
{
  CHECK(error_of_recovery(domains_time<2>{{100, 90, 240, 4}}, grid2) < 1e-9);
  CHECK(error_of_recovery(domains_time<3>{{50, 90, 240, 120, 3}}, grid3) < 1e-9);
  CHECK(error_of_recovery(domains_power<2>{{4, 3, 7, 2, 0.5}}, grid2) < 1e-9);
  CHECK(error_of_recovery(domains_power<3>{{4, 3, 7, 2, 0.5, 1, 2}}, grid3) < 1e-9);
  DVFS_CHECK_BOTH(error_of_recovery(domains_power<2>{{4, 3, 0, 0, 0.5}}, grid2) < 1e-9);
  detail::random_source random{5};
  for (int i = 0; i < 30; ++i) {
    // All parts are felt somewhere on the grid.
    domains_time<2> const truth{{80 + 80 * random.uniform(), 50 + 50 * random.uniform(), 120 + 150 * random.uniform(),
                                 1.5 + 5 * random.uniform()}};
    CHECK_MESSAGE(error_of_recovery(truth, grid2) < 1e-8, truth.coefficients[0], " ", truth.coefficients[1], " ",
                  truth.coefficients[2], " ", truth.coefficients[3]);
  }
}

TEST_CASE("a clock that does not matter is held at the bound, and the fit says so")
{
  std::vector<clocks_point<duration, 2>> points;
  for (std::size_t i = 0; i < grid2.size(); ++i) points.push_back({grid2[i], {10 + 5 / in_GHz(grid2[i][0])}});
  auto const found = fit<domains_time<2>>(points);
  REQUIRE(found);
  CHECK(found->at_bound == std::array{false, false, true, true});
  CHECK(found->mape < 1e-9);
  REQUIRE(found->r_squared);
  CHECK(near(*found->r_squared, 1, 1e-9));
}

TEST_CASE("what cannot be fitted is refused with its reason")
{
  std::vector<clocks_point<power, 2>> points;
  for (std::size_t i = 0; i < 4; ++i) points.push_back({grid2[i], power{5.0 + double(i)}});
  CHECK(fit<domains_power<2>>(points).error() == errc::too_few_points);
  for (std::size_t i = 4; i < grid2.size(); ++i) points.push_back({grid2[i], power{5}});
  REQUIRE(fit<domains_power<2>>(points));
  auto const refused = [&](auto change) {
    auto changed = points;
    change(changed[2]);
    auto const r = fit<domains_power<2>>(changed);
    return r ? errc{} : r.error();
  };
  CHECK(refused([](auto& p) { p.at[1] = {}; }) == errc::zero_frequency);
  CHECK(refused([](auto& p) { p.value.value = detail::nan; }) == errc::not_finite);
  CHECK(refused([](auto& p) { p.value.value = 0; }) == errc::not_positive);
  CHECK(refused([](auto& p) { p.weight = -1; }) == errc::not_positive);
  for (auto& p : points) p.at[1] = 800_MHz;
  CHECK(fit<domains_power<2>>(points).error() == errc::singular_fit);
  CHECK(fit<domains_power<2>>(std::vector<clocks_point<power, 2>>(600, points[0])).error() == errc::too_many_points);
}

TEST_CASE("the exact choice on a grid is that of brute force, under a limit too")
{
  constexpr domains_time<3> took{{20, 90, 100, 60, 4}};
  constexpr domains_power<3> drawn{{5, 3, 8, 1, 0.3, 2, 1}};
  constexpr auto chosen = choose(minimize<objectives::energy>, grid3, drawn, took);
  static_assert(chosen);
  std::size_t best = 0;
  auto const energy_at = [&](std::size_t i) { return (drawn(grid3[i]) * took(grid3[i])).value; };
  for (std::size_t i = 0; i < grid3.size(); ++i)
    if (energy_at(i) < energy_at(best)) best = i;
  CHECK(chosen->at == level{best});

  auto const limited = choose(minimize<objectives::energy> | slowdown_at_most{1.1}, grid3, drawn, took);
  REQUIRE(limited);
  auto const at_top = took(grid3[grid3.size() - 1]);
  std::size_t best_within = grid3.size() - 1;
  for (std::size_t i = 0; i < grid3.size(); ++i)
    if (took(grid3[i]) / at_top <= 1.1 && energy_at(i) < energy_at(best_within)) best_within = i;
  CHECK(limited->at == level{best_within});
  CHECK(best_within != best);
  CHECK(choose(minimize<objectives::energy> | power_at_most{1_W}, grid3, drawn, took).error().why ==
        refusal_reason::limit_too_tight);
}

TEST_CASE("on measured grids of two clocks the models describe time and power, and choose a level near the best")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/agx_orin_yolov8_cpu_gpu_grid.csv");
  struct cell {
    clocks<2> at;
    duration took;
    power drawn;
  };
  std::map<std::string, std::vector<cell>> grids;
  for (char const* file : {"agx_orin_yolov8_cpu_gpu_grid.csv", "desktop_2dconv_core_mem_grid.csv"})
    for (auto const& r : io::read_sweep(*shared(std::string("data/measured/") + file)).rows) {
      auto const second = r.cpu ? r.cpu : r.memory;
      if (second && r.took && r.drawn) grids[r.workload].push_back({{*r.gpu, *second}, *r.took, *r.drawn});
    }
  for (auto const& [workload, cells] : grids) {
    std::vector<clocks_point<duration, 2>> times;
    std::vector<clocks_point<power, 2>> powers;
    for (auto const& c : cells) times.push_back({c.at, c.took}), powers.push_back({c.at, c.drawn});
    auto const time = fit<domains_time<2>>(times);
    auto const drawn = fit<domains_power<2>>(powers);
    REQUIRE(time);
    REQUIRE(drawn);
    auto const modelled = [&](cell const& c) { return (drawn->model(c.at) * time->model(c.at)).value; };
    auto const measured = [](cell const& c) { return (c.drawn * c.took).value; };
    auto const less = [](auto f) { return [f](cell const& a, cell const& b) { return f(a) < f(b); }; };
    auto const chosen = std::min_element(cells.begin(), cells.end(), less(modelled));
    auto const best = std::min_element(cells.begin(), cells.end(), less(measured));
    double const regret = measured(*chosen) / measured(*best) - 1;
    std::printf("%s: %zu points, time off by %.1f %%, power by %.1f %%, regret %.2f %%\n", workload.c_str(),
                cells.size(), 100 * time->mape, 100 * drawn->mape, 100 * regret);
    CHECK(time->mape < 0.1);
    CHECK(drawn->mape < 0.2);
    CHECK(regret < 0.05);
  }
}
