// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/describe/enum.hpp>

#include <string_view>

namespace dvfs {

/// What can be wrong with something that came from outside; inside the process, wrong means a broken precondition.
enum class errc {
  empty_ladder = 1,
  zero_frequency,
  too_few_points,
  too_many_points,
  singular_fit,
  not_finite,
  not_positive,
  malformed_tree,
  not_a_number,
  out_of_range,
  not_supported,
  unavailable_now,
  not_measured,
  off_ladder,
  impossible_job,
};
BOOST_DESCRIBE_ENUM(errc, empty_ladder, zero_frequency, too_few_points, too_many_points, singular_fit, not_finite,
                    not_positive, malformed_tree, not_a_number, out_of_range, not_supported, unavailable_now,
                    not_measured, off_ladder, impossible_job)

/// The sentence for an error code: what is wrong and what to do about it.
[[nodiscard]] constexpr std::string_view what(errc e) noexcept
{
  switch (e) {
    case errc::empty_ladder: return "the ladder is empty: list at least one frequency";
    case errc::zero_frequency: return "a frequency of 0 is no level: give hertz above 0";
    case errc::too_few_points: return "fewer points than the model has coefficients: measure more levels";
    case errc::too_many_points: return "more levels or points than this model holds: give fewer, or their means";
    case errc::singular_fit: return "the points do not determine the model: measure at more different frequencies";
    case errc::not_finite: return "a value is infinite or not a number: remove or measure again";
    case errc::not_positive: return "a value that must be above 0 is not: remove it or measure again";
    case errc::malformed_tree:
      return "the nodes do not form a tree of thresholds: each child stands once, behind its parent, none deeper than "
             "256, and no test is for categories";
    case errc::not_a_number: return "the text is not a number";
    case errc::out_of_range: return "the number is too large or too small to be held";
    case errc::not_supported: return "the device does not offer this";
    case errc::unavailable_now: return "the device cannot tell now: try again later";
    case errc::not_measured: return "this level was not measured, and nothing is interpolated: choose one that was";
    case errc::off_ladder:
      return "the frequency is no level of this ladder: choose one by find_floor, find_ceil or find_nearest";
    case errc::impossible_job: return "the job cannot be run: check that its values are possible";
  }
  return "unknown error";
}

}  // namespace dvfs
