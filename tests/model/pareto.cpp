// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/model/pareto.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

using namespace dvfs;
using namespace dvfs_test;

namespace {

using places = std::vector<std::size_t>;

// The middle one of the front lies above the line from 1 s to 4 s.
std::vector<point<run_cost>> const runs{{300_MHz, {11_J, 8_s}},  // slower and dearer than the next
                                        {400_MHz, {10_J, 4_s}},
                                        {500_MHz, {15_J, 3_s}},
                                        {600_MHz, {16_J, 1_s}},
                                        {700_MHz, {17_J, 1_s}}};

std::vector<point<run_cost>> drawn(dvfs::detail::random_source& random)
{
  std::vector<point<run_cost>> all;
  for (std::uint64_t i = 0, n = 1 + random.below(12); i < n; ++i)
    all.push_back(
        {{(i + 1) * 100'000'000},
         {energy{1 + static_cast<double>(random.below(12))}, duration{1 + static_cast<double>(random.below(12))}}});
  return all;
}

}  // namespace

TEST_CASE("the front leaves out what another point beats, the hull what two of them share better")
{
  CHECK(pareto_front(runs) == places{3, 2, 1});
  CHECK(convex_front(runs) == places{3, 1});
  CHECK(pareto_front({}).empty());
  CHECK(convex_front({}).empty());
  std::vector<point<run_cost>> const twins{{1_GHz, {1_J, 1_s}}, {2_GHz, {1_J, 1_s}}};
  CHECK(pareto_front(twins) == places{0});
}

TEST_CASE("a deadline between two levels is met exactly, by sharing the work")
{
  auto const mid = share_time(runs, 2_s);
  REQUIRE(mid);
  CHECK(mid->fast == 3);
  CHECK(mid->slow == 1);
  // Two thirds of the work in 1 s, a third in 4 s: 16 J and 10 J by the same shares.
  CHECK(near(mid->on_fast, 2.0 / 3));
  CHECK(near(mid->cost.used.value, 14));
  CHECK(mid->cost.took == 2_s);
  CHECK(share_time(runs, 1_s) == time_share{3, 3, 1, {16_J, 1_s}});
  CHECK(share_time(runs, 4_s) == time_share{1, 1, 1, {10_J, 4_s}});
  CHECK(share_time(runs, 99_s) == time_share{1, 1, 1, {10_J, 4_s}});
  CHECK(!share_time(runs, 0.9_s));
  CHECK(!share_time({}, 1_s));
}

TEST_CASE("over random points no other point and no other mix of two is better")
{
  detail::random_source random{4};
  for (int draw = 0; draw < 500; ++draw) {
    auto const all = drawn(random);
    auto const front = pareto_front(all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      bool beaten = false, listed = false;
      for (std::size_t k = 0; k < all.size(); ++k) {
        auto const &a = all[k].value, &b = all[i].value;
        beaten = beaten || (a == b ? k < i : a.took <= b.took && a.used <= b.used);
      }
      for (auto place : front) listed = listed || place == i;
      CHECK(listed == !beaten);
    }
    duration const deadline{0.5 + 12 * random.uniform()};
    double least = dvfs::detail::infinity;
    for (auto const& [fa, a, wa] : all)
      for (auto const& [fb, b, wb] : all) {
        if (a.took <= deadline) least = std::min(least, a.used.value);
        if (!(a.took < deadline) || !(b.took > deadline)) continue;
        double const share = (b.took - deadline) / (b.took - a.took);
        least = std::min(least, share * a.used.value + (1 - share) * b.used.value);
      }
    auto const best = share_time(all, deadline);
    CHECK(best.has_value() == (least < dvfs::detail::infinity));
    if (best) CHECK(near(best->cost.used.value, least, 1e-12));
    if (best) CHECK(best->cost.took <= deadline);
  }
}
