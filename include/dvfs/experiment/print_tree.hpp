// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/experiment/named_tree.hpp>
#include <dvfs/io/error.hpp>
#include <dvfs/io/number.hpp>
#include <dvfs/learn/export.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dvfs::experiment {
namespace detail {

struct printed_names {
  explicit printed_names(named_tree const& tree)
  {
    for (auto const& f : tree.features) columns.push_back(f.name);
    for (auto const f : tree.tree.levels()) answers.push_back(io::format_number(in_MHz(f)) + " MHz");
  }
  [[nodiscard]] learn::tree_names view() const { return {columns, answers}; }

  std::vector<std::string> columns, answers;
};

}  // namespace detail

/// A tree as indented text.
[[nodiscard]] inline std::string to_text(named_tree const& tree)
{
  return learn::to_text(tree.tree.learnt(), detail::printed_names{tree}.view());
}

/// A tree as a Graphviz digraph.
[[nodiscard]] inline std::string to_dot(named_tree const& tree)
{
  return learn::to_dot(tree.tree.learnt(), detail::printed_names{tree}.view());
}

/// A tree as a C++14 header without dependencies: `dvfs_policy::frequency_hz(dvfs_policy::input const&)` answers in
/// hertz. `origin` tells in its first lines where the tree comes from.
[[nodiscard]] inline std::string to_header(named_tree const& tree, std::string_view origin)
{
  learn::cpp_options options{.name_space = "dvfs_policy", .function = "frequency_hz", .label_type = "std::uint64_t"};
  for (auto const f : tree.tree.levels())
    options.label_expressions.push_back("UINT64_C(" + std::to_string(f.value) + ")");
  // Names come from files: in a comment they must neither end the line nor, by a backslash, continue it.
  options.comment = "dvfs-policy-header 1\n" + dvfs::detail::on_one_line(origin);
  for (auto const& f : tree.features)
    for (std::size_t k = 0; k < f.categories.size(); ++k)
      options.comment +=
          "\n" + dvfs::detail::on_one_line(f.name + ": " + std::to_string(k) + " is '" + f.categories[k] + "'");
  return learn::to_cpp(tree.tree.learnt(), detail::printed_names{tree}.view(), options);
}

}  // namespace dvfs::experiment
