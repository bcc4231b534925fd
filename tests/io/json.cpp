// SPDX-License-Identifier: BSL-1.0
#include <dvfs/core/workload.hpp>
#include <dvfs/detail/static_vector.hpp>
#include <dvfs/io/json.hpp>

#include "../check.hpp"

#include <boost/describe/class.hpp>

#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace {

struct rule {
  dvfs::model_family family{};
  double threshold{};
  std::optional<int> label{};
  bool operator==(rule const&) const = default;
};
BOOST_DESCRIBE_STRUCT(rule, (), (family, threshold, label))

struct header {
  int format{};
  bool operator==(header const&) const = default;
};
BOOST_DESCRIBE_STRUCT(header, (), (format))

struct document : header {
  std::string name{};
  std::vector<rule> rules{};
  std::array<unsigned char, 2> pair{};
  std::map<std::string, double> figures{};
  dvfs::frequency top{};
  dvfs::power limit{};
  bool exact{};
  bool operator==(document const&) const = default;
};
BOOST_DESCRIBE_STRUCT(document, (header), (name, rules, pair, figures, top, limit, exact))

document sample()
{
  document d;
  d.format = 1;
  d.name = "caf\xc3\xa9 \"quoted\"";
  d.rules = {{dvfs::model_family::decoder, 0.1, 3}, {dvfs::model_family::encoder, 1e-300, std::nullopt}};
  d.pair = {1, 255};
  d.figures = {{"mean regret", 5e-324}, {"third", 1.0 / 3}};
  d.top = dvfs::frequency{1'300'500'000};
  d.limit = dvfs::power{-0.0};
  d.exact = true;
  return d;
}

template<class T = document>
std::string refusal(std::string const& text)
{
  try {
    (void)dvfs::io::from_json<T>(dvfs::io::parse_json(text, "f.json"), "f.json");
  } catch (dvfs::parse_error const& e) {
    CHECK(std::string(e.what()).find('\n') == std::string::npos);
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a described struct reads back as it was written, and its text is stable")
{
  auto const text = dvfs::io::format_json(sample());
  auto const again = dvfs::io::from_json<document>(dvfs::io::parse_json(text, "x"), "x");
  CHECK(again == sample());
  CHECK(dvfs::io::format_json(again) == text);
}

TEST_CASE("members keep the order of their description, enumerations their names, absent values are null")
{
  CHECK(dvfs::io::to_json(rule{dvfs::model_family::encoder, 2.5, std::nullopt}).dump() ==
        R"({"family":"encoder","threshold":2.5,"label":null})");
  CHECK(dvfs::io::to_json(dvfs::frequency{5}).dump() == "5");
  CHECK(dvfs::io::to_json(dvfs::reading<double>::unsupported()).is_null());
  CHECK(dvfs::io::to_json("text") == "text");
}

TEST_CASE("an optional member may be missing or null")
{
  auto const read = [](std::string const& text) {
    return dvfs::io::from_json<rule>(dvfs::io::parse_json(text, "x"), "x");
  };
  CHECK(read(R"({"family": "decoder", "threshold": 1})") == rule{dvfs::model_family::decoder, 1, std::nullopt});
  CHECK(read(R"({"family": "decoder", "threshold": 1, "label": null})").label == std::nullopt);
}

TEST_CASE("what does not fit is refused with the path to it")
{
  CHECK(refusal<rule>("[]") == "f.json: $: expected an object, found array");
  CHECK(refusal<rule>(R"({"family": "decoder"})") == "f.json: $.threshold: expected this member, found nothing");
  CHECK(refusal<rule>(R"({"family": "decoder", "threshold": "1"})") ==
        "f.json: $.threshold: expected a number, found '\"1\"'");
  CHECK(refusal<rule>(R"({"family": "both", "threshold": 1})") ==
        "f.json: $.family: expected one of encoder, decoder, found '\"both\"'");
  CHECK(refusal<rule>(R"({"family": "decoder", "threshold": 1, "label": 1.0})") ==
        "f.json: $.label: expected a whole number, found '1.0'");
  CHECK(refusal<rule>(R"({"family": "decoder", "threshold": 1, "label": 3000000000})") ==
        "f.json: $.label: expected a whole number that fits, found '3000000000'");
  CHECK(refusal<rule>(R"({"family": "decoder", "threshold": 1, "color\n": 2})") ==
        "f.json: $.color\\n: expected only the members family, threshold, label, found this one");
  CHECK(refusal<std::vector<rule>>(R"([{"family": "decoder", "threshold": 1}, 7])") ==
        "f.json: $[1]: expected an object, found '7'");
  CHECK(refusal<std::array<int, 2>>("[1]") == "f.json: $: expected an array of 2, found 1");
  CHECK(refusal<std::array<unsigned, 1>>("[-1]") == "f.json: $[0]: expected a whole number that fits, found '-1'");
  CHECK(refusal<dvfs::detail::static_vector<int, 2>>("[1, 2, 3]") ==
        "f.json: $: expected an array of at most 2, found 3");
  CHECK(refusal<bool>("1") == "f.json: $: expected true or false, found '1'");
  CHECK(refusal<double>("true") == "f.json: $: expected a number, found 'true'");
}

TEST_CASE("text that is no JSON is refused with line and column")
{
  CHECK(refusal("{\n  \"a\": 1,\n}").substr(0, 22) == "f.json:3:1: expected s");
  CHECK(refusal("").substr(0, 12) == "f.json:1:1: ");
  CHECK(refusal("{\"a\": nan}").substr(0, 12) == "f.json:1:8: ");
  CHECK(refusal("[1] 2").substr(0, 12) == "f.json:1:5: ");
  CHECK(refusal("[1e999]") == "f.json: expected numbers that a double can hold, found a larger one");
  CHECK(refusal(R"({"a": {"b": 1, "b": 2}})") == "f.json: b: expected this member once, found it twice in one object");
  CHECK(refusal<std::vector<rule>>(std::string(100'000, '[')).substr(0, 9) == "f.json:1:");
}

TEST_CASE("a number that JSON cannot hold is not written")
{
  CHECK_THROWS_AS((void)dvfs::io::to_json(std::numeric_limits<double>::infinity()), std::invalid_argument);
  CHECK_THROWS_AS((void)dvfs::io::to_json(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
}

TEST_CASE("text that is not UTF-8 is written with the replacement character")
{
  CHECK(dvfs::io::format_json(std::string("a\xff")) == "\"a\xef\xbf\xbd\"\n");
}
