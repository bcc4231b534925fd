// SPDX-License-Identifier: BSL-1.0
#include <dvfs/detail/random.hpp>
#include <dvfs/io/number.hpp>

#include "../check.hpp"

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

using dvfs::errc;
using dvfs::io::format_number;
using dvfs::io::parse_number;
using dvfs::io::parse_whole;

TEST_CASE("a number is the whole text")
{
  CHECK(*parse_number("1300.5") == 1300.5);
  CHECK(*parse_number("-1e-3") == -0.001);
  CHECK(*parse_number("693591.48") == 693591.48);
  CHECK(*parse_number(".5") == 0.5);
  for (std::string_view const text : {"", " ", "1 ", " 1", "+1", "1,5", "1.5x", "0x10", "1e", "--1", "N/A", "one"}) {
    CAPTURE(text);
    REQUIRE(!parse_number(text));
    CHECK(parse_number(text).error() == errc::not_a_number);
  }
}

TEST_CASE("infinities and what is not a number are not finite")
{
  for (std::string_view const text : {"inf", "-inf", "nan", "NaN", "INFINITY"}) {
    CAPTURE(text);
    REQUIRE(!parse_number(text));
    CHECK(parse_number(text).error() == errc::not_finite);
  }
}

TEST_CASE("what a double cannot hold is out of range")
{
  for (std::string_view const text : {"1e999", "-1e999", "1e-999"}) {
    CAPTURE(text);
    REQUIRE(!parse_number(text));
    CHECK(parse_number(text).error() == errc::out_of_range);
  }
  CHECK(parse_number(std::string(1'000'000, '9')).error() == errc::out_of_range);
}

TEST_CASE("a whole number fits its type")
{
  CHECK(*parse_whole<std::uint32_t>("4294967295") == 4294967295u);
  CHECK(parse_whole<std::uint32_t>("4294967296").error() == errc::out_of_range);
  CHECK(parse_whole<std::uint32_t>("-1").error() == errc::not_a_number);
  CHECK(parse_whole<int>("1.0").error() == errc::not_a_number);
  CHECK(parse_whole<int>("").error() == errc::not_a_number);
}

TEST_CASE("a number is written as the shortest text that reads back")
{
  CHECK(format_number(1300.5) == "1300.5");
  CHECK(format_number(0.1) == "0.1");
  CHECK(format_number(306) == "306");
  CHECK(format_number(1.0 / 3) == "0.3333333333333333");
  CHECK(format_number(std::numeric_limits<double>::denorm_min()) == "5e-324");
  dvfs::detail::random_source random{7};
  for (int i = 0; i < 10'000; ++i) {
    auto const value = std::bit_cast<double>(random.next());
    if (dvfs::detail::is_finite(value))
      CHECK(std::bit_cast<std::uint64_t>(*parse_number(format_number(value))) == std::bit_cast<std::uint64_t>(value));
  }
}
