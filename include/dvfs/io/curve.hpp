// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/ladder.hpp>
#include <dvfs/core/quantity.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/io/sweep_row.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dvfs {

/// What several runs gave for one quantity.
template<class Q>
struct repeated {
  Q mean{};
  Q least{};
  Q most{};
  std::size_t count{};           ///< runs in which it was measured, at least one
  std::optional<Q> deviation{};  ///< sample standard deviation, unknown for a single run

  bool operator==(repeated const&) const = default;
};

/// One level of a curve, or its baseline: the mean over the runs made there; what no run measured is unknown.
struct curve_point {
  std::optional<frequency> at{};  ///< none for the baseline
  std::size_t runs{};
  std::optional<repeated<duration>> took{};
  std::optional<repeated<power>> drawn{};
  std::optional<repeated<energy>> used{};
  std::optional<double> gpu_util{};         ///< mean, percent
  std::optional<frequency> gpu_observed{};  ///< mean of the clocks that were read back

  bool operator==(curve_point const&) const = default;
};

/// What the rows of one curve have in common: everything but the GPU clock.
struct curve_key {
  std::string device{};
  std::string workload{};
  std::string kernel{};
  std::optional<frequency> memory{};
  std::optional<frequency> cpu{};
  named_values knobs{};
  std::map<std::string, std::string> extra{};  ///< columns that the caller added to the key, as text

  auto operator<=>(curve_key const&) const = default;
};

/// One workload over the GPU clock: its levels, slowest first and at least one, and its run under the default governor.
struct curve {
  curve_key key{};
  std::vector<curve_point> points{};
  std::optional<curve_point> baseline{};
  std::vector<sweep_row> rows{};  ///< one or more for each point, in the order of the file
  std::vector<sweep_row> baseline_rows{};

  /// The level that a frequency names, within 1 MHz or 0.5 % (1300.5 MHz for a 1300 in the file); null if not measured.
  [[nodiscard]] curve_point const* at(frequency f) const
  {
    if (points.empty()) return nullptr;
    auto const names = frequencies();
    auto const found = find_named(ladder_view{names}, f);
    return found ? &points[to_index(*found)] : nullptr;
  }

  [[nodiscard]] curve_point const& top() const { return points.back(); }

  /// The clocks that were measured, slowest first, as the file names them.
  [[nodiscard]] std::vector<frequency> frequencies() const
  {
    std::vector<frequency> all;
    for (auto const& p : points) all.push_back(*p.at);
    return all;
  }

  /// A feature of the job: what the baseline has (for gpu_util the mean of its runs), else what all levels agree on.
  [[nodiscard]] std::optional<double> number(std::string_view name) const
  {
    if (name == "gpu_util" && baseline && baseline->gpu_util) return baseline->gpu_util;
    return agreed<double>([&](sweep_row const& r) { return r.number(name); });
  }
  [[nodiscard]] std::optional<std::string> text(std::string_view name) const
  {
    return agreed<std::string>([&](sweep_row const& r) { return r.text(name); });
  }

 private:
  // Blank cells have no say; rows that contradict each other leave the value unknown.
  template<class T, class Get>
  [[nodiscard]] std::optional<T> agreed(Get get) const
  {
    for (auto const* some : {&baseline_rows, &rows}) {
      std::optional<T> value;
      bool contradicted = false;
      for (auto const& r : *some)
        if (auto const one = get(r)) {
          contradicted = contradicted || (value && *value != *one);
          value = one;
        }
      if (value) return contradicted ? std::nullopt : value;
    }
    return std::nullopt;
  }
};

}  // namespace dvfs
