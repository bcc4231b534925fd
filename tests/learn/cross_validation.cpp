// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/learn/cross_validation.hpp>

using namespace dvfs::learn;

namespace {

constexpr fixed_dataset<4, 1, 2> steps{{1, 2, 3, 4}, {0, 0, 1, 1}};
constexpr auto steps_loocv = loocv(steps);

}  // namespace

TEST_CASE("each row is predicted by a tree that never saw it")
{
  // Without row 1 the cut moves to 2, and row 1 at 2 still goes left.
  DVFS_CHECK_BOTH(steps_loocv == std::array<std::int32_t, 4>{0, 0, 0, 1});
  CHECK(loocv(steps.view()) == std::vector<std::int32_t>(steps_loocv.begin(), steps_loocv.end()));
}

TEST_CASE("a tie in what is left goes to the lowest label of the whole table")
{
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{{1, 1, 1}}, std::vector{2, 1, 2}, {}, 4);
  CHECK(loocv(d) == std::vector<std::int32_t>{1, 2, 1});
}

TEST_CASE("a single row has no answer, two rows answer for each other")
{
  auto const one = *dataset::from_columns(std::vector<std::vector<double>>{{1}}, std::vector{0});
  CHECK(loocv(one) == std::vector<std::int32_t>{no_label});
  auto const two = *dataset::from_columns(std::vector<std::vector<double>>{{1, 2}}, std::vector{0, 1});
  CHECK(loocv(two) == std::vector<std::int32_t>{1, 0});
}

TEST_CASE("the bound on the decrease is relative to the rows that are left")
{
  // Without the last row two are left, and the cut between them lowers the impurity by a half; by a third of three
  // rows.
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{{1, 2, 3}}, std::vector{0, 1, 1});
  CHECK(loocv(d, {.min_impurity_decrease = 0.5})[2] == 1);
  CHECK(loocv(d, {.min_impurity_decrease = 0.51})[2] == 0);
}

TEST_CASE("groups are left out whole")
{
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{{1, 2, 3, 4}}, std::vector{0, 0, 1, 1});
  std::vector<std::uint32_t> const halves{7, 7, 2, 2};
  CHECK(cross_validate(d, {}, halves) == std::vector<std::int32_t>{1, 1, 0, 0});
  std::vector<std::uint32_t> const singles{0, 1, 2, 3};
  CHECK(cross_validate(d, {}, singles) == loocv(d));
  std::vector<std::uint32_t> const one{5, 5, 5, 5};
  CHECK(cross_validate(d, {}, one) == std::vector<std::int32_t>(4, no_label));
}
