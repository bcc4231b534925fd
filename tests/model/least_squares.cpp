// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "sweeps.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/model/least_squares.hpp>

#include <vector>

using namespace dvfs_test;
using dvfs::detail::least_squares;

namespace {

struct row {
  std::array<double, 4> x;
  double y, weight;
};

// Random problems: some with correlated columns, some whose unbounded answer is far below 0.
std::vector<row> random_problem(dvfs::detail::random_source& random)
{
  std::vector<row> rows(5 + random.below(10));
  std::array<double, 4> truth;
  for (auto& t : truth) t = random.normal();
  double const shared = random.uniform();
  for (auto& r : rows) {
    double const common = random.uniform();
    for (auto& x : r.x) x = shared * common + random.uniform();
    r.y = 0.3 * random.normal();
    for (std::size_t i = 0; i < 4; ++i) r.y += truth[i] * r.x[i];
    r.weight = 0.1 + random.uniform();
  }
  return rows;
}

// Half the slope of the weighted squared error along coefficient i, from the rows themselves.
double slope(std::vector<row> const& rows, std::array<double, 4> const& at, std::size_t i)
{
  double sum = 0;
  for (auto const& r : rows) {
    double off = -r.y;
    for (std::size_t k = 0; k < 4; ++k) off += at[k] * r.x[k];
    sum += r.weight * off * r.x[i];
  }
  return sum;
}

double squares(std::vector<row> const& rows, std::array<double, 4> const& at)
{
  double sum = 0;
  for (auto const& r : rows) {
    double off = -r.y;
    for (std::size_t k = 0; k < 4; ++k) off += at[k] * r.x[k];
    sum += r.weight * off * off;
  }
  return sum;
}

// Non-negative least squares the slow way: each coefficient in turn to its best value, many times.
std::array<double, 4> by_descent(std::vector<row> const& rows)
{
  std::array<double, 4> at{};
  for (int round = 0; round < 20'000; ++round)
    for (std::size_t i = 0; i < 4; ++i) {
      double length = 0;
      for (auto const& r : rows) length += r.weight * r.x[i] * r.x[i];
      at[i] = dvfs::detail::max(0.0, at[i] - slope(rows, at, i) / length);
    }
  return at;
}

least_squares<4> equations_of(std::vector<row> const& rows)
{
  least_squares<4> equations;
  for (auto const& r : rows) equations.add(r.x, r.y, r.weight);
  return equations;
}

}  // namespace

TEST_CASE("a line through two points is found in a constant expression")
{
  constexpr auto line = [] {
    least_squares<2> equations;
    equations.add({1, 2}, 7, 1);
    equations.add({1, 4}, 11, 1);
    return equations.solve_bounded();
  }();
  DVFS_CHECK_BOTH(near(line.coefficients[0], 3, 1e-14) && near(line.coefficients[1], 2, 1e-14));
  DVFS_CHECK_BOTH(line.active == 3 && line.squares < 1e-28);
}

TEST_CASE("weights count as repeats")
{
  constexpr auto mean = [](double weight, int repeats) {
    least_squares<1> equations;
    equations.add({1}, 10, weight);
    for (int i = 0; i < repeats; ++i) equations.add({1}, 4, 1);
    return equations.solve_bounded().coefficients[0];
  };
  DVFS_CHECK_BOTH(near(mean(2, 1), 8, 1e-15));
  DVFS_CHECK_BOTH(near(mean(1, 2), 6, 1e-15));
}

TEST_CASE("the bounded answer is the best of all admissible ones, and equal to a slow search's")
{
  dvfs::detail::random_source random{5};
  std::array<int, 5> active_sizes{};
  for (int i = 0; i < 200; ++i) {
    auto const rows = random_problem(random);
    auto const s = equations_of(rows).solve_bounded();
    ++active_sizes[static_cast<std::size_t>(std::popcount(s.active))];
    CHECK(near(s.squares, squares(rows, s.coefficients), 1e-9));
    // The conditions of Karush, Kuhn and Tucker, which of a convex problem only the optimum meets.
    for (std::size_t k = 0; k < 4; ++k) {
      CHECK(s.coefficients[k] >= 0);
      if (s.active >> k & 1u)
        CHECK(std::abs(slope(rows, s.coefficients, k)) < 1e-10);
      else
        CHECK(slope(rows, s.coefficients, k) > -1e-10);
    }
    if (i % 10 == 0) CHECK(s.squares <= squares(rows, by_descent(rows)) + 1e-9);
    if (i % 10 == 0) CHECK(s.squares >= squares(rows, by_descent(rows)) - 1e-6);
  }
  // The problems are varied enough to try every size of the active set but the empty one.
  for (std::size_t size = 1; size <= 4; ++size) CHECK(active_sizes[size] > 5);
}

TEST_CASE("a coefficient that may be negative is negative where that fits best")
{
  dvfs::detail::random_source random{6};
  int negative = 0;
  for (int i = 0; i < 100; ++i) {
    auto const rows = random_problem(random);
    auto const free = equations_of(rows).solve_bounded(0b1111);
    for (std::size_t k = 0; k < 4; ++k) CHECK(std::abs(slope(rows, free.coefficients, k)) < 1e-9);
    auto const partly = equations_of(rows).solve_bounded(0b0100);
    CHECK(std::abs(slope(rows, partly.coefficients, 2)) < 1e-9);
    for (std::size_t k : {0u, 1u, 3u}) CHECK(partly.coefficients[k] >= 0);
    negative += partly.coefficients[2] < 0;
  }
  CHECK(negative > 20);
}

TEST_CASE("rows that leave a coefficient open do not determine the equations")
{
  constexpr auto determined = [](double second) {
    least_squares<2> equations;
    equations.add({1, 2}, 1, 1);
    equations.add({1, second}, 2, 1);
    return equations.determined();
  };
  DVFS_CHECK_BOTH(determined(2.001));
  DVFS_CHECK_BOTH(determined(2 + 1e-10));
  DVFS_CHECK_BOTH(!determined(2));
  DVFS_CHECK_BOTH(!determined(2 + 1e-14));
  DVFS_CHECK_BOTH(!least_squares<1>{}.determined());
}
