// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/detail/random.hpp>

using dvfs::detail::random_source;

TEST_CASE("the generator gives SplitMix64's published numbers")
{
  DVFS_CHECK_BOTH(random_source{1234567}.next() == 6457827717110365317u);
  DVFS_CHECK_BOTH([] { random_source r{1234567}; r.next(); return r.next(); }() == 3203168211198807973u);
}

TEST_CASE("deviates have the moments of their distribution")
{
  random_source r{7};
  int const n = 200'000;
  double uniform = 0, mean = 0, square = 0;
  for (int i = 0; i < n; ++i) {
    uniform += r.uniform();
    double const x = r.normal();
    mean += x;
    square += x * x;
  }
  CHECK(uniform / n == doctest::Approx(0.5).epsilon(0.01));
  CHECK(mean / n == doctest::Approx(0).epsilon(0.01));
  CHECK(square / n == doctest::Approx(1).epsilon(0.02));
}

TEST_CASE("a whole number below n stays below n and reaches both ends")
{
  random_source r{3};
  bool low = false, high = false;
  for (int i = 0; i < 1000; ++i) {
    auto const x = r.below(5);
    REQUIRE(x < 5);
    low |= x == 0;
    high |= x == 4;
  }
  CHECK(low);
  CHECK(high);
}
