// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dvfs::learn {

/// Labels of any type as the numbers 0 .. K - 1 that learners use: values[codes[i]] is the label of row i.
template<class T>
struct coded_labels {
  std::vector<T> values;
  std::vector<std::int32_t> codes;
};

/// Numbers labels by their order where they have one, otherwise by first appearance. The order matters: ties between
/// labels go to the lower number.
template<std::equality_comparable T>
[[nodiscard]] coded_labels<T> code_labels(std::span<T const> labels)
{
  coded_labels<T> out;
  out.codes.reserve(labels.size());
  if constexpr (std::totally_ordered<T>) {
    out.values.assign(labels.begin(), labels.end());
    std::sort(out.values.begin(), out.values.end());
    out.values.erase(std::unique(out.values.begin(), out.values.end()), out.values.end());
    for (T const& y : labels)
      out.codes.push_back(
          static_cast<std::int32_t>(std::lower_bound(out.values.begin(), out.values.end(), y) - out.values.begin()));
  } else {
    for (T const& y : labels) {
      auto const at = std::find(out.values.begin(), out.values.end(), y);
      out.codes.push_back(static_cast<std::int32_t>(at - out.values.begin()));
      if (at == out.values.end()) out.values.push_back(y);
    }
  }
  return out;
}

}  // namespace dvfs::learn
