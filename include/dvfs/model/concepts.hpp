// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/objective.hpp>
#include <dvfs/core/quantity.hpp>

#include <concepts>
#include <cstddef>
#include <string_view>

namespace dvfs {

/// A pure function from frequency to a quantity.
template<class M, class Quantity>
concept model_of = requires(M const& m, frequency f)
{
  {
    m(f)
    } -> std::same_as<Quantity>;
};

template<class M>
concept power_model = model_of<M, power>;
template<class M>
concept time_model = model_of<M, duration>;
template<class M>
concept energy_model = model_of<M, energy>;
/// A pure function from frequency to the energy and time of a run.
template<class M>
concept cost_model = model_of<M, run_cost>;

/// A model with free coefficients, which `fit` can find: how many, how many levels they take, and a formula to print.
template<class M>
concept fittable = model_of<M, typename M::value_type> && requires(M const& m, std::size_t i)
{
  {
    M::coefficient_count
    } -> std::convertible_to<std::size_t>;
  {
    M::levels_needed
    } -> std::convertible_to<std::size_t>;
  {
    M::formula()
    } -> std::same_as<std::string_view>;
  {
    M::coefficient_name(i)
    } -> std::same_as<std::string_view>;
  {
    m.coefficient(i)
    } -> std::same_as<double>;
};

}  // namespace dvfs
