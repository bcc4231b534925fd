// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "synthetic.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/learn/cross_validation.hpp>
#include <dvfs/learn/metrics.hpp>

#include <array>

using namespace dvfs::learn;

namespace {

// The 27 rows of synthetic(27, 5, 6).
constexpr fixed_dataset<27, 5, 6> make()
{
  fixed_dataset<27, 5, 6> d;
  dvfs::detail::random_source random(42 + 27);
  for (std::size_t i = 0; i < 27; ++i) {
    std::uint64_t const a = random.next() >> 44, b = random.next() >> 60, c = random.next() >> 44;
    std::uint64_t const e = random.next() >> 54, f = e * (random.next() >> 54), g = random.next() >> 62;
    double const row[]{double(a) / 1024, double(b), double(c) / 1024, double(f) / 1024, double(g)};
    for (std::size_t j = 0; j < 5; ++j) d.values[j * 27 + i] = row[j];
    std::uint64_t const sum = (a >> 10) + 2 * b * 64 + 3 * (f >> 10);
    std::uint64_t const label = (sum * 12 / (6 * 1024) + (b >> 3)) % 6;
    bool const stray = (random.next() >> 11) < 900'719'925'474'099;
    std::uint64_t const drawn = random.next() % 6;
    d.labels[i] = std::int32_t(stray ? drawn : label);
  }
  return d;
}

constexpr auto table = make();
constexpr auto tree = grow(table);
constexpr auto held_out = loocv(table);
constexpr auto shallow = grow(table, {.criterion = criterion::entropy, .max_depth = 2});

// A validation result as a build gate.
static_assert(count_correct(table.labels, held_out) == 6, "the tree has become better or worse");

}  // namespace

TEST_CASE("the compiler trains and cross-validates the same 27 rows as the program does")
{
  dataset const at_run_time = dvfs_test::synthetic(27, 5, 6);
  CHECK(std::equal(table.values.begin(), table.values.end(), at_run_time.view().values.begin()));
  CHECK(std::equal(table.labels.begin(), table.labels.end(), at_run_time.labels().begin()));

  auto const grown = grow(at_run_time);
  REQUIRE(grown.nodes.size() == tree.nodes.size());
  for (std::size_t i = 0; i < grown.nodes.size(); ++i) CHECK(grown.nodes[i] == tree.nodes[i]);

  CHECK(loocv(at_run_time) == std::vector<std::int32_t>(held_out.begin(), held_out.end()));
  std::array<std::int32_t, 27> const known{5, 4, 2, 3, 3, 1, 1, 3, 1, 0, 5, 1, 1, 3,
                                           4, 0, 2, 1, 5, 5, 1, 1, 1, 2, 5, 5, 1};
  CHECK(held_out == known);
}

TEST_CASE("a tree of the compiler has its facts at compile time")
{
  DVFS_CHECK_BOTH(tree.leaf_count() == 13);
  DVFS_CHECK_BOTH(shallow.depth() == 2);
}
