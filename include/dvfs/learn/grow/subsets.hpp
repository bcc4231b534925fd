// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow/node.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dvfs::learn::detail {

/// Looks at all ways to part the categories of a node in two, those with the lowest present one on the left, in the
/// order of their masks; eight categories can be parted in 127 ways. A category has a sum for each label.
template<class Sum>
class subset_search {
 public:
  explicit subset_search(std::size_t labels) : labels_{labels}, left_(labels)
  {
    for (auto& t : tally_) t.resize(labels);
  }

  /// Each row of the node is added, and its label's sum raised.
  void add_row(std::size_t category) { ++rows_[category]; }
  [[nodiscard]] std::vector<Sum>& sums_of(std::size_t category) { return tally_[category]; }

  /// Calls consider(mask, rows on the left, sums on the left) for each part that leaves min_leaf rows on both sides,
  /// until it answers true: nothing better can come.
  template<class Consider>
  void run(std::size_t rows, std::size_t min_leaf, Consider consider)
  {
    unsigned present = 0;
    for (std::size_t c = 0; c < max_categories; ++c) present |= rows_[c] != 0 ? 1u << c : 0u;
    unsigned const lowest = present & (~present + 1);
    for (unsigned mask = lowest; mask < present; ++mask) {
      if ((mask & ~present) != 0 || (mask & lowest) == 0) continue;
      std::size_t on_left = 0;
      for (std::size_t c = 0; c < max_categories; ++c)
        if ((mask >> c & 1u) != 0) on_left += rows_[c];
      if (on_left < min_leaf || rows - on_left < min_leaf) continue;
      std::fill(left_.begin(), left_.end(), Sum{});
      for (std::size_t c = 0; c < max_categories; ++c)
        if ((mask >> c & 1u) != 0)
          for (std::size_t k = 0; k < labels_; ++k) left_[k] += tally_[c][k];
      if (consider(static_cast<std::uint8_t>(mask), on_left, left_)) return;
    }
  }

 private:
  std::size_t labels_;
  std::array<std::size_t, max_categories> rows_{};
  std::array<std::vector<Sum>, max_categories> tally_;
  std::vector<Sum> left_;
};

}  // namespace dvfs::learn::detail
