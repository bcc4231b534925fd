// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/errc.hpp>
#include <dvfs/core/result.hpp>

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

TEST_CASE("every error code has a sentence that says what to do")
{
  for (auto code = errc::empty_ladder; code <= errc::unavailable_now; code = static_cast<errc>(static_cast<int>(code) + 1)) {
    CAPTURE(static_cast<int>(code));
    CHECK(what(code).size() > 15);
    CHECK(what(code) != "unknown error");
  }
}
