// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/detail/config.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/model/fitter.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace dvfs {
namespace models {

/// Two straight lines that meet at a level: a + b f + c max(0, f - k), f in GHz, for a voltage that starts to rise or
/// another clock that moves at level k.
template<class Quantity>
struct hinge {
  using value_type = Quantity;
  static constexpr std::size_t coefficient_count = 4;
  static constexpr std::size_t levels_needed = 4;

  std::array<double, 4> coefficients{};

  [[nodiscard]] constexpr Quantity operator()(frequency f) const
  {
    auto const [a, b, c, k] = coefficients;
    return {a + b * in_GHz(f) + c * detail::max(0.0, in_GHz(f) - k)};
  }
  /// The knee is a level, not a number to be fitted: it has no gradient.
  [[nodiscard]] constexpr std::array<double, 4> gradient(frequency f) const
  {
    return {1, in_GHz(f), detail::max(0.0, in_GHz(f) - coefficients[3]), 0};
  }

  [[nodiscard]] constexpr double coefficient(std::size_t i) const { return coefficients[i]; }
  [[nodiscard]] static constexpr std::string_view coefficient_name(std::size_t i)
  {
    DVFS_PRECONDITION(i < coefficient_count);
    return std::string_view{"abck"}.substr(i, 1);
  }
  [[nodiscard]] static constexpr std::string_view formula() { return "a + b f + c max(0, f - k)"; }

  bool operator==(hinge const&) const = default;
};

using hinge_power = hinge<power>;

}  // namespace models

/// Each level between the ends is tried as the knee; the slowest of equally good ones is taken.
template<class Quantity>
struct fitter<models::hinge<Quantity>> {
  using model = models::hinge<Quantity>;

  template<class T>
  [[nodiscard]] static constexpr result<solution<model>> solve(std::span<point<T> const> points, frequency left_out,
                                                               fit_options const& options)
  {
    frequency slowest{}, fastest{};
    double total = 0;
    for (auto const& p : points) {
      if (p.at == left_out || p.weight == 0) continue;
      if (slowest.value == 0 || p.at < slowest) slowest = p.at;
      fastest = detail::max(fastest, p.at);
      double const y = detail::measured<Quantity>(p.value);
      total += options.relative ? p.weight : p.weight * y * y;
    }
    std::optional<solution<model>> best;
    double least = detail::infinity;
    frequency knee{};
    for (auto const& p : points) {
      if (p.at == left_out || p.weight == 0 || p.at <= slowest || p.at >= fastest) continue;
      double const k = in_GHz(p.at);
      auto const equations = detail::equations_of<Quantity, 3>(points, left_out, options.relative, [&](frequency f) {
        return std::array{1.0, in_GHz(f), detail::max(0.0, in_GHz(f) - k)};
      });
      if (!equations.determined()) continue;
      auto const s = equations.solve_bounded(options.may_be_negative);
      double const rounding = 1e-28 * total;
      bool const better = s.squares < least - rounding || (s.squares <= least + rounding && p.at < knee);
      if (!detail::is_finite(s.squares) || (best && !better)) continue;
      least = s.squares;
      knee = p.at;
      bool const straight = !(s.active & 4u);
      best = solution<model>{{{s.coefficients[0], s.coefficients[1], s.coefficients[2], k}},
                             {!(s.active & 1u), !(s.active & 2u), straight, straight}};
    }
    if (!best) return unexpected{errc::singular_fit};
    return *best;
  }
};

}  // namespace dvfs
