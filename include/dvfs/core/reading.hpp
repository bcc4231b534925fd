// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/errc.hpp>
#include <dvfs/detail/config.hpp>

namespace dvfs {

/// What a sensor gave: a value, or unsupported for good, or unavailable now; folding these into 0 is the field's
/// commonest fault.
template<class T>
class reading {
 public:
  using value_type = T;

  /// Unavailable now.
  constexpr reading() noexcept = default;
  constexpr reading(T value) noexcept : value_{value}, state_{state::known} {}

  [[nodiscard]] static constexpr reading unsupported() noexcept { return reading{state::unsupported}; }
  [[nodiscard]] static constexpr reading unavailable() noexcept { return reading{state::unavailable}; }

  [[nodiscard]] constexpr bool has_value() const noexcept { return state_ == state::known; }
  [[nodiscard]] constexpr bool is_unsupported() const noexcept { return state_ == state::unsupported; }
  [[nodiscard]] constexpr bool is_unavailable() const noexcept { return state_ == state::unavailable; }
  constexpr explicit operator bool() const noexcept { return has_value(); }

  /// The value; there must be one.
  [[nodiscard]] constexpr T const& operator*() const
  {
    DVFS_PRECONDITION(has_value());
    return value_;
  }
  [[nodiscard]] constexpr T const* operator->() const { return &**this; }
  [[nodiscard]] constexpr T value_or(T other) const noexcept { return has_value() ? value_ : other; }

  /// Why there is no value; there must be none.
  [[nodiscard]] constexpr errc error() const
  {
    DVFS_PRECONDITION(!has_value());
    return is_unsupported() ? errc::not_supported : errc::unavailable_now;
  }

  bool operator==(reading const&) const = default;

 private:
  enum class state : unsigned char { unavailable, unsupported, known };
  constexpr explicit reading(state s) noexcept : state_{s} {}

  T value_{};
  state state_{state::unavailable};
};

}  // namespace dvfs
