// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <cstddef>
#include <span>
#include <string>

namespace dvfs::learn {

/// What to call columns and labels in print; a column without a name is f0, f1, ..., a label its number.
struct tree_names {
  std::span<std::string const> columns{};
  std::span<std::string const> labels{};

  [[nodiscard]] std::string column(std::size_t j) const
  {
    return j < columns.size() ? columns[j] : "f" + std::to_string(j);
  }
  [[nodiscard]] std::string label(std::size_t k) const { return k < labels.size() ? labels[k] : std::to_string(k); }
};

namespace detail {

/// The shortest decimal text that reads back as the same double.
[[nodiscard]] inline std::string shortest(double x)
{
  char buffer[40];
  auto const r = std::to_chars(buffer, buffer + sizeof buffer, x);
  return std::string(buffer, r.ptr);
}

}  // namespace detail
}  // namespace dvfs::learn
