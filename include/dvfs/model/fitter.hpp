// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/result.hpp>
#include <dvfs/model/least_squares.hpp>
#include <dvfs/model/point.hpp>

#include <array>
#include <cstddef>
#include <span>

namespace dvfs {

/// How a model is fitted.
struct fit_options {
  bool relative{false};         ///< the errors squared are fractions of the values, so that small values count as much
  unsigned may_be_negative{0};  ///< bit i: coefficient i is not bounded by 0
  bool leave_one_out{true};     ///< costs one fit for each level; an exponential in a constant expression needs it off
};

namespace detail {

/// As many points as are kept where points must be stored.
inline constexpr std::size_t most_points = 512;

[[nodiscard]] constexpr bool is_measurement(run_cost const& c)
{
  return is_finite(c.used.value) && is_finite(c.took.value);
}
[[nodiscard]] constexpr bool is_positive(run_cost const& c) { return c.used.value > 0 && c.took.value > 0; }
template<class Tag>
[[nodiscard]] constexpr bool is_measurement(quantity<Tag, double> q)
{
  return is_finite(q.value);
}
template<class Tag>
[[nodiscard]] constexpr bool is_positive(quantity<Tag, double> q)
{
  return q.value > 0;
}

/// Whether a point counts and none before it has its frequency.
template<class T>
[[nodiscard]] constexpr bool is_first_at_its_level(std::span<point<T> const> points, std::size_t i)
{
  if (points[i].weight == 0) return false;
  for (std::size_t k = 0; k < i; ++k)
    if (points[k].at == points[i].at && points[k].weight > 0) return false;
  return true;
}

/// The equations of all points but those at the frequency `left_out`, with `basis(f)` as the row of a frequency.
template<class Q, std::size_t K, class T, class Basis>
[[nodiscard]] constexpr least_squares<K> equations_of(std::span<point<T> const> points, frequency left_out,
                                                      bool relative, Basis const& basis)
{
  least_squares<K> equations;
  for (auto const& p : points) {
    if (p.at == left_out || p.weight == 0) continue;
    double const y = measured<Q>(p.value);
    equations.add(basis(p.at), y, relative ? p.weight / y / y : p.weight);
  }
  return equations;
}

}  // namespace detail

/// The model of a family that fits best, and which of its coefficients the bound holds.
template<class Model>
struct solution {
  Model model{};
  std::array<bool, Model::coefficient_count> at_bound{};
};

/// How a family is solved for its coefficients; without specialisation it needs `basis`, as a power series has it.
template<class Model>
struct fitter {
  template<class T>
  [[nodiscard]] static constexpr result<solution<Model>> solve(std::span<point<T> const> points, frequency left_out,
                                                               fit_options const& options)
  {
    constexpr auto k = Model::coefficient_count;
    using Q = typename Model::value_type;
    auto const equations = detail::equations_of<Q, k>(points, left_out, options.relative, Model::basis);
    if (!equations.determined()) return unexpected{errc::singular_fit};
    auto const best = equations.solve_bounded(options.may_be_negative);
    if (!detail::is_finite(best.squares)) return unexpected{errc::not_finite};
    solution<Model> s{Model{best.coefficients}, {}};
    for (std::size_t i = 0; i < k; ++i) s.at_bound[i] = !(best.active >> i & 1u);
    return s;
  }
};

}  // namespace dvfs
