// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/boards.hpp>
#include <dvfs/policy/probing.hpp>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <set>
#include <vector>

namespace {

std::size_t allocations = 0;

}  // namespace

// Counted, so that a test can see that deciding allocates nothing; not inlined, or GCC sees malloc behind new and objects.
[[gnu::noinline]] void* operator new(std::size_t size)
{
  ++allocations;
  if (void* const p = std::malloc(size > 0 ? size : 1)) return p;
  throw std::bad_alloc{};
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace {

using namespace dvfs;
using policies::probing;
using policies::probing_budget;
using policies::probing_prior;
using policies::probing_settings;

constexpr ladder_view orin{boards::agx_orin.gpu};

struct game {
  std::vector<std::size_t> asked;
  policies::probing_choice choice;
  double regret;
};

// Plays a policy against a cost per level.
template<class Cost>
game play(probing policy, std::size_t levels, Cost cost)
{
  game g{};
  while (auto const at = policy.next()) {
    g.asked.push_back(to_index(*at));
    policy.observe(*at, cost(to_index(*at)));
  }
  g.choice = *policy.choice();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < levels; ++i) least = cost(i).used.value < least ? cost(i).used.value : least;
  g.regret = cost(g.choice.point).used.value / least - 1;
  return g;
}

// Power static + dynamic f^3, time fixed + work / f; f in GHz.
auto physics(double still, double dynamic, double fixed, double work)
{
  return [=](std::size_t i) {
    double const f = in_GHz(orin[level{i}]);
    duration const took{fixed + work / f};
    return run_cost{power{still + dynamic * f * f * f} * took, took};
  };
}

std::vector<frequency> steps(std::size_t n, double from = 300, double step = 100)
{
  std::vector<frequency> all;
  for (std::size_t i = 0; i < n; ++i) all.push_back(from_MHz(from + step * static_cast<double>(i)));
  return all;
}

}  // namespace

TEST_CASE("five probes find a level within one percent of the best, wherever the best is")
{
  probing_prior const prior{orin};
  for (double const fixed : {0.0, 0.2, 1.0, 10.0})
    for (double const dynamic : {0.5, 5.0, 15.0}) {
      auto const g = play(probing{prior}, orin.size(), physics(4, dynamic, fixed, 1));
      CAPTURE(fixed);
      CAPTURE(dynamic);
      CHECK(g.regret <= 0.01);
      CHECK(g.asked.size() == 5);
    }
}

TEST_CASE("without noise the answer is the least reading, and no level is measured twice")
{
  auto const rough = [](std::size_t i) {
    return run_cost{energy{100.0 + static_cast<double>(i * i * 37 % 23)}, duration{1}};
  };
  for (std::size_t probes = 1; probes <= orin.size() + 3; ++probes) {
    auto const g = play(probing{orin, probing_budget{probes}}, orin.size(), rough);
    std::set<std::size_t> const different(g.asked.begin(), g.asked.end());
    CHECK(different.size() == g.asked.size());
    CHECK(g.asked.size() == std::min(probes, orin.size()));
    for (auto const i : g.asked) CHECK(rough(g.choice.point).used <= rough(i).used);
  }
}

TEST_CASE("ladders of any length and spacing are served, and a whole ladder measured gives the best level")
{
  for (std::size_t const n : {1u, 2u, 3u, 4u, 5u, 7u, 40u}) {
    auto const levels = steps(n);
    auto const cost = [&](std::size_t i) {
      double const f = in_GHz(levels[i]);
      return run_cost{energy{2 / f + f * f}, duration{1 / f}};
    };
    auto const g = play(probing{ladder_view{levels}, probing_budget{n}}, n, cost);
    CHECK(g.asked.size() == n);
    CHECK(g.regret == 0);
    CHECK(g.choice.expected_regret == 0);
  }
  std::vector<frequency> const uneven{100_MHz, 101_MHz, 900_MHz, 905_MHz, 2000_MHz};
  auto const g = play(probing{ladder_view{uneven}, probing_budget{5}}, 5, [](std::size_t i) {
    return run_cost{energy{static_cast<double>(9 - i)}, duration{1}};
  });
  CHECK(g.choice.at() == level{4});
}

TEST_CASE("energy alone is enough")
{
  probing policy{orin};
  auto const cost = physics(4, 5, 0.2, 1);
  while (auto const at = policy.next()) policy.observe(*at, cost(to_index(*at)).used);
  double least = cost(0).used.value;
  for (std::size_t i = 1; i < orin.size(); ++i) least = std::min(least, cost(i).used.value);
  CHECK(cost(policy.choice()->point).used.value <= 1.01 * least);
}

TEST_CASE("the unit of energy and time does not matter")
{
  auto const cost = physics(4, 5, 0.2, 1);
  auto const a = play(probing{orin}, orin.size(), cost);
  auto const b = play(probing{orin}, orin.size(), [&](std::size_t i) {
    auto const c = cost(i);
    return run_cost{c.used * 1e12, c.took * 1e-9};
  });
  CHECK(a.asked == b.asked);
  CHECK(b.choice.expected_regret == doctest::Approx(a.choice.expected_regret).epsilon(1e-6));
}

TEST_CASE("a reading that cannot be is not believed, and its level is left")
{
  probing policy{orin, probing_budget{4}};
  CHECK_FALSE(policy.choice().has_value());
  auto const first = *policy.next();
  policy.observe(first, energy{0});
  CHECK_FALSE(policy.choice().has_value());
  auto const second = *policy.next();
  CHECK(second != first);
  policy.observe(second, energy{std::numeric_limits<double>::quiet_NaN()});
  auto const third = *policy.next();
  policy.observe(third, energy{std::numeric_limits<double>::infinity()});
  auto const fourth = *policy.next();
  policy.observe(fourth, energy{5});
  CHECK_FALSE(policy.next().has_value());
  CHECK(policy.choice()->at() == fourth);
  CHECK(policy.choice()->probes == 4);
  CHECK(policy.choice()->used.value == 5);
}

TEST_CASE("probing stops when its energy is spent, and when a further probe promises little")
{
  auto const cost = physics(4, 5, 0.2, 1);
  auto const poor = play(probing{orin, probing_budget{11, energy{1}}}, orin.size(), cost);
  CHECK(poor.asked.size() == 1);
  CHECK(poor.choice.used.value > 1);
  auto const early = play(probing{orin, probing_budget{11, std::nullopt, 0.01}}, orin.size(), cost);
  CHECK(early.asked.size() < 8);
  CHECK(early.choice.expected_regret < 0.01);
  CHECK(early.regret < 0.01);
}

TEST_CASE("deciding allocates nothing")
{
  auto const cost = physics(4, 5, 0.2, 1);
  probing policy{orin, probing_budget{8}};
  auto const before = allocations;
  while (auto const at = policy.next()) policy.observe(*at, cost(to_index(*at)));
  auto const choice = policy.choice();
  CHECK(allocations == before);
  CHECK(choice->probes == 8);
}

TEST_CASE("two clocks are chosen together")
{
  std::vector<policies::clock_pair> pairs;
  for (auto const a : steps(8))
    for (auto const b : steps(6, 400, 300)) pairs.push_back({a, b});
  // The second clock's best step is inside its ladder, too: its power grows with its cube.
  for (double const second : {0.3, 1.0, 3.0}) {
    auto const cost = [&](std::size_t i) {
      double const f = in_GHz(pairs[i].first), g = in_GHz(pairs[i].second);
      duration const took{0.3 + 1 / f + 1 / g};
      return run_cost{power{5 + 6 * f * f * f + second * g * g * g} * took, took};
    };
    auto const g = play(probing{probing_prior{pairs}, probing_budget{12}}, pairs.size(), cost);
    CAPTURE(second);
    CHECK(g.asked.size() == 12);
    CHECK(pairs[g.asked[0]] == pairs.back());
    CHECK(g.regret <= 0.01);
  }
}

TEST_CASE("one or two probes begin where the expected regret is least, more with the fastest level")
{
  probing_prior const prior{orin};
  auto const first = [&](std::size_t probes) { return to_index(*probing{prior, probing_budget{probes}}.next()); };
  CHECK(first(1) < orin.size() - 1);
  CHECK(first(2) == first(1));
  CHECK(first(3) == orin.size() - 1);
}

TEST_CASE("what others know makes fewer probes enough, and gives way where it is wrong")
{
  auto const truth = physics(4, 5, 0.2, 1);
  policies::known_curve alike, misleading;
  for (std::size_t i = 0; i < orin.size(); ++i) {
    alike.energy.push_back(7 * truth(i).used.value);
    alike.time.push_back(3 * truth(i).took.value);
    misleading.energy.push_back(static_cast<double>(1 + i));
    misleading.time.push_back(1);
  }
  probing_prior knowing{orin}, misled{orin}, hinted{orin};
  knowing.know(std::vector{alike});
  auto const best = play(probing{orin, probing_budget{11}}, orin.size(), truth).choice.point;
  CHECK(play(probing{knowing, probing_budget{3}}, orin.size(), truth).regret == 0);
  misled.know(std::vector{misleading});
  CHECK(play(probing{misled, probing_budget{5}}, orin.size(), truth).regret <= 0.01);
  hinted.expect_best_at(best);
  CHECK(play(probing{hinted, probing_budget{1}}, orin.size(), truth).regret == 0);
  // A policy made before shares nothing of what its prior learns afterwards.
  probing_prior late{orin};
  probing const early{late, probing_budget{1}};
  auto const before = *early.next();
  late.expect_best_at(0);
  CHECK(*early.next() == before);
}

TEST_CASE("a single wild reading does not carry the choice away when readings are said to be noisy")
{
  auto const truth = physics(4, 5, 0.2, 1);
  probing_settings settings;
  settings.reading_noise = 0.05;
  for (std::size_t wild = 0; wild < 6; ++wild) {
    std::size_t turn = 0;
    probing policy{orin, probing_budget{8}, settings};
    while (auto const at = policy.next()) {
      auto cost = truth(to_index(*at));
      if (turn++ == wild) cost.used = cost.used * 0.8;
      policy.observe(*at, cost);
    }
    double least = truth(0).used.value;
    for (std::size_t i = 1; i < orin.size(); ++i) least = std::min(least, truth(i).used.value);
    CAPTURE(wild);
    CHECK(truth(policy.choice()->point).used.value <= 1.1 * least);
  }
}

TEST_CASE("levels are measured again only when none is left")
{
  probing_settings settings;
  settings.reading_noise = 0.05;
  auto const levels = steps(4);
  probing policy{ladder_view{levels}, probing_budget{7}, settings};
  std::vector<std::size_t> asked;
  while (auto const at = policy.next()) {
    asked.push_back(to_index(*at));
    policy.observe(*at, energy{10});
  }
  REQUIRE(asked.size() == 7);
  CHECK(std::set<std::size_t>(asked.begin(), asked.begin() + 4).size() == 4);
  CHECK(policy.choice()->probes == 7);
}

TEST_CASE("the same readings lead to the same bytes on every compiler")
{
  auto const g = play(probing{orin}, orin.size(), physics(4, 5, 0.2, 1));
  CHECK(g.asked == std::vector<std::size_t>{10, 3, 4, 0, 5});
  CHECK(g.choice.expected_regret == 0x1.b97173ea8c17bp-18);
}
