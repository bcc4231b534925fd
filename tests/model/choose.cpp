// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/model/choose.hpp>
#include <dvfs/model/families.hpp>
#include <dvfs/model/sweet_spot.hpp>

#include <vector>

using namespace dvfs;
using namespace dvfs_test;

namespace {

using product = models::product_energy<models::affine_cubic_power, models::fixed_and_compute_time>;
constexpr product job{{{10, 5, 20}}, {{20, 60}}};

// What a wall meter at 10 W for the rest of the board would show is least at a higher clock.
constexpr auto frugal = choose(minimize<objectives::energy>, orin, job);
constexpr auto at_the_wall = choose(minimize<objectives::wall_energy>({10_W}), orin, job);
constexpr auto quick = choose(minimize<objectives::energy> | slowdown_at_most{1.1}, orin, job);
constexpr auto cool = choose(minimize<objectives::time> | power_at_most{30_W}, orin, job.drawn, job.took);
constexpr auto never = choose(minimize<objectives::time> | power_at_most{5_W}, orin, job);

}  // namespace

TEST_CASE("a model answers requests as the levels it predicts do")
{
  DVFS_CHECK_BOTH(frugal->at == best_level(orin, objectives::energy{}, job));
  DVFS_CHECK_BOTH(at_the_wall->at > frugal->at);
  DVFS_CHECK_BOTH(quick->at > frugal->at && job.took(orin[quick->at]) <= 1.1 * job.took(orin.fastest()));
  DVFS_CHECK_BOTH(job.drawn(orin[cool->at]) <= 30_W && job.drawn(orin[level{to_index(cool->at) + 1}]) > 30_W);
  DVFS_CHECK_BOTH(!never && never.error().limit == "power_at_most" && *never.error().closest == level{0});
}

TEST_CASE("for t = w/f and P = a + b f^3 the clocks of least EDP and least energy differ by the cube root of 4")
{
  models::product_energy<models::power_series<power, 0, 3>, models::compute_bound_time> const cubic{{{12, 3}}, {{50}}};
  double const least_energy = in_GHz(*sweet_spot(cubic)), least_edp = in_GHz(*sweet_spot_with_delay<1>(cubic));
  CHECK(near(least_energy, detail::cbrt(12.0 / (2 * 3))));
  CHECK(near(least_edp / least_energy, detail::cbrt(4), 1e-8));
  // ED2P falls all the way: at cubic power, energy times time squared has no static part to lose.
  CHECK(!sweet_spot_with_delay<2>(cubic));

  // On a ladder of 1 MHz steps the request finds the same two.
  std::vector<frequency> fine;
  for (std::uint64_t mhz = 500; mhz <= 3000; ++mhz) fine.push_back({mhz * 1'000'000});
  ladder_view const ladder{fine};
  double const on_ladder = in_MHz(ladder[choose(minimize<objectives::edp>, ladder, cubic)->at]) /
                           in_MHz(ladder[choose(minimize<objectives::energy>, ladder, cubic)->at]);
  CHECK(near(on_ladder, detail::cbrt(4), 1e-3));
}
