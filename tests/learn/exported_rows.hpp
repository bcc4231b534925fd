// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/random.hpp>
#include <dvfs/learn/dataset.hpp>

#include <cstdint>
#include <vector>

namespace dvfs_test {

/// What exported_tree.hpp was learnt from: 27 rows over three columns, of which two share a name that C++ would refuse.
inline dvfs::learn::dataset exported_rows()
{
  std::vector<std::vector<double>> columns(3);
  std::vector<std::int32_t> labels;
  dvfs::detail::random_source random(7);
  for (int i = 0; i < 27; ++i) {
    for (auto& c : columns) c.push_back(double(random.below(1000)) / 7);
    labels.push_back(std::int32_t(random.below(3)));
  }
  return *dvfs::learn::dataset::from_columns(columns, labels,
                                             {{"layers", "class", "class"}, {"510 MHz", "612 MHz", "1300.5 \"MHz\""}});
}

/// What exported_tree.hpp returns for each label.
inline constexpr std::uint64_t exported_hertz[]{510'000'000, 612'000'000, 1'300'500'000};

}  // namespace dvfs_test
