// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/config.hpp>
#include <dvfs/detail/math.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dvfs::learn {

/// How often each label was taken for each other.
class confusion_matrix {
 public:
  /// Both spans have one label per row; a negative prediction is no answer, counted apart.
  confusion_matrix(std::span<std::int32_t const> truth, std::span<std::int32_t const> predicted, std::size_t labels)
      : labels_{labels}, cells_(labels * labels, 0)
  {
    DVFS_PRECONDITION(truth.size() == predicted.size());
    for (std::size_t i = 0; i < truth.size(); ++i)
      if (predicted[i] < 0)
        ++unanswered_;
      else
        ++cells_[static_cast<std::size_t>(truth[i]) * labels + static_cast<std::size_t>(predicted[i])];
  }

  [[nodiscard]] std::size_t labels() const noexcept { return labels_; }
  [[nodiscard]] std::size_t at(std::size_t truth, std::size_t predicted) const
  {
    return cells_[truth * labels_ + predicted];
  }
  [[nodiscard]] std::size_t unanswered() const noexcept { return unanswered_; }
  [[nodiscard]] std::size_t correct() const
  {
    std::size_t sum = 0;
    for (std::size_t k = 0; k < labels_; ++k) sum += at(k, k);
    return sum;
  }

  friend bool operator==(confusion_matrix const&, confusion_matrix const&) = default;

 private:
  std::size_t labels_;
  std::vector<std::size_t> cells_;
  std::size_t unanswered_{};
};

/// How many predictions equal the truth.
[[nodiscard]] constexpr std::size_t count_correct(std::span<std::int32_t const> truth,
                                                  std::span<std::int32_t const> predicted)
{
  DVFS_PRECONDITION(truth.size() == predicted.size());
  std::size_t correct = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) correct += truth[i] == predicted[i] ? 1u : 0u;
  return correct;
}

/// A range in which a share lies with some confidence.
struct interval {
  double low{};
  double high{};
  friend constexpr bool operator==(interval const&, interval const&) = default;
};

/// The score interval of a share (Wilson 1927), for 95 % unless another normal quantile is given; 0 to 1 for no trials.
[[nodiscard]] constexpr interval wilson_interval(std::size_t successes, std::size_t trials,
                                                 double z = 1.959963984540054)
{
  DVFS_PRECONDITION(successes <= trials);
  if (trials == 0) return {0, 1};
  double const n = static_cast<double>(trials);
  double const p = static_cast<double>(successes) / n;
  double const z2 = z * z;
  double const scale = 1 + z2 / n;
  // Quotients, not products, are added, so that there is nothing to fuse.
  double const centre = (p + z2 / (2 * n)) / scale;
  double const half = z * dvfs::detail::sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / scale;
  return {successes == 0 ? 0 : centre - half, successes == trials ? 1 : centre + half};
}

/// A mean, and by how much it may be off: the standard deviation of the values over the root of their number. It says
/// nothing about what the values have in common.
struct mean_estimate {
  double mean{dvfs::detail::nan};
  double standard_error{dvfs::detail::nan};
};

/// The mean of values; both NaN where there are none.
[[nodiscard]] inline mean_estimate estimate_mean(std::span<double const> values)
{
  if (values.empty()) return {};
  double const n = static_cast<double>(values.size());
  double sum = 0;
  for (double const x : values) sum += x;
  double const mean = sum / n;
  // Squares are kept apart from their sum, so that there is nothing to fuse.
  std::vector<double> squares;
  squares.reserve(values.size());
  for (double const x : values) squares.push_back((x - mean) * (x - mean));
  double spread = 0;
  for (double const s : squares) spread += s;
  return {mean, dvfs::detail::sqrt(spread) / n};
}

/// A share as the mean of ones and zeros; both NaN for no trials.
[[nodiscard]] constexpr mean_estimate estimate_share(std::size_t successes, std::size_t trials)
{
  DVFS_PRECONDITION(successes <= trials);
  if (trials == 0) return {};
  double const n = static_cast<double>(trials), k = static_cast<double>(successes);
  return {k / n, dvfs::detail::sqrt(k * (n - k) / n) / n};
}

/// The label that occurs most, ties to the lowest, and how often: what a guess without features reaches.
struct majority {
  std::int32_t label{};
  std::size_t count{};
};
[[nodiscard]] inline majority find_majority(std::span<std::int32_t const> truth, std::size_t labels)
{
  std::vector<std::size_t> counts(labels, 0);
  majority best;
  for (std::int32_t const y : truth) ++counts[static_cast<std::size_t>(y)];
  for (std::size_t k = 0; k < labels; ++k)
    if (counts[k] > best.count) best = {static_cast<std::int32_t>(k), counts[k]};
  return best;
}

}  // namespace dvfs::learn
