// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/level.hpp>
#include <dvfs/core/quantity.hpp>
#include <dvfs/core/result.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dvfs {
namespace detail {

// Not constexpr and never defined: naming one in a constant expression stops the build and shows the sentence.
void ladder_levels_must_rise__list_the_slowest_first_and_none_twice();
void a_frequency_of_0_is_no_level();

inline constexpr std::size_t run_time_extent = static_cast<std::size_t>(-1);

}  // namespace detail

/// A view of either form of frequency_ladder, or of any strictly rising array; it does not own the levels.
class ladder_view {
 public:
  template<class Ladder>
    requires requires(Ladder const& l) { { l.levels() } -> std::same_as<std::span<frequency const>>; }
  constexpr ladder_view(Ladder const& ladder) noexcept : levels_{ladder.levels()}
  {
  }
  /// Of frequencies that rise strictly, at least one.
  constexpr explicit ladder_view(std::span<frequency const> rising) : levels_{rising}
  {
    DVFS_PRECONDITION(!rising.empty() && rising.front().value != 0);
    for (std::size_t i = 1; i < rising.size(); ++i) DVFS_PRECONDITION(rising[i - 1] < rising[i]);
  }

  [[nodiscard]] constexpr std::size_t size() const noexcept { return levels_.size(); }
  [[nodiscard]] constexpr bool contains(level l) const noexcept { return to_index(l) < size(); }
  [[nodiscard]] constexpr frequency operator[](level l) const
  {
    DVFS_PRECONDITION(contains(l));
    return levels_[to_index(l)];
  }
  [[nodiscard]] constexpr frequency slowest() const { return levels_.front(); }
  [[nodiscard]] constexpr frequency fastest() const { return levels_.back(); }
  [[nodiscard]] constexpr auto begin() const noexcept { return levels_.begin(); }
  [[nodiscard]] constexpr auto end() const noexcept { return levels_.end(); }

 private:
  std::span<frequency const> levels_;
};

/// The frequencies a domain can be set to, strictly rising: a constant of `N` levels, or without `N` what a device
/// reports.
template<std::size_t N = detail::run_time_extent>
class frequency_ladder {
 public:
  static_assert(N > 0, "a frequency ladder needs at least one level");

  template<std::same_as<frequency>... F>
    requires(sizeof...(F) == N)
  consteval frequency_ladder(F... slowest_first) : levels_{slowest_first...}
  {
    if (levels_[0].value == 0) detail::a_frequency_of_0_is_no_level();
    for (std::size_t i = 1; i < N; ++i)
      if (levels_[i] <= levels_[i - 1]) detail::ladder_levels_must_rise__list_the_slowest_first_and_none_twice();
  }

  [[nodiscard]] constexpr std::span<frequency const> levels() const noexcept { return levels_; }
  [[nodiscard]] constexpr std::size_t size() const noexcept { return N; }
  [[nodiscard]] constexpr frequency operator[](level l) const { return ladder_view{*this}[l]; }

 private:
  std::array<frequency, N> levels_;
};
template<std::same_as<frequency>... F>
frequency_ladder(F...) -> frequency_ladder<sizeof...(F)>;

template<>
class frequency_ladder<detail::run_time_extent> {
 public:
  /// A ladder of the given frequencies in any order; repeats are dropped; refused when there is none or one is 0.
  [[nodiscard]] static result<frequency_ladder> from(std::span<frequency const> found)
  {
    if (found.empty()) return unexpected{errc::empty_ladder};
    frequency_ladder ladder;
    for (auto f : found) {
      if (f.value == 0) return unexpected{errc::zero_frequency};
      ladder.insert(f);
    }
    return ladder;
  }

  [[nodiscard]] std::span<frequency const> levels() const noexcept { return levels_; }
  [[nodiscard]] std::size_t size() const noexcept { return levels_.size(); }
  [[nodiscard]] frequency operator[](level l) const { return ladder_view{*this}[l]; }

 private:
  // By insertion, because <algorithm> would double the cost of this header and ladders are short.
  void insert(frequency f)
  {
    auto at = levels_.end();
    while (at != levels_.begin() && *(at - 1) > f) --at;
    if (at == levels_.begin() || *(at - 1) != f) levels_.insert(at, f);
  }

  frequency_ladder() = default;
  std::vector<frequency> levels_;
};

/// The fastest level that is at most `want`; none if `want` is below the ladder.
[[nodiscard]] constexpr std::optional<level> find_floor(ladder_view ladder, frequency want)
{
  std::optional<level> found;
  for (std::size_t i = 0; i < ladder.size() && ladder[level{i}] <= want; ++i) found = level{i};
  return found;
}

/// The slowest level that is at least `want`; none if `want` is above the ladder.
[[nodiscard]] constexpr std::optional<level> find_ceil(ladder_view ladder, frequency want)
{
  for (std::size_t i = 0; i < ladder.size(); ++i)
    if (ladder[level{i}] >= want) return level{i};
  return std::nullopt;
}

/// The level that is exactly `want`; none if the ladder does not hold it.
[[nodiscard]] constexpr std::optional<level> find_exact(ladder_view ladder, frequency want)
{
  auto const found = find_ceil(ladder, want);
  return found && ladder[*found] == want ? found : std::nullopt;
}

/// The level closest to `want`, the slower one of two equally close: above and below the ladder its ends.
[[nodiscard]] constexpr level find_nearest(ladder_view ladder, frequency want)
{
  auto const below = find_floor(ladder, want);
  auto const above = find_ceil(ladder, want);
  if (!below) return *above;
  if (!above) return *below;
  return want.value - ladder[*below].value <= ladder[*above].value - want.value ? *below : *above;
}

/// The level that a file or tool names inexactly (1300, or 1295 of a counter, for 1300.5 MHz): the nearest within 1
/// MHz or 0.5 %, but no further than a quarter of the gap to the next level, so that a fine ladder does not name
/// everything.
[[nodiscard]] constexpr std::optional<level> find_named(ladder_view ladder, frequency named)
{
  auto const found = find_nearest(ladder, named);
  auto const f = ladder[found].value;
  auto const off = f > named.value ? f - named.value : named.value - f;
  std::uint64_t tolerance = f / 200 < 1'000'000 ? 1'000'000 : f / 200;
  auto narrow = [&](std::uint64_t gap) { tolerance = gap / 4 < tolerance ? gap / 4 : tolerance; };
  auto const i = to_index(found);
  if (i > 0) narrow(f - ladder[level{i - 1}].value);
  if (i + 1 < ladder.size()) narrow(ladder[level{i + 1}].value - f);
  return off <= tolerance ? std::optional{found} : std::nullopt;
}

}  // namespace dvfs
