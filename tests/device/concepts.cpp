// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/boards.hpp>
#include <dvfs/device/concepts.hpp>

// Each concept has a least model and one broken copy per requirement.
namespace {

using namespace dvfs;

struct least_domain {
  [[maybe_unused]] domain of() const { return domain::gpu; }
  [[maybe_unused]] ladder_view ladder() const { return boards::agx_orin.gpu; }
  [[maybe_unused]] reading<frequency> current() const { return {}; }
  [[maybe_unused]] reading<frequency_limits> limits() const { return {}; }
  [[maybe_unused]] result<frequency_limits> set_limits(frequency_limits l) { return l; }
};
struct no_ladder {
  domain of() const;
  reading<frequency> current() const;
  reading<frequency_limits> limits() const;
  result<frequency_limits> set_limits(frequency_limits);
};
struct nameless {
  ladder_view ladder() const;
  reading<frequency> current() const;
  reading<frequency_limits> limits() const;
  result<frequency_limits> set_limits(frequency_limits);
};
struct reads_mutable {
  domain of() const;
  ladder_view ladder() const;
  reading<frequency> current();
  reading<frequency_limits> limits() const;
  result<frequency_limits> set_limits(frequency_limits);
};
struct silent_write {
  domain of() const;
  ladder_view ladder() const;
  reading<frequency> current() const;
  reading<frequency_limits> limits() const;
  void set_limits(frequency_limits);
};
struct zero_for_unknown {
  domain of() const;
  ladder_view ladder() const;
  frequency current() const;
  reading<frequency_limits> limits() const;
  result<frequency_limits> set_limits(frequency_limits);
};

struct least_runner {
  result<run_record> run(int, std::optional<frequency>);
};
struct cannot_leave_the_governor_alone {
  result<run_record> run(int, frequency);
};
struct meter {
  reading<power> drawn() const;
  reading<energy> used() const;
  reading<double> load() const;
  reading<temperature> hottest() const;
};
struct meter_of_numbers {
  double drawn() const;
  double used() const;
  double load() const;
  double hottest() const;
};

static_assert(frequency_domain<least_domain>);
static_assert(!frequency_domain<no_ladder>);
static_assert(!frequency_domain<nameless>);          // a clock says of what it is the clock
static_assert(!frequency_domain<reads_mutable>);     // looking must not need a mutable device
static_assert(!frequency_domain<silent_write>);      // a refused request must be visible
static_assert(!frequency_domain<zero_for_unknown>);  // an unknown clock is not a clock of 0
static_assert(job_runner<least_runner, int>);
static_assert(!job_runner<cannot_leave_the_governor_alone, int>);
static_assert(power_meter<meter> && energy_counter<meter> && load_meter<meter> && thermometer<meter>);
static_assert(!power_meter<meter_of_numbers> && !energy_counter<meter_of_numbers>);
static_assert(!load_meter<meter_of_numbers> && !thermometer<meter_of_numbers>);

}  // namespace

TEST_CASE("a backend that offers a clock answers a request with what it accepted")
{
  least_domain d;
  auto const accepted = d.set_limits({boards::agx_orin.gpu.levels()[0], boards::agx_orin.gpu.levels()[1]});
  REQUIRE(accepted);
  CHECK(accepted->max == boards::agx_orin.gpu.levels()[1]);
  CHECK(d.current().is_unavailable());
}
