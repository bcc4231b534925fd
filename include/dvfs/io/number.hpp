// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/errc.hpp>
#include <dvfs/core/result.hpp>
#include <dvfs/detail/math.hpp>

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>
#include <system_error>

// Never by the locale: a file reads the same everywhere.
namespace dvfs::io {

/// The number that the whole text is, or errc::not_a_number; errc::not_finite for inf and nan, errc::out_of_range
/// beyond a double.
[[nodiscard]] inline result<double> parse_number(std::string_view text)
{
  double value{};
  auto const [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code == std::errc::invalid_argument || end != text.data() + text.size()) return unexpected{errc::not_a_number};
  if (code != std::errc{}) return unexpected{errc::out_of_range};
  if (!dvfs::detail::is_finite(value)) return unexpected{errc::not_finite};
  return value;
}

/// The whole number that the whole text is in decimal, or errc::not_a_number; errc::out_of_range beyond an `Int`.
template<std::integral Int>
[[nodiscard]] result<Int> parse_whole(std::string_view text)
{
  Int value{};
  auto const [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code == std::errc::invalid_argument || end != text.data() + text.size()) return unexpected{errc::not_a_number};
  if (code != std::errc{}) return unexpected{errc::out_of_range};
  return value;
}

/// The shortest text that reads back as the same number.
[[nodiscard]] inline std::string format_number(double value)
{
  char text[32];
  auto const [end, code] = std::to_chars(text, text + sizeof text, value);
  DVFS_PRECONDITION(code == std::errc{});
  return {text, end};
}

}  // namespace dvfs::io
