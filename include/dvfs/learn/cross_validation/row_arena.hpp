// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/grow/ranks.hpp>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <vector>

namespace dvfs::learn::detail {

/// Memory for the rows of nodes, given back in the opposite order.
class row_arena {
 public:
  struct mark {
    std::size_t block{};
    std::size_t used{};
  };
  [[nodiscard]] mark here() const noexcept { return {block_, used_}; }
  void release(mark m) noexcept
  {
    block_ = m.block;
    used_ = m.used;
  }
  [[nodiscard]] ranked_row* take(std::size_t n)
  {
    while (block_ < blocks_.size() && blocks_[block_].size() - used_ < n) {
      ++block_;
      used_ = 0;
    }
    if (block_ == blocks_.size()) blocks_.emplace_back(std::max(n, std::size_t{1} << 15));
    ranked_row* const p = blocks_[block_].data() + used_;
    used_ += n;
    return p;
  }

 private:
  std::deque<std::vector<ranked_row>> blocks_;
  std::size_t block_{};
  std::size_t used_{};
};

}  // namespace dvfs::learn::detail
