// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/ladder.hpp>
#include <dvfs/core/objective/choose.hpp>
#include <dvfs/model/concepts.hpp>
#include <dvfs/model/product_energy.hpp>

#include <cstddef>

namespace dvfs {

/// The level of a ladder that answers a request, given a model of what a run costs at each frequency.
template<class Aim, class... Limits, cost_model C>
[[nodiscard]] constexpr result<choice, refusal> choose(request<Aim, Limits...> const& wanted, ladder_view ladder,
                                                       C const& cost_of)
{
  auto const at = [&](std::size_t i) {
    auto const f = ladder[level{i}];
    run_cost const cost = cost_of(f);
    return level_cost{f, cost.used, cost.took};
  };
  return detail::chooser<request<Aim, Limits...>, decltype(at)>{wanted, ladder.size(), at}.run();
}

/// The same, given models of power and time.
template<class Aim, class... Limits, power_model P, time_model T>
[[nodiscard]] constexpr result<choice, refusal> choose(request<Aim, Limits...> const& wanted, ladder_view ladder,
                                                       P const& power_of, T const& time_of)
{
  return choose(wanted, ladder, [&](frequency f) { return run_cost{power_of(f) * time_of(f), time_of(f)}; });
}
template<class Aim, class... Limits, power_model P, time_model T>
[[nodiscard]] constexpr result<choice, refusal> choose(request<Aim, Limits...> const& wanted, ladder_view ladder,
                                                       models::product_energy<P, T> const& m)
{
  return choose(wanted, ladder, m.drawn, m.took);
}

}  // namespace dvfs
