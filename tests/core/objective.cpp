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
static_assert(objective<objectives::time> && objective<objectives::edp> && objective<objectives::ed2p>);
static_assert(objective<objectives::zeus_cost> && objective<objectives::wall_energy>);
static_assert(!objective<may_throw>);

static_assert(reads_energy<objectives::energy> && !reads_time<objectives::energy>);
static_assert(!reads_energy<objectives::time> && reads_time<objectives::time>);
static_assert(reads_energy<may_throw> && reads_time<may_throw>, "who says nothing reads both");

}  // namespace

TEST_CASE("regret is the cost above the best choice as a fraction")
{
  DVFS_CHECK_BOTH(regret(objectives::energy{}, {110_J, 1_s}, {100_J, 9_s}) > 0.0999);
  DVFS_CHECK_BOTH(regret(objectives::energy{}, {100_J, 1_s}, {100_J, 9_s}) == 0);
}

TEST_CASE("each objective is its formula: 6 J in 3 s")
{
  DVFS_CHECK_BOTH(objectives::energy{}({6_J, 3_s}) == 6);
  DVFS_CHECK_BOTH(objectives::time{}({6_J, 3_s}) == 3);
  DVFS_CHECK_BOTH(objectives::edp{}({6_J, 3_s}) == 18);
  DVFS_CHECK_BOTH(objectives::ed2p{}({6_J, 3_s}) == 54);
  DVFS_CHECK_BOTH(objectives::wall_energy{10_W}({6_J, 3_s}) == 36);
  DVFS_CHECK_BOTH(objectives::zeus_cost{0.25, 20_W}({6_J, 3_s}) == 0.25 * 6 + 0.75 * 60);
  DVFS_CHECK_BOTH(objectives::zeus_cost{1, 20_W}({6_J, 3_s}) == 6);
  DVFS_CHECK_BOTH(objectives::zeus_cost{0, 20_W}({6_J, 3_s}) == 60);
}
