// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/io/error.hpp>
#include <dvfs/io/file.hpp>
#include <dvfs/io/from_json.hpp>
#include <dvfs/io/json_types.hpp>
#include <dvfs/io/to_json.hpp>

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace dvfs::io {
namespace detail {

// Where a byte stands in a text.
[[nodiscard]] inline text_position position_of(std::string_view text, std::size_t byte)
{
  text_position at{1, 1};
  for (std::size_t i = 0; i < byte && i < text.size(); ++i)
    at = text[i] == '\n' ? text_position{at.line + 1, 1} : text_position{at.line, at.column + 1};
  return at;
}

// "[id] parse error at line 1, column 8: syntax error while parsing value - unexpected X; expected Y" in our words.
[[noreturn]] inline void refuse_syntax(std::string_view file, std::string_view text, json::parse_error const& e)
{
  std::string_view said = e.what();
  auto const at = position_of(text, e.byte == 0 ? 0 : e.byte - 1);
  if (auto const dash = said.find(" - "); dash != said.npos) said.remove_prefix(dash + 3);
  auto const expected = said.rfind("; expected ");
  auto found = said.substr(0, expected);
  if (found.substr(0, 11) == "unexpected ") found.remove_prefix(11);
  throw parse_error{file, at, {}, expected == said.npos ? "JSON" : said.substr(expected + 11), found};
}

}  // namespace detail

/// The document that a text holds; `file` names it in errors. Throws dvfs::parse_error, also for a member given twice.
[[nodiscard]] inline json parse_json(std::string_view text, std::string_view file)
{
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
  std::vector<std::set<std::string>> open_objects;
  auto check = [&](int, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) open_objects.emplace_back();
    if (event == json::parse_event_t::object_end) open_objects.pop_back();
    if (event == json::parse_event_t::key && !open_objects.back().insert(parsed.get<std::string>()).second)
      detail::refuse(file, parsed.get<std::string>(), "this member once", "it twice in one object");
    return true;
  };
  try {
    return json::parse(text.begin(), text.end(), check);
  } catch (json::parse_error const& e) {
    detail::refuse_syntax(file, text, e);
  } catch (json::out_of_range const&) {
    throw parse_error{file, {}, {}, "numbers that a double can hold", "a larger one"};
  }
}

/// The value in a JSON file; throws dvfs::error or dvfs::parse_error.
template<class T>
[[nodiscard]] T read_json(std::string const& path)
{
  return from_json<T>(parse_json(read_file(path), input_name(path)), input_name(path));
}

/// The text of a document: two spaces of indentation, doubles that read back as they were, a line feed at the end.
template<class T>
[[nodiscard]] std::string format_json(T const& value)
{
  return to_json(value).dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

/// Writes a value as a JSON file, whole or not at all; throws dvfs::error.
template<class T>
void write_json(std::string const& path, T const& value)
{
  write_file(path, format_json(value));
}

}  // namespace dvfs::io
