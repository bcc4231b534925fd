// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/errc.hpp>
#include <dvfs/detail/config.hpp>

#include <optional>
#include <utility>

namespace dvfs {

/// The reason why there is no value, on its way into a result.
template<class E>
struct unexpected {
  E reason;
};
template<class E>
unexpected(E) -> unexpected<E>;

/// A value or the reason why there is none, with std::expected's names so that it can become std::expected.
template<class T, class E = errc>
class [[nodiscard]] result {
 public:
  using value_type = T;
  using error_type = E;

  constexpr result(T value) : value_{std::move(value)} {}
  constexpr result(unexpected<E> u) : error_{std::move(u.reason)} {}

  [[nodiscard]] constexpr bool has_value() const noexcept { return value_.has_value(); }
  constexpr explicit operator bool() const noexcept { return has_value(); }

  /// The value; there must be one.
  [[nodiscard]] constexpr T const& operator*() const& { return checked(*this); }
  [[nodiscard]] constexpr T& operator*() & { return checked(*this); }
  [[nodiscard]] constexpr T operator*() && { return std::move(checked(*this)); }
  [[nodiscard]] constexpr T const* operator->() const { return &checked(*this); }
  [[nodiscard]] constexpr T* operator->() { return &checked(*this); }
  [[nodiscard]] constexpr T value_or(T other) const { return has_value() ? *value_ : std::move(other); }

  /// The reason; there must be no value.
  [[nodiscard]] constexpr E const& error() const
  {
    DVFS_PRECONDITION(!value_.has_value());
    return *error_;
  }

 private:
  template<class Self>
  static constexpr auto& checked(Self& self)
  {
    DVFS_PRECONDITION(self.value_.has_value());
    return *self.value_;
  }

  std::optional<T> value_;
  std::optional<E> error_;
};

/// Success without a value, or the reason why not.
template<class E>
class [[nodiscard]] result<void, E> {
 public:
  using value_type = void;
  using error_type = E;

  constexpr result() = default;
  constexpr result(unexpected<E> u) : error_{std::move(u.reason)} {}

  [[nodiscard]] constexpr bool has_value() const noexcept { return !error_.has_value(); }
  constexpr explicit operator bool() const noexcept { return has_value(); }

  /// The reason; there must be one.
  [[nodiscard]] constexpr E const& error() const
  {
    DVFS_PRECONDITION(error_.has_value());
    return *error_;
  }

 private:
  std::optional<E> error_;
};

}  // namespace dvfs
