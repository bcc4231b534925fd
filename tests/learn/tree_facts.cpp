// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/learn/tree_facts.hpp>

#include <limits>

using namespace dvfs::learn;

namespace {

constexpr tree_node inner(std::int32_t feature, double threshold, std::int32_t left, std::int32_t right)
{
  return {.feature = feature, .label = 0, .threshold = threshold, .left = left, .right = right};
}
constexpr tree_node leaf(std::int32_t label) { return {.label = label}; }

constexpr std::array<tree_node, 5> chain(double second)
{
  return {inner(0, 7, 1, 2), leaf(0), inner(0, second, 3, 4), leaf(1), leaf(2)};
}
constexpr std::array<bool, 1> whole{true}, real{false};

constexpr bool survives(tree_node changed, std::size_t at)
{
  auto nodes = chain(9);
  nodes[at] = changed;
  return is_well_formed(nodes, 1, 3);
}

}  // namespace

TEST_CASE("a leaf that no row reaches is found, with whole numbers taken as whole")
{
  DVFS_CHECK_BOTH(!has_unreachable_leaf(chain(9), whole));
  DVFS_CHECK_BOTH(has_unreachable_leaf(chain(7), whole));
  DVFS_CHECK_BOTH(has_unreachable_leaf(chain(7), real));
  DVFS_CHECK_BOTH(has_unreachable_leaf(chain(7.5), whole));
  DVFS_CHECK_BOTH(!has_unreachable_leaf(chain(7.5), real));
}

TEST_CASE("nodes that do not form a tree are told from those that do")
{
  constexpr auto nan = std::numeric_limits<double>::quiet_NaN();
  DVFS_CHECK_BOTH(is_well_formed(chain(9), 1, 3));
  DVFS_CHECK_BOTH(!is_well_formed(std::array<tree_node, 0>{}, 1, 3));
  DVFS_CHECK_BOTH(!is_well_formed(chain(9), 0, 3));             // a feature that a row lacks
  DVFS_CHECK_BOTH(!is_well_formed(chain(9), 1, 2));             // a label outside
  DVFS_CHECK_BOTH(!survives(inner(0, nan, 1, 2), 0));           // a threshold that is no number
  DVFS_CHECK_BOTH(!survives(inner(0, 7, 0, 2), 0));             // a node that is its own child
  DVFS_CHECK_BOTH(!survives(inner(0, 7, 1, 5), 0));             // a child outside
  DVFS_CHECK_BOTH(!survives(inner(0, 7, 1, 1), 0));             // one child twice
  DVFS_CHECK_BOTH(!survives(inner(0, 7, 1, 3), 0));             // a node without a parent
  DVFS_CHECK_BOTH(!survives(leaf(0), 0));                       // nodes behind the end
  DVFS_CHECK_BOTH(!survives(inner(0, 9, 5, 6), 4));             // an end that is not there
  DVFS_CHECK_BOTH(!survives(leaf(-1), 1));
}

TEST_CASE("depth counts comparisons on the longest way")
{
  DVFS_CHECK_BOTH(depth(chain(9)) == 2);
  DVFS_CHECK_BOTH(depth(std::array{leaf(0)}) == 0);
}
