// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/learn/grow.hpp>
#include <dvfs/learn/importance.hpp>

using namespace dvfs::learn;

TEST_CASE("importance goes to the features that lower the impurity")
{
  std::vector<std::vector<double>> const x{{1, 1, 1, 1}, {1, 2, 3, 4}};
  CHECK(importances(grow(*dataset::from_columns(x, std::vector{0, 0, 1, 1}))) == std::vector<double>{0, 1});
}

TEST_CASE("a tree that lowers nothing has no important feature")
{
  std::vector<std::vector<double>> const x{{1, 1}};
  CHECK(importances(grow(*dataset::from_columns(x, std::vector{0, 1}))) == std::vector<double>{0});
}
