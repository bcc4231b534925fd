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

/// P = a + b f^p, f in GHz: static power, and a part whose exponent (1.1 to 5.1 on measured boards) is fitted too.
struct free_exponent_power {
  using value_type = power;
  static constexpr std::size_t coefficient_count = 3;
  static constexpr std::size_t levels_needed = 3;
  /// The exponents that are tried.
  static constexpr double least_exponent = 0.25, most_exponent = 8;

  std::array<double, 3> coefficients{};

  [[nodiscard]] constexpr power operator()(frequency f) const
  {
    auto const [a, b, p] = coefficients;
    return {a + b * detail::pow(in_GHz(f), p)};
  }
  [[nodiscard]] constexpr std::array<double, 3> gradient(frequency f) const
  {
    auto const [a, b, p] = coefficients;
    double const x = detail::pow(in_GHz(f), p);
    return {1, x, b * x * detail::log(in_GHz(f))};
  }

  [[nodiscard]] constexpr double coefficient(std::size_t i) const { return coefficients[i]; }
  [[nodiscard]] static constexpr std::string_view coefficient_name(std::size_t i)
  {
    DVFS_PRECONDITION(i < coefficient_count);
    return std::string_view{"abp"}.substr(i, 1);
  }
  [[nodiscard]] static constexpr std::string_view formula() { return "a + b f^p"; }

  bool operator==(free_exponent_power const&) const = default;
};

}  // namespace models

/// The exponent is searched for; a and b follow from it by least squares.
template<>
struct fitter<models::free_exponent_power> {
  using model = models::free_exponent_power;

  template<class T>
  [[nodiscard]] static constexpr result<solution<model>> solve(std::span<point<T> const> points, frequency left_out,
                                                               fit_options const& options)
  {
    double fastest = 0;
    for (auto const& q : points)
      if (q.at != left_out && q.weight > 0) fastest = detail::max(fastest, in_GHz(q.at));
    // Powers are taken of the share of the fastest level, so that both columns stay near 1.
    auto at = [&](double p) {
      return detail::equations_of<power, 2>(points, left_out, options.relative, [&](frequency f) {
        return std::array{1.0, detail::pow(in_GHz(f) / fastest, p)};
      });
    };
    auto const found = detail::least_between(
        [&](double log_p) { return at(detail::exp(log_p)).solve_bounded(options.may_be_negative).squares; },
        detail::log(model::least_exponent), detail::log(model::most_exponent), 32);
    double const p = detail::exp(found.at);
    auto const equations = at(p);
    if (!equations.determined()) return unexpected{errc::singular_fit};
    auto const linear = equations.solve_bounded(options.may_be_negative);
    if (!detail::is_finite(linear.squares)) return unexpected{errc::not_finite};
    bool const flat = !(linear.active & 2u);
    double const b = linear.coefficients[1] * detail::pow(fastest, -p);
    bool const undetermined = flat || found.at_low_end || found.at_high_end;
    return solution<model>{{{linear.coefficients[0], b, flat ? 0 : p}}, {!(linear.active & 1u), flat, undetermined}};
  }
};

}  // namespace dvfs
