// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/describe/enum.hpp>

#include <string_view>

namespace dvfs::policies {

/// Why a guard lets an answer stand, or why it falls back: before a measurement or after it.
enum class guard_verdict {
  trusted,
  feature_not_known,
  outside_training_range,
  few_rows_in_leaf,
  loss_bound_too_high,
  measured_worse,
  not_measured,
};
BOOST_DESCRIBE_ENUM(guard_verdict, trusted, feature_not_known, outside_training_range, few_rows_in_leaf,
                    loss_bound_too_high, measured_worse, not_measured)

/// The sentence for a verdict.
[[nodiscard]] constexpr std::string_view what(guard_verdict v) noexcept
{
  switch (v) {
    case guard_verdict::trusted: return "the answer stands";
    case guard_verdict::feature_not_known: return "a feature that was trained on is not known";
    case guard_verdict::outside_training_range: return "a feature lies outside the range that was trained on";
    case guard_verdict::few_rows_in_leaf: return "too few workloads were trained on that are like this one";
    case guard_verdict::loss_bound_too_high: return "on held-out workloads the answers lost too much to the fallback";
    case guard_verdict::measured_worse: return "measured, the answer is not clearly better than the default";
    case guard_verdict::not_measured: return "the answer or the default could not be measured";
  }
  return "unknown verdict";
}

}  // namespace dvfs::policies
