// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/literals.hpp>
#include <dvfs/policy/answers.hpp>

using namespace dvfs;
using namespace dvfs::policies;

namespace {

constexpr frequency_ladder ladder{306_MHz, 408_MHz, 510_MHz};
constexpr std::array on{510_MHz, 306_MHz};
constexpr std::array off{510_MHz, 307_MHz};

}  // namespace

TEST_CASE("answers are on the ladder only if every one is a level of it")
{
  DVFS_CHECK_BOTH(is_on_ladder(on, ladder));
  DVFS_CHECK_BOTH(!is_on_ladder(off, ladder));
}

TEST_CASE("the fastest answer and the levels answered are known")
{
  DVFS_CHECK_BOTH(fastest(on) == 510_MHz);
  DVFS_CHECK_BOTH(levels_among(on, ladder) == std::array{true, false, true});
  DVFS_CHECK_BOTH(levels_among(off, ladder) == std::array{false, false, true});
}
