// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/model/power_series.hpp>

namespace dvfs::models {

/// P = b f, as the paper puts it: no static power, hence no sweet spot.
using proportional_power = power_series<power, 1>;
/// P = a + b f.
using affine_power = power_series<power, 0, 1>;
/// P = a + b f + c f^2.
using quadratic_power = power_series<power, 0, 1, 2>;
/// P = a + b f + c f^3: static power, dynamic power at constant voltage, dynamic power with voltage rising as f.
using affine_cubic_power = power_series<power, 0, 1, 3>;

/// t = c1/f: all work scales with the clock.
using compute_bound_time = power_series<duration, -1>;
/// t = c0 + c1/f: a part that the clock does not touch, and a part that scales with it.
using fixed_and_compute_time = power_series<duration, 0, -1>;
/// t = c0 + c1/f + c2/f^2: time that falls faster than the clock rises at the low end.
using curved_time = power_series<duration, 0, -1, -2>;

/// E = A + B/f + C f^2, which fits the published fine-tuning sweeps of the paper's laboratory best for its size.
using three_term_energy = power_series<energy, 0, -1, 2>;
/// E = a/f + b + c f + d f^2: what (a + b f + c f^2) times (c0 + c1/f), or with c f^3 times c1/f, expands to.
using four_term_energy = power_series<energy, -1, 0, 1, 2>;

template<>
inline constexpr std::array<std::string_view, 1> coefficient_names<proportional_power>{"b"};
template<>
inline constexpr std::array<std::string_view, 1> coefficient_names<compute_bound_time>{"c1"};
template<>
inline constexpr std::array<std::string_view, 2> coefficient_names<fixed_and_compute_time>{"c0", "c1"};
template<>
inline constexpr std::array<std::string_view, 3> coefficient_names<curved_time>{"c0", "c1", "c2"};
template<>
inline constexpr std::array<std::string_view, 3> coefficient_names<three_term_energy>{"A", "B", "C"};

}  // namespace dvfs::models
