// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/io/error.hpp>
#include <dvfs/io/file.hpp>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dvfs::io {

/// One cell and where it begins in the file.
struct csv_cell {
  std::string text{};
  text_position at{};
};

/// A table of text, every row as wide as the header; comments are the lines with # above the header, without the #.
struct csv_table {
  std::string file{};
  std::vector<csv_cell> comments{};
  std::vector<csv_cell> header{};
  std::vector<std::vector<csv_cell>> rows{};

  /// The position of a column, or nothing.
  [[nodiscard]] std::optional<std::size_t> find_column(std::string_view name) const
  {
    for (std::size_t i = 0; i < header.size(); ++i)
      if (header[i].text == name) return i;
    return std::nullopt;
  }
};

namespace detail {

// RFC 4180, with line ends of either kind; counts lines and columns as it goes.
class csv_reader {
 public:
  csv_reader(std::string_view text, std::string_view file) : text_{text}, file_{file}
  {
    if (text_.substr(0, 3) == "\xef\xbb\xbf") text_.remove_prefix(3);
  }

  [[nodiscard]] csv_table read()
  {
    csv_table table;
    table.file = file_;
    while (skip_blank_lines(), peek() == '#') table.comments.push_back(comment());
    if (at_end()) fail(here_, {}, "a header line with the names of the columns", "nothing");
    table.header = row();
    check(table.header);
    while (skip_blank_lines(), !at_end()) {
      auto cells = row();
      auto const width = table.header.size();
      if (cells.size() != width)
        fail(cells[cells.size() > width ? width : cells.size() - 1].at, {}, cells_in_words(width),
             std::to_string(cells.size()));
      table.rows.push_back(std::move(cells));
    }
    return table;
  }

 private:
  [[nodiscard]] bool at_end() const { return next_ == text_.size(); }
  [[nodiscard]] char peek(std::size_t ahead = 0) const
  {
    return next_ + ahead < text_.size() ? text_[next_ + ahead] : '\0';
  }
  [[nodiscard]] bool at_line_end() const
  {
    return at_end() || peek() == '\n' || (peek() == '\r' && (peek(1) == '\n' || next_ + 1 == text_.size()));
  }

  char take()
  {
    char const c = text_[next_];
    if (c == '\0') fail(here_, {}, "text", "a NUL byte");
    ++next_;
    here_ = c == '\n' ? text_position{here_.line + 1, 1} : text_position{here_.line, here_.column + 1};
    return c;
  }
  void take_line_end()
  {
    if (!at_end() && take() == '\r' && !at_end()) take();
  }
  void skip_blank_lines()
  {
    while (!at_end() && at_line_end()) take_line_end();
  }

  [[nodiscard]] csv_cell comment()
  {
    csv_cell found{{}, here_};
    take();
    while (!at_line_end()) found.text += take();
    take_line_end();
    return found;
  }

  [[nodiscard]] std::vector<csv_cell> row()
  {
    std::vector<csv_cell> cells;
    for (;;) {
      cells.push_back(peek() == '"' ? quoted_cell() : plain_cell());
      if (at_line_end()) break;
      take();  // the comma
    }
    take_line_end();
    return cells;
  }

  [[nodiscard]] csv_cell plain_cell()
  {
    csv_cell cell{{}, here_};
    while (!at_line_end() && peek() != ',') {
      if (peek() == '"') fail(here_, {}, "quotes around a whole cell, and two for one inside", "a quote within a cell");
      if (peek() == '\r') fail(here_, {}, "a line feed after the carriage return", "none");
      cell.text += take();
    }
    return cell;
  }

  [[nodiscard]] csv_cell quoted_cell()
  {
    csv_cell cell{{}, here_};
    take();
    for (;;) {
      if (at_end()) fail(cell.at, {}, "a quote that ends this cell", "the end of the file");
      char const c = take();
      if (c != '"') {
        cell.text += c;
      } else if (peek() == '"') {
        cell.text += take();
      } else {
        break;
      }
    }
    if (!at_line_end() && peek() != ',') fail(here_, {}, "a comma or the end of the line after the quote", "more text");
    return cell;
  }

  void check(std::vector<csv_cell> const& header) const
  {
    std::set<std::string_view> seen;
    for (auto const& name : header) {
      if (name.text.empty()) fail(name.at, {}, "a name for every column", "none for this one");
      if (!seen.insert(name.text).second) fail(name.at, name.text, "every column once", "this name a second time");
    }
  }

  [[nodiscard]] static std::string cells_in_words(std::size_t n)
  {
    return n == 1 ? "1 cell, as in the header" : std::to_string(n) + " cells, as in the header";
  }
  [[noreturn]] void fail(text_position at, std::string_view name, std::string_view expected,
                         std::string_view found) const
  {
    throw parse_error{file_, at, name, expected, found};
  }

  std::string_view text_;
  std::string_view file_;
  std::size_t next_{0};
  text_position here_{1, 1};
};

}  // namespace detail

/// The table that a text holds; `file` names it in errors. Throws dvfs::parse_error.
[[nodiscard]] inline csv_table parse_csv(std::string_view text, std::string_view file)
{
  return detail::csv_reader{text, file}.read();
}

/// The table in a file, or on the standard input for "-"; throws dvfs::error or dvfs::parse_error.
[[nodiscard]] inline csv_table read_csv(std::string const& path)
{
  return parse_csv(read_file(path), input_name(path));
}

/// Appends one line of cells, in quotes only where the text would not read back without; nothing can hold a NUL byte.
inline void append_csv_row(std::string& out, std::vector<std::string> const& cells)
{
  bool const alone = cells.size() == 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string_view const cell = cells[i];
    if (i != 0) out += ',';
    bool const special = cell.find_first_of(",\"\r\n") != cell.npos;
    bool const misread = cell.substr(0, 1) == "#" || cell.substr(0, 3) == "\xef\xbb\xbf" || (alone && cell.empty());
    if (special || misread) {
      out += '"';
      for (char const c : cell) (out += c) += c == '"' ? "\"" : "";
      out += '"';
    } else {
      out += cell;
    }
  }
  out += '\n';
}

}  // namespace dvfs::io
