// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/policy/fixed.hpp>
#include <dvfs/policy/mlg.hpp>
#include <dvfs/policy/policy.hpp>

#include <cmath>

using namespace dvfs;
using policies::mlg;
using policies::mlg_util;

namespace {

constexpr fine_tuning_job shaped(int layers, double tokens)
{
  return {
      .family = model_family::encoder, .gpu_util = std::nullopt, .layers = layers, .hidden = 768, .seq_len = tokens};
}

constexpr fine_tuning_job used(double percent)
{
  auto job = shaped(24, 70);
  job.gpu_util = percent;
  return job;
}

static_assert(dvfs::policy<mlg, fine_tuning_job>);
static_assert(dvfs::policy<mlg_util, fine_tuning_job>);
static_assert(dvfs::policy<policies::fixed, fine_tuning_job>);
static_assert(dvfs::policy<policies::of_job<mlg>, observation<fine_tuning_job>>);
static_assert(std::is_empty_v<mlg> && sizeof(policies::of_job<mlg>) == 1);

}  // namespace

TEST_CASE("the paper's four cases give 510, 612, 714 and 816 MHz")
{
  DVFS_CHECK_BOTH(mlg{}(shaped(4, 13)) == 510_MHz);
  DVFS_CHECK_BOTH(mlg{}(shaped(4, 50)) == 612_MHz);
  DVFS_CHECK_BOTH(mlg{}(shaped(24, 13)) == 714_MHz);
  DVFS_CHECK_BOTH(mlg{}(shaped(24, 70)) == 816_MHz);
}

TEST_CASE("a job exactly at a threshold goes the lower way, one just above it the upper way")
{
  DVFS_CHECK_BOTH(mlg{}(shaped(7, 32.5)) == 510_MHz);
  DVFS_CHECK_BOTH(mlg{}(shaped(7, 32.500001)) == 612_MHz);
  DVFS_CHECK_BOTH(mlg{}(shaped(8, 53.0)) == 714_MHz);
  DVFS_CHECK_BOTH(mlg{}(shaped(8, 53.000001)) == 816_MHz);
  CHECK(mlg{}(shaped(7, std::nextafter(32.5, 33.0))) == 612_MHz);
  CHECK(mlg{}(shaped(8, std::nextafter(53.0, 54.0))) == 816_MHz);
}

TEST_CASE("the utilisation rule overrides the shape only where a utilisation of at most 22 % was measured")
{
  DVFS_CHECK_BOTH(mlg_util{}(used(22.0)) == 1020_MHz);
  DVFS_CHECK_BOTH(mlg_util{}(used(0.0)) == 1020_MHz);
  DVFS_CHECK_BOTH(mlg_util{}(used(22.01)) == 816_MHz);
  DVFS_CHECK_BOTH(mlg_util{}(shaped(24, 70)) == 816_MHz);
  DVFS_CHECK_BOTH(mlg{}(used(5.0)) == 816_MHz);
}

TEST_CASE("what the compiler knows of the published tree")
{
  using namespace policies;
  DVFS_CHECK_BOTH(mlg::depth() == 2);
  DVFS_CHECK_BOTH(mlg::answers().size() == 7);
  DVFS_CHECK_BOTH(mlg::respects(816_MHz) && !mlg::respects(815_MHz));
  DVFS_CHECK_BOTH(is_on_ladder(mlg_tree.answers, boards::agx_orin.gpu));
  DVFS_CHECK_BOTH(!is_on_ladder(mlg_tree.answers, boards::agx_orin_early_jp5.gpu));
  DVFS_CHECK_BOTH(fastest(mlg_tree.answers) == 816_MHz);
  DVFS_CHECK_BOTH(levels_among(mlg_tree.answers, boards::agx_orin.gpu) ==
                  std::array{false, false, true, true, true, true, false, false, false, false, false});
}

TEST_CASE("a governor's observation is answered by its job")
{
  DVFS_CHECK_BOTH(policies::of_job{mlg{}}(observation<fine_tuning_job>{.current = 306_MHz, .job = shaped(24, 13)}) ==
                  714_MHz);
}
