// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/random.hpp>
#include <dvfs/learn/dataset.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace dvfs_test {

/// A made table of which some columns tell the label, some do not, and one label in ten is drawn at random; integers
/// only, so that it is the same everywhere. The seed is 42 + rows.
inline dvfs::learn::dataset synthetic(std::size_t rows, std::size_t columns, std::uint64_t labels,
                                      bool only_noise = false)
{
  dvfs::detail::random_source random(42 + rows);
  std::vector<std::vector<double>> x(columns, std::vector<double>(rows));
  std::vector<std::int32_t> y(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    std::uint64_t sum = 0, weights = 0, gate = 0, seen = 0;
    auto const inform = [&](std::uint64_t q) {
      std::uint64_t const w = 1 + seen++ % 3;
      sum += w * q;
      weights += w;
    };
    for (std::size_t j = 0; j < columns; ++j) {
      switch (j % 5) {
        case 0: {
          std::uint64_t const m = random.next() >> 44;
          x[j][i] = double(m) / 1024;
          inform(m >> 10);
          break;
        }
        case 1: {
          std::uint64_t const m = random.next() >> 60;
          x[j][i] = double(m);
          if (j == 1) gate = m >> 3;
          inform(m * 64);
          break;
        }
        case 2: x[j][i] = double(random.next() >> 44) / 1024; break;
        case 3: {
          std::uint64_t const a = random.next() >> 54;
          std::uint64_t const m = a * (random.next() >> 54);
          x[j][i] = double(m) / 1024;
          inform(m >> 10);
          break;
        }
        default: x[j][i] = double(random.next() >> 62);
      }
    }
    std::uint64_t label = (sum * 2 * labels / (weights * 1024) + gate) % labels;
    bool const stray = (random.next() >> 11) < 900'719'925'474'099;
    std::uint64_t const drawn = random.next() % labels;
    if (stray || only_noise) label = drawn;
    y[i] = std::int32_t(label);
  }
  return *dvfs::learn::dataset::from_columns(x, y, {}, labels);
}

}  // namespace dvfs_test
