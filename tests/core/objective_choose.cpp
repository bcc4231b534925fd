// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/literals.hpp>
#include <dvfs/core/objective/choose.hpp>
#include <dvfs/detail/random.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>
#include <vector>

using namespace dvfs;

namespace {

using levels = std::array<level_cost, 5>;

// Power 20, 25, 30, 40, 60 W: energy is least at 400 MHz, time falls all the way.
constexpr levels rising{{{200_MHz, 200_J, 10_s},
                         {300_MHz, 150_J, 6_s},
                         {400_MHz, 135_J, 4.5_s},
                         {500_MHz, 160_J, 4_s},
                         {600_MHz, 210_J, 3.5_s}}};

template<class Request>
constexpr auto answer(Request const& wanted, levels const& offered = rising)
{
  return choose(wanted, offered);
}

template<class Request>
constexpr bool picks(Request const& wanted, std::size_t at, levels const& offered = rising)
{
  auto const found = answer(wanted, offered);
  return found && found->at == level{at};
}

static_assert(limit<slowdown_at_most> && limit<power_at_most> && limit<energy_within> && limit<time_at_most>);
static_assert(!limit<objectives::energy>);
static_assert(std::is_empty_v<std::remove_cvref_t<decltype(minimize<objectives::energy>)>>);

}  // namespace

TEST_CASE("without limits the least score wins, and of two equals the slower level")
{
  DVFS_CHECK_BOTH(picks(minimize<objectives::energy>, 2));
  DVFS_CHECK_BOTH(picks(minimize<objectives::time>, 4));
  DVFS_CHECK_BOTH(picks(minimize<objectives::edp>, 2));
  DVFS_CHECK_BOTH(picks(minimize<objectives::ed2p>, 3));
  DVFS_CHECK_BOTH(picks(minimize<objectives::wall_energy>({60_W}), 3));
  DVFS_CHECK_BOTH(picks(minimize<objectives::zeus_cost>({0, 60_W}), 4));
  constexpr levels flat{
      {{200_MHz, 100_J, 1_s}, {300_MHz, 90_J, 1_s}, {400_MHz, 90_J, 1_s}, {500_MHz, 90_J, 1_s}, {600_MHz, 95_J, 1_s}}};
  DVFS_CHECK_BOTH(picks(minimize<objectives::energy>, 1, flat));
  DVFS_CHECK_BOTH(picks(minimize<objectives::time>, 0, flat));
  DVFS_CHECK_BOTH(answer(minimize<objectives::energy>)->score == 135);
}

TEST_CASE("limits are met, at their bound too, and the answer says which of them cost something")
{
  DVFS_CHECK_BOTH(picks(minimize<objectives::energy> | time_at_most{4_s}, 3));
  DVFS_CHECK_BOTH(picks(minimize<objectives::energy> | time_at_most{4.5_s}, 2));
  DVFS_CHECK_BOTH(picks(minimize<objectives::energy> | slowdown_at_most{1.2}, 3));
  DVFS_CHECK_BOTH(picks(minimize<objectives::energy> | slowdown_at_most{1.0, 4.5_s}, 2));
  DVFS_CHECK_BOTH(picks(minimize<objectives::time> | power_at_most{30_W}, 2));
  DVFS_CHECK_BOTH(picks(minimize<objectives::time> | power_at_most{29_W}, 1));
  DVFS_CHECK_BOTH(picks(minimize<objectives::time> | energy_at_most{150_J}, 2));
  DVFS_CHECK_BOTH(answer(minimize<objectives::energy> | power_at_most{50_W} | time_at_most{4_s})->limited_by == 0b10);
  DVFS_CHECK_BOTH(answer(minimize<objectives::energy> | power_at_most{50_W})->limited_by == 0);
  DVFS_CHECK_BOTH(answer(minimize<objectives::energy> | power_at_most{50_W} | time_at_most{4_s})->met == 1);
}

TEST_CASE("energy within some percent, then the fastest, is relative to what the other limits leave")
{
  DVFS_CHECK_BOTH(picks(energy_within_then_fastest(0), 2));
  DVFS_CHECK_BOTH(picks(energy_within_then_fastest(18), 2));
  DVFS_CHECK_BOTH(picks(energy_within_then_fastest(19), 3));
  DVFS_CHECK_BOTH(picks(energy_within_then_fastest(56), 4));
  // Below 27 W the least is 150 J at 300 MHz.
  DVFS_CHECK_BOTH(picks(energy_within_then_fastest(5) | power_at_most{27_W}, 1));
  DVFS_CHECK_BOTH(picks(energy_within_then_fastest(56) | power_at_most{45_W}, 3));
}

TEST_CASE("no feasible level: the answer says so and names the limit that binds")
{
  constexpr auto cold = answer(minimize<objectives::energy> | slowdown_at_most{1.2} | power_at_most{19_W});
  DVFS_CHECK_BOTH(!cold && cold.error().why == refusal_reason::limit_too_tight);
  DVFS_CHECK_BOTH(cold.error().binding == 0b10 && cold.error().limit == "power_at_most");
  DVFS_CHECK_BOTH(cold.error().most == 19 && *cold.error().least == 20 && *cold.error().closest == level{0});

  // Within 30 W the fastest takes 4.5 s; within 4 s the least is 40 W: either would do alone.
  constexpr auto torn =
      answer(minimize<objectives::energy> | power_at_most{30_W} | energy_at_most{300_J} | time_at_most{4_s});
  DVFS_CHECK_BOTH(!torn && torn.error().why == refusal_reason::limits_conflict);
  DVFS_CHECK_BOTH(torn.error().binding == 0b101 && torn.error().limit == "power_at_most");
  DVFS_CHECK_BOTH(!what(torn.error().why).empty());

  CHECK(choose(minimize<objectives::energy>, std::vector<level_cost>{}).error().why == refusal_reason::no_levels);
}

TEST_CASE("what was not measured is unknown: left out, counted, and named where nothing is left")
{
  constexpr levels energy_only{
      {{200_MHz, 3_J, {}}, {300_MHz, 2_J, {}}, {400_MHz, {}, {}}, {500_MHz, 4_J, {}}, {600_MHz, 5_J, {}}}};
  DVFS_CHECK_BOTH(picks(minimize<objectives::energy>, 1, energy_only));
  DVFS_CHECK_BOTH(answer(minimize<objectives::energy>, energy_only)->unknown == 1);
  DVFS_CHECK_BOTH(answer(minimize<objectives::time>, energy_only).error().why == refusal_reason::aim_unknown);
  constexpr auto slow = answer(minimize<objectives::energy> | slowdown_at_most{1.5}, energy_only);
  DVFS_CHECK_BOTH(slow.error().why == refusal_reason::limit_unknown && slow.error().limit == "slowdown_at_most");
  DVFS_CHECK_BOTH(answer(minimize<objectives::energy> | power_at_most{1_W}, energy_only).error().why ==
                  refusal_reason::limit_unknown);
  // Without the time at the fastest level no slowdown is known.
  levels no_top = rising;
  no_top[4].took.reset();
  CHECK(answer(minimize<objectives::energy> | slowdown_at_most{9}, no_top).error().why ==
        refusal_reason::limit_unknown);
  CHECK(picks(minimize<objectives::energy> | slowdown_at_most{1.0, 4.5_s}, 2, no_top));
  // A limit that one level breaks while another lacks what it reads excludes both.
  levels half = rising;
  half[2].took.reset();
  auto const found = answer(minimize<objectives::energy> | time_at_most{4_s}, half);
  CHECK(found->at == level{3});
  CHECK(found->unknown == 1);
}

TEST_CASE("every answer equals brute force over random levels and limits")
{
  detail::random_source random{3};
  int refused = 0;
  for (int draw = 0; draw < 3000; ++draw) {
    std::vector<level_cost> all;
    for (std::uint64_t i = 0, n = 1 + random.below(8); i < n; ++i) {
      level_cost c{{(i + 1) * 100'000'000},
                   energy{1 + static_cast<double>(random.below(9))},
                   duration{1 + static_cast<double>(random.below(9))}};
      if (random.below(8) == 0) c.used.reset();
      if (random.below(8) == 0) c.took.reset();
      all.push_back(c);
    }
    double const watts = random.uniform() * 4, factor = 1 + random.uniform() * 2, percent = random.uniform() * 60;
    auto feasible = [&](level_cost const& c) {
      return c.used && c.took && all.back().took && c.used->value / c.took->value <= watts &&
             c.took->value / all.back().took->value <= factor;
    };
    double least = std::numeric_limits<double>::infinity(), fastest = least, edp = least;
    for (auto const& c : all)
      if (feasible(c)) {
        least = std::min(least, c.used->value);
        edp = std::min(edp, c.used->value * c.took->value);
      }
    for (auto const& c : all)
      if (feasible(c) && c.used->value / least <= 1 + percent / 100) fastest = std::min(fastest, c.took->value);

    auto const limits = power_at_most{power{watts}};
    auto const by_edp = choose(minimize<objectives::edp> | limits | slowdown_at_most{factor}, all);
    auto const by_time = choose(energy_within_then_fastest(percent) | limits | slowdown_at_most{factor}, all);
    CHECK(by_edp.has_value() == (edp < std::numeric_limits<double>::infinity()));
    CHECK(by_time.has_value() == by_edp.has_value());
    refused += !by_edp;
    if (!by_edp || !by_time) {
      CHECK((by_edp.has_value() || by_edp.error().binding != 0 || by_edp.error().why == refusal_reason::aim_unknown));
      continue;
    }
    CHECK(by_edp->score == edp);
    CHECK(by_time->score == fastest);
    CHECK(feasible(all[to_index(by_edp->at)]));
    CHECK(feasible(all[to_index(by_time->at)]));
  }
  CHECK(refused > 300);
  CHECK(refused < 2700);
}
