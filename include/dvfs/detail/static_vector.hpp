// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/config.hpp>

#include <array>
#include <cstddef>

namespace dvfs::detail {

/// A vector of at most `Capacity` elements that lives in place, because GCC 11 has no std::vector in constant
/// expressions.
template<class T, std::size_t Capacity>
class static_vector {
 public:
  using value_type = T;

  constexpr static_vector() = default;
  constexpr explicit static_vector(std::size_t n, T const& value = {}) { assign(n, value); }

  [[nodiscard]] static constexpr std::size_t capacity() noexcept { return Capacity; }
  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }

  [[nodiscard]] constexpr T const& operator[](std::size_t i) const
  {
    DVFS_PRECONDITION(i < size_);
    return elements_[i];
  }
  [[nodiscard]] constexpr T& operator[](std::size_t i)
  {
    DVFS_PRECONDITION(i < size_);
    return elements_[i];
  }
  [[nodiscard]] constexpr T const& back() const { return (*this)[size_ - 1]; }
  [[nodiscard]] constexpr T& back() { return (*this)[size_ - 1]; }

  [[nodiscard]] constexpr T const* data() const noexcept { return elements_.data(); }
  [[nodiscard]] constexpr T* data() noexcept { return elements_.data(); }
  [[nodiscard]] constexpr T const* begin() const noexcept { return data(); }
  [[nodiscard]] constexpr T* begin() noexcept { return data(); }
  [[nodiscard]] constexpr T const* end() const noexcept { return data() + size_; }
  [[nodiscard]] constexpr T* end() noexcept { return data() + size_; }

  constexpr void push_back(T const& value)
  {
    DVFS_PRECONDITION(size_ < Capacity);
    elements_[size_++] = value;
  }
  constexpr void pop_back()
  {
    DVFS_PRECONDITION(size_ > 0);
    --size_;
  }
  constexpr void clear() noexcept { size_ = 0; }
  constexpr void resize(std::size_t n, T const& value = {})
  {
    DVFS_PRECONDITION(n <= Capacity);
    for (std::size_t i = size_; i < n; ++i) elements_[i] = value;
    size_ = n;
  }
  constexpr void assign(std::size_t n, T const& value)
  {
    clear();
    resize(n, value);
  }

  constexpr bool operator==(static_vector const& other) const
  {
    if (size_ != other.size_) return false;
    for (std::size_t i = 0; i < size_; ++i)
      if (!(elements_[i] == other.elements_[i])) return false;
    return true;
  }

 private:
  std::array<T, Capacity> elements_{};
  std::size_t size_{0};
};

}  // namespace dvfs::detail
