// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/clock_grid.hpp>

#include <array>
#include <cstddef>

namespace dvfs {

/// What was measured at one combination of clocks; the weight multiplies its squared error, and 0 leaves the point out.
template<class T, std::size_t D>
struct clocks_point {
  clocks<D> at{};
  T value{};
  double weight{1};
};

/// The model of several clocks that fits best, and which of its coefficients the bound holds.
template<class Model>
struct domains_solution {
  Model model{};
  std::array<bool, Model::coefficient_count> at_bound{};
};

/// How a model of several clocks is solved for its coefficients.
template<class Model>
struct domains_fitter;

}  // namespace dvfs
