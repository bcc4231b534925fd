// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/learn/labels.hpp>

#include <string>

using namespace dvfs::learn;

namespace {
struct unordered {
  int v;
  bool operator==(unordered const&) const = default;
};
}  // namespace

TEST_CASE("labels of an ordered type are numbered in their order")
{
  std::vector<std::string> const names{"pear", "apple", "pear", "fig"};
  auto const coded = code_labels<std::string>(names);
  CHECK(coded.values == std::vector<std::string>{"apple", "fig", "pear"});
  CHECK(coded.codes == std::vector<std::int32_t>{2, 0, 2, 1});
}

TEST_CASE("labels without an order are numbered as they appear")
{
  std::vector<unordered> const labels{{9}, {3}, {9}};
  auto const coded = code_labels<unordered>(labels);
  CHECK(coded.values == std::vector<unordered>{{9}, {3}});
  CHECK(coded.codes == std::vector<std::int32_t>{0, 1, 0});
}
