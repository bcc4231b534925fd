// sentence: a product of power and time is fitted to runs of known energy and time
// SPDX-License-Identifier: BSL-1.0
#include <dvfs/core/literals.hpp>
#include <dvfs/model.hpp>

#include <array>

using namespace dvfs;

using product = models::product_energy<models::affine_power, models::compute_bound_time>;

#if DVFS_SHOULD_NOT_COMPILE
inline constexpr std::array points{point<energy>{1_GHz, 5_J}, point<energy>{2_GHz, 6_J}};
#else
inline constexpr std::array points{point<run_cost>{1_GHz, {5_J, 2_s}}, point<run_cost>{2_GHz, {6_J, 1_s}}};
#endif

constexpr auto fit = dvfs::fit<product>(points);
