// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/model/quality.hpp>

#include <vector>

using namespace dvfs;
using namespace dvfs_test;

namespace {

/// A curve without flaws: 20 to 60 W, time that falls with the clock, 0.3 % noise.
std::vector<level_reading> sound()
{
  detail::random_source random{1};
  std::vector<level_reading> all;
  for (auto f : orin) {
    double const x = in_GHz(f);
    power const p{(20 + 18 * x * x) * (1 + 0.003 * random.normal())};
    duration const t{(5 + 20 / x) * (1 + 0.003 * random.normal())};
    all.push_back({f, t, p, p * t, {}});
  }
  return all;
}

finding const* find(std::vector<finding> const& all, flaw what)
{
  for (auto const& f : all)
    if (f.what == what) return &f;
  return nullptr;
}

template<class Edit>
std::vector<finding> after(Edit edit)
{
  auto levels = sound();
  edit(levels);
  return find_flaws(levels);
}

void set(level_reading& r, power p, duration t)
{
  r.drawn = p;
  r.took = t;
  r.used = p * t;
}

}  // namespace

TEST_CASE("a sound curve has no flaws, nor has one of energy alone, of time alone, or of nothing")
{
  CHECK(find_flaws(sound()).empty());
  CHECK(after([](auto& all) {
          for (auto& r : all) r.took = std::nullopt, r.drawn = std::nullopt;
        }).empty());
  CHECK(after([](auto& all) {
          for (auto& r : all) r.used = std::nullopt, r.drawn = std::nullopt;
        }).empty());
  CHECK(find_flaws(std::vector<level_reading>{}).empty());
  CHECK(find_flaws(std::vector<level_reading>{{1_GHz, 1_s, 5_W, 5_J, {}}}).empty());
}

TEST_CASE("time and power equal at clocks far apart: the pin failed, where it held between or not")
{
  auto const together = after([](auto& all) {
    for (std::size_t i = 2; i < 8; ++i) set(all[i], 40_W, 20_s);
  });
  REQUIRE(find(together, flaw::pin_failed));
  CHECK(find(together, flaw::pin_failed)->how == severity::bad);
  CHECK(find(together, flaw::pin_failed)->where.size() == 6);
  auto const scattered = after([](auto& all) {
    for (std::size_t i : {1u, 4u, 6u, 7u, 10u}) set(all[i], 40_W, 20_s);
  });
  CHECK(find(scattered, flaw::pin_failed));
  // A host-bound job: time is the same, power is not; and three equal levels side by side are no proof.
  CHECK(!find(after([](auto& all) {
                for (auto& r : all) set(r, *r.drawn, 20_s);
              }),
              flaw::pin_failed));
  CHECK(!find(after([](auto& all) {
                for (std::size_t i = 2; i < 5; ++i) set(all[i], 25_W, 36_s);
              }),
              flaw::pin_failed));
  // Four of eleven are no proof either, nor are three of five.
  CHECK(!find(after([](auto& all) {
                for (std::size_t i : {1u, 4u, 7u, 10u}) set(all[i], 40_W, 20_s);
              }),
              flaw::pin_failed));
  auto few = sound();
  few.resize(5);
  for (std::size_t i : {0u, 2u, 4u}) set(few[i], 40_W, 20_s);
  CHECK(!find(find_flaws(few), flaw::pin_failed));
  // Equal over the fastest levels, which are 1.4 times apart, is a cap.
  auto const capped = after([](auto& all) {
    for (std::size_t i = 6; i < 11; ++i) set(all[i], 38_W, 24_s);
  });
  CHECK(!find(capped, flaw::pin_failed));
  REQUIRE(find(capped, flaw::power_capped));
  CHECK(find(capped, flaw::power_capped)->how == severity::remark);
  CHECK(find(capped, flaw::power_capped)->where.front() == orin[level{6}]);
  // The same power at all levels, or at levels that are nearly the same, shows no cap.
  CHECK(!find(after([](auto& all) {
                for (auto& r : all) set(r, 30_W, *r.took);
              }),
              flaw::power_capped));
  CHECK(!find(after([](auto& all) {
                for (std::size_t i = 7; i < 11; ++i) {
                  all[i].at = from_MHz(1000 + static_cast<double>(i));
                  set(all[i], 38_W, 24_s);
                }
              }),
              flaw::power_capped));
}

TEST_CASE(
    "power that falls at a higher clock is a remark, by more than a fifth it is bad; so is time that rises by a third")
{
  auto scaled = [](std::size_t i, double of_power, double of_time) {
    return after([=](auto& all) { set(all[i], of_power * *all[i - 1].drawn, of_time * *all[i - 1].took); });
  };
  CHECK(!find(scaled(10, 0.96, 0.95), flaw::power_falls));
  CHECK(find(scaled(10, 0.94, 0.95), flaw::power_falls)->how == severity::remark);
  CHECK(find(scaled(10, 0.79, 0.95), flaw::power_falls)->how == severity::bad);
  CHECK(find(scaled(10, 0.79, 0.95), flaw::power_falls)->where == std::vector{orin[level{10}]});
  CHECK(near(find(scaled(10, 0.79, 0.95), flaw::power_falls)->size, 0.79));
  CHECK(!find(scaled(10, 1, 1.01), flaw::time_rises));
  CHECK(find(scaled(10, 1, 1.3), flaw::time_rises)->how == severity::remark);
  CHECK(find(scaled(10, 1, 1.4), flaw::time_rises)->how == severity::bad);
}

TEST_CASE("a run cut short has less time and energy than the next faster level; a slow faster level is another thing")
{
  auto const first = after([](auto& all) { set(all[0], *all[0].drawn, 0.8 * *all[1].took); });
  REQUIRE(find(first, flaw::truncated));
  CHECK(find(first, flaw::truncated)->where == std::vector{orin[level{0}]});
  auto const middle = after([](auto& all) { set(all[5], *all[5].drawn, 0.5 * *all[6].took); });
  REQUIRE(find(middle, flaw::truncated));
  CHECK(find(middle, flaw::truncated)->where == std::vector{orin[level{5}]});
  // Quicker at so much more power is not cut short.
  CHECK(!find(after([](auto& all) { set(all[5], 3 * *all[5].drawn, 0.5 * *all[6].took); }), flaw::truncated));
  auto const slow = after([](auto& all) { set(all[6], *all[6].drawn, 1.4 * *all[6].took); });
  CHECK(!find(slow, flaw::truncated));
  CHECK(find(slow, flaw::time_rises));
}

TEST_CASE("energy is power times time, else it is named")
{
  auto scaled = [](double factor) { return after([=](auto& all) { all[3].used = factor * *all[3].used; }); };
  CHECK(!find(scaled(1.02), flaw::energy_differs));
  CHECK(find(scaled(0.95), flaw::energy_differs)->how == severity::remark);
  CHECK(near(find(scaled(0.95), flaw::energy_differs)->size, 0.95));
  CHECK(find(scaled(1.3), flaw::energy_differs)->how == severity::bad);
}

TEST_CASE("units off by 1000: in one row, in a column, in the clocks")
{
  auto const row = after([](auto& all) { all[3].took = 1000 * *all[3].took; });
  CHECK(find(row, flaw::wrong_unit)->how == severity::bad);
  CHECK(find(after([](auto& all) {
               for (auto& r : all) r.used.reset(), r.drawn.reset();
               all[3].took = 1000 * *all[3].took;
             }),
             flaw::wrong_unit));
  auto const column = after([](auto& all) {
    for (auto& r : all) r.used = 1000 * *r.used;
  });
  CHECK(find(column, flaw::wrong_unit)->where.size() == 11);
  CHECK(find(after([](auto& all) {
               for (auto& r : all) r.used = 0.001 * *r.used;
             }),
             flaw::wrong_unit));
  CHECK(find(after([](auto& all) {
               for (auto& r : all) r.drawn = 1000 * *r.drawn, r.used.reset();
             }),
             flaw::wrong_unit));
  CHECK(find(after([](auto& all) {
               for (auto& r : all) r.at.value *= 1000;
             }),
             flaw::wrong_unit));
  CHECK(find(after([](auto& all) {
               for (auto& r : all) r.at.value /= 1000;
             }),
             flaw::wrong_unit));
}

TEST_CASE("a clock that reads back as another is named, at several levels it is bad, and a gated clock says nothing")
{
  auto read_back = [](std::size_t from, double factor) {
    return after([=](auto& all) {
      for (std::size_t i = 0; i < all.size(); ++i)
        all[i].observed = from_MHz(in_MHz(all[i].at) * (i >= from ? factor : 1));
    });
  };
  CHECK(!find(read_back(0, 0.99), flaw::clock_off));
  CHECK(find(read_back(10, 0.9), flaw::clock_off)->how == severity::remark);
  CHECK(find(read_back(6, 0.9), flaw::clock_off)->how == severity::bad);
  CHECK(near(find(read_back(6, 0.9), flaw::clock_off)->size, 0.9, 1e-6));
  CHECK(!find(read_back(0, 0), flaw::clock_off));
}

TEST_CASE("the same readings to the last digit are duplicates, if there are two readings at least")
{
  auto runs = sound();
  CHECK(find_duplicates(runs).empty());
  runs.push_back(runs[4]);
  auto const twice = find_duplicates(runs);
  REQUIRE(twice.size() == 1);
  CHECK(twice[0].where == std::vector{orin[level{4}]});
  CHECK(twice[0].how == severity::remark);
  for (auto& r : runs) r.took.reset(), r.drawn.reset();
  CHECK(find_duplicates(runs).empty());
}
