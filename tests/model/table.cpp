// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/model/families.hpp>
#include <dvfs/model/fit.hpp>
#include <dvfs/model/select.hpp>
#include <dvfs/model/sweet_spot.hpp>
#include <dvfs/model/table.hpp>

#include <vector>

using namespace dvfs;
using namespace dvfs_test;

TEST_CASE("a table holds the mean at each level, lines between, and its ends beyond")
{
  constexpr std::array points{point<power>{2_GHz, 9_W}, point<power>{1_GHz, 4_W}, point<power>{1_GHz, 6_W},
                              point<power>{3_GHz, 11_W, 0}};
  constexpr auto fit = *dvfs::fit<models::table_power>(points);
  DVFS_CHECK_BOTH(fit(1_GHz) == 5_W && fit(2_GHz) == 9_W && fit(1500_MHz) == 7_W);
  DVFS_CHECK_BOTH(fit(500_MHz) == 5_W && fit(3_GHz) == 9_W);
  CHECK(fit.model.entries.size() == 2);
  CHECK(!fit.aicc);
}

TEST_CASE("weights count, relative ones too")
{
  std::vector<point<power>> points{{1_GHz, 4_W, 3}, {1_GHz, 8_W, 1}, {2_GHz, 9_W}};
  CHECK(fit<models::table_power>(points)->model(1_GHz) == 5_W);
  // Relative: weights 3/16 and 1/64, so (3/16 * 4 + 1/64 * 8) / (3/16 + 1/64).
  CHECK(near(fit<models::table_power>(points, {.relative = true})->model(1_GHz).value,
             (0.75 + 0.125) / (3.0 / 16 + 1.0 / 64)));
}

TEST_CASE("the best level of a table is the lowest that was measured")
{
  auto const fit = dvfs::fit<models::table_energy>(points_of(deberta_sst2));
  CHECK(best_level(orin, fit->model) == level{4});
}

TEST_CASE("a formula that explains the points is preferred, a table where none does")
{
  auto const line = select_model<models::affine_power, models::table_power>(points_of(models::affine_power{{5, 9}}));
  CHECK(line->index() == 0);
  auto const jump = select_model<models::affine_power, models::quadratic_power, models::table_power>(
      points_of([](frequency f) { return power{f > 800_MHz ? 30.0 : 10.0}; }));
  CHECK(jump->index() == 2);
}

TEST_CASE("more levels than a table holds are refused")
{
  std::vector<point<power>> points;
  for (std::uint64_t i = 1; i <= 129; ++i) points.push_back({{i * 10'000'000}, 5_W});
  CHECK(fit<models::table_power>(points).error() == errc::too_many_points);
  points.pop_back();
  CHECK(fit<models::table_power>(points));
  CHECK(fit<models::table_power>(std::vector{point<power>{1_GHz, 5_W}}).error() == errc::too_few_points);
}
