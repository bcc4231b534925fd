// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>

namespace dvfs {
namespace detail {

// Not constexpr and never defined: naming it in a constant expression stops the build and shows the sentence.
void frequency_literal_is_not_a_whole_number_of_hertz();

void frequency_literal_exceeds_64_bits_of_hertz();

consteval frequency times(unsigned long long v, unsigned long long factor)
{
  if (v > static_cast<std::uint64_t>(-1) / factor) frequency_literal_exceeds_64_bits_of_hertz();
  return {v * factor};
}

consteval frequency whole_hertz(long double hertz)
{
  if (hertz >= 18446744073709551615.0L) frequency_literal_exceeds_64_bits_of_hertz();
  auto const whole = static_cast<std::uint64_t>(hertz + 0.5L);
  auto const rest = hertz - static_cast<long double>(whole);
  // 1300.5 * 1e6 may miss the whole number by rounding of the literal, never by a thousandth of a hertz.
  if (rest > 1e-3L || rest < -1e-3L) frequency_literal_is_not_a_whole_number_of_hertz();
  return {whole};
}

}  // namespace detail

inline namespace literals {

[[nodiscard]] consteval frequency operator""_Hz(unsigned long long v) { return {v}; }
[[nodiscard]] consteval frequency operator""_kHz(unsigned long long v) { return detail::times(v, 1'000); }
[[nodiscard]] consteval frequency operator""_MHz(unsigned long long v) { return detail::times(v, 1'000'000); }
[[nodiscard]] consteval frequency operator""_GHz(unsigned long long v) { return detail::times(v, 1'000'000'000); }
[[nodiscard]] consteval frequency operator""_kHz(long double v) { return detail::whole_hertz(v * 1e3L); }
[[nodiscard]] consteval frequency operator""_MHz(long double v) { return detail::whole_hertz(v * 1e6L); }
[[nodiscard]] consteval frequency operator""_GHz(long double v) { return detail::whole_hertz(v * 1e9L); }

[[nodiscard]] consteval power operator""_W(unsigned long long v) { return {static_cast<double>(v)}; }
[[nodiscard]] consteval power operator""_W(long double v) { return {static_cast<double>(v)}; }
[[nodiscard]] consteval power operator""_mW(unsigned long long v) { return {static_cast<double>(v) / 1e3}; }
[[nodiscard]] consteval power operator""_mW(long double v) { return {static_cast<double>(v / 1e3L)}; }

[[nodiscard]] consteval energy operator""_J(unsigned long long v) { return {static_cast<double>(v)}; }
[[nodiscard]] consteval energy operator""_J(long double v) { return {static_cast<double>(v)}; }
[[nodiscard]] consteval energy operator""_kJ(unsigned long long v) { return {static_cast<double>(v) * 1e3}; }
[[nodiscard]] consteval energy operator""_kJ(long double v) { return {static_cast<double>(v * 1e3L)}; }

[[nodiscard]] consteval voltage operator""_V(unsigned long long v) { return {static_cast<double>(v)}; }
[[nodiscard]] consteval voltage operator""_V(long double v) { return {static_cast<double>(v)}; }
[[nodiscard]] consteval voltage operator""_mV(unsigned long long v) { return {static_cast<double>(v) / 1e3}; }
[[nodiscard]] consteval voltage operator""_mV(long double v) { return {static_cast<double>(v / 1e3L)}; }

[[nodiscard]] consteval temperature operator""_degC(unsigned long long v) { return {static_cast<double>(v)}; }
[[nodiscard]] consteval temperature operator""_degC(long double v) { return {static_cast<double>(v)}; }

[[nodiscard]] consteval duration operator""_s(unsigned long long v) { return {static_cast<double>(v)}; }
[[nodiscard]] consteval duration operator""_s(long double v) { return {static_cast<double>(v)}; }
[[nodiscard]] consteval duration operator""_ms(unsigned long long v) { return {static_cast<double>(v) / 1e3}; }
[[nodiscard]] consteval duration operator""_ms(long double v) { return {static_cast<double>(v / 1e3L)}; }

}  // namespace literals
}  // namespace dvfs
