// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/grow/node.hpp>

#include <cstdint>

namespace dvfs::learn::detail {

/// A row that is left out at a node, and the best cut of the others.
template<class Score, class QuickScore = Score>
struct held_row {
  std::uint32_t row{};
  std::uint32_t class_index{};  ///< among the classes of the held rows of the node
  QuickScore quick{};
  detail::split<Score> split{};

  [[nodiscard]] std::uint64_t key() const noexcept
  {
    return (std::uint64_t{static_cast<std::uint32_t>(split.feature)} << 32) | split.left_rows;
  }
};

/// The label of a node without some row, and whether nothing is left to gain there.
struct answer_without {
  std::int32_t label{};
  bool is_final{};
};

}  // namespace dvfs::learn::detail
