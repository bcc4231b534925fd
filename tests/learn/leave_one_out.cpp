// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "random_table.hpp"
#include "synthetic.hpp"

#include <dvfs/learn/cross_validation.hpp>

using namespace dvfs::learn;

namespace {

std::vector<std::int32_t> by_refits(dataset const& d, grow_options const& options)
{
  std::vector<std::int32_t> out;
  grower<> g{d};
  for (std::size_t i = 0; i < d.rows(); ++i) out.push_back(predict(g.grow_without(i, options), d, i));
  return out;
}

#if defined(__SANITIZE_ADDRESS__)
constexpr int tables = 1'000;
#else
constexpr int tables = 20'000;
#endif

}  // namespace

TEST_CASE("leaving rows out together gives what refitting without each gives, row by row, on random tables")
{
  dvfs::detail::random_source random(20'260'705);
  int wrong = 0;
  for (int t = 0; t < tables; ++t) {
    dataset const d = dvfs_test::random_table(random);
    grow_options const o = dvfs_test::random_options(random);
    wrong += loocv(d, o) == by_refits(d, o) ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("a row next to the cut may land on the other side when it is left out")
{
  // Without the row at 4 the cut moves from 4.5 to 3.5, and the row falls to the right; without the row at 5 it moves
  // to 7.
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{{1, 2, 4, 5, 10}}, std::vector{0, 0, 0, 1, 1});
  CHECK(loocv(d) == by_refits(d, {}));
  CHECK(loocv(d) == std::vector<std::int32_t>{0, 0, 1, 0, 1});
}

TEST_CASE("both cuts beside a lone value are one cut without it")
{
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{{1, 2, 3}, {1, 2, 3}}, std::vector{0, 1, 0});
  CHECK(loocv(d) == by_refits(d, {}));
}

TEST_CASE("rows that are all alike, labels that are all noise, and as many labels as rows are handled")
{
  auto const alike = *dataset::from_columns(std::vector<std::vector<double>>{{1, 1, 1, 1}}, std::vector{0, 1, 1, 0});
  CHECK(loocv(alike) == std::vector<std::int32_t>{1, 0, 0, 1});
  dataset const noise = dvfs_test::synthetic(200, 10, 10, true);
  for (criterion const c : {criterion::gini, criterion::entropy})
    CHECK(loocv(noise, {.criterion = c}) == by_refits(noise, {.criterion = c}));
  auto const own =
      *dataset::from_columns(std::vector<std::vector<double>>{{1, 2, 3, 4, 5, 6}}, std::vector{5, 3, 1, 0, 2, 4});
  CHECK(loocv(own) == by_refits(own, {}));
}

TEST_CASE("a chain of cuts as deep as the table is long is followed in place")
{
  // Each cut takes off one row.
  std::vector<double> x(300);
  std::vector<std::int32_t> y(300);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = double(i);
    y[i] = std::int32_t(i);
  }
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{x}, y);
  CHECK(loocv(d) == by_refits(d, {}));
}

TEST_CASE("one pass gives the predictions at every depth, with or without a limit, in any order")
{
  dataset const d = dvfs_test::synthetic(300, 5, 6);
  std::vector<std::optional<std::uint32_t>> const depths{3, std::nullopt, 0, 7, 1, 3};
  for (criterion const c : {criterion::gini, criterion::entropy}) {
    auto const predictions = loocv_by_depth(d, {.criterion = c, .min_samples_leaf = 2}, depths);
    REQUIRE(predictions.size() == depths.size());
    for (std::size_t i = 0; i < depths.size(); ++i)
      CHECK(predictions[i] == loocv(d, {.criterion = c, .max_depth = depths[i], .min_samples_leaf = 2}));
  }
  std::vector<std::optional<std::uint32_t>> const shallow{2, 1};
  CHECK(loocv_by_depth(d, {}, shallow)[0] == loocv(d, {.max_depth = 2}));
}
