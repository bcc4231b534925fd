// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/clock_grid.hpp>
#include <dvfs/core/result.hpp>
#include <dvfs/model/domains_fitter.hpp>
#include <dvfs/model/least_squares.hpp>

#include <array>
#include <cstddef>
#include <span>

namespace dvfs {
namespace models {

/// P = a + sum of b_i f_i + d_i f_i^3 over D clocks, f in GHz: a constant, what each clock draws at a steady voltage,
/// and what it draws as its voltage rises with it. Coefficients: a, b_1, d_1, b_2, d_2, ...
template<std::size_t D>
struct domains_power {
  static_assert(D >= 1 && D <= 3);
  using value_type = power;
  static constexpr std::size_t domains = D;
  static constexpr std::size_t coefficient_count = 2 * D + 1;

  std::array<double, coefficient_count> coefficients{};

  [[nodiscard]] static constexpr std::array<double, coefficient_count> basis(clocks<D> const& at)
  {
    std::array<double, coefficient_count> row{1};
    for (std::size_t i = 0; i < D; ++i) {
      double const f = in_GHz(at[i]);
      row[2 * i + 1] = f;
      row[2 * i + 2] = f * f * f;
    }
    return row;
  }
  [[nodiscard]] constexpr power operator()(clocks<D> const& at) const
  {
    auto const row = basis(at);
    power p{};
    for (std::size_t i = 0; i < coefficient_count; ++i) p.value += coefficients[i] * row[i];
    return p;
  }

  bool operator==(domains_power const&) const = default;
};

}  // namespace models

template<std::size_t D>
struct domains_fitter<models::domains_power<D>> {
  using model = models::domains_power<D>;

  [[nodiscard]] static constexpr result<domains_solution<model>> solve(std::span<clocks_point<power, D> const> points)
  {
    detail::least_squares<model::coefficient_count> equations;
    for (auto const& p : points)
      if (p.weight > 0) equations.add(model::basis(p.at), p.value.value, p.weight / p.value.value / p.value.value);
    if (!equations.determined()) return unexpected{errc::singular_fit};
    auto const best = equations.solve_bounded();
    if (!detail::is_finite(best.squares)) return unexpected{errc::not_finite};
    domains_solution<model> s{{best.coefficients}, {}};
    for (std::size_t i = 0; i < model::coefficient_count; ++i) s.at_bound[i] = !(best.active >> i & 1u);
    return s;
  }
};

}  // namespace dvfs
