// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/learn/metrics.hpp>

#include <array>

using namespace dvfs::learn;

TEST_CASE("a confusion matrix counts truth by row and prediction by column")
{
  std::array<std::int32_t, 5> const truth{0, 0, 1, 2, 2};
  std::array<std::int32_t, 5> const predicted{0, 1, 1, 0, -1};
  confusion_matrix const m(truth, predicted, 3);
  CHECK(m.at(0, 0) == 1);
  CHECK(m.at(0, 1) == 1);
  CHECK(m.at(1, 1) == 1);
  CHECK(m.at(2, 0) == 1);
  CHECK(m.at(2, 2) == 0);
  CHECK(m.correct() == 2);
  CHECK(m.unanswered() == 1);
  CHECK(count_correct(truth, predicted) == 2);
}

TEST_CASE("the Wilson interval is that of the published examples")
{
  // 17 of 27, the nearest to the accuracy of Park et al.
  CHECK(wilson_interval(17, 27).low == doctest::Approx(0.4423).epsilon(1e-3));
  CHECK(wilson_interval(17, 27).high == doctest::Approx(0.7847).epsilon(1e-3));
  // Brown, Cai, DasGupta (2001): it never leaves 0 .. 1 and is not empty at the ends.
  DVFS_CHECK_BOTH(wilson_interval(0, 10).low == 0);
  DVFS_CHECK_BOTH(wilson_interval(10, 10).high == 1);
  CHECK(wilson_interval(0, 10).high == doctest::Approx(0.2775).epsilon(1e-3));
  DVFS_CHECK_BOTH(wilson_interval(0, 0) == interval{0, 1});
}

TEST_CASE("the majority is the guess without features, ties to the lowest label")
{
  std::array<std::int32_t, 5> const truth{2, 1, 1, 2, 0};
  CHECK(find_majority(truth, 3).label == 1);
  CHECK(find_majority(truth, 3).count == 2);
}

TEST_CASE("a mean is told with its standard error, which for a share is the root of p (1 - p) / n")
{
  std::vector<double> const x{1, 2, 3, 6};
  CHECK(estimate_mean(x).mean == 3);
  CHECK(estimate_mean(x).standard_error == doctest::Approx(0.9354143466934853));  // the root of 14, over 4
  std::vector<double> const bits{1, 0, 0, 1, 0};
  CHECK(estimate_mean(bits).standard_error == doctest::Approx(estimate_share(2, 5).standard_error));
  DVFS_CHECK_BOTH(estimate_share(2, 5).mean == 0.4);
  DVFS_CHECK_BOTH(estimate_share(5, 5).standard_error == 0);
  double const none = estimate_share(0, 0).mean;
  CHECK(none != none);
  double const empty = estimate_mean({}).standard_error;
  CHECK(empty != empty);
}
