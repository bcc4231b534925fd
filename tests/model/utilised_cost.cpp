// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/model/choose.hpp>
#include <dvfs/model/utilised_cost.hpp>

#include <array>
#include <vector>

using namespace dvfs;
using namespace dvfs_test;

namespace {

constexpr common_voltage volts{1300.5_MHz};
constexpr models::utilised_cost<common_voltage> truth{30_s, 40e9, 6_W, energy{12e-9}, volts};

constexpr utilised_run run_at(frequency f)
{
  auto const cost = truth(f);
  return {f, cost, 1 - truth.waiting / cost.took};
}

constexpr double worst_error(result<models::utilised_cost<common_voltage>> const& found)
{
  if (!found) return 1;
  double worst = 0;
  for (auto const f : orin) {
    auto const a = truth(f), b = (*found)(f);
    worst = detail::max(worst, detail::abs(a.used / b.used - 1) + detail::abs(a.took / b.took - 1));
  }
  return worst;
}

constexpr std::array<utilised_run, 1> one{run_at(714_MHz)};
constexpr std::array<utilised_run, 2> two{run_at(408_MHz), run_at(1122_MHz)};

}  // namespace

static_assert(cost_model<models::utilised_cost<>>);

TEST_CASE("the voltage is level up to half of the top clock and rises to half as much again")
{
  DVFS_CHECK_BOTH(volts(306_MHz) == 1);
  DVFS_CHECK_BOTH(near(volts(1300.5_MHz), 1.5));
}

TEST_CASE("one run and the power at rest, or two runs, tell the cost at every level")
{
  DVFS_CHECK_BOTH(worst_error(fit_utilised(one, volts, 6_W)) < 1e-12);
  DVFS_CHECK_BOTH(worst_error(fit_utilised(two, volts)) < 1e-12);
  DVFS_CHECK_BOTH(worst_error(fit_utilised(two, volts, 6_W)) < 1e-12);
}

TEST_CASE("they choose the level of least energy: lower where the host holds the job up")
{
  constexpr auto chosen = choose(minimize<objectives::energy>, orin, *fit_utilised(one, volts, 6_W));
  static_assert(chosen);
  auto const best = choose(minimize<objectives::energy>, orin, truth);
  CHECK(chosen->at == best->at);
  auto waiting = one;
  waiting[0].utilisation = 0.1;
  auto const lower = choose(minimize<objectives::energy>, orin, *fit_utilised(waiting, volts, 6_W));
  REQUIRE(lower);
  CHECK(lower->at < chosen->at);
}

TEST_CASE("no power at rest below 0 is learnt, and no energy per cycle below 0")
{
  // All power grows with the rate of work, and more than that.
  std::vector<utilised_run> steep{{500_MHz, {1_J, 1_s}, 1}, {1000_MHz, {30_J, 1_s}, 1}};
  auto const found = fit_utilised(steep, volts);
  REQUIRE(found);
  CHECK(found->at_rest == 0_W);
  CHECK(found->per_cycle.value > 0);
  std::vector<utilised_run> falling{{500_MHz, {30_J, 1_s}, 1}, {1000_MHz, {1_J, 1_s}, 1}};
  auto const flat = fit_utilised(falling, volts);
  REQUIRE(flat);
  CHECK(flat->per_cycle.value == 0);
}

TEST_CASE("what tells nothing is refused with its reason")
{
  auto const refused = [](std::vector<utilised_run> const& runs, std::optional<power> at_rest = {}) {
    auto const r = fit_utilised(runs, volts, at_rest);
    return r ? errc{} : r.error();
  };
  CHECK(refused({}) == errc::too_few_points);
  CHECK(refused({one[0]}) == errc::too_few_points);
  CHECK(refused({one[0], one[0]}) == errc::too_few_points);
  CHECK(refused({{714_MHz, {1_J, 1_s}, 0}}, 1_W) == errc::singular_fit);
  CHECK(refused({{frequency{}, {1_J, 1_s}, 1}}, 1_W) == errc::zero_frequency);
  CHECK(refused({{714_MHz, {1_J, 0_s}, 1}}, 1_W) == errc::not_positive);
  CHECK(refused({{714_MHz, {energy{detail::nan}, 1_s}, 1}}, 1_W) == errc::not_finite);
  CHECK(refused({{714_MHz, {1_J, 1_s}, 1.2}}, 1_W) == errc::out_of_range);
}
