// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/ladder.hpp>
#include <dvfs/core/quantity.hpp>
#include <dvfs/detail/config.hpp>

#include <array>
#include <cstddef>

namespace dvfs {

/// One frequency for each of D clock domains, in an order of the user's choice: {gpu, cpu} say.
template<std::size_t D>
using clocks = std::array<frequency, D>;

/// All combinations of the levels of D ladders, the last domain varying fastest; the last one is the top of each. The
/// ladders' levels must outlive it.
template<std::size_t D>
class clock_grid {
 public:
  static_assert(D > 0);

  constexpr explicit clock_grid(std::array<ladder_view, D> const& ladders) : ladders_{ladders}
  {
    for (auto const& l : ladders_) size_ *= l.size();
  }

  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr ladder_view ladder(std::size_t domain) const { return ladders_[domain]; }

  [[nodiscard]] constexpr clocks<D> operator[](std::size_t i) const
  {
    DVFS_PRECONDITION(i < size_);
    clocks<D> at{};
    for (std::size_t d = D; d-- > 0;) {
      at[d] = ladders_[d][level{i % ladders_[d].size()}];
      i /= ladders_[d].size();
    }
    return at;
  }

 private:
  std::array<ladder_view, D> ladders_;
  std::size_t size_{1};
};

template<std::size_t D>
clock_grid(std::array<ladder_view, D> const&) -> clock_grid<D>;

}  // namespace dvfs
