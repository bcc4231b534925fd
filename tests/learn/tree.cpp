// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/learn/tree.hpp>

#include <array>
#include <limits>

using namespace dvfs::learn;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// x0 <= 1.5 ? 1 : (x1 <= 0 ? 2 : 0); the inner nodes' own majorities are 0 and 2.
constexpr fixed_tree<5> make()
{
  fixed_tree<5> t{{}, 2, 3};
  t.nodes.push_back({0, 0, 1.5, 1, 2, 10, 6, 0.6});
  t.nodes.push_back({-1, 1, 0, -1, -1, 3, 0, 0});
  t.nodes.push_back({1, 2, 0, 3, 4, 7, 3, 0.5});
  t.nodes.push_back({-1, 2, 0, -1, -1, 4, 0, 0});
  t.nodes.push_back({-1, 0, 0, -1, -1, 3, 0, 0});
  return t;
}
constexpr auto tree = make();

constexpr int predict(double a, double b) { return tree.predict(std::array{a, b}); }

}  // namespace

TEST_CASE("a row goes left if its feature is at most the threshold")
{
  DVFS_CHECK_BOTH(predict(1.5, 9) == 1);
  DVFS_CHECK_BOTH(predict(1.5000000000000002, 0) == 2);
  DVFS_CHECK_BOTH(predict(2, 5e-324) == 0);
}

TEST_CASE("an unknown feature ends the walk with the label of the node reached")
{
  DVFS_CHECK_BOTH(predict(nan, 1) == 0);
  DVFS_CHECK_BOTH(predict(2, nan) == 2);
  DVFS_CHECK_BOTH(predict(1, nan) == 1);
}

TEST_CASE("infinities are ordinary numbers to a tree")
{
  double const infinity = std::numeric_limits<double>::infinity();
  CHECK(predict(-infinity, 0) == 1);
  CHECK(predict(infinity, -infinity) == 2);
}

TEST_CASE("the path names the nodes from the root to the answer")
{
  CHECK(tree.path(std::array{2.0, 1.0}) == std::vector<std::size_t>{0, 2, 4});
  CHECK(tree.path(std::array{1.0, 1.0}) == std::vector<std::size_t>{0, 1});
  CHECK(tree.path(std::array{2.0, nan}) == std::vector<std::size_t>{0, 2});
}

TEST_CASE("depth counts splits, and leaves are one more than inner nodes")
{
  DVFS_CHECK_BOTH(tree.depth() == 2);
  DVFS_CHECK_BOTH(tree.leaf_count() == 3);
  fixed_tree<1> single{{}, 1, 1};
  single.nodes.push_back({});
  CHECK(single.depth() == 0);
  CHECK(single.leaf_count() == 1);
}
