// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/errc.hpp>
#include <dvfs/core/result.hpp>

#include <boost/describe/enumerators.hpp>
#include <boost/mp11/algorithm.hpp>

using namespace dvfs;

namespace {

constexpr result<int> half(int n)
{
  if (n % 2) return unexpected{errc::not_a_number};
  return n / 2;
}

struct place {
  int row;
};

}  // namespace

TEST_CASE("a result holds a value or a reason, never both")
{
  DVFS_CHECK_BOTH(half(4).has_value() && *half(4) == 2);
  DVFS_CHECK_BOTH(!half(3) && half(3).error() == errc::not_a_number);
  DVFS_CHECK_BOTH(half(3).value_or(-1) == -1 && half(4).value_or(-1) == 2);
  DVFS_CHECK_BOTH(result<int, place>{unexpected{place{3}}}.error().row == 3);
}

TEST_CASE("a result without a value is success or a reason")
{
  DVFS_CHECK_BOTH(result<void>{}.has_value());
  DVFS_CHECK_BOTH(!result<void>{unexpected{errc::off_ladder}} &&
                  result<void>{unexpected{errc::off_ladder}}.error() == errc::off_ladder);
}

TEST_CASE("every error code has a sentence that says what to do")
{
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<errc>>([](auto code) {
    CAPTURE(code.name);
    CHECK(what(code.value).size() > 15);
    CHECK(what(code.value) != what(errc{}));
  });
}
