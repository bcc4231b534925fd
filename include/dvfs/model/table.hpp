// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/detail/config.hpp>
#include <dvfs/detail/static_vector.hpp>
#include <dvfs/model/fitter.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace dvfs {
namespace models {

/// What was measured, level by level, with straight lines between: for curves that no formula follows. Beyond its ends
/// it stays at their values, since a table knows nothing there.
template<class Quantity>
struct table {
  using value_type = Quantity;
  static constexpr std::size_t coefficient_count = 0;
  static constexpr std::size_t levels_needed = 2;
  static constexpr std::size_t most_levels = 128;

  struct entry {
    frequency at{};
    double value{};
    double weight{};
    bool operator==(entry const&) const = default;
  };
  detail::static_vector<entry, most_levels> entries{};  ///< rising in frequency, at least one

  [[nodiscard]] constexpr Quantity operator()(frequency f) const
  {
    DVFS_PRECONDITION(!entries.empty());
    if (f <= entries[0].at) return {entries[0].value};
    for (std::size_t i = 1; i < entries.size(); ++i) {
      auto const &low = entries[i - 1], &high = entries[i];
      if (f > high.at) continue;
      double const share =
          static_cast<double>(f.value - low.at.value) / static_cast<double>(high.at.value - low.at.value);
      return {low.value + share * (high.value - low.value)};
    }
    return {entries.back().value};
  }

  /// Each level is a number learnt from the points.
  [[nodiscard]] constexpr std::size_t parameter_count() const { return entries.size(); }

  [[nodiscard]] constexpr double coefficient(std::size_t i) const { return entries[i].value; }
  [[nodiscard]] static constexpr std::string_view coefficient_name(std::size_t) { return ""; }
  [[nodiscard]] static constexpr std::string_view formula() { return "table"; }

  bool operator==(table const&) const = default;
};

using table_power = table<power>;
using table_time = table<duration>;
using table_energy = table<energy>;

}  // namespace models

/// The weighted mean of the points at each level.
template<class Quantity>
struct fitter<models::table<Quantity>> {
  using model = models::table<Quantity>;

  template<class T>
  [[nodiscard]] static constexpr result<solution<model>> solve(std::span<point<T> const> points, frequency left_out,
                                                               fit_options const& options)
  {
    model m;
    for (auto const& p : points) {
      if (p.at == left_out || p.weight == 0) continue;
      double const y = detail::measured<Quantity>(p.value), weight = options.relative ? p.weight / y / y : p.weight;
      std::size_t i = 0;
      while (i < m.entries.size() && m.entries[i].at < p.at) ++i;
      if (i < m.entries.size() && m.entries[i].at == p.at) {
        auto& e = m.entries[i];
        e.weight += weight;
        e.value += weight / e.weight * (y - e.value);
        continue;
      }
      if (m.entries.size() == model::most_levels) return unexpected{errc::too_many_points};
      m.entries.push_back({});
      for (std::size_t k = m.entries.size() - 1; k > i; --k) m.entries[k] = m.entries[k - 1];
      m.entries[i] = {p.at, y, weight};
    }
    if (m.entries.empty()) return unexpected{errc::too_few_points};
    return solution<model>{m, {}};
  }
};

}  // namespace dvfs
