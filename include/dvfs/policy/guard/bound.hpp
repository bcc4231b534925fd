// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/config.hpp>
#include <dvfs/detail/math.hpp>

#include <cstddef>
#include <span>

// Distribution-free bounds on what a policy loses on a job that it has not seen, from losses on jobs that were held out
// (Vovk, Gammerman and Shafer, "Algorithmic Learning in a Random World", 2005): if the jobs are exchangeable, the loss
// on the next one is at most the k-th smallest of n with a probability of at least k / (n + 1).
namespace dvfs::policies {
namespace detail {

/// Which of n losses in rising order bounds the next one, counted from 1; above n there is none.
[[nodiscard]] constexpr std::size_t conformal_rank(std::size_t n, double coverage)
{
  // What rounding adds to a whole number must not ask for a row more.
  double const exact = static_cast<double>(n + 1) * coverage - 1e-9;
  double const whole = dvfs::detail::floor(exact);
  return static_cast<std::size_t>(whole < exact ? whole + 1 : whole);
}

/// The k-th smallest, counted from 0; reorders.
[[nodiscard]] constexpr double nth_smallest(std::span<double> values, std::size_t k)
{
  while (values.size() > 1) {
    // Three parts: below the pivot, equal, above.
    double const pivot = values[values.size() / 2];
    std::size_t below = 0, next = 0, above = values.size();
    while (next < above) {
      double const v = values[next];
      if (v < pivot) {
        values[next++] = values[below];
        values[below++] = v;
      } else if (v > pivot) {
        values[next] = values[--above];
        values[above] = v;
      } else {
        ++next;
      }
    }
    if (k < below) {
      values = values.first(below);
    } else if (k < above) {
      return pivot;
    } else {
      values = values.subspan(above);
      k -= above;
    }
  }
  return values[0];
}

}  // namespace detail

/// The highest coverage that n held-out losses can bound: 27 of them 27 times in 28.
[[nodiscard]] constexpr double highest_coverage(std::size_t n)
{
  return static_cast<double>(n) / static_cast<double>(n + 1);
}

/// How many held-out losses it takes to bound the next one with this coverage: 9 for 0.9, 99 for 0.99.
[[nodiscard]] constexpr std::size_t rows_needed(double coverage)
{
  DVFS_PRECONDITION(coverage > 0 && coverage < 1);
  double const exact = coverage / (1 - coverage) - 1e-9;
  double const whole = dvfs::detail::floor(exact);
  auto const n = static_cast<std::size_t>(whole < exact ? whole + 1 : whole);
  return n > 0 ? n : 1;
}

/// The least of some held-out losses that bounds the next one with this coverage, infinite where they are too few;
/// none of them is NaN.  Reorders them.
[[nodiscard]] constexpr double loss_bound(std::span<double> losses, double coverage)
{
  DVFS_PRECONDITION(coverage > 0 && coverage < 1);
  auto const rank = detail::conformal_rank(losses.size(), coverage);
  if (rank > losses.size()) return dvfs::detail::infinity;
  return detail::nth_smallest(losses, rank > 0 ? rank - 1 : 0);
}

/// What a regret is above another regret of the same job: what choosing so costs instead of choosing the other way.
[[nodiscard]] constexpr double loss_against(double regret, double other_regret)
{
  return (regret - other_regret) / (1 + other_regret);
}

}  // namespace dvfs::policies
