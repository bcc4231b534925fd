// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/detail/config.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/detail/static_vector.hpp>
#include <dvfs/model/fitter.hpp>
#include <dvfs/model/search.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace dvfs {
namespace models {

/// t = max(c0, c1/f) with a smooth corner: (c0^n + (c1/f)^n)^(1/n), f in GHz. At n = 1 the two parts follow one
/// another, for large n they overlap and the slower one rules.
struct bottleneck_time {
  using value_type = duration;
  static constexpr std::size_t coefficient_count = 3;
  static constexpr std::size_t levels_needed = 3;
  /// The sharpest corner that is told apart from a sharper one.
  static constexpr double sharpest = 32;

  std::array<double, 3> coefficients{};

  [[nodiscard]] constexpr duration operator()(frequency f) const
  {
    auto const [fixed, compute] = parts(f);
    double const longer = detail::max(fixed, compute), shorter = detail::min(fixed, compute);
    if (shorter == 0) return {longer};
    double const n = coefficients[2];
    return {longer * detail::pow(1 + detail::pow(shorter / longer, n), 1 / n)};
  }
  [[nodiscard]] constexpr std::array<double, 3> gradient(frequency f) const
  {
    auto const [fixed, compute] = parts(f);
    double const n = coefficients[2], t = (*this)(f).value, a = fixed / t, b = compute / t;
    auto x_log_x = [&](double x) { return x > 0 ? detail::pow(x, n) * detail::log(x) : 0; };
    return {a > 0 ? detail::pow(a, n - 1) : n == 1, (b > 0 ? detail::pow(b, n - 1) : n == 1) / in_GHz(f),
            t / n * (x_log_x(a) + x_log_x(b))};
  }

  [[nodiscard]] constexpr double coefficient(std::size_t i) const { return coefficients[i]; }
  [[nodiscard]] static constexpr std::string_view coefficient_name(std::size_t i)
  {
    DVFS_PRECONDITION(i < coefficient_count);
    return std::array<std::string_view, 3>{"c0", "c1", "n"}[i];
  }
  [[nodiscard]] static constexpr std::string_view formula() { return "(c0^n + (c1/f)^n)^(1/n)"; }

  bool operator==(bottleneck_time const&) const = default;

 private:
  struct two {
    double fixed, compute;
  };
  [[nodiscard]] constexpr two parts(frequency f) const { return {coefficients[0], coefficients[1] / in_GHz(f)}; }
};

}  // namespace models

/// The corner is searched for; for each the parts follow by Gauss and Newton's method in c0^n and c1^n, in which the
/// model's power n is linear.
template<>
struct fitter<models::bottleneck_time> {
  using model = models::bottleneck_time;

  template<class T>
  [[nodiscard]] static constexpr result<solution<model>> solve(std::span<point<T> const> points, frequency left_out,
                                                               fit_options const& options)
  {
    if (points.size() > detail::most_points) return unexpected{errc::too_many_points};
    scales const s = scales_of(points, left_out);
    auto const found = detail::least_between(
        [&](double log_n) { return at(points, left_out, options, s, detail::exp(log_n)).squares; }, 0.0,
        detail::log(model::sharpest), 20);
    double const n = found.at_low_end ? 1 : detail::exp(found.at);
    auto const best = at(points, left_out, options, s, n);
    if (!best.determined) return unexpected{errc::singular_fit};
    if (!detail::is_finite(best.squares)) return unexpected{errc::not_finite};
    bool const no_fixed = best.fixed == 0, no_compute = best.compute == 0;
    // One part alone has no corner.
    bool const no_corner = no_fixed || no_compute || found.at_low_end || found.at_high_end;
    return solution<model>{{{s.longest * detail::pow(best.fixed, 1 / n),
                             s.longest * s.ghz * detail::pow(best.compute, 1 / n), no_fixed || no_compute ? 1 : n}},
                           {no_fixed, no_compute, no_corner}};
  }

 private:
  // Times as shares of the longest, clocks as shares of the slowest, so that no power overflows.
  struct scales {
    double longest{}, ghz{};
  };
  struct parts {
    double fixed{}, compute{}, squares{detail::infinity};
    bool determined{};
  };

  template<class T>
  [[nodiscard]] static constexpr scales scales_of(std::span<point<T> const> points, frequency left_out)
  {
    scales s{0, detail::infinity};
    for (auto const& p : points) {
      if (p.at == left_out || p.weight == 0) continue;
      s.longest = detail::max(s.longest, detail::measured<duration>(p.value));
      s.ghz = detail::min(s.ghz, in_GHz(p.at));
    }
    return s;
  }

  // A point that counts: its time, x^n with x the slowest clock over its own, its weight, and the model's time.
  struct row {
    double y{}, x{}, weight{}, model{};
  };

  // What the time to the power n, u + v x^n, gives for one corner.
  template<class T>
  [[nodiscard]] static constexpr parts at(std::span<point<T> const> points, frequency left_out,
                                          fit_options const& options, scales const& s, double n)
  {
    detail::static_vector<row, detail::most_points> rows;
    for (auto const& p : points) {
      if (p.at == left_out || p.weight == 0) continue;
      double const y = detail::measured<duration>(p.value) / s.longest;
      rows.push_back({y, detail::pow(s.ghz / in_GHz(p.at), n), options.relative ? p.weight / y / y : p.weight, y});
    }
    parts best;
    for (int step = 0; step < 12; ++step) {
      detail::least_squares<2> equations;
      for (auto const& r : rows) {
        // The first step is linear in the measured powers, each weighted as its root's error would be.
        double const to_the_n = step == 0 ? detail::pow(r.y, n) : best.fixed + best.compute * r.x;
        double const slope = r.model / to_the_n / n;
        equations.add({slope, slope * r.x}, r.y - r.model + r.model / n, r.weight);
      }
      // Powers of a negative time mean nothing, so that these two have no choice.
      auto const next = equations.solve_bounded();
      double squares = 0;
      for (auto& r : rows) {
        r.model = detail::pow(next.coefficients[0] + next.coefficients[1] * r.x, 1 / n);
        squares += r.weight * (r.y - r.model) * (r.y - r.model);
      }
      if (!(squares < best.squares)) break;
      best = {next.coefficients[0], next.coefficients[1], squares, equations.determined()};
    }
    return best;
  }
};

}  // namespace dvfs
