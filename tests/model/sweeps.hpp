// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/boards.hpp>
#include <dvfs/core/ladder.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/model/point.hpp>

#include <array>
#include <cstddef>

namespace dvfs_test {

using namespace dvfs::literals;

constexpr bool near(double a, double b, double relative = 1e-9)
{
  return dvfs::detail::abs(a - b) <= relative * dvfs::detail::max(dvfs::detail::abs(a), dvfs::detail::abs(b));
}

inline constexpr dvfs::ladder_view orin{dvfs::boards::agx_orin.gpu};

/// Joules of fine-tuning DeBERTa-v2-xlarge at the eleven levels of an AGX Orin, published by esainulab/slmdvfs.
inline constexpr std::array<double, 11> deberta_qnli{693591.48, 596669.9,  545930.79, 536503.9,  539312.18, 549624.25,
                                                     572217.63, 610475.85, 641276.34, 698390.84, 737041.01};
inline constexpr std::array<double, 11> deberta_sst2{55292.41, 47512.24, 43025.92, 41044.05, 40927.33, 40981.54,
                                                     42053.11, 44378.81, 46298.01, 49986.88, 52475.58};

/// The points of a model, or of any other function of frequency, at the levels of an AGX Orin.
template<class M>
constexpr auto points_of(M const& m)
{
  std::array<dvfs::point<decltype(m(dvfs::frequency{}))>, 11> points;
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = {orin[dvfs::level{i}], m(orin[dvfs::level{i}])};
  return points;
}

constexpr auto points_of(std::array<double, 11> const& joules)
{
  return points_of([&](dvfs::frequency f) { return dvfs::energy{joules[to_index(*find_exact(orin, f))]}; });
}

/// The largest relative error of the coefficients of `fit` against those of `truth`.
template<class M>
constexpr double worst(M const& truth, M const& fit)
{
  double w = 0;
  for (std::size_t i = 0; i < M::coefficient_count; ++i) {
    double const t = truth.coefficient(i);
    w = dvfs::detail::max(w, dvfs::detail::abs(fit.coefficient(i) - t) / (t == 0 ? 1 : dvfs::detail::abs(t)));
  }
  return w;
}

}  // namespace dvfs_test
