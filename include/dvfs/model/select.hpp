// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/model/fit.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

namespace dvfs {

/// What chooses among families: the error at levels that a fit has not seen, or Akaike's criterion for few points.
enum class selection_rule { leave_one_out, aicc };

/// Several families fitted to the same points, and the best of them by a rule.
template<fittable First, fittable... Rest>
class selected_model {
 public:
  using value_type = typename First::value_type;
  static_assert((std::same_as<value_type, typename Rest::value_type> && ...), "all families model the same quantity");

  constexpr explicit selected_model(std::tuple<result<fitted<First>>, result<fitted<Rest>>...> fits, std::size_t best)
      : fits_{std::move(fits)}, best_{best}
  {
  }

  /// Which family was chosen, counted from 0 in the order in which they were named.
  [[nodiscard]] constexpr std::size_t index() const { return best_; }

  /// The fit of a family, chosen or not, or why there is none.
  template<fittable Model>
  [[nodiscard]] constexpr result<fitted<Model>> const& fit_of() const
  {
    return std::get<result<fitted<Model>>>(fits_);
  }

  /// What `f` returns for the chosen fit; it must return the same type for each.
  template<class F>
  constexpr decltype(auto) visit(F const& f) const
  {
    return visit_from<0>(f);
  }

  [[nodiscard]] constexpr value_type operator()(frequency at) const
  {
    return visit([&](auto const& fit) { return fit(at); });
  }
  [[nodiscard]] constexpr std::string_view formula() const
  {
    return visit([]<class Model>(fitted<Model> const&) { return Model::formula(); });
  }
  /// The chosen fit's error at left-out levels; there is one where this was the rule.
  [[nodiscard]] constexpr double leave_one_out_mape() const
  {
    return visit([](auto const& fit) { return *fit.leave_one_out_mape; });
  }

 private:
  template<std::size_t I, class F>
  constexpr decltype(auto) visit_from(F const& f) const
  {
    if constexpr (I < sizeof...(Rest))
      if (best_ != I) return visit_from<I + 1>(f);
    return f(*std::get<I>(fits_));
  }

  std::tuple<result<fitted<First>>, result<fitted<Rest>>...> fits_;
  std::size_t best_;
};

/// Fits each family and chooses the one that the rule finds best: name the simpler ones first, since a later one must
/// be better by more than rounding; refused where no family has enough levels to tell.
template<fittable... Models, class Points>
[[nodiscard]] constexpr result<selected_model<Models...>> select_model(
    Points const& points, fit_options options = {}, selection_rule rule = selection_rule::leave_one_out)
{
  options.leave_one_out = options.leave_one_out || rule == selection_rule::leave_one_out;
  std::tuple<result<fitted<Models>>...> fits{fit<Models>(points, options)...};
  std::optional<double> least;
  std::optional<errc> fault;
  std::size_t best = 0, i = 0;
  auto consider = [&](auto const& fit) {
    if (!fit && !fault) fault = fit.error();
    if (fit) {
      auto const& score = rule == selection_rule::aicc ? fit->aicc : fit->leave_one_out_mape;
      // A criterion is a logarithm: it differs by a sum, an error by a factor.
      bool const better =
          score && (!least || *score < (rule == selection_rule::aicc ? *least - 1e-6 : *least * (1 - 1e-6) - 1e-12));
      if (better) {
        least = score;
        best = i;
      }
    }
    ++i;
  };
  std::apply([&](auto const&... each) { (consider(each), ...); }, fits);
  if (!least) return unexpected{fault.value_or(errc::too_few_points)};
  return selected_model<Models...>{std::move(fits), best};
}

}  // namespace dvfs
