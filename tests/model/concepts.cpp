// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/model/concepts.hpp>
#include <dvfs/model/exponential_time.hpp>
#include <dvfs/model/families.hpp>
#include <dvfs/model/fit.hpp>
#include <dvfs/model/product_energy.hpp>

using namespace dvfs;

namespace {

struct least_energy {
  using value_type = energy;
  static constexpr std::size_t coefficient_count = 1, levels_needed = 1;
  energy operator()(frequency) const { return {}; }
  static std::string_view formula() { return "A"; }
  static std::string_view coefficient_name(std::size_t) { return "A"; }
  double coefficient(std::size_t) const { return 0; }
};
struct needs_a_mutable_model {
  energy operator()(frequency) { return {}; }
};
struct returns_a_bare_number {
  double operator()(frequency) const { return 0; }
};
struct has_no_formula {
  using value_type = energy;
  static constexpr std::size_t coefficient_count = 1, levels_needed = 1;
  energy operator()(frequency) const { return {}; }
  static std::string_view coefficient_name(std::size_t) { return "A"; }
  double coefficient(std::size_t) const { return 0; }
};

static_assert(energy_model<least_energy> && fittable<least_energy>);
static_assert(!power_model<least_energy> && !time_model<least_energy> && !cost_model<least_energy>);
static_assert(!energy_model<needs_a_mutable_model>);
static_assert(!energy_model<returns_a_bare_number>);
static_assert(energy_model<has_no_formula> && !fittable<has_no_formula>);

}  // namespace

TEST_CASE("the families are models of the quantity in their name")
{
  using product = models::product_energy<models::affine_power, models::exponential_time>;
  DVFS_CHECK_BOTH(power_model<models::proportional_power> && power_model<models::affine_cubic_power>);
  DVFS_CHECK_BOTH(time_model<models::compute_bound_time> && time_model<models::exponential_time>);
  DVFS_CHECK_BOTH(energy_model<models::three_term_energy> && energy_model<product>);
  DVFS_CHECK_BOTH(fittable<models::affine_power> && fittable<models::exponential_time> && fittable<product>);
  DVFS_CHECK_BOTH(energy_model<fitted<models::three_term_energy>>);
}
