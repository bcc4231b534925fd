// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/math.hpp>
#include <dvfs/io/curve.hpp>

#include <boost/describe/class.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fnmatch.h>

namespace dvfs::experiment {

/// A feature of a job as a file or a person gives it.
using feature_value = named_values::mapped_type;

/// A feature that a person gives because a file lacks it or has it wrong: it wins over the file where the glob matches.
struct given_feature {
  std::string name{};
  feature_value value{};
  std::string workloads{"*"};
};

/// The features of the job behind a curve: what was given for its workload, else what the file says, else unknown.
class curve_features {
 public:
  explicit curve_features(curve const& c, std::span<given_feature const> given = {}) : curve_{&c}, given_{given} {}

  [[nodiscard]] std::optional<feature_value> operator()(std::string_view name) const
  {
    for (auto const& g : given_)
      if (g.name == name && ::fnmatch(g.workloads.c_str(), curve_->key.workload.c_str(), 0) == 0) return g.value;
    if (auto const number = curve_->number(name)) return *number;
    if (auto const text = curve_->text(name)) return *text;
    return std::nullopt;
  }

 private:
  curve const* curve_;
  std::span<given_feature const> given_;
};

/// A column that a tree splits on; where it is text, its values in the order of their codes 0, 1, ...
struct feature_column {
  std::string name{};
  std::vector<std::string> categories{};

  bool operator==(feature_column const&) const = default;
};
BOOST_DESCRIBE_STRUCT(feature_column, (), (name, categories))

/// The number by which a tree knows a value; NaN where it is unknown or no category of the column.
[[nodiscard]] inline double code_of(feature_column const& column, std::optional<feature_value> const& value)
{
  if (!value) return dvfs::detail::nan;
  if (auto const* number = std::get_if<double>(&*value)) return column.categories.empty() ? *number : dvfs::detail::nan;
  for (std::size_t k = 0; k < column.categories.size(); ++k)
    if (column.categories[k] == std::get<std::string>(*value)) return static_cast<double>(k);
  return dvfs::detail::nan;
}

}  // namespace dvfs::experiment
