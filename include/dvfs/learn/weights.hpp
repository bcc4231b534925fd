// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/result.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/learn/dataset.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace dvfs::learn {

/// How much each row of a table counts: not negative, and not 0 for all. Learners keep the mean at 1, so that only the
/// ratios matter. A row of weight 0 still counts as a row where rows are counted (min_samples_split and _leaf), and its
/// value is still one that a threshold may lie beside.
class row_weights {
 public:
  [[nodiscard]] static result<row_weights, dataset_error> from_values(dataset_view const& data,
                                                                      std::span<double const> weights)
  {
    if (weights.size() != data.rows()) return unexpected{dataset_error{dataset_fault::weight_count}};
    row_weights w;
    w.values_.assign(weights.begin(), weights.end());
    return std::move(w).checked();
  }

  /// One weight per label; each row has that of its label, times its own where those are given as well.
  [[nodiscard]] static result<row_weights, dataset_error> from_labels(dataset_view const& data,
                                                                      std::span<double const> of_label,
                                                                      std::span<double const> of_row = {})
  {
    if (of_label.size() != data.label_count || (!of_row.empty() && of_row.size() != data.rows()))
      return unexpected{dataset_error{dataset_fault::weight_count}};
    row_weights w;
    for (std::size_t i = 0; i < data.rows(); ++i)
      w.values_.push_back(of_label[static_cast<std::size_t>(data.labels[i])] * (of_row.empty() ? 1 : of_row[i]));
    return std::move(w).checked();
  }

  [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
  [[nodiscard]] double operator[](std::size_t row) const { return values_[row]; }

 private:
  row_weights() = default;

  [[nodiscard]] result<row_weights, dataset_error> checked() &&
  {
    double sum = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (!dvfs::detail::is_finite(values_[i])) return unexpected{dataset_error{dataset_fault::weight_not_finite, i}};
      if (values_[i] < 0) return unexpected{dataset_error{dataset_fault::weight_negative, i}};
      sum += values_[i];
    }
    if (!dvfs::detail::is_finite(sum)) return unexpected{dataset_error{dataset_fault::weight_not_finite}};
    if (!(sum > 0)) return unexpected{dataset_error{dataset_fault::no_weight}};
    return std::move(*this);
  }

  std::vector<double> values_;
};

namespace detail {

/// What whole weights may sum to so that weighted counts compare exactly.
inline constexpr std::uint64_t large_weight = (std::uint64_t{1} << 31) - 1;

/// The same where a table of n log n must reach as far, or regrets are multiplied by them.
[[nodiscard]] constexpr std::uint64_t small_weight(std::size_t rows) noexcept
{
  return std::clamp<std::uint64_t>(32 * std::uint64_t{rows}, std::uint64_t{1} << 20, std::uint64_t{1} << 26);
}

/// Weights as whole multiples of a power of two whose sum is at most a limit, so that weighted counts compare exactly:
/// whole weights as they are where they fit, equal weights as 1; one above 0 is at least 1 unless that takes up half
/// the limit.
[[nodiscard]] inline std::vector<std::uint32_t> whole_weights(row_weights const& weights, std::uint64_t limit)
{
  std::size_t const n = weights.size();
  bool equal = true, whole = true;
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    equal = equal && weights[i] == weights[0];
    whole = whole && weights[i] == dvfs::detail::floor(weights[i]);
    sum += weights[i];
  }
  std::vector<std::uint32_t> out(n, 1);
  if (equal) return out;
  bool const keep_all = n <= limit / 2;
  double const most = static_cast<double>(limit - (keep_all ? n : limit / 2));
  // Tiny weights first come to where a unit of them is a number.
  double const scale = sum < 0x1p-900 ? 0x1p900 : 1;
  sum *= scale;
  double unit = 1;
  if (!whole || sum > most) {
    while (sum / unit * 2 <= most) unit /= 2;
    while (sum / unit > most) unit *= 2;
  }
  for (std::size_t i = 0; i < n; ++i) {
    double const x = dvfs::detail::floor(weights[i] * scale / unit + 0.5);
    out[i] = keep_all && weights[i] > 0 && x < 1 ? 1 : static_cast<std::uint32_t>(x);
  }
  return out;
}

}  // namespace detail
}  // namespace dvfs::learn
