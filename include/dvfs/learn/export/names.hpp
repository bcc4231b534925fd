// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/tree.hpp>

#include <charconv>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace dvfs::learn {

/// What to call columns, labels and the categories of each column in print; a column without a name is f0, f1, ..., a
/// label or category its number.
struct tree_names {
  std::span<std::string const> columns{};
  std::span<std::string const> labels{};
  std::span<std::vector<std::string> const> categories{};

  [[nodiscard]] std::string column(std::size_t j) const
  {
    return j < columns.size() ? columns[j] : "f" + std::to_string(j);
  }
  [[nodiscard]] std::string label(std::size_t k) const { return k < labels.size() ? labels[k] : std::to_string(k); }
  [[nodiscard]] std::string category(std::size_t j, std::size_t c) const
  {
    return j < categories.size() && c < categories[j].size() ? categories[j][c] : std::to_string(c);
  }
};

namespace detail {

/// The shortest decimal text that reads back as the same double.
[[nodiscard]] inline std::string shortest(double x)
{
  char buffer[40];
  auto const r = std::to_chars(buffer, buffer + sizeof buffer, x);
  return std::string(buffer, r.ptr);
}

/// The test of an inner node or its contrary: "layers <= 7", "layers > 7", "family in {a, b}", "family not in {a, b}".
[[nodiscard]] inline std::string test_text(tree_node const& n, tree_names const& names, bool holds)
{
  auto const f = static_cast<std::size_t>(n.feature);
  if (n.left_categories == 0) return names.column(f) + (holds ? " <= " : " > ") + shortest(n.threshold);
  std::string listed;
  for (std::size_t c = 0; c < max_categories; ++c)
    if ((n.left_categories >> c & 1u) != 0) listed += (listed.empty() ? "" : ", ") + names.category(f, c);
  return names.column(f) + (holds ? " in {" : " not in {") + listed + "}";
}

}  // namespace detail
}  // namespace dvfs::learn
