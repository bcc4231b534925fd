// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/clock_grid.hpp>
#include <dvfs/core/result.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/detail/static_vector.hpp>
#include <dvfs/model/domains_fitter.hpp>
#include <dvfs/model/fitter.hpp>
#include <dvfs/model/least_squares.hpp>
#include <dvfs/model/search.hpp>

#include <array>
#include <cstddef>
#include <span>

namespace dvfs {
namespace models {

/// t = (c_0^n + sum of (c_i/f_i)^n)^(1/n) over D clocks, f in GHz: a part that no clock changes and a part for each. At
/// n = 1 they follow one another, for large n they overlap and the slowest rules. Coefficients: c_0, c_1 .. c_D, n.
template<std::size_t D>
struct domains_time {
  static_assert(D >= 1 && D <= 3);
  using value_type = duration;
  static constexpr std::size_t domains = D;
  static constexpr std::size_t coefficient_count = D + 2;
  /// The sharpest corner that is told apart from a sharper one.
  static constexpr double sharpest = 32;

  std::array<double, coefficient_count> coefficients{};

  [[nodiscard]] constexpr duration operator()(clocks<D> const& at) const
  {
    auto const all = parts(at);
    double longest = 0, sum = 0;
    for (double const part : all) longest = detail::max(longest, part);
    if (longest == 0) return {};
    double const n = coefficients[D + 1];
    for (double const part : all)
      if (part > 0) sum += detail::pow(part / longest, n);
    return {longest * detail::pow(sum, 1 / n)};
  }

  /// The part that takes longest: 0 for the fixed one, i for the clock i - 1. A faster clock helps only where it rules.
  [[nodiscard]] constexpr std::size_t bottleneck(clocks<D> const& at) const
  {
    auto const all = parts(at);
    std::size_t longest = 0;
    for (std::size_t i = 1; i <= D; ++i)
      if (all[i] > all[longest]) longest = i;
    return longest;
  }

  bool operator==(domains_time const&) const = default;

 private:
  [[nodiscard]] constexpr std::array<double, D + 1> parts(clocks<D> const& at) const
  {
    std::array<double, D + 1> all{coefficients[0]};
    for (std::size_t i = 0; i < D; ++i) all[i + 1] = coefficients[i + 1] / in_GHz(at[i]);
    return all;
  }
};

}  // namespace models

/// The corner is searched for; for each the parts follow by Gauss and Newton's method in their powers n, in which the
/// model's power n is linear.
template<std::size_t D>
struct domains_fitter<models::domains_time<D>> {
  using model = models::domains_time<D>;

  [[nodiscard]] static constexpr result<domains_solution<model>> solve(
      std::span<clocks_point<duration, D> const> points)
  {
    scales s;
    for (auto const& p : points) {
      if (p.weight == 0) continue;
      s.longest = detail::max(s.longest, p.value.value);
      for (std::size_t i = 0; i < D; ++i) s.ghz[i] = detail::min(s.ghz[i], in_GHz(p.at[i]));
    }
    auto const found = detail::least_between([&](double log_n) { return at(points, s, detail::exp(log_n)).squares; },
                                             0.0, detail::log(model::sharpest), 20);
    double const n = found.at_low_end ? 1 : detail::exp(found.at);
    auto const best = at(points, s, n);
    if (!best.determined) return unexpected{errc::singular_fit};
    if (!detail::is_finite(best.squares)) return unexpected{errc::not_finite};
    domains_solution<model> out;
    std::size_t kept = 0;
    for (std::size_t i = 0; i <= D; ++i) {
      double const scale = i == 0 ? s.longest : s.longest * s.ghz[i - 1];
      out.model.coefficients[i] = best.powers[i] > 0 ? scale * detail::pow(best.powers[i], 1 / n) : 0;
      out.at_bound[i] = best.powers[i] == 0;
      kept += best.powers[i] > 0 ? 1 : 0;
    }
    // One part alone has no corner.
    out.model.coefficients[D + 1] = kept < 2 ? 1 : n;
    out.at_bound[D + 1] = kept < 2 || found.at_low_end || found.at_high_end;
    return out;
  }

 private:
  // Times as shares of the longest, clocks as shares of the slowest, so that no power overflows.
  struct scales {
    double longest{};
    std::array<double, D> ghz = [] {
      std::array<double, D> none{};
      none.fill(detail::infinity);
      return none;
    }();
  };
  // A point that counts: its time, 1 and x_i^n with x_i the slowest clock over its own, its weight, the model's time.
  struct row {
    double y{};
    std::array<double, D + 1> x{};
    double weight{}, model{};
  };
  struct parts {
    std::array<double, D + 1> powers{};
    double squares{detail::infinity};
    bool determined{};
  };

  // What the time to the power n, linear in the powers of the parts, gives for one corner.
  [[nodiscard]] static constexpr parts at(std::span<clocks_point<duration, D> const> points, scales const& s, double n)
  {
    detail::static_vector<row, detail::most_points> rows;
    for (auto const& p : points) {
      if (p.weight == 0) continue;
      double const y = p.value.value / s.longest;
      row r{y, {1}, p.weight / y / y, y};
      for (std::size_t i = 0; i < D; ++i) r.x[i + 1] = detail::pow(s.ghz[i] / in_GHz(p.at[i]), n);
      rows.push_back(r);
    }
    auto const power_of = [](std::array<double, D + 1> const& powers, row const& r) {
      double sum = 0;
      for (std::size_t i = 0; i <= D; ++i) sum += powers[i] * r.x[i];
      return sum;
    };
    parts best;
    for (int step = 0; step < 12; ++step) {
      detail::least_squares<D + 1> equations;
      for (auto const& r : rows) {
        // The first step is linear in the measured powers, each weighted as its root's error would be.
        double const to_the_n = step == 0 ? detail::pow(r.y, n) : power_of(best.powers, r);
        double const slope = r.model / to_the_n / n;
        auto x = r.x;
        for (double& v : x) v *= slope;
        equations.add(x, r.y - r.model + r.model / n, r.weight);
      }
      // Powers of a negative time mean nothing.
      auto const next = equations.solve_bounded();
      double squares = 0;
      for (auto& r : rows) {
        r.model = detail::pow(power_of(next.coefficients, r), 1 / n);
        squares += r.weight * (r.y - r.model) * (r.y - r.model);
      }
      if (!(squares < best.squares)) break;
      best = {next.coefficients, squares, equations.determined()};
    }
    return best;
  }
};

}  // namespace dvfs
