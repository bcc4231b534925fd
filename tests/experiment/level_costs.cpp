// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "curves_of.hpp"

#include <dvfs/core/objective/request.hpp>
#include <dvfs/experiment/level_costs.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

using namespace dvfs;

namespace {

/// The least of a score over the levels where it is known and that are feasible, as slow as possible; by brute force.
template<class Score, class Feasible>
std::optional<std::size_t> brute_force(std::vector<level_cost> const& costs, Score score, Feasible feasible)
{
  std::optional<std::size_t> best;
  for (std::size_t i = costs.size(); i-- > 0;) {
    auto const s = score(costs[i]);
    if (!s || !feasible(costs[i])) continue;
    if (!best || *s <= *score(costs[*best])) best = i;
  }
  return best;
}

template<class Request>
void check(Request const& wanted, std::vector<level_cost> const& costs, std::optional<std::size_t> expected)
{
  auto const found = choose(wanted, costs);
  CHECK(found.has_value() == expected.has_value());
  if (found && expected) CHECK(to_index(found->at) == *expected);
  if (!found) CHECK(!what(found.error().why).empty());
}

std::optional<double> joules(level_cost const& c) { return c.used ? std::optional{c.used->value} : std::nullopt; }
std::optional<double> seconds(level_cost const& c) { return c.took ? std::optional{c.took->value} : std::nullopt; }
template<int Delays>
std::optional<double> delayed(level_cost const& c)
{
  if (!c.used || !c.took) return std::nullopt;
  double s = c.used->value;
  for (int i = 0; i < Delays; ++i) s *= c.took->value;
  return s;
}

}  // namespace

TEST_CASE("levels have their means, and what was not measured is unknown")
{
  auto const costs = experiment::level_costs(
      dvfs_test::curves_of("workload,gpu_mhz,time_s,energy_j,repeat\na,300,8,10,1\na,300,6,14,2\na,600,,9,1\n")[0]);
  REQUIRE(costs.size() == 2);
  CHECK(costs[0].took == duration{7});
  CHECK(costs[0].used == energy{12});
  CHECK(costs[1].used == energy{9});
  CHECK(!costs[1].took);
}

TEST_CASE("on every measured curve each objective equals brute force, and no limit is ever broken")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/agx_orin_slmdvfs.csv");
  std::size_t curves = 0, answers = 0, refused = 0;
  for (auto const& file : std::filesystem::directory_iterator{*dvfs_test::shared("data/measured")}) {
    std::vector<curve> all;
    try {
      all = io::curves(io::read_sweep(file.path().string()));
    } catch (parse_error const&) {
      continue;  // a sweep of another knob
    }
    for (auto const& c : all) {
      ++curves;
      auto const costs = experiment::level_costs(c);
      CAPTURE(c.key.workload);
      auto const always = [](level_cost const&) { return true; };
      check(minimize<objectives::energy>, costs, brute_force(costs, joules, always));
      check(minimize<objectives::time>, costs, brute_force(costs, seconds, always));
      check(minimize<objectives::edp>, costs, brute_force(costs, delayed<1>, always));
      check(minimize<objectives::ed2p>, costs, brute_force(costs, delayed<2>, always));
      check(minimize<objectives::wall_energy>({20_W}), costs,
            brute_force(
                costs,
                [](level_cost const& l) -> std::optional<double> {
                  if (!l.used || !l.took) return std::nullopt;
                  return (*l.used + 20_W * *l.took).value;
                },
                always));
      check(minimize<objectives::zeus_cost>({0.3, 250_W}), costs,
            brute_force(
                costs,
                [](level_cost const& l) -> std::optional<double> {
                  if (!l.used || !l.took) return std::nullopt;
                  return 0.3 * l.used->value + (1 - 0.3) * (250_W * *l.took).value;
                },
                always));

      for (double const factor : {1.0, 1.05, 1.1, 1.3})
        for (double const watts : {15.0, 30.0, 120.0, 200.0}) {
          auto const top = costs.back().took;
          auto const feasible = [&](level_cost const& l) {
            return l.used && l.took && top && l.took->value / top->value <= factor &&
                   l.used->value / l.took->value <= watts;
          };
          auto const limits = slowdown_at_most{factor};
          auto const least = brute_force(costs, joules, feasible);
          check(minimize<objectives::energy> | limits | power_at_most{power{watts}}, costs, least);
          check(minimize<objectives::edp> | power_at_most{power{watts}} | limits, costs,
                brute_force(costs, delayed<1>, feasible));
          auto const close = [&](level_cost const& l) {
            return feasible(l) && l.used->value / costs[*least].used->value <= 1 + 2.0 / 100;
          };
          check(energy_within_then_fastest(2) | limits | power_at_most{power{watts}}, costs,
                brute_force(costs, seconds, close));
          auto const found = choose(minimize<objectives::energy> | limits | power_at_most{power{watts}}, costs);
          if (found) CHECK(feasible(costs[to_index(found->at)]));
          if (!found) CHECK((found.error().binding != 0 || found.error().why == refusal_reason::aim_unknown));
          (found ? answers : refused) += 1;
        }
    }
  }
  MESSAGE(curves, " curves, ", answers, " answers under two limits, ", refused, " refused");
  CHECK(curves > 400);
  CHECK(answers > 1000);
  CHECK(refused > 500);
}
