// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/literals.hpp>
#include <dvfs/core/objective.hpp>

using namespace dvfs;

namespace {

struct may_throw {
  double operator()(run_cost const&) const;
};
static_assert(objective<objectives::energy>);
static_assert(!objective<may_throw>);

}  // namespace

TEST_CASE("regret is the cost above the best choice as a fraction")
{
  DVFS_CHECK_BOTH(regret(objectives::energy{}, {110_J, 1_s}, {100_J, 9_s}) > 0.0999);
  DVFS_CHECK_BOTH(regret(objectives::energy{}, {100_J, 1_s}, {100_J, 9_s}) == 0);
}
