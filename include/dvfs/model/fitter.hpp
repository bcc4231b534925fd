// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/result.hpp>
#include <dvfs/model/exponential_time.hpp>
#include <dvfs/model/least_squares.hpp>
#include <dvfs/model/point.hpp>
#include <dvfs/model/product_energy.hpp>

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

[[nodiscard]] constexpr bool is_measurement(run_cost const& c) { return is_finite(c.used.value) && is_finite(c.took.value); }
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

template<class Model>
struct solved {
  Model model{};
  std::array<bool, Model::coefficient_count> at_bound{};
};

/// The equations of all points but those at the frequency `left_out`, with `basis(f)` as the row of a frequency.
template<class Q, std::size_t K, class T, class Basis>
[[nodiscard]] constexpr least_squares<K> equations_of(std::span<point<T> const> points, frequency left_out, bool relative,
                                                      Basis const& basis)
{
  least_squares<K> equations;
  for (auto const& p : points) {
    if (p.at == left_out || p.weight == 0) continue;
    double const y = measured<Q>(p.value);
    equations.add(basis(p.at), y, relative ? p.weight / y / y : p.weight);
  }
  return equations;
}

/// How a family is solved for its coefficients; a family of one's own that is no power series specialises it.
template<class Model>
struct fitter {
  template<class T>
  [[nodiscard]] static constexpr result<solved<Model>> solve(std::span<point<T> const> points, frequency left_out,
                                                             fit_options const& options)
  {
    constexpr auto k = Model::coefficient_count;
    auto const equations = equations_of<typename Model::value_type, k>(points, left_out, options.relative, Model::basis);
    if (!equations.determined()) return unexpected{errc::singular_fit};
    auto const best = equations.solve_bounded(options.may_be_negative);
    if (!is_finite(best.squares)) return unexpected{errc::not_finite};
    solved<Model> s{Model{best.coefficients}, {}};
    for (std::size_t i = 0; i < k; ++i) s.at_bound[i] = !(best.active >> i & 1u);
    return s;
  }
};

template<class Power, class Time>
struct fitter<models::product_energy<Power, Time>> {
  using model = models::product_energy<Power, Time>;

  template<class T>
  [[nodiscard]] static constexpr result<solved<model>> solve(std::span<point<T> const> runs, frequency left_out,
                                                             fit_options const& options)
  {
    static_assert(std::same_as<T, run_cost>, "a product of power and time is fitted to runs of known energy and time");
    auto rest = options;
    auto const drawn = fitter<Power>::solve(runs, left_out, options);
    rest.may_be_negative >>= Power::coefficient_count;
    auto const took = fitter<Time>::solve(runs, left_out, rest);
    if (!drawn) return unexpected{drawn.error()};
    if (!took) return unexpected{took.error()};
    solved<model> s{{drawn->model, took->model}, {}};
    for (std::size_t i = 0; i < s.at_bound.size(); ++i)
      s.at_bound[i] = i < Power::coefficient_count ? drawn->at_bound[i] : took->at_bound[i - Power::coefficient_count];
    return s;
  }
};

/// The rate c is searched for on a geometric grid and then by golden section; a and b follow from it by least squares.
template<>
struct fitter<models::exponential_time> {
  using model = models::exponential_time;

  template<class T>
  [[nodiscard]] static constexpr result<solved<model>> solve(std::span<point<T> const> points, frequency left_out,
                                                             fit_options const& options)
  {
    double slowest = infinity, fastest = 0;
    for (auto const& p : points) {
      if (p.at == left_out || p.weight == 0) continue;
      slowest = min(slowest, in_GHz(p.at));
      fastest = max(fastest, in_GHz(p.at));
    }
    // exp is taken of the distance from the slowest level, so that no column of the equations vanishes.
    auto at = [&](double c) {
      return equations_of<duration, 2>(points, left_out, options.relative, [&](frequency f) {
        return std::array{1.0, exp(-c * (in_GHz(f) - slowest))};
      });
    };
    auto misfit = [&](double log_c) { return at(exp(log_c)).solve_bounded(options.may_be_negative).squares; };

    // From a curve that is straight over the levels to one that is over after a fiftieth of them.
    double const low = log(0.02 / (fastest - slowest)), high = log(min(50 / (fastest - slowest), 600 / slowest));
    constexpr int steps = 32;
    double const step = (high - low) / steps;
    int best = 0;
    double least = infinity;
    for (int i = 0; i <= steps; ++i) {
      double const squares = misfit(low + i * step);
      if (squares < least) {
        least = squares;
        best = i;
      }
    }
    double const log_c = golden_section(misfit, low + max(best - 1, 0) * step, low + min(best + 1, steps) * step);
    double const c = exp(log_c);
    auto const equations = at(c);
    if (!equations.determined()) return unexpected{errc::singular_fit};
    auto const linear = equations.solve_bounded(options.may_be_negative);
    bool const flat = !(linear.active & 2u);
    double const b = linear.coefficients[1] * exp(c * slowest);
    if (!is_finite(linear.squares) || !is_finite(b)) return unexpected{errc::not_finite};
    // A rate at an end of the search, or of a curve without a fall, is not known from the points.
    bool const undetermined = flat || log_c < low + 1e-6 || log_c > high - 1e-6;
    return solved<model>{{{linear.coefficients[0], b, flat ? 0 : c}}, {!(linear.active & 1u), flat, undetermined}};
  }

 private:
  template<class F>
  [[nodiscard]] static constexpr double golden_section(F const& f, double low, double high)
  {
    constexpr double ratio = 0.6180339887498949;
    double left = high - ratio * (high - low), right = low + ratio * (high - low);
    double at_left = f(left), at_right = f(right);
    for (int i = 0; i < 70; ++i) {
      if (at_left <= at_right) {
        high = right;
        right = left;
        at_right = at_left;
        left = high - ratio * (high - low);
        at_left = f(left);
      } else {
        low = left;
        left = right;
        at_left = at_right;
        right = low + ratio * (high - low);
        at_right = f(right);
      }
    }
    return at_left <= at_right ? left : right;
  }
};

}  // namespace detail
}  // namespace dvfs
