// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/level.hpp>
#include <dvfs/core/objective/request.hpp>
#include <dvfs/core/result.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace dvfs {

/// What is known of a run at a level; what was not measured is unknown, and not 0.
struct level_cost {
  frequency at{};
  std::optional<energy> used{};
  std::optional<duration> took{};
};

/// The level that answers a request.
struct choice {
  level at{};             ///< its place among the levels offered
  double score{};         ///< the aim there
  unsigned limited_by{};  ///< bit i: limit i excludes the level that would be best without limits
  std::size_t met{};      ///< levels that meet all limits
  std::size_t unknown{};  ///< levels left out because the aim or a limit reads what was not measured there
};

/// Why no level answers a request.
enum class refusal_reason {
  no_levels,
  aim_unknown,      ///< what the aim reads is known at no level
  limit_unknown,    ///< no level can be shown to meet a limit, for want of a measurement
  limit_too_tight,  ///< each level breaks one and the same limit
  limits_conflict,  ///< each limit can be met, all together cannot
};

/// No answer: the reason, and the limits that bind.
struct refusal {
  refusal_reason why{};
  unsigned binding{};              ///< bit i: without limit i there would be an answer, or limit i alone excludes all
  std::string_view limit{};        ///< the first of these
  double most{};                   ///< what it allows
  std::optional<double> least{};   ///< the least of its figure at any level
  std::optional<level> closest{};  ///< the level that comes closest to it
};

[[nodiscard]] constexpr std::string_view what(refusal_reason why) noexcept
{
  switch (why) {
    case refusal_reason::no_levels: return "there is no level to choose from: measure some";
    case refusal_reason::aim_unknown: return "the objective is known at no level: measure energy and time";
    case refusal_reason::limit_unknown: return "a limit cannot be judged: measure time, at the fastest level too";
    case refusal_reason::limit_too_tight: return "no level meets the limit: relax it";
    case refusal_reason::limits_conflict: return "each limit can be met, but no level meets all: relax one";
  }
  return "unknown reason";
}

namespace detail {

/// A run's cost for a function that reads only what is known of it; nothing where it would read something unknown.
template<class F>
[[nodiscard]] constexpr std::optional<run_cost> readable(level_cost const& c)
{
  if ((reads_energy<F> && !c.used) || (reads_time<F> && !c.took)) return std::nullopt;
  return run_cost{c.used.value_or(energy{}), c.took.value_or(duration{})};
}

template<class F>
[[nodiscard]] constexpr std::optional<double> score_of(F const& f, level_cost const& c)
{
  auto const cost = readable<F>(c);
  if (!cost) return std::nullopt;
  double const s = f(*cost);
  return s == s ? std::optional{s} : std::nullopt;
}

template<class Request, class CostOf>
class chooser;

/// Judges the levels 0 to n - 1, whose costs a function gives; nothing is stored for each level.
template<class Aim, class... Limits, class CostOf>
class chooser<request<Aim, Limits...>, CostOf> {
 public:
  constexpr chooser(request<Aim, Limits...> const& wanted, std::size_t n, CostOf const& cost_of)
      : wanted_{wanted}, n_{n}, cost_of_{cost_of}
  {
    if (n_ > 0) top_ = cost_of_(n_ - 1).took;
    // While there are no references, the relative limits let every level pass.
    auto least = references_;
    for (std::size_t i = 0; i < n_; ++i) {
      level_cost const c = cost_of_(i);
      if (verdict const v = judge(c); (v.broken | v.unknown) == 0) lower(least, c);
    }
    references_ = least;
  }

  [[nodiscard]] constexpr result<choice, refusal> run() const
  {
    choice best{};
    std::optional<double> least, least_of_all;
    level free_best{};
    bool known = false;
    for (std::size_t i = 0; i < n_; ++i) {
      level_cost const c = cost_of_(i);
      auto const score = score_of(wanted_.aim, c);
      verdict const v = judge(c);
      if (!score || v.unknown != 0) ++best.unknown;
      known = known || score;
      if (!score) continue;
      if (!least_of_all || *score < *least_of_all) {
        least_of_all = score;
        free_best = level{i};
      }
      if ((v.broken | v.unknown) != 0) continue;
      ++best.met;
      // The slower of two equal levels is met first and stays.
      if (!least || *score < *least) {
        least = score;
        best.at = level{i};
      }
    }
    if (n_ == 0) return unexpected{refusal{refusal_reason::no_levels, 0, {}, 0, {}, {}}};
    if (!known) return unexpected{refusal{refusal_reason::aim_unknown, 0, {}, 0, {}, {}}};
    if (!least) return unexpected{refuse()};
    best.score = *least;
    best.limited_by = judge(cost_of_(to_index(free_best))).broken;
    return best;
  }

 private:
  struct verdict {
    unsigned broken{}, unknown{};
  };
  static constexpr unsigned all = static_cast<unsigned>((1ull << sizeof...(Limits)) - 1);

  /// A limit's figure at a level, nothing where it cannot be known.
  template<std::size_t I>
  [[nodiscard]] constexpr std::optional<double> figure(level_cost const& c) const
  {
    using L = std::tuple_element_t<I, std::tuple<Limits...>>;
    if constexpr (relative_limit<L>) {
      auto const score = score_of(typename L::score{}, c);
      if (score && !references_[I]) return 1.0;
      return score ? std::optional{*score / *references_[I]} : std::nullopt;
    } else {
      auto const cost = readable<L>(c);
      if (!cost) return std::nullopt;
      auto const f = std::get<I>(wanted_.limits).figure(*cost, top_);
      return f && *f == *f ? f : std::nullopt;
    }
  }

  template<class F>
  static constexpr void for_each_limit(F const& f)
  {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (f(std::integral_constant<std::size_t, I>{}), ...); }
    (std::index_sequence_for<Limits...>{});
  }

  [[nodiscard]] constexpr verdict judge(level_cost const& c) const
  {
    verdict v;
    for_each_limit([&](auto i) {
      auto const f = figure<i>(c);
      if (!f)
        v.unknown |= 1u << i;
      else if (!(*f <= std::get<i>(wanted_.limits).most()))
        v.broken |= 1u << i;
    });
    return v;
  }

  using scores = std::array<std::optional<double>, sizeof...(Limits)>;

  static constexpr void lower(scores& least, level_cost const& c)
  {
    for_each_limit([&](auto i) {
      using L = std::tuple_element_t<i, std::tuple<Limits...>>;
      if constexpr (relative_limit<L>) {
        auto const score = score_of(typename L::score{}, c);
        if (score && (!least[i] || *score < *least[i])) least[i] = score;
      }
    });
  }

  [[nodiscard]] constexpr refusal refuse() const
  {
    // Alone: what each limit excludes everywhere; else those without which some level would do.
    unsigned never_met = all, never_known = all, without = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      level_cost const c = cost_of_(i);
      if (!score_of(wanted_.aim, c)) continue;
      verdict const v = judge(c);
      unsigned const fails = v.broken | v.unknown;
      never_met &= fails;
      never_known &= v.unknown;
      if (fails != 0 && (fails & (fails - 1)) == 0) without |= fails;
    }
    refusal r{};
    r.why = never_known != 0 ? refusal_reason::limit_unknown
            : never_met != 0 ? refusal_reason::limit_too_tight
                             : refusal_reason::limits_conflict;
    r.binding = never_known != 0 ? never_known : never_met != 0 ? never_met : without != 0 ? without : all;
    for_each_limit([&](auto i) {
      if (!(r.binding >> i & 1u) || !r.limit.empty()) return;
      auto const& bound = std::get<i>(wanted_.limits);
      r.limit = bound.name();
      r.most = bound.most();
      for (std::size_t k = 0; k < n_; ++k)
        if (auto const f = figure<i>(cost_of_(k)); f && (!r.least || *f < *r.least)) {
          r.least = f;
          r.closest = level{k};
        }
    });
    return r;
  }

  request<Aim, Limits...> const& wanted_;
  std::size_t n_;
  CostOf const& cost_of_;
  std::optional<duration> top_{};
  scores references_{};
};

}  // namespace detail

/// The level that answers a request, out of levels from the slowest to the fastest; the slower one of two equals.
///
/// A level is left out where the aim or a limit reads what is not known there. There is no fallback: where no level
/// meets all limits, the refusal names those that bind.
template<class Aim, class... Limits>
[[nodiscard]] constexpr result<choice, refusal> choose(request<Aim, Limits...> const& wanted,
                                                       std::span<level_cost const> rising)
{
  auto const cost_of = [&](std::size_t i) -> level_cost const& { return rising[i]; };
  return detail::chooser<request<Aim, Limits...>, decltype(cost_of)>{wanted, rising.size(), cost_of}.run();
}

}  // namespace dvfs
