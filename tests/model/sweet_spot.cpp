// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/model/exponential_time.hpp>
#include <dvfs/model/families.hpp>
#include <dvfs/model/sweet_spot.hpp>

#include <vector>

using namespace dvfs;
using namespace dvfs_test;

namespace {

struct energy_delay {
  constexpr double operator()(run_cost const& c) const noexcept { return c.used.value * c.took.value; }
};

using affine_product = models::product_energy<models::affine_power, models::fixed_and_compute_time>;
using cubic_product = models::product_energy<models::affine_cubic_power, models::fixed_and_compute_time>;

constexpr double ratio_of(std::optional<frequency> a, std::optional<frequency> b) { return *a / *b; }

}  // namespace

TEST_CASE("the optimum of A + B/f + C f^2 is the cube root of B/2C")
{
  DVFS_CHECK_BOTH(sweet_spot(models::three_term_energy{{7, 16, 1}}) == 2_GHz);
  DVFS_CHECK_BOTH(sweet_spot(models::three_term_energy{{7, 1, 0.5}}) == 1_GHz);
  DVFS_CHECK_BOTH(valley_of(models::three_term_energy{{7, 16, 1}}) == valley::inside);
}

TEST_CASE("the optimum of (a + b f)(c0 + c1/f) is the square root of a c1 / (b c0)")
{
  DVFS_CHECK_BOTH(sweet_spot(affine_product{{{8, 3}}, {{6, 9}}}) == 2_GHz);
}

TEST_CASE("the optimum of other two-term slopes is a ratio or a higher root")
{
  DVFS_CHECK_BOTH(sweet_spot(models::power_series<energy, -1, 3>{{48, 1}}) == 2_GHz);
  DVFS_CHECK_BOTH(sweet_spot(models::power_series<energy, -2, 1>{{4, 1}}) == 2_GHz);
  DVFS_CHECK_BOTH(sweet_spot(models::power_series<energy, 1, -1>{{1, 4}}) == 2_GHz);  // in any order
}

TEST_CASE("the optimum of more terms is the one root of the slope, to the hertz")
{
  // -a/f^2 + c + 2 d f is 0 at 1.5 GHz.
  DVFS_CHECK_BOTH(sweet_spot(models::four_term_energy{{2.25 * (5 + 3 * 4), 100, 5, 4}}) == frequency{1'500'000'000});
  detail::random_source random{4};
  for (int i = 0; i < 300; ++i) {
    cubic_product const m{{{5 + 20 * random.uniform(), 20 * random.uniform(), 30 * random.uniform()}},
                          {{100 * random.uniform(), 100 * random.uniform()}}};
    auto const f = sweet_spot(m);
    REQUIRE(f);
    double const g = in_GHz(*f), h = 1e-6 * g;
    CHECK(m(*f).value <= m(from_MHz((g - 100 * h) * 1e3)).value);
    CHECK(m(*f).value <= m(from_MHz((g + 100 * h) * 1e3)).value);
    double slope = 0, size = 0;
    for (auto const [e, c] : m.terms()) {
      slope += e * c * detail::ipow(g, e);
      size += detail::abs(e * c * detail::ipow(g, e));
    }
    CHECK(detail::abs(slope) < 1e-7 * size);
  }
}

TEST_CASE("an absent sweet spot lies at the slowest level where energy rises or never changes")
{
  DVFS_CHECK_BOTH(!sweet_spot(models::three_term_energy{{7, 0, 1}}));
  DVFS_CHECK_BOTH(valley_of(models::three_term_energy{{7, 0, 1}}) == valley::at_slowest);
  DVFS_CHECK_BOTH(valley_of(models::three_term_energy{{7, 0, 0}}) == valley::at_slowest);
  // Power in proportion to the clock, as the paper puts it, has no sweet spot with any time c0 + c1/f.
  using paper = models::product_energy<models::proportional_power, models::fixed_and_compute_time>;
  DVFS_CHECK_BOTH(valley_of(paper{{{10}}, {{3, 4}}}) == valley::at_slowest);
}

TEST_CASE("an absent sweet spot lies at the fastest level where energy falls")
{
  DVFS_CHECK_BOTH(!sweet_spot(models::three_term_energy{{7, 1, 0}}));
  DVFS_CHECK_BOTH(valley_of(models::three_term_energy{{7, 1, 0}}) == valley::at_fastest);
  DVFS_CHECK_BOTH(valley_of(affine_product{{{8, 3}}, {{0, 9}}}) == valley::at_fastest);
}

TEST_CASE("an optimum that no clock can reach counts as the end it is beyond")
{
  DVFS_CHECK_BOTH(valley_of(models::three_term_energy{{0, 1, 1e-300}}) == valley::at_fastest);
  DVFS_CHECK_BOTH(valley_of(models::three_term_energy{{0, 1e-300, 1}}) == valley::at_slowest);
  DVFS_CHECK_BOTH(valley_of(models::four_term_energy{{1, 0, 1e-300, 1e-300}}) == valley::at_fastest);
  DVFS_CHECK_BOTH(valley_of(models::four_term_energy{{1e-300, 0, 1, 1}}) == valley::at_slowest);
}

TEST_CASE("a hill is not a valley")
{
  DVFS_CHECK_BOTH(valley_of(models::three_term_energy{{9, -1, -1}}) == valley::unclear);
  DVFS_CHECK_BOTH(!sweet_spot(models::three_term_energy{{9, -1, -1}}));
  DVFS_CHECK_BOTH(valley_of(models::power_series<energy, -1, 1, 3>{{1, 1, -0.1}}) == valley::unclear);
  // One negative coefficient that leaves one valley does no harm.
  DVFS_CHECK_BOTH(sweet_spot(models::four_term_energy{{3 * 4.0, 100, -5, 2}}) == frequency{2'000'000'000});
}

TEST_CASE("with t = w/f and P = a + b f^3 the energy-delay product is best 4^(1/3) above the energy")
{
  constexpr models::product_energy<models::power_series<power, 0, 3>, models::compute_bound_time> m{{{10, 30}}, {{50}}};
  DVFS_CHECK_BOTH(near(in_GHz(*sweet_spot(m)), detail::cbrt(10.0 / 60), 1e-8));
  DVFS_CHECK_BOTH(near(ratio_of(sweet_spot_with_delay<1>(m), sweet_spot(m)), detail::cbrt(4), 1e-8));
  // Energy times time squared falls as long as 3 a > 0: P t^3 = w^3 (a/f^3 + b), so faster is always better.
  DVFS_CHECK_BOTH(!sweet_spot_with_delay<2>(m));

  std::vector<frequency> fine;
  for (std::uint64_t mhz = 100; mhz <= 2000; ++mhz) fine.push_back({mhz * 1'000'000});
  ladder_view const every_MHz{fine};
  double const found = in_MHz(every_MHz[best_level(every_MHz, energy_delay{}, m)]);
  CHECK(found / in_MHz(every_MHz[best_level(every_MHz, m)]) == doctest::Approx(detail::cbrt(4)).epsilon(2e-3));
}

TEST_CASE("the best level on a ladder is the least of any function of frequency, the slower of two equal ones")
{
  DVFS_CHECK_BOTH(orin[best_level(orin, [](frequency f) { return energy{detail::abs(in_MHz(f) - 700)}; })] == 714_MHz);
  DVFS_CHECK_BOTH(orin[best_level(orin, [](frequency f) { return energy{detail::abs(in_MHz(f) - 663)}; })] == 612_MHz);
  DVFS_CHECK_BOTH(orin[best_level(orin, [](frequency) { return 1_J; })] == 306_MHz);
  DVFS_CHECK_BOTH(orin[best_level(orin, models::three_term_energy{{7, 1, 0}})] == 1300.5_MHz);
}

TEST_CASE("a level without a number is never the best one")
{
  constexpr auto hole_below = [](double below) {
    return best_level(orin, [=](frequency f) { return in_MHz(f) < below ? energy{detail::nan} : energy{in_MHz(f)}; });
  };
  DVFS_CHECK_BOTH(orin[hole_below(500)] == 510_MHz);
  constexpr auto hole_above = best_level(orin, [](frequency f) { return energy{f > 900_MHz ? detail::nan : 1.0}; });
  DVFS_CHECK_BOTH(orin[hole_above] == 306_MHz);
}

TEST_CASE("on a ladder every objective is judged by time and energy, whichever models give them")
{
  static constexpr cubic_product m{{{15, 5, 20}}, {{10, 60}}};
  constexpr auto by_cost = best_level(orin, energy_delay{}, [](frequency f) { return m.cost(f); });
  DVFS_CHECK_BOTH(best_level(orin, energy_delay{}, m) == by_cost);
  DVFS_CHECK_BOTH(best_level(orin, energy_delay{}, m.drawn, m.took) == by_cost);
  DVFS_CHECK_BOTH(best_level(orin, objectives::energy{}, m) == best_level(orin, m));
  DVFS_CHECK_BOTH(orin[by_cost] > orin[best_level(orin, m)]);
  constexpr models::exponential_time t{{10, 200, 5}};
  DVFS_CHECK_BOTH(best_level(orin, energy_delay{}, models::affine_power{{1, 0.1}}, t) == level{10});
}

TEST_CASE("an energy without a time has no energy-delay product")
{
  auto works = [](auto m) {
    return requires { best_level(orin, energy_delay{}, m); };
  };
  CHECK(works(affine_product{}));
  CHECK(!works(models::three_term_energy{}));
}

TEST_CASE("the closed form and the ladder agree: the best level neighbours the sweet spot")
{
  detail::random_source random{9};
  for (int i = 0; i < 500; ++i) {
    models::three_term_energy const m{{random.uniform(), random.uniform(), 3 * random.uniform()}};
    auto const spot = *sweet_spot(m);
    auto const best = best_level(orin, m);
    CHECK((best == find_floor(orin, spot) || best == find_ceil(orin, spot) || best == find_nearest(orin, spot)));
  }
}
