// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>

#include <chrono>

// Apart from quantity.hpp, because <chrono> alone costs more than the rest of core.
namespace dvfs {

/// A duration in seconds from any std::chrono duration.
template<class Rep, class Period>
[[nodiscard]] constexpr duration from_chrono(std::chrono::duration<Rep, Period> d)
{
  return {std::chrono::duration<double>(d).count()};
}

/// The std::chrono duration nearest to `d`, by default in nanoseconds, which hold 292 years.
template<class To = std::chrono::nanoseconds>
[[nodiscard]] constexpr To to_chrono(duration d)
{
  return std::chrono::round<To>(std::chrono::duration<double>(d.value));
}

}  // namespace dvfs
