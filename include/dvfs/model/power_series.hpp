// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/detail/config.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/detail/static_vector.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace dvfs {
namespace detail {

struct power_term {
  int exponent{};
  double coefficient{};
};

using formula_text = static_vector<char, 160>;

constexpr void append(formula_text& to, std::string_view text)
{
  for (char c : text) to.push_back(c);
}

/// Writes "a/f + b + c f^2" for the names {a, b, c} and the exponents {-1, 0, 2}.
template<std::size_t N>
constexpr void append_sum(formula_text& to, std::array<std::string_view, N> const& names,
                          std::array<int, N> const& exponents)
{
  for (std::size_t i = 0; i < N; ++i) {
    int const e = exponents[i], size = e < 0 ? -e : e;
    append(to, i == 0 ? "" : " + ");
    append(to, names[i]);
    if (e != 0) append(to, e < 0 ? "/f" : " f");
    if (size < 2) continue;
    append(to, "^");
    to.push_back(static_cast<char>('0' + size));
  }
}

template<std::size_t N>
[[nodiscard]] constexpr std::array<std::string_view, N> letters()
{
  constexpr std::string_view alphabet = "abcdefgh";
  static_assert(N <= alphabet.size(), "a power series has at most eight terms");
  std::array<std::string_view, N> names;
  for (std::size_t i = 0; i < N; ++i) names[i] = alphabet.substr(i, 1);
  return names;
}

template<std::size_t N>
[[nodiscard]] constexpr bool all_differ_and_have_one_digit(std::array<int, N> const& exponents)
{
  for (std::size_t i = 0; i < N; ++i) {
    if (exponents[i] < -9 || exponents[i] > 9) return false;
    for (std::size_t k = 0; k < i; ++k)
      if (exponents[i] == exponents[k]) return false;
  }
  return true;
}

}  // namespace detail

namespace models {

/// What the coefficients of a model are called in its formula: a, b, c, ... unless a family says otherwise.
template<class Model>
inline constexpr auto coefficient_names = detail::letters<Model::coefficient_count>();

/// A quantity as a sum of whole powers of the frequency in GHz, each with a coefficient (W, s or J per GHz^exponent).
template<class Quantity, int... Exponents>
struct power_series {
  using value_type = Quantity;
  static constexpr std::size_t coefficient_count = sizeof...(Exponents);
  static constexpr std::size_t levels_needed = coefficient_count;
  static constexpr std::array<int, coefficient_count> exponents{Exponents...};
  static_assert(detail::all_differ_and_have_one_digit(exponents),
                "exponents of a power series differ and lie in -9 to 9");

  std::array<double, coefficient_count> coefficients{};

  /// The value at a frequency above 0.
  [[nodiscard]] constexpr Quantity operator()(frequency f) const
  {
    auto const x = basis(f);
    double sum = 0;
    for (std::size_t i = 0; i < coefficient_count; ++i) sum += coefficients[i] * x[i];
    return {sum};
  }

  /// What each coefficient is multiplied with at a frequency above 0.
  [[nodiscard]] static constexpr std::array<double, coefficient_count> basis(frequency f)
  {
    DVFS_PRECONDITION(f.value > 0);
    return {detail::ipow(in_GHz(f), Exponents)...};
  }

  /// The change of the value for each coefficient, for intervals.
  [[nodiscard]] static constexpr std::array<double, coefficient_count> gradient(frequency f) { return basis(f); }

  [[nodiscard]] constexpr double coefficient(std::size_t i) const { return coefficients[i]; }
  [[nodiscard]] static constexpr std::string_view coefficient_name(std::size_t i)
  {
    return coefficient_names<power_series>[i];
  }
  [[nodiscard]] static constexpr std::string_view formula() { return {text.data(), text.size()}; }

  [[nodiscard]] constexpr auto terms() const
  {
    detail::static_vector<detail::power_term, coefficient_count> sum;
    for (std::size_t i = 0; i < coefficient_count; ++i) sum.push_back({exponents[i], coefficients[i]});
    return sum;
  }

  bool operator==(power_series const&) const = default;

 private:
  static constexpr detail::formula_text text = [] {
    detail::formula_text t;
    detail::append_sum(t, coefficient_names<power_series>, exponents);
    return t;
  }();
};

}  // namespace models
}  // namespace dvfs
