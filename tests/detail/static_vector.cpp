// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/detail/static_vector.hpp>

using vector = dvfs::detail::static_vector<int, 4>;

namespace {

constexpr vector of(int a, int b)
{
  vector v;
  v.push_back(a);
  v.push_back(b);
  return v;
}

constexpr int sum(vector const& v)
{
  int total = 0;
  for (int x : v) total += x;
  return total;
}

}  // namespace

TEST_CASE("elements are kept in order up to the capacity, in a constant expression as at run time")
{
  DVFS_CHECK_BOTH(vector{}.empty() && vector::capacity() == 4);
  DVFS_CHECK_BOTH(of(1, 2).size() == 2 && of(1, 2)[0] == 1 && of(1, 2).back() == 2);
  DVFS_CHECK_BOTH(sum(vector(3, 5)) == 15);
  DVFS_CHECK_BOTH([] { auto v = of(1, 2); v.pop_back(); return v; }() == vector(1, 1));
  DVFS_CHECK_BOTH([] { auto v = of(1, 2); v.resize(4, 7); return sum(v); }() == 17);
  DVFS_CHECK_BOTH([] { auto v = of(1, 2); v.clear(); v.push_back(9); return v[0]; }() == 9);
}

TEST_CASE("equality looks at the elements in use only")
{
  DVFS_CHECK_BOTH([] { auto v = of(1, 2); v.pop_back(); v.push_back(3); return v == of(1, 3) && v != of(1, 2); }());
  DVFS_CHECK_BOTH(vector(1, 0) != vector(2, 0));
}
