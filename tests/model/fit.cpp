// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/model/families.hpp>
#include <dvfs/model/fit.hpp>
#include <dvfs/model/sweet_spot.hpp>

#include <limits>
#include <vector>

using namespace dvfs;
using namespace dvfs_test;

namespace {

template<class M>
constexpr double error_of_recovery(M truth, fit_options const& options = {})
{
  auto const fit = dvfs::fit<M>(points_of(truth), options);
  return fit ? worst(truth, fit->model) : 1;
}

template<class M>
constexpr bool recovered_both_ways(M truth)
{
  return error_of_recovery(truth) < 1e-9 && error_of_recovery(truth, {.relative = true}) < 1e-9;
}

constexpr std::array affine_points{point<power>{1_GHz, 5_W}, point<power>{2_GHz, 7_W}, point<power>{3_GHz, 10_W}};

template<class M, class T>
errc error_of(std::vector<point<T>> const& points)
{
  auto const fit = dvfs::fit<M>(points);
  REQUIRE(!fit);
  return fit.error();
}

}  // namespace

TEST_CASE("known coefficients are found again to 1e-9, at compile time and at run time")
{
  DVFS_CHECK_BOTH(recovered_both_ways(models::proportional_power{{17.5}}));
  DVFS_CHECK_BOTH(recovered_both_ways(models::affine_power{{6.25, 21.5}}));
  DVFS_CHECK_BOTH(recovered_both_ways(models::quadratic_power{{6.25, 2.5, 14}}));
  DVFS_CHECK_BOTH(recovered_both_ways(models::affine_cubic_power{{9, 4, 11}}));
  DVFS_CHECK_BOTH(recovered_both_ways(models::compute_bound_time{{123}}));
  DVFS_CHECK_BOTH(recovered_both_ways(models::fixed_and_compute_time{{170, 33}}));
  DVFS_CHECK_BOTH(recovered_both_ways(models::curved_time{{100, 33, 9}}));
  DVFS_CHECK_BOTH(recovered_both_ways(models::three_term_energy{{216473, 138591, 244578}}));
  DVFS_CHECK_BOTH(recovered_both_ways(models::four_term_energy{{143540, 190920, 38236, 227590}}));
}

TEST_CASE_TEMPLATE("random coefficients are found again to 1e-9", M, models::affine_power, models::quadratic_power,
                   models::affine_cubic_power, models::fixed_and_compute_time, models::curved_time,
                   models::three_term_energy, models::four_term_energy)
{
  detail::random_source random{1};
  for (int i = 0; i < 500; ++i) {
    M truth;
    for (auto& c : truth.coefficients) c = 1e5 * (0.05 + random.uniform());
    CHECK(error_of_recovery(truth) < 1e-9);
    CHECK(error_of_recovery(truth, {.relative = true}) < 1e-9);
  }
}

TEST_CASE("ladders of other scales do as well: memory clocks, and a card whose levels span a quarter")
{
  models::four_term_energy const truth{{50, 20, 3, 4}};
  std::vector<point<energy>> memory, narrow;
  for (std::uint64_t mhz : {405u, 810u, 5001u, 6001u, 7001u, 9501u})
    memory.push_back({{mhz * 1'000'000}, truth({mhz * 1'000'000})});
  for (std::uint64_t mhz = 1600; mhz <= 2000; mhz += 50)
    narrow.push_back({{mhz * 1'000'000}, truth({mhz * 1'000'000})});
  CHECK(worst(truth, fit<models::four_term_energy>(memory)->model) < 1e-9);
  // Over a quarter the four powers are nearly dependent: coefficients lose digits, predictions do not.
  CHECK(worst(truth, fit<models::four_term_energy>(narrow)->model) < 1e-7);
  CHECK(fit<models::four_term_energy>(narrow)->mape < 1e-12);
}

TEST_CASE("a fit through every point says what it cannot know")
{
  constexpr std::array two{point<power>{1_GHz, 5_W}, point<power>{2_GHz, 7_W}};
  constexpr auto exact = *fit<models::affine_power>(two);
  DVFS_CHECK_BOTH(exact.points == 2 && exact.mape < 1e-15 && near(*exact.r_squared, 1));
  DVFS_CHECK_BOTH(!exact.leave_one_out_mape);
  DVFS_CHECK_BOTH(!exact.deviation);
  DVFS_CHECK_BOTH(!exact.hit_bound());
}

TEST_CASE("R squared is not known where all values are equal")
{
  constexpr std::array flat{point<power>{1_GHz, 5_W}, point<power>{2_GHz, 5_W}, point<power>{3_GHz, 5_W}};
  constexpr auto fit = *dvfs::fit<models::affine_power>(flat);
  DVFS_CHECK_BOTH(!fit.r_squared);
  DVFS_CHECK_BOTH(near(fit.model.coefficients[0], 5) && fit.at_bound[1]);
  DVFS_CHECK_BOTH(*fit.leave_one_out_mape < 1e-15);
}

TEST_CASE("errors of a fit are those worked out by hand")
{
  // The line through 5, 7, 10 at 1, 2, 3 is 7/3 + 2.5 f; it misses by 1/6, -1/3, 1/6.
  constexpr auto fit = *dvfs::fit<models::affine_power>(affine_points);
  DVFS_CHECK_BOTH(near(fit.model.coefficients[0], 7.0 / 3) && near(fit.model.coefficients[1], 2.5));
  DVFS_CHECK_BOTH(near(fit.mape, (1.0 / 6 / 5 + 1.0 / 3 / 7 + 1.0 / 6 / 10) / 3));
  DVFS_CHECK_BOTH(near(*fit.r_squared, 1 - (1.0 / 6) / (38.0 / 3)));
  DVFS_CHECK_BOTH(near(*fit.deviation, detail::sqrt(1.0 / 6)));
  // Without each point in turn: 4 for 5, 7.5 for 7, 9 for 10.
  DVFS_CHECK_BOTH(near(*fit.leave_one_out_mape, (1.0 / 5 + 0.5 / 7 + 1.0 / 10) / 3));
}

TEST_CASE("a coefficient held by its bound is not counted as free")
{
  constexpr std::array falling{point<power>{1_GHz, 7_W}, point<power>{2_GHz, 6_W}, point<power>{3_GHz, 5_W}};
  constexpr auto fit = *dvfs::fit<models::affine_power>(falling);
  DVFS_CHECK_BOTH(fit.at_bound[1] && near(fit.model.coefficients[0], 6) && near(*fit.deviation, 1));
}

TEST_CASE("a relative fit squares fractions of the values")
{
  constexpr std::array points{point<power>{1_GHz, 1_W}, point<power>{2_GHz, 2_W}};
  using constant = models::power_series<power, 0>;
  DVFS_CHECK_BOTH(near(fit<constant>(points)->model.coefficients[0], 1.5));
  DVFS_CHECK_BOTH(near(fit<constant>(points, {.relative = true})->model.coefficients[0], 1.2));
}

TEST_CASE("the deviation of a relative fit is a fraction")
{
  std::vector<point<power>> points;
  detail::random_source random{3};
  for (int i = 0; i < 4000; ++i) {
    frequency const f{300'000'000 + 250'000 * static_cast<std::uint64_t>(i)};
    points.push_back({f, (1 + 0.03 * random.normal()) * models::affine_power{{5, 20}}(f)});
  }
  auto const fit = dvfs::fit<models::affine_power>(points, {.relative = true, .leave_one_out = false});
  CHECK(near(*fit->deviation, 0.03, 0.03));
  CHECK(!fit->leave_one_out_mape);
}

TEST_CASE("a weight of 2 is a point that was measured twice, and of 0 one that was not measured")
{
  auto weighted = affine_points, repeated = affine_points;
  weighted[2].weight = 2;
  std::vector<point<power>> twice(repeated.begin(), repeated.end());
  twice.push_back(repeated[2]);
  auto const a = *fit<models::affine_power>(weighted), b = *fit<models::affine_power>(twice);
  CHECK(worst(a.model, b.model) < 1e-12);
  CHECK(near(*a.r_squared, *b.r_squared));

  std::vector<point<power>> dead(affine_points.begin(), affine_points.end());
  for (auto f : {2_GHz, 4_GHz}) dead.push_back({f, {std::numeric_limits<double>::quiet_NaN()}, 0});
  auto const c = *fit<models::affine_power>(dead), d = *fit<models::affine_power>(affine_points);
  CHECK(c.model == d.model);
  CHECK(c.points == 3);
  CHECK(c.mape == d.mape);
  CHECK(*c.leave_one_out_mape == *d.leave_one_out_mape);
}

TEST_CASE("leaving out a level leaves out all its repeats")
{
  std::vector<point<power>> repeated;
  for (auto const& p : affine_points)
    for (int i = 0; i < 3; ++i) repeated.push_back(p);
  CHECK(near(*fit<models::affine_power>(repeated)->leave_one_out_mape,
             *fit<models::affine_power>(affine_points)->leave_one_out_mape));
}

TEST_CASE("scaling every value or every weight scales the coefficients or nothing")
{
  auto const points = points_of(deberta_qnli);
  auto scaled = points, heavier = points;
  for (auto& p : scaled) p.value = 1e-6 * p.value;
  for (auto& p : heavier) p.weight = 1e7;
  auto const fit = *dvfs::fit<models::three_term_energy>(points);
  auto const small = *dvfs::fit<models::three_term_energy>(scaled);
  auto const heavy = *dvfs::fit<models::three_term_energy>(heavier);
  for (std::size_t i = 0; i < 3; ++i) CHECK(near(1e6 * small.model.coefficients[i], fit.model.coefficients[i]));
  CHECK(worst(fit.model, heavy.model) < 1e-9);
  CHECK(near(*heavy.deviation, *fit.deviation));
}

TEST_CASE("a coefficient that would be negative is held at 0 and named, or set free on request")
{
  constexpr auto points = points_of([](frequency f) { return duration{30 / in_GHz(f) - 8}; });
  constexpr auto bounded = *fit<models::fixed_and_compute_time>(points);
  DVFS_CHECK_BOTH(bounded.at_bound[0] && !bounded.at_bound[1] && bounded.model.coefficients[0] == 0);
  constexpr auto free = *fit<models::fixed_and_compute_time>(points, {.may_be_negative = 0b01});
  DVFS_CHECK_BOTH(near(free.model.coefficients[0], -8) && near(free.model.coefficients[1], 30) && !free.hit_bound());
}

TEST_CASE("a run of known energy and time gives power, time and energy models alike")
{
  static constexpr models::affine_power p{{5, 10}};
  static constexpr models::fixed_and_compute_time t{{3, 7}};
  constexpr auto runs = points_of([](frequency f) { return run_cost{p(f) * t(f), t(f)}; });
  DVFS_CHECK_BOTH(worst(p, fit<models::affine_power>(runs)->model) < 1e-9);
  DVFS_CHECK_BOTH(worst(t, fit<models::fixed_and_compute_time>(runs)->model) < 1e-9);
  DVFS_CHECK_BOTH(fit<models::power_series<energy, -1, 0, 1>>(runs)->mape < 1e-12);
}

TEST_CASE("the published DeBERTa sweeps are A + B/f + C f^2, with the measured best level as its optimum")
{
  constexpr auto qnli = *fit<models::three_term_energy>(points_of(deberta_qnli));
  DVFS_CHECK_BOTH(*qnli.r_squared >= 0.99 && *qnli.leave_one_out_mape < 0.01 && !qnli.hit_bound());
  DVFS_CHECK_BOTH(orin[best_level(orin, qnli)] == 612_MHz);

  constexpr auto sst2 = *fit<models::three_term_energy>(points_of(deberta_sst2));
  DVFS_CHECK_BOTH(*sst2.r_squared >= 0.99 && *sst2.leave_one_out_mape < 0.01 && !sst2.hit_bound());
  DVFS_CHECK_BOTH(orin[best_level(orin, sst2)] == 714_MHz);

  // Squares of fractions instead of joules change neither.
  DVFS_CHECK_BOTH(best_level(orin, *fit<models::three_term_energy>(points_of(deberta_qnli), {.relative = true})) ==
                  best_level(orin, qnli));
  DVFS_CHECK_BOTH(best_level(orin, *fit<models::three_term_energy>(points_of(deberta_sst2), {.relative = true})) ==
                  best_level(orin, sst2));
}

TEST_CASE("three probes at the ends and the middle are enough on the published sweeps")
{
  for (auto const& joules : {deberta_qnli, deberta_sst2}) {
    auto const all = points_of(joules);
    std::array const probes{all[0], all[4], all[10]};
    auto const chosen = best_level(orin, *fit<models::three_term_energy>(probes));
    double least = joules[0];
    for (double e : joules) least = detail::min(least, e);
    CHECK(joules[to_index(chosen)] / least - 1 < 0.01);
  }
}

TEST_CASE("bad points are refused with the reason")
{
  double const nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  using line = models::affine_power;
  CHECK(error_of<line, power>({}) == errc::too_few_points);
  CHECK(error_of<line, power>({{1_GHz, 5_W}}) == errc::too_few_points);
  CHECK(error_of<line, power>({{1_GHz, 5_W}, {1_GHz, 6_W}, {1_GHz, 7_W}}) == errc::too_few_points);
  CHECK(error_of<line, power>({{1_GHz, 5_W}, {2_GHz, 6_W, 0}}) == errc::too_few_points);
  CHECK(error_of<line, power>({{1_GHz, 5_W}, {frequency{0}, 6_W}}) == errc::zero_frequency);
  CHECK(error_of<line, power>({{1_GHz, 5_W}, {2_GHz, {nan}}}) == errc::not_finite);
  CHECK(error_of<line, power>({{1_GHz, 5_W}, {2_GHz, {inf}}}) == errc::not_finite);
  CHECK(error_of<line, power>({{1_GHz, 5_W}, {2_GHz, 5_W, nan}}) == errc::not_finite);
  CHECK(error_of<line, power>({{1_GHz, 5_W}, {2_GHz, 5_W, -1}}) == errc::not_positive);
  CHECK(error_of<line, power>({{1_GHz, 5_W}, {2_GHz, 0_W}}) == errc::not_positive);
  CHECK(error_of<line, power>({{1_GHz, 5_W}, {2_GHz, {-3}}}) == errc::not_positive);
  CHECK(error_of<line, run_cost>({{1_GHz, {5_J, 1_s}}, {2_GHz, {5_J, 0_s}}}) == errc::not_positive);
  CHECK(error_of<line, run_cost>({{1_GHz, {5_J, {nan}}}, {2_GHz, {5_J, 1_s}}}) == errc::not_finite);
  CHECK(error_of<models::three_term_energy, energy>(
            {{frequency{1'000'000'000}, 5_J}, {frequency{1'000'000'001}, 5_J}, {frequency{1'000'000'002}, 5_J}}) ==
        errc::singular_fit);
  // Values whose squares overflow end as an error too, not as a model of infinities.
  CHECK(error_of<line, power>({{1_GHz, {1e200}}, {2_GHz, {2e200}}, {3_GHz, {2.5e200}}}) == errc::not_finite);
}
