// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/domain.hpp>
#include <dvfs/core/ladder.hpp>
#include <dvfs/core/reading.hpp>
#include <dvfs/core/result.hpp>
#include <dvfs/device/run_record.hpp>

#include <boost/describe/enum.hpp>

#include <concepts>
#include <optional>
#include <string_view>

// A device is a set of capabilities; a backend offers some of them.  Looking never needs a mutable device.
namespace dvfs {

/// The range in which a domain's clock may move; equal ends pin it.
struct frequency_limits {
  frequency min{};
  frequency max{};

  bool operator==(frequency_limits const&) const = default;
};

/// One clock that can be read and bounded, of the domain that `of` names; a board with several clocks has an object for
/// each.  `set_limits` answers with the limits that the device accepted.
template<class D>
concept frequency_domain = requires(D& device, D const& seen, frequency_limits wanted) {
  { seen.of() } -> std::same_as<domain>;
  { seen.ladder() } -> std::convertible_to<ladder_view>;
  { seen.current() } -> std::same_as<reading<frequency>>;
  { seen.limits() } -> std::same_as<reading<frequency_limits>>;
  { device.set_limits(wanted) } -> std::same_as<result<frequency_limits>>;
};

/// Tells the power drawn now, in watt.
template<class D>
concept power_meter = requires(D const& seen) {
  { seen.drawn() } -> std::same_as<reading<power>>;
};

/// Counts energy, in joule since some moment in the past.
template<class D>
concept energy_counter = requires(D const& seen) {
  { seen.used() } -> std::same_as<reading<energy>>;
};

/// Tells the share of the last averaging window in which the domain was busy, 0 to 1.
template<class D>
concept load_meter = requires(D const& seen) {
  { seen.load() } -> std::same_as<reading<double>>;
};

/// Tells the temperature of the hottest sensor that counts, in degree Celsius.
template<class D>
concept thermometer = requires(D const& seen) {
  { seen.hottest() } -> std::same_as<reading<temperature>>;
};

/// Runs a whole job, pinned at a frequency of the ladder or, without one, under the default governor.
template<class D, class Job>
concept job_runner = requires(D& device, Job const& job, std::optional<frequency> pinned) {
  { device.run(job, pinned) } -> std::same_as<result<run_record>>;
};

/// Where a device's answers come from.
enum class origin { real, recorded, simulated };
BOOST_DESCRIBE_ENUM(origin, real, recorded, simulated)

/// Static facts of a backend; specialise it beside the backend.
template<class Backend>
struct device_traits;

/// A backend whose facts are stated: its name, where its answers come from, and how its sensors and its clock behave in
/// time, as far as that is known.
template<class D>
concept device_with_traits = requires {
  { device_traits<D>::name } -> std::convertible_to<std::string_view>;
  { device_traits<D>::from } -> std::convertible_to<origin>;
  { device_traits<D>::sensor_interval } -> std::convertible_to<std::optional<duration>>;
  { device_traits<D>::sensor_averaging } -> std::convertible_to<std::optional<duration>>;
  { device_traits<D>::switch_delay } -> std::convertible_to<std::optional<duration>>;
};

}  // namespace dvfs
