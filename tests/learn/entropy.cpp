// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/learn/grow.hpp>

#include <cmath>

using namespace dvfs::learn;
using dvfs::learn::detail::fixed_log2;
using table = dvfs::learn::detail::log_table<heap_storage>;

TEST_CASE("the fixed-point logarithm is right to its last digits")
{
  DVFS_CHECK_BOTH(fixed_log2(1) == 0);
  DVFS_CHECK_BOTH(fixed_log2(1024) == std::int64_t{10} << 32);
  for (std::uint64_t n : {2u, 3u, 5u, 7u, 1'000'003u, 67'108'859u})
    CHECK(double(fixed_log2(n)) * 0x1p-32 == doctest::Approx(std::log2(double(n))).epsilon(1e-9));
}

TEST_CASE("the logarithm of a product is the sum of the logarithms, digit for digit")
{
  table const t(720);
  auto const log = [&](std::size_t n) { return t[n] / std::int64_t(n); };
  for (std::size_t a = 1; a <= 24; ++a)
    for (std::size_t b = 1; b <= 30; ++b) CHECK(log(a * b) == log(a) + log(b));
}

TEST_CASE("entropy is measured in bit")
{
  constexpr fixed_dataset<4, 1, 4> four{{1, 2, 3, 4}, {0, 1, 2, 3}};
  DVFS_CHECK_BOTH(grow(four, {.criterion = criterion::entropy}).nodes[0].impurity == 2);
  DVFS_CHECK_BOTH(grow(four, {.criterion = criterion::entropy}).nodes.back().impurity == 0);
}

TEST_CASE("cuts of equal entropy tie, and the lowest threshold wins")
{
  // Mirrored counts: {2,1 | 1,2} against {1,2 | 2,1} and so on; the first of the best cuts is at 1.5.
  constexpr fixed_dataset<4, 1, 2> ends{{1, 2, 3, 4}, {0, 1, 1, 0}};
  DVFS_CHECK_BOTH(grow(ends, {.criterion = criterion::entropy}).nodes[0].threshold == 1.5);
}

TEST_CASE("entropy and gini may choose differently")
{
  // One feature cuts off a pure pair, the other one splits the classes more evenly.
  std::vector<std::vector<double>> const x{{1, 1, 2, 2, 2, 2, 2, 2, 2, 2}, {1, 1, 1, 1, 1, 2, 2, 2, 2, 2}};
  std::vector<std::int32_t> const y{0, 0, 0, 0, 1, 1, 1, 1, 1, 0};
  auto const d = *dataset::from_columns(x, y);
  auto const n_log_n = [](double n) { return n == 0 ? 0 : n * std::log2(n); };
  double const root = (n_log_n(10) - n_log_n(5) - n_log_n(5)) / 10;
  CHECK(grow(d, {.criterion = criterion::entropy}).nodes[0].impurity == doctest::Approx(root).epsilon(1e-9));
}

TEST_CASE("the bound on the decrease is in bit for entropy")
{
  constexpr fixed_dataset<2, 1, 2> two{{1, 2}, {0, 1}};
  DVFS_CHECK_BOTH(grow(two, {.criterion = criterion::entropy, .min_impurity_decrease = 1}).nodes.size() == 3);
  DVFS_CHECK_BOTH(grow(two, {.criterion = criterion::entropy, .min_impurity_decrease = 1.01}).nodes.size() == 1);
}
