// SPDX-License-Identifier: BSL-1.0
#include <dvfs/io/error.hpp>

#include "../check.hpp"

#include <cerrno>
#include <string>
#include <system_error>
#include <type_traits>

static_assert(std::is_base_of_v<std::system_error, dvfs::error>);
static_assert(std::is_nothrow_copy_constructible_v<dvfs::error>);
static_assert(std::is_nothrow_copy_constructible_v<dvfs::parse_error>);

TEST_CASE("a failed system call names operation, path, errno and what to do")
{
  dvfs::error const e{EACCES, "write", "/sys/x/min_freq", "run as root"};
  CHECK(std::string(e.what()) == "cannot write /sys/x/min_freq: Permission denied: run as root");
  CHECK(e.operation() == "write");
  CHECK(e.path() == "/sys/x/min_freq");
  CHECK(e.advice() == "run as root");
  CHECK(e.code() == std::errc::permission_denied);
  CHECK(std::string(dvfs::error(ENOENT, "open", "a", "").what()) == "cannot open a: No such file or directory");
}

TEST_CASE("a parse error is one line that begins with file, line and column")
{
  dvfs::parse_error const e{"a.csv", {3, 7}, "gpu_mhz", "a number above 0", "'fast'"};
  CHECK(std::string(e.what()) == "a.csv:3:7: gpu_mhz: expected a number above 0, found 'fast'");
  CHECK(e.file() == "a.csv");
  CHECK(e.line() == 3);
  CHECK(e.column() == 7);
  CHECK(e.name() == "gpu_mhz");
  CHECK(e.expected() == "a number above 0");
}

TEST_CASE("a parse error of a whole text has no line")
{
  CHECK(std::string(dvfs::parse_error("a.json", {}, "$.x", "a number").what()) == "a.json: $.x: expected a number");
}

TEST_CASE("whatever a file holds, a message stays on one line")
{
  dvfs::parse_error const e{"a\nb", {1, 1}, "c\td", "e\rf", std::string("g\0h\x7f", 4)};
  CHECK(std::string(e.what()) == "a\\nb:1:1: c\\td: expected e\\rf, found g\\x00h\\x7f");
}

TEST_CASE("long input is cut in a message, between characters")
{
  CHECK(dvfs::detail::quoted("short") == "'short'");
  CHECK(dvfs::detail::quoted(std::string(41, 'a')) == "'" + std::string(40, 'a') + "...'");
  auto const accents = std::string(39, 'a') + "\xc3\xa9\xc3\xa9";
  CHECK(dvfs::detail::quoted(accents) == "'" + std::string(39, 'a') + "...'");
}
