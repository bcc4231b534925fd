// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace dvfs {

/// A system call that failed: what() is one line with the operation, the path, errno's text and what to do about it.
class error : public std::system_error {
 public:
  error(int errno_value, std::string_view operation, std::string_view path, std::string_view advice);

  [[nodiscard]] char const* what() const noexcept override { return parts_->line.c_str(); }
  [[nodiscard]] std::string const& operation() const noexcept { return parts_->operation; }  ///< "read"
  [[nodiscard]] std::string const& path() const noexcept { return parts_->path; }
  [[nodiscard]] std::string const& advice() const noexcept { return parts_->advice; }  ///< may be empty

 private:
  struct parts {
    std::string operation, path, advice, line;
  };
  std::shared_ptr<parts const> parts_;  // shared, because copying an exception must not throw
};

/// A place in a text, counted from 1 (columns in bytes); a line of 0 means the text as a whole.
struct text_position {
  std::size_t line{};
  std::size_t column{};

  bool operator==(text_position const&) const = default;
};

/// Text that is not what it should be: what() is the one line "FILE:LINE:COLUMN: NAME: expected EXPECTED, found FOUND".
class parse_error : public std::runtime_error {
 public:
  /// `name` is the name of a CSV column or the path of a JSON value; it and `found` may be empty.
  parse_error(std::string_view file, text_position at, std::string_view name, std::string_view expected,
              std::string_view found = {});

  [[nodiscard]] std::string const& file() const noexcept { return parts_->file; }
  [[nodiscard]] std::size_t line() const noexcept { return at_.line; }
  [[nodiscard]] std::size_t column() const noexcept { return at_.column; }
  [[nodiscard]] std::string const& name() const noexcept { return parts_->name; }
  [[nodiscard]] std::string const& expected() const noexcept { return parts_->expected; }

 private:
  struct parts {
    std::string file, name, expected;
  };
  text_position at_;
  std::shared_ptr<parts const> parts_;
};

namespace detail {

// What comes from outside may hold anything; a message is one line.
inline void append_on_one_line(std::string& out, std::string_view text)
{
  constexpr std::string_view hex = "0123456789abcdef";
  for (char const c : text) {
    auto const byte = static_cast<unsigned char>(c);
    if (c == '\n')
      out += "\\n";
    else if (c == '\r')
      out += "\\r";
    else if (c == '\t')
      out += "\\t";
    else if (byte < 0x20 || byte == 0x7f)
      ((out += "\\x") += hex[byte >> 4]) += hex[byte & 15];
    else
      out += c;
  }
}

[[nodiscard]] inline std::string on_one_line(std::string_view text)
{
  std::string out;
  append_on_one_line(out, text);
  return out;
}

// A piece of input for a message: in quotes, and cut where it is long, between two characters of UTF-8.
[[nodiscard]] inline std::string quoted(std::string_view text)
{
  constexpr std::size_t most = 40;
  if (text.size() <= most) return "'" + std::string(text) + "'";
  std::size_t cut = most;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xc0) == 0x80) --cut;
  return "'" + std::string(text.substr(0, cut)) + "...'";
}

[[nodiscard]] inline std::string error_line(int errno_value, std::string_view operation, std::string_view path,
                                            std::string_view advice)
{
  std::string line = "cannot " + on_one_line(operation) + " " + on_one_line(path) + ": ";
  line += std::generic_category().message(errno_value);
  if (!advice.empty()) line += ": " + on_one_line(advice);
  return line;
}

[[nodiscard]] inline std::string parse_error_line(std::string_view file, text_position at, std::string_view name,
                                                  std::string_view expected, std::string_view found)
{
  std::string line = on_one_line(file) + ":";
  if (at.line != 0) line += std::to_string(at.line) + ":" + std::to_string(at.column) + ":";
  if (!name.empty()) line += " " + on_one_line(name) + ":";
  line += " expected " + on_one_line(expected);
  if (!found.empty()) line += ", found " + on_one_line(found);
  return line;
}

}  // namespace detail

inline error::error(int errno_value, std::string_view operation, std::string_view path, std::string_view advice)
    : std::system_error{errno_value, std::generic_category()},
      parts_{std::make_shared<parts const>(parts{std::string(operation), std::string(path), std::string(advice),
                                                 detail::error_line(errno_value, operation, path, advice)})}
{
}

inline parse_error::parse_error(std::string_view file, text_position at, std::string_view name,
                                std::string_view expected, std::string_view found)
    : std::runtime_error{detail::parse_error_line(file, at, name, expected, found)}, at_{at},
      parts_{std::make_shared<parts const>(parts{std::string(file), std::string(name), std::string(expected)})}
{
}

}  // namespace dvfs
