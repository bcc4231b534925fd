// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/learn/costs.hpp>

#include <array>
#include <limits>

using namespace dvfs::learn;
using rows = std::vector<std::vector<double>>;

namespace {
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
}

TEST_CASE("regret is what an answer costs above the best of its row")
{
  auto const t = *cost_table::from_rows(rows{{5, 3, 4}, {2, 2, nan}});
  CHECK(t.best(0) == 1);
  CHECK(t.best(1) == 0);
  CHECK(t.regret(0, 0) == 2);
  CHECK(t.regret(0, 1) == 0);
  CHECK(t.regret(1, 2) != t.regret(1, 2));
  CHECK(t.regret(1, -1) != t.regret(1, -1));
}

TEST_CASE("unknown regret is counted, never taken for zero")
{
  auto const t = *cost_table::from_rows(rows{{5, 3}, {2, nan}, {1, 2}});
  auto const s = summarise_regret(t, std::array<std::int32_t, 3>{0, 1, 1});
  CHECK(s.mean == 1.5);
  CHECK(s.largest == 2);
  CHECK(s.known == 2);
  CHECK(s.unknown == 1);
  auto const none = summarise_regret(t, std::array<std::int32_t, 3>{-1, -1, -1});
  CHECK(none.mean != none.mean);
  CHECK(none.unknown == 3);
}

TEST_CASE("relative costs are fractions above the least")
{
  auto const t = *cost_table::from_rows(rows{{5, 4, nan}});
  auto const r = *t.relative();
  CHECK(r.at(0, 0) == 0.25);
  CHECK(r.at(0, 1) == 0);
  CHECK(r.at(0, 2) != r.at(0, 2));
  CHECK(r.best(0) == 1);
  CHECK(cost_table::from_rows(rows{{1, 2}, {0, 1}})->relative().error() ==
        dataset_error{dataset_fault::cost_not_positive, 1});
}

TEST_CASE("a bad cost table is refused with its place")
{
  double const infinity = std::numeric_limits<double>::infinity();
  CHECK(cost_table::from_rows(rows{}).error() == dataset_error{dataset_fault::no_rows});
  CHECK(cost_table::from_rows(rows{{1, 2}, {1}}).error() == dataset_error{dataset_fault::ragged, 1});
  CHECK(cost_table::from_rows(rows{{1, infinity}}).error() == dataset_error{dataset_fault::infinite_value, 0, 1});
  CHECK(cost_table::from_rows(rows{{1, 2}, {nan, nan}}).error() == dataset_error{dataset_fault::no_cost, 1});
}
