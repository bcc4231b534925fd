// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/literals.hpp>
#include <dvfs/model/exponential_time.hpp>
#include <dvfs/model/families.hpp>

using namespace dvfs;

TEST_CASE("each family prints as it is written in the papers")
{
  DVFS_CHECK_BOTH(models::proportional_power::formula() == "b f");
  DVFS_CHECK_BOTH(models::affine_power::formula() == "a + b f");
  DVFS_CHECK_BOTH(models::quadratic_power::formula() == "a + b f + c f^2");
  DVFS_CHECK_BOTH(models::affine_cubic_power::formula() == "a + b f + c f^3");
  DVFS_CHECK_BOTH(models::compute_bound_time::formula() == "c1/f");
  DVFS_CHECK_BOTH(models::fixed_and_compute_time::formula() == "c0 + c1/f");
  DVFS_CHECK_BOTH(models::curved_time::formula() == "c0 + c1/f + c2/f^2" &&
                  models::curved_time::coefficient_name(2) == "c2");
  DVFS_CHECK_BOTH(models::exponential_time::formula() == "a + b exp(-c f)");
  DVFS_CHECK_BOTH(models::three_term_energy::formula() == "A + B/f + C f^2");
  DVFS_CHECK_BOTH(models::four_term_energy::formula() == "a/f + b + c f + d f^2");
  DVFS_CHECK_BOTH(models::three_term_energy::coefficient_name(1) == "B");
}

TEST_CASE("each family has its value at one gigahertz, where every power of the frequency is 1")
{
  DVFS_CHECK_BOTH(models::proportional_power{{3}}(1_GHz) == 3_W);
  DVFS_CHECK_BOTH(models::affine_power{{3, 4}}(1_GHz) == 7_W);
  DVFS_CHECK_BOTH(models::quadratic_power{{3, 4, 5}}(1_GHz) == 12_W);
  DVFS_CHECK_BOTH(models::affine_cubic_power{{3, 4, 5}}(1_GHz) == 12_W);
  DVFS_CHECK_BOTH(models::compute_bound_time{{2}}(1_GHz) == 2_s);
  DVFS_CHECK_BOTH(models::fixed_and_compute_time{{2, 3}}(1_GHz) == 5_s);
  DVFS_CHECK_BOTH(models::curved_time{{2, 3, 4}}(1_GHz) == 9_s);
  DVFS_CHECK_BOTH(models::three_term_energy{{1, 2, 3}}(1_GHz) == 6_J);
  DVFS_CHECK_BOTH(models::four_term_energy{{1, 2, 3, 4}}(1_GHz) == 10_J);
}

TEST_CASE("each family has its own value at half a gigahertz")
{
  DVFS_CHECK_BOTH(models::affine_cubic_power{{3, 4, 8}}(500_MHz) == 6_W);
  DVFS_CHECK_BOTH(models::fixed_and_compute_time{{2, 3}}(500_MHz) == 8_s);
  DVFS_CHECK_BOTH(models::curved_time{{2, 3, 4}}(500_MHz) == 24_s);
  DVFS_CHECK_BOTH(models::three_term_energy{{1, 2, 4}}(500_MHz) == 6_J);
  DVFS_CHECK_BOTH(models::four_term_energy{{1, 2, 4, 8}}(500_MHz) == 8_J);
}
