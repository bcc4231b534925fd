// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/learn/folds.hpp>

#include <algorithm>

using namespace dvfs::learn;

TEST_CASE("folds are as equal as can be, dealt at random, and alike for a seed")
{
  auto const folds = deal_folds(23, 5, 1);
  for (std::uint32_t f = 0; f < 5; ++f) {
    auto const size = std::count(folds.begin(), folds.end(), f);
    CHECK((size == 4 || size == 5));
  }
  CHECK(folds == deal_folds(23, 5, 1));
  CHECK(folds != deal_folds(23, 5, 2));
  CHECK(!std::is_sorted(folds.begin(), folds.end()));
}

TEST_CASE("more folds than rows leave some folds empty")
{
  auto folds = deal_folds(3, 10);
  std::sort(folds.begin(), folds.end());
  CHECK(folds == std::vector<std::uint32_t>{0, 1, 2});
}
