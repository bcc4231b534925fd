// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/detail/config.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/model/fitter.hpp>
#include <dvfs/model/search.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace dvfs {
namespace models {

/// t = a + b exp(-c f), f in GHz: the paper's "nearly exponential" fall of time to a floor of `a` seconds.
struct exponential_time {
  using value_type = duration;
  static constexpr std::size_t coefficient_count = 3;
  static constexpr std::size_t levels_needed = 3;

  std::array<double, 3> coefficients{};

  [[nodiscard]] constexpr duration operator()(frequency f) const
  {
    auto const [a, b, c] = coefficients;
    return {a + b * detail::exp(-c * in_GHz(f))};
  }

  /// The change of the value for each coefficient, for intervals.
  [[nodiscard]] constexpr std::array<double, 3> gradient(frequency f) const
  {
    auto const [a, b, c] = coefficients;
    double const fall = detail::exp(-c * in_GHz(f));
    return {1, fall, -b * in_GHz(f) * fall};
  }

  [[nodiscard]] constexpr double coefficient(std::size_t i) const { return coefficients[i]; }
  [[nodiscard]] static constexpr std::string_view coefficient_name(std::size_t i)
  {
    DVFS_PRECONDITION(i < coefficient_count);
    return std::string_view{"abc"}.substr(i, 1);
  }
  [[nodiscard]] static constexpr std::string_view formula() { return "a + b exp(-c f)"; }

  bool operator==(exponential_time const&) const = default;
};

}  // namespace models

/// The rate c is searched for on a geometric grid and then by golden section; a and b follow from it by least squares.
template<>
struct fitter<models::exponential_time> {
  using model = models::exponential_time;

  template<class T>
  [[nodiscard]] static constexpr result<solution<model>> solve(std::span<point<T> const> points, frequency left_out,
                                                               fit_options const& options)
  {
    double slowest = detail::infinity, fastest = 0;
    for (auto const& p : points) {
      if (p.at == left_out || p.weight == 0) continue;
      slowest = detail::min(slowest, in_GHz(p.at));
      fastest = detail::max(fastest, in_GHz(p.at));
    }
    // exp is taken of the distance from the slowest level, so that no column of the equations vanishes.
    auto at = [&](double c) {
      return detail::equations_of<duration, 2>(points, left_out, options.relative, [&](frequency f) {
        return std::array{1.0, detail::exp(-c * (in_GHz(f) - slowest))};
      });
    };
    auto misfit = [&](double log_c) { return at(detail::exp(log_c)).solve_bounded(options.may_be_negative).squares; };

    // From a curve that is straight over the levels to one that is over after a fiftieth of them.
    double const span = fastest - slowest;
    double const low = detail::log(0.02 / span), high = detail::log(detail::min(50 / span, 600 / slowest));
    if (!(low < high)) return unexpected{errc::singular_fit};
    auto const found = detail::least_between(misfit, low, high, 32);
    double const log_c = found.at;
    double const c = detail::exp(log_c);
    auto const equations = at(c);
    if (!equations.determined()) return unexpected{errc::singular_fit};
    auto const linear = equations.solve_bounded(options.may_be_negative);
    bool const flat = !(linear.active & 2u);
    double const b = linear.coefficients[1] * detail::exp(c * slowest);
    if (!detail::is_finite(linear.squares) || !detail::is_finite(b)) return unexpected{errc::not_finite};
    // A rate at an end of the search, or of a curve without a fall, is not known from the points.
    bool const undetermined = flat || found.at_low_end || found.at_high_end;
    return solution<model>{{{linear.coefficients[0], b, flat ? 0 : c}}, {!(linear.active & 1u), flat, undetermined}};
  }
};

}  // namespace dvfs
