// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/objective.hpp>
#include <dvfs/detail/static_vector.hpp>
#include <dvfs/model/concepts.hpp>
#include <dvfs/model/fitter.hpp>
#include <dvfs/model/power_series.hpp>

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

namespace dvfs {
namespace detail {

/// The product of two sums of powers, with one term for each exponent, in rising order.
template<std::size_t N, std::size_t M>
[[nodiscard]] constexpr auto multiply(static_vector<power_term, N> const& a, static_vector<power_term, M> const& b)
{
  static_vector<power_term, N * M> product;
  auto add = [&](power_term t) {
    for (auto& p : product)
      if (p.exponent == t.exponent) {
        p.coefficient += t.coefficient;
        return;
      }
    product.push_back(t);
    for (std::size_t i = product.size() - 1; i > 0 && product[i].exponent < product[i - 1].exponent; --i) {
      auto const moved = product[i];
      product[i] = product[i - 1];
      product[i - 1] = moved;
    }
  };
  for (auto const& p : a)
    for (auto const& q : b) add({p.exponent + q.exponent, p.coefficient * q.coefficient});
  return product;
}

}  // namespace detail

/// A model that is a sum of powers of the frequency, so that its minimum can be found without a ladder.
template<class M>
concept sum_of_powers = requires(M const& m)
{
  {
    m.terms()[0]
    } -> std::convertible_to<detail::power_term>;
};

namespace models {

/// E = P t: the power model times the time model; it is fitted to runs of known energy and time.
template<power_model Power, time_model Time>
struct product_energy {
  using value_type = energy;
  static constexpr std::size_t coefficient_count = Power::coefficient_count + Time::coefficient_count;
  static constexpr std::size_t levels_needed = detail::max(Power::levels_needed, Time::levels_needed);

  Power drawn{};
  Time took{};

  [[nodiscard]] constexpr energy operator()(frequency f) const { return drawn(f) * took(f); }
  /// The energy and the time of a run at a frequency.
  [[nodiscard]] constexpr run_cost cost(frequency f) const { return {(*this)(f), took(f)}; }

  /// The coefficients of the power model, then those of the time model.
  [[nodiscard]] constexpr double coefficient(std::size_t i) const
  {
    return i < Power::coefficient_count ? drawn.coefficient(i) : took.coefficient(i - Power::coefficient_count);
  }
  [[nodiscard]] static constexpr std::string_view coefficient_name(std::size_t i)
  {
    return i < Power::coefficient_count ? Power::coefficient_name(i)
                                        : Time::coefficient_name(i - Power::coefficient_count);
  }
  [[nodiscard]] static constexpr std::string_view formula() { return {text.data(), text.size()}; }

  [[nodiscard]] constexpr auto terms() const requires sum_of_powers<Power> && sum_of_powers<Time>
  {
    return detail::multiply(drawn.terms(), took.terms());
  }

  bool operator==(product_energy const&) const = default;

 private:
  static constexpr detail::formula_text text = [] {
    detail::formula_text t;
    for (auto factor : {Power::formula(), Time::formula()}) {
      detail::append(t, t.empty() ? "(" : " (");
      detail::append(t, factor);
      detail::append(t, ")");
    }
    return t;
  }();
};

}  // namespace models

template<class Power, class Time>
struct fitter<models::product_energy<Power, Time>> {
  using model = models::product_energy<Power, Time>;

  template<class T>
  [[nodiscard]] static constexpr result<solution<model>> solve(std::span<point<T> const> runs, frequency left_out,
                                                               fit_options const& options)
  {
    static_assert(std::same_as<T, run_cost>, "a product of power and time is fitted to runs of known energy and time");
    auto time_options = options;
    time_options.may_be_negative >>= Power::coefficient_count;
    auto const drawn = fitter<Power>::solve(runs, left_out, options);
    auto const took = fitter<Time>::solve(runs, left_out, time_options);
    if (!drawn) return unexpected{drawn.error()};
    if (!took) return unexpected{took.error()};
    solution<model> s{{drawn->model, took->model}, {}};
    for (std::size_t i = 0; i < s.at_bound.size(); ++i)
      s.at_bound[i] = i < Power::coefficient_count ? drawn->at_bound[i] : took->at_bound[i - Power::coefficient_count];
    return s;
  }
};

}  // namespace dvfs
