// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/learn/grow/ranks.hpp>

#include <limits>

using namespace dvfs::learn;
using dvfs::learn::detail::ranked_row;
using dvfs::learn::detail::sort_key;

TEST_CASE("keys have the order of the doubles, and both zeros are one")
{
  constexpr double least = std::numeric_limits<double>::denorm_min();
  constexpr double largest = std::numeric_limits<double>::max();
  DVFS_CHECK_BOTH(sort_key(-largest) < sort_key(-1) && sort_key(-1) < sort_key(-least));
  DVFS_CHECK_BOTH(sort_key(-least) < sort_key(0.0) && sort_key(0.0) < sort_key(least));
  DVFS_CHECK_BOTH(sort_key(1) < sort_key(2) && sort_key(2) < sort_key(largest));
  DVFS_CHECK_BOTH(sort_key(-0.0) == sort_key(0.0));
}

TEST_CASE("rows are sorted by value, then by number, whether there are few or many")
{
  dvfs::detail::random_source random(1);
  for (std::size_t const n : {1u, 2u, 100u, 256u, 257u, 3000u}) {
    std::vector<std::vector<double>> columns(3, std::vector<double>(n));
    for (std::size_t i = 0; i < n; ++i) {
      columns[0][i] = random.normal() * 1e200;
      columns[1][i] = double(random.below(7)) - 3;
      columns[2][i] = random.below(2) == 0 ? -0.0 : 0.0;
    }
    auto const d = *dataset::from_columns(columns, std::vector<std::int32_t>(n, 0));
    std::vector<ranked_row> ranked(3 * n);
    detail::rank_rows(d, ranked.data());
    for (std::size_t j = 0; j < 3; ++j) {
      ranked_row const* r = ranked.data() + j * n;
      CHECK(r[0].rank == 0);
      std::size_t wrong = 0;
      for (std::size_t i = 1; i < n; ++i) {
        double const before = columns[j][r[i - 1].row];
        double const here = columns[j][r[i].row];
        bool const same = r[i - 1].rank == r[i].rank && before == here && r[i - 1].row < r[i].row;
        bool const next = r[i - 1].rank + 1 == r[i].rank && before < here;
        wrong += same || next ? 0u : 1u;
      }
      CHECK(wrong == 0);
    }
  }
}
