// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/random.hpp>
#include <dvfs/learn/costs.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/options.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dvfs_test {

/// A table of 2 to `most_rows` rows, 1 to 5 columns and 1 to 6 labels, full of ties.
inline dvfs::learn::dataset random_table(dvfs::detail::random_source& random, std::size_t most_rows = 60)
{
  std::size_t const rows = 2 + random.below(most_rows - 1), columns = 1 + random.below(5), labels = 1 + random.below(6);
  std::vector<std::vector<double>> x(columns, std::vector<double>(rows));
  for (std::size_t j = 0; j < columns; ++j) {
    // One value, few values, many values, the column before or its mirror image.
    std::uint64_t const kind = random.below(6);
    std::uint64_t const values = kind == 0 ? 1 : kind == 1 ? 3 : kind == 2 ? 8 : 1000;
    for (double& v : x[j]) v = double(random.below(values));
    if (j != 0 && kind >= 4)
      for (std::size_t i = 0; i < rows; ++i) x[j][i] = kind == 4 ? x[j - 1][i] : -x[j - 1][i];
  }
  std::vector<std::int32_t> y(rows);
  for (auto& label : y) label = std::int32_t(random.below(labels));
  return *dvfs::learn::dataset::from_columns(x, y, {}, labels);
}

/// Gini or entropy, and stop rules.
inline dvfs::learn::grow_options random_options(dvfs::detail::random_source& random)
{
  dvfs::learn::grow_options o;
  auto const sometimes = [&] { return random.below(3) == 0; };
  if (random.below(2) == 0) o.criterion = dvfs::learn::criterion::entropy;
  if (sometimes()) o.max_depth = std::uint32_t(random.below(6));
  if (sometimes()) o.min_samples_split = std::uint32_t(random.below(12));
  if (sometimes()) o.min_samples_leaf = std::uint32_t(random.below(6));
  if (sometimes()) o.min_impurity_decrease = double(random.below(100)) / 400;
  return o;
}

/// Costs of each label for each row of a table: few values, any, or near each other; some not known.
inline dvfs::learn::cost_table random_costs(dvfs::detail::random_source& random, dvfs::learn::dataset const& d)
{
  std::uint64_t const kind = random.below(4);
  std::vector<std::vector<double>> costs(d.rows(), std::vector<double>(d.label_count()));
  for (auto& row : costs) {
    for (double& c : row)
      c = kind == 0 ? double(random.below(3)) : kind == 1 ? random.uniform() : 5 + double(random.below(100)) / 7;
    if (kind == 3 && row.size() > 1) row[random.below(row.size() - 1)] = dvfs::detail::nan;
  }
  return *dvfs::learn::cost_table::from_rows(costs);
}

}  // namespace dvfs_test
