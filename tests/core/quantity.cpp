// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/chrono.hpp>
#include <dvfs/core/literals.hpp>
#include <dvfs/core/quantity.hpp>

#include <type_traits>

using namespace dvfs;

namespace {

static_assert(sizeof(frequency) == sizeof(std::uint64_t) && sizeof(power) == sizeof(double));
static_assert(std::is_trivially_copyable_v<frequency> && std::is_standard_layout_v<frequency>);
static_assert(std::totally_ordered<frequency> && std::totally_ordered<energy>);
static_assert(!std::is_convertible_v<double, power> && !std::is_convertible_v<int, frequency>);

template<class A, class B>
concept addable = requires(A a, B b) { a + b; };
template<class A, class B>
concept multipliable = requires(A a, B b) { a * b; };
template<class A, class B>
concept divisible = requires(A a, B b) { a / b; };
template<class A, class B>
concept comparable = requires(A a, B b) { a < b; };

static_assert(addable<energy, energy> && addable<power, power>);
static_assert(!addable<energy, power> && !addable<power, double> && !addable<frequency, frequency>);
static_assert(!addable<temperature, temperature> && !multipliable<double, temperature>);  // points on a scale
static_assert(!divisible<temperature, temperature> && !divisible<temperature, double>);
static_assert(multipliable<power, duration> && multipliable<duration, power> && multipliable<double, energy>);
static_assert(!multipliable<power, power> && !multipliable<energy, duration> && !multipliable<frequency, duration>);
static_assert(divisible<energy, duration> && divisible<energy, power> && divisible<frequency, frequency>);
static_assert(!divisible<power, energy> && !divisible<duration, frequency>);
static_assert(!comparable<energy, power> && !comparable<frequency, std::uint64_t>);

template<frequency F>
struct at {};
static_assert(!std::is_same_v<at<510_MHz>, at<612_MHz>>);  // a frequency can be a template argument

}  // namespace

TEST_CASE("power, time and energy multiply and divide into each other and nothing else")
{
  DVFS_CHECK_BOTH(5_W * 2_s == 10_J);
  DVFS_CHECK_BOTH(2_s * 5_W == 10_J);
  DVFS_CHECK_BOTH(10_J / 2_s == 5_W);
  DVFS_CHECK_BOTH(10_J / 5_W == 2_s);
  DVFS_CHECK_BOTH(10_J / 4_J == 2.5);
  DVFS_CHECK_BOTH(1020_MHz / 510_MHz == 2.0);
  DVFS_CHECK_BOTH(1.5_J + 2_J - 1_J == 2.5_J);
  DVFS_CHECK_BOTH(3.0 * 2_W == 6_W && 2_W * 3.0 == 6_W && 6_W / 3.0 == 2_W);
}

TEST_CASE("literals of every unit name the same quantity")
{
  DVFS_CHECK_BOTH(510_MHz == 510'000'000_Hz);
  DVFS_CHECK_BOTH(1300.5_MHz == 1'300'500'000_Hz);
  DVFS_CHECK_BOTH(76.8_MHz == 76'800'000_Hz);
  DVFS_CHECK_BOTH(115200_kHz == 115.2_MHz);
  DVFS_CHECK_BOTH(4266_MHz == 4.266_GHz);
  DVFS_CHECK_BOTH((4266_MHz).value > 0x7fffffffu);  // memory rates exceed 31 bits
  DVFS_CHECK_BOTH(2500_mW == 2.5_W && 25_ms == 0.025_s && 1.5_kJ == 1500_J && 800_mV == 0.8_V);
  DVFS_CHECK_BOTH(45_degC > 44.5_degC);
}

TEST_CASE("megahertz as people write them become whole hertz")
{
  DVFS_CHECK_BOTH(from_MHz(1300.5) == 1300.5_MHz);
  DVFS_CHECK_BOTH(from_MHz(114.75) == 114.75_MHz);
  DVFS_CHECK_BOTH(in_MHz(1300.5_MHz) == 1300.5);
  DVFS_CHECK_BOTH(in_GHz(510_MHz) == 0.51);
}

TEST_CASE("durations convert to and from the standard library's")
{
  DVFS_CHECK_BOTH(from_chrono(std::chrono::milliseconds{25}) == 25_ms);
  DVFS_CHECK_BOTH(to_chrono<std::chrono::microseconds>(25_ms) == std::chrono::microseconds{25'000});
  DVFS_CHECK_BOTH(to_chrono(1_s) == std::chrono::seconds{1});
}
