// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/export/names.hpp>
#include <dvfs/learn/tree.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dvfs::learn {

/// How a tree becomes a C++ header.
struct cpp_options {
  std::string name_space{"learnt"};
  std::string function{"decide"};
  std::string label_type{"int"};
  /// What the function returns for each label, as C++ expressions of label_type; none means the numbers of the labels.
  std::vector<std::string> label_expressions{};
  std::string comment{};  ///< lines for the top of the file, without the slashes
};

namespace detail {

inline constexpr std::string_view cpp_keywords[]{
    "alignas",     "alignof",  "and",        "and_eq",    "asm",       "auto",         "bitand",
    "bitor",       "bool",     "break",      "case",      "catch",     "char",         "char16_t",
    "char32_t",    "char8_t",  "class",      "co_await",  "co_return", "co_yield",     "compl",
    "concept",     "const",    "const_cast", "consteval", "constexpr", "constinit",    "continue",
    "decltype",    "default",  "delete",     "do",        "double",    "dynamic_cast", "else",
    "enum",        "explicit", "export",     "extern",    "false",     "float",        "for",
    "friend",      "goto",     "if",         "inline",    "int",       "long",         "mutable",
    "namespace",   "new",      "noexcept",   "not",       "not_eq",    "nullptr",      "operator",
    "or",          "or_eq",    "private",    "protected", "public",    "register",     "reinterpret_cast",
    "requires",    "return",   "short",      "signed",    "sizeof",    "static",       "static_assert",
    "static_cast", "struct",   "switch",     "template",  "this",      "thread_local", "throw",
    "true",        "try",      "typedef",    "typeid",    "typename",  "union",        "unsigned",
    "using",       "virtual",  "void",       "volatile",  "wchar_t",   "while",        "xor",
    "xor_eq"};

/// Names that C++ accepts and that differ from each other, as close to the columns' as can be.
[[nodiscard]] inline std::vector<std::string> identifiers(std::size_t columns, tree_names const& names)
{
  std::vector<std::string> out;
  for (std::size_t j = 0; j < columns; ++j) {
    std::string id;
    for (char const c : names.column(j)) {
      bool const letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      bool const digit = c >= '0' && c <= '9';
      if (letter || (digit && !id.empty()))
        id += c;
      else if (digit)
        id += std::string("f") + c;
      else if (!id.empty() && id.back() != '_')  // neither a leading nor a double underscore
        id += '_';
    }
    if (id.empty()) id = "f" + std::to_string(j);
    while (std::find(std::begin(cpp_keywords), std::end(cpp_keywords), id) != std::end(cpp_keywords) ||
           std::find(out.begin(), out.end(), id) != out.end())
      id += (id.back() == '_' ? "x" : "_x") + std::to_string(j);
    out.push_back(id);
  }
  return out;
}

/// A literal that is a double whatever its value.
[[nodiscard]] inline std::string double_literal(double x)
{
  std::string text = shortest(x);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

struct cpp_writer {
  std::span<tree_node const> nodes;
  std::vector<std::string> columns;
  cpp_options const& options;
  std::string out;

  [[nodiscard]] std::string answer(tree_node const& n) const
  {
    auto const k = static_cast<std::size_t>(n.label);
    return "return " + (k < options.label_expressions.size() ? options.label_expressions[k] : std::to_string(k)) +
           ";\n";
  }

  // Neither test holds where the feature is not known.
  [[nodiscard]] std::pair<std::string, std::string> tests(tree_node const& n) const
  {
    std::string const x = "in." + columns[static_cast<std::size_t>(n.feature)];
    if (n.left_categories == 0) {
      std::string const t = double_literal(n.threshold);
      return {x + " <= " + t, x + " > " + t};
    }
    std::string among;
    for (std::size_t c = 0; c < max_categories; ++c)
      if ((n.left_categories >> c & 1u) != 0)
        among += (among.empty() ? "" : " || ") + x + " == " + double_literal(static_cast<double>(c));
    return {among, x + " == " + x + " && !(" + among + ")"};
  }

  void node(std::size_t at, std::size_t level)
  {
    tree_node const& n = nodes[at];
    std::string const indent(2 * level, ' ');
    if (n.is_leaf()) {
      out += indent + answer(n);
      return;
    }
    auto const [goes_left, goes_right] = tests(n);
    out += indent + "if (" + goes_left + ") {\n";
    node(static_cast<std::size_t>(n.left), level + 1);
    out += indent + "}\n";
    // What the right side answers may be what the node answers anyway.
    tree_node const& right = nodes[static_cast<std::size_t>(n.right)];
    if (!right.is_leaf() || right.label != n.label) {
      out += indent + "if (" + goes_right + ") {\n";
      node(static_cast<std::size_t>(n.right), level + 1);
      out += indent + "}\n";
    }
    out += indent + answer(n);
  }
};

}  // namespace detail

/// A tree as a C++14 header without dependencies: a struct `input` of doubles, one member per column, and a constexpr
/// function that answers for it. It takes the same branch as the tree for every input; NaN ends the walk there as well.
[[nodiscard]] inline std::string to_cpp(std::span<tree_node const> nodes, std::size_t columns,
                                        tree_names const& names = {}, cpp_options const& options = {})
{
  detail::cpp_writer w{nodes, detail::identifiers(columns, names), options, {}};
  if (!options.comment.empty()) {
    w.out += "// ";
    for (char const c : options.comment) w.out += c == '\n' ? std::string("\n// ") : std::string(1, c);
    w.out += '\n';
  }
  w.out +=
      "// A decision tree. Where a feature is not known (NaN), the answer is the most common one up to there.\n"
      "#pragma once\n\n#include <cstdint>\n\nnamespace " +
      options.name_space + " {\n\nstruct input {\n";
  for (std::string const& c : w.columns) w.out += "  double " + c + ";\n";
  bool const unused = nodes[0].is_leaf();
  w.out += "};\n\nconstexpr " + options.label_type + " " + options.function + "(input const&" + (unused ? "" : " in") +
           ") noexcept\n{\n";
  w.node(0, 1);
  w.out += "}\n\n/// The same for a row of numbers in the order of the columns.\nconstexpr " + options.label_type +
           " " + options.function + "(double const* row) noexcept\n{\n  return " + options.function + "(input{";
  for (std::size_t j = 0; j < columns; ++j) w.out += (j == 0 ? "row[" : ", row[") + std::to_string(j) + "]";
  w.out += "});\n}\n\n}  // namespace " + options.name_space + "\n";
  return w.out;
}

template<class Nodes>
[[nodiscard]] std::string to_cpp(basic_tree<Nodes> const& tree, tree_names const& names = {},
                                 cpp_options const& options = {})
{
  return to_cpp(std::span<tree_node const>{tree.nodes.data(), tree.nodes.size()}, tree.columns, names, options);
}

}  // namespace dvfs::learn
