// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace dvfs {

/// A rung of a frequency ladder, 0 the slowest: a type of its own, so that level 3 and 3 GHz cannot mix.
enum class level : std::size_t {};

[[nodiscard]] constexpr std::size_t to_index(level l) noexcept { return static_cast<std::size_t>(l); }

}  // namespace dvfs
