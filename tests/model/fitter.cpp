// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/model/fit.hpp>
#include <dvfs/model/fitter.hpp>

using namespace dvfs;
using namespace dvfs_test;

namespace {

// A family of one's own that is linear in its coefficients: power on either side of a knee at 918 MHz.
struct knee_power {
  using value_type = power;
  static constexpr std::size_t coefficient_count = 3, levels_needed = 3;
  std::array<double, 3> coefficients{};

  static constexpr std::array<double, 3> basis(frequency f)
  {
    return {1, in_GHz(f), detail::max(0.0, in_GHz(f) - 0.918)};
  }
  constexpr power operator()(frequency f) const
  {
    auto const x = basis(f);
    return {coefficients[0] * x[0] + coefficients[1] * x[1] + coefficients[2] * x[2]};
  }
  constexpr double coefficient(std::size_t i) const { return coefficients[i]; }
  static constexpr std::string_view coefficient_name(std::size_t i) { return std::string_view{"abc"}.substr(i, 1); }
  static constexpr std::string_view formula() { return "a + b f + c max(0, f - 0.918)"; }
};

// And one that is not linear: time constant from some level on.
struct saturated_time {
  using value_type = duration;
  static constexpr std::size_t coefficient_count = 1, levels_needed = 1;
  double floor{};

  constexpr duration operator()(frequency) const { return {floor}; }
  constexpr double coefficient(std::size_t) const { return floor; }
  static constexpr std::string_view coefficient_name(std::size_t) { return "t"; }
  static constexpr std::string_view formula() { return "t"; }
};

}  // namespace

template<>
struct dvfs::fitter<saturated_time> {
  template<class T>
  static constexpr result<solution<saturated_time>> solve(std::span<point<T> const> points, frequency left_out,
                                                          fit_options const&)
  {
    double least = detail::infinity;
    for (auto const& p : points)
      if (p.at != left_out) least = detail::min(least, p.value.value);
    return solution<saturated_time>{{least}, {}};
  }
};

TEST_CASE("a family of one's own that has a basis is fitted like those of the toolkit")
{
  constexpr knee_power truth{{4, 10, 30}};
  DVFS_CHECK_BOTH(fittable<knee_power>);
  DVFS_CHECK_BOTH(worst(truth, fit<knee_power>(points_of(truth))->model) < 1e-9);
}

TEST_CASE("a family without a basis brings its own fitter")
{
  constexpr auto points = points_of([](frequency f) { return duration{f < 700_MHz ? 9.0 : 6.0}; });
  DVFS_CHECK_BOTH(fit<saturated_time>(points)->model.floor == 6);
  DVFS_CHECK_BOTH(near(*fit<saturated_time>(points)->leave_one_out_mape, 4.0 / 3 / 11));
}
