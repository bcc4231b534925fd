// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/dataset.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace dvfs::learn::detail {

/// A row in the order of one feature; equal values have equal ranks.
struct ranked_row {
  std::uint32_t rank{};
  std::uint32_t row{};
};

/// A number of the same order as the double; both zeros are one.
[[nodiscard]] constexpr std::uint64_t sort_key(double x) noexcept
{
  auto const bits = std::bit_cast<std::uint64_t>(x == 0 ? 0.0 : x);
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

struct keyed_row {
  std::uint64_t key{};
  std::uint32_t row{};
};

/// Sorts stably by key, eleven bits at a time; digits that all rows share cost nothing.
inline void radix_sort(std::vector<keyed_row>& rows, std::vector<keyed_row>& spare)
{
  constexpr int width = 11;
  constexpr std::size_t buckets = std::size_t{1} << width;
  std::uint64_t differing = 0;
  for (keyed_row const& r : rows) differing |= r.key ^ rows[0].key;
  spare.resize(rows.size());
  for (int shift = 0; shift < 64; shift += width) {
    if (((differing >> shift) & (buckets - 1)) == 0) continue;
    std::array<std::uint32_t, buckets> start{};
    for (keyed_row const& r : rows) ++start[(r.key >> shift) & (buckets - 1)];
    std::uint32_t sum = 0;
    for (std::uint32_t& s : start) sum += std::exchange(s, sum);
    for (keyed_row const& r : rows) spare[start[(r.key >> shift) & (buckets - 1)]++] = r;
    rows.swap(spare);
  }
}

constexpr void set_ranks(double const* x, ranked_row* first, std::size_t n)
{
  std::uint32_t rank = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (i != 0 && x[first[i - 1].row] < x[first[i].row]) ++rank;
    first[i].rank = rank;
  }
}

inline void rank_many_rows(dataset_view const& data, ranked_row* out)
{
  std::size_t const n = data.rows();
  std::vector<keyed_row> rows(n);
  std::vector<keyed_row> spare;
  for (std::size_t j = 0; j < data.columns; ++j) {
    double const* const x = data.values.data() + j * n;
    for (std::size_t i = 0; i < n; ++i) rows[i] = {sort_key(x[i]), static_cast<std::uint32_t>(i)};
    radix_sort(rows, spare);
    for (std::size_t i = 0; i < n; ++i) out[j * n + i].row = rows[i].row;
    set_ranks(x, out + j * n, n);
  }
}

/// Fills `out`, column after column, with the rows in the order of each feature, equal values in the order of the rows.
constexpr void rank_rows(dataset_view const& data, ranked_row* out)
{
  std::size_t const n = data.rows();
  constexpr std::size_t few = 256;
  if (!std::is_constant_evaluated() && n > few) return rank_many_rows(data, out);
  for (std::size_t j = 0; j < data.columns; ++j) {
    ranked_row* const first = out + j * n;
    double const* const x = data.values.data() + j * n;
    for (std::size_t i = 0; i < n; ++i) first[i].row = static_cast<std::uint32_t>(i);
    std::sort(first, first + n, [x](ranked_row const& a, ranked_row const& b) {
      return x[a.row] < x[b.row] || (x[a.row] == x[b.row] && a.row < b.row);
    });
    set_ranks(x, first, n);
  }
}

}  // namespace dvfs::learn::detail
