// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/config.hpp>
#include <dvfs/detail/random.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dvfs::learn {

/// Deals rows to k folds whose sizes differ by at most one, at random but always alike for a seed; for cross_validate.
[[nodiscard]] inline std::vector<std::uint32_t> deal_folds(std::size_t rows, std::size_t k, std::uint64_t seed = 0)
{
  DVFS_PRECONDITION(k > 0);
  std::vector<std::uint32_t> folds(rows);
  for (std::size_t i = 0; i < rows; ++i) folds[i] = static_cast<std::uint32_t>(i % k);
  dvfs::detail::random_source random(seed);
  for (std::size_t i = rows; i > 1; --i) std::swap(folds[i - 1], folds[random.below(i)]);
  return folds;
}

}  // namespace dvfs::learn
