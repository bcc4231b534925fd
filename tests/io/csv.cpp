// SPDX-License-Identifier: BSL-1.0
#include <dvfs/detail/random.hpp>
#include <dvfs/io/csv.hpp>

#include "../check.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using namespace std::string_literals;

namespace {

std::vector<std::vector<std::string>> cells(std::string_view text)
{
  std::vector<std::vector<std::string>> all;
  for (auto const& row : dvfs::io::parse_csv(text, "t.csv").rows) {
    all.emplace_back();
    for (auto const& cell : row) all.back().push_back(cell.text);
  }
  return all;
}

std::string refusal(std::string_view text)
{
  try {
    (void)dvfs::io::parse_csv(text, "t.csv");
  } catch (dvfs::parse_error const& e) {
    return e.what();
  }
  return "accepted";
}

using rows = std::vector<std::vector<std::string>>;

}  // namespace

TEST_CASE("cells are split at commas, rows at line ends of either kind")
{
  CHECK(cells("a,b\n1,2\n3,4\n") == rows{{"1", "2"}, {"3", "4"}});
  CHECK(cells("a,b\r\n1,2\r\n3,4\r\n") == rows{{"1", "2"}, {"3", "4"}});
  CHECK(cells("a,b\n1,2") == rows{{"1", "2"}});
  CHECK(cells("a,b\r\n1,2\r") == rows{{"1", "2"}});
  CHECK(cells("a,b\n,\n 1 ,\n") == rows{{"", ""}, {" 1 ", ""}});
  CHECK(cells("\n\na\n\n1\n\r\n\n2\n\n") == rows{{"1"}, {"2"}});
  CHECK(cells("a\n") == rows{});
}

TEST_CASE("quotes hold commas, line ends and quotes")
{
  CHECK(cells("a,b\n\"1,5\",\"say \"\"hi\"\"\"\n") == rows{{"1,5", "say \"hi\""}});
  CHECK(cells("a,b\n\"x\r\ny\",\"\"\n\"\",z\n") == rows{{"x\r\ny", ""}, {"", "z"}});
  CHECK(cells("\"a,b\"\n\"\"\n") == rows{{""}});
}

TEST_CASE("a byte order mark and comments before the header are no cells")
{
  auto const t = dvfs::io::parse_csv("\xef\xbb\xbf# one\n\n#two\r\na\n#3\n", "t.csv");
  REQUIRE(t.comments.size() == 2);
  CHECK(t.comments[0].text == " one");
  CHECK(t.comments[1].text == "two");
  CHECK(t.header[0].text == "a");
  CHECK(t.rows[0][0].text == "#3");
}

TEST_CASE("cells know where they stand, also after a line end within quotes")
{
  auto const t = dvfs::io::parse_csv(
      "\xef\xbb\xbf"
      "a,b\n\n\"x\ny\",2\n3,4\n",
      "t.csv");
  CHECK(t.header[1].at == dvfs::text_position{1, 3});
  CHECK(t.rows[0][0].at == dvfs::text_position{3, 1});
  CHECK(t.rows[0][1].at == dvfs::text_position{4, 4});
  CHECK(t.rows[1][1].at == dvfs::text_position{5, 3});
  CHECK(t.find_column("b") == 1u);
  CHECK(!t.find_column("c"));
}

TEST_CASE("what is no table is refused with line and column")
{
  CHECK(refusal("") == "t.csv:1:1: expected a header line with the names of the columns, found nothing");
  CHECK(refusal("\n\n") == "t.csv:3:1: expected a header line with the names of the columns, found nothing");
  CHECK(refusal("# only\n").substr(0, 10) == "t.csv:2:1:");
  CHECK(refusal("a,b\n1,2\n1\n") == "t.csv:3:1: expected 2 cells, as in the header, found 1");
  CHECK(refusal("a,b\n1,2,3\n") == "t.csv:2:5: expected 2 cells, as in the header, found 3");
  CHECK(refusal("a,b,a\n") == "t.csv:1:5: a: expected every column once, found this name a second time");
  CHECK(refusal("a,,c\n") == "t.csv:1:3: expected a name for every column, found none for this one");
  CHECK(refusal("a,b\n1,x\"y\n") ==
        "t.csv:2:4: expected quotes around a whole cell, and two for one inside, found a quote within a cell");
  CHECK(refusal("a,b\n\"1\"x,2\n") ==
        "t.csv:2:4: expected a comma or the end of the line after the quote, found more text");
  CHECK(refusal("a,b\n1,\"2\n3,4\n") == "t.csv:2:3: expected a quote that ends this cell, found the end of the file");
  CHECK(refusal("a\n1\0002\n"s) == "t.csv:2:2: expected text, found a NUL byte");
  CHECK(refusal("a\n\"\0\"\n"s) == "t.csv:2:2: expected text, found a NUL byte");
  CHECK(refusal("\0"s) == "t.csv:1:1: expected text, found a NUL byte");
  CHECK(refusal("a\r1\r") == "t.csv:1:2: expected a line feed after the carriage return, found none");
}

TEST_CASE("a row is written with quotes only where needed and reads back")
{
  std::string text = "a,b\n";
  dvfs::io::append_csv_row(text, {"plain text", "1,5"});
  dvfs::io::append_csv_row(text, {"#x", "a\"b"});
  dvfs::io::append_csv_row(text, {"", "c\nd"});
  dvfs::io::append_csv_row(text, {"", ""});
  CHECK(text == "a,b\nplain text,\"1,5\"\n\"#x\",\"a\"\"b\"\n,\"c\nd\"\n,\n");
  CHECK(cells(text) == rows{{"plain text", "1,5"}, {"#x", "a\"b"}, {"", "c\nd"}, {"", ""}});
  std::string lonely = "a\n";
  dvfs::io::append_csv_row(lonely, {""});
  CHECK(cells(lonely) == rows{{""}});
}

TEST_CASE("any bytes are either a table that reads back alike or refused with a place in the text")
{
  dvfs::detail::random_source random{20260607};
  auto const alphabet = "a1,,\"\"\n\n\r#\xef\xbb\xbf \0"s;
  std::size_t accepted = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = i % 2 ? "a,b\n" : "";
    for (auto n = random.below(24); n > 0; --n)
      text += i % 7 == 0 ? static_cast<char>(random.below(256)) : alphabet[random.below(alphabet.size())];
    CAPTURE(text);
    try {
      auto const t = dvfs::io::parse_csv(text, "t");
      ++accepted;
      std::string again;
      auto write = [&](std::vector<dvfs::io::csv_cell> const& row) {
        std::vector<std::string> texts;
        for (auto const& cell : row) texts.push_back(cell.text);
        REQUIRE(texts.size() == t.header.size());
        dvfs::io::append_csv_row(again, texts);
      };
      write(t.header);
      for (auto const& row : t.rows) write(row);
      auto const u = dvfs::io::parse_csv(again, "u");
      REQUIRE(u.rows.size() == t.rows.size());
      for (std::size_t r = 0; r < t.rows.size(); ++r)
        for (std::size_t c = 0; c < t.header.size(); ++c) REQUIRE(u.rows[r][c].text == t.rows[r][c].text);
    } catch (dvfs::parse_error const& e) {
      REQUIRE(e.line() >= 1);
      REQUIRE(e.column() >= 1);
    }
  }
  CHECK(accepted > 1000);
}
