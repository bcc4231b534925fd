// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/learn/grow.hpp>

#include <limits>

using namespace dvfs::learn;

namespace {

constexpr double largest = std::numeric_limits<double>::max();
constexpr double least = std::numeric_limits<double>::denorm_min();

// Exclusive or: no first cut gains anything.
constexpr fixed_dataset<4, 2, 2> exclusive_or{{0, 0, 1, 1, 0, 1, 0, 1}, {0, 1, 1, 0}};
constexpr auto exclusive_or_tree = grow(exclusive_or);

constexpr fixed_dataset<4, 1, 2> twins{{1, 1, 2, 2}, {1, 0, 0, 0}};
constexpr fixed_dataset<6, 1, 2> run_of_six{{1, 2, 3, 4, 5, 6}, {0, 1, 0, 1, 1, 1}};

decision_tree grown(std::vector<std::vector<double>> const& columns, std::vector<std::int32_t> const& labels,
                    grow_options const& options = {})
{
  return grow(*dataset::from_columns(columns, labels), options);
}

}  // namespace

TEST_CASE("a midpoint lies at or above the lower value and below the upper one")
{
  DVFS_CHECK_BOTH(midpoint(1, 2) == 1.5);
  DVFS_CHECK_BOTH(midpoint(largest / 2, largest) == largest * 0.75);
  DVFS_CHECK_BOTH(midpoint(-largest, -largest / 2) == -largest * 0.75);
  DVFS_CHECK_BOTH(midpoint(-largest, largest) == 0);
  DVFS_CHECK_BOTH(midpoint(1, 1.0000000000000002) == 1);
  DVFS_CHECK_BOTH(midpoint(0, least) == 0);
  DVFS_CHECK_BOTH(midpoint(least, 2 * least) == least);
  DVFS_CHECK_BOTH(midpoint(-least, 0) == -least);
}

TEST_CASE("cuts that gain nothing are made, as exclusive or needs them")
{
  DVFS_CHECK_BOTH(exclusive_or_tree.nodes.size() == 7);
  DVFS_CHECK_BOTH(exclusive_or_tree.nodes[0].feature == 0);
  DVFS_CHECK_BOTH(exclusive_or_tree.predict(std::array{0.0, 1.0}) == 1);
  DVFS_CHECK_BOTH(exclusive_or_tree.predict(std::array{1.0, 1.0}) == 0);
}

TEST_CASE("the tree of the compiler and that of the heap are the same nodes")
{
  auto const heap = grow(exclusive_or.view());
  REQUIRE(heap.nodes.size() == exclusive_or_tree.nodes.size());
  for (std::size_t i = 0; i < heap.nodes.size(); ++i) CHECK(heap.nodes[i] == exclusive_or_tree.nodes[i]);
}

TEST_CASE("equal values are never parted, and a tie in a leaf goes to the lowest label")
{
  DVFS_CHECK_BOTH(grow(twins).nodes.size() == 3);
  DVFS_CHECK_BOTH(grow(twins).nodes[1].label == 0);
  DVFS_CHECK_BOTH(grow(twins).nodes[1].errors == 1);
}

TEST_CASE("equal gains go to the lowest feature, then to the lowest threshold")
{
  auto const mirrored = grown({{4, 3, 2, 1}, {1, 2, 3, 4}}, {0, 0, 1, 1});
  CHECK(mirrored.nodes[0].feature == 0);
  CHECK(mirrored.nodes[0].threshold == 2.5);
  // Cutting off either end of 0 1 1 0 is equally good.
  auto const ends = grown({{1, 2, 3, 4}}, {0, 1, 1, 0});
  CHECK(ends.nodes[0].threshold == 1.5);
}

TEST_CASE("stop rules hold")
{
  DVFS_CHECK_BOTH(grow(run_of_six).nodes.size() == 7);
  DVFS_CHECK_BOTH(grow(run_of_six, {.max_depth = 0}).nodes.size() == 1);
  DVFS_CHECK_BOTH(grow(run_of_six, {.max_depth = 1}).nodes.size() == 3);
  DVFS_CHECK_BOTH(grow(run_of_six, {.min_samples_split = 7}).nodes.size() == 1);
  DVFS_CHECK_BOTH(grow(run_of_six, {.min_samples_leaf = 3}).nodes.size() == 3);
  DVFS_CHECK_BOTH(grow(run_of_six, {.min_samples_leaf = 4}).nodes.size() == 1);
  DVFS_CHECK_BOTH(grow(run_of_six, {.min_impurity_decrease = 0.3}).nodes.size() == 1);
  DVFS_CHECK_BOTH(grow(run_of_six, {.min_samples_split = 0, .min_samples_leaf = 0}) == grow(run_of_six));
}

TEST_CASE("a decrease that equals the bound counts as reached although neither is exact in binary")
{
  // 10 rows, gini 0.18 before and 0 after: a decrease of 0.18.
  std::vector<double> x{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  std::vector<std::int32_t> const y{0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  CHECK(grown({x}, y, {.min_impurity_decrease = 0.18}).nodes.size() == 3);
  CHECK(grown({x}, y, {.min_impurity_decrease = 0.1800001}).nodes.size() == 1);
}

TEST_CASE("gini scores are ordered as the fractions they are")
{
  using score = dvfs::learn::detail::gini_score;
  // 5/2 + 5/2 = 9/3 + 2/1 = 5.
  DVFS_CHECK_BOTH(score{5, 5, 2, 2} == score{9, 2, 3, 1});
  DVFS_CHECK_BOTH(score{5, 5, 2, 2} < score{10, 2, 3, 1});
  // Too close for doubles: they differ in the 18th digit only.
  constexpr std::uint64_t n = 3'000'000'000;
  DVFS_CHECK_BOTH(score{n * n - 1, n * n, n, n} < score{n * n, n * n, n, n});
  DVFS_CHECK_BOTH(score{n * n - 1, n * n + 1, n, n} == score{n * n, n * n, n, n});
}

TEST_CASE("a cut on more than three million rows is compared without overflow")
{
  using score = dvfs::learn::detail::gini_score;
  constexpr std::uint64_t n = std::uint64_t{1} << 26;
  constexpr std::uint64_t h = n / 2;
  DVFS_CHECK_BOTH(score{h * h, h * h, h, h} > score{h * h, h * h - 1, h, h});
  DVFS_CHECK_BOTH(score{(n - 1) * (n - 1), 1, n - 1, 1} == score{1, (n - 1) * (n - 1), 1, n - 1});
}

TEST_CASE("a single row, identical rows and a single class give one leaf")
{
  CHECK(grown({{1}}, {0}).nodes.size() == 1);
  CHECK(grown({{1, 1, 1}}, {0, 1, 1}).nodes.size() == 1);
  CHECK(grown({{1, 1, 1}}, {0, 1, 1}).nodes[0].label == 1);
  CHECK(grown({{1, 2, 3}}, {0, 0, 0}).nodes.size() == 1);
}

TEST_CASE("a grower leaves out rows as if they had never been there")
{
  auto const all =
      *dataset::from_columns(std::vector<std::vector<double>>{{1, 2, 3, 4, 5, 6}}, std::vector{0, 1, 0, 1, 1, 1});
  auto const some = *dataset::from_columns(std::vector<std::vector<double>>{{1, 3, 4, 6}}, std::vector{0, 0, 1, 1});
  grower<> g{all};
  CHECK(g.grow_if({}, [](std::size_t i) { return i != 1 && i != 4; }) == grow(some));
  CHECK(g.grow({}) == grow(all));
  CHECK(g.grow_if({}, [](std::size_t) { return false; }).nodes.size() == 1);
}
