// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>

// Proves an expression at compile time and runs it again, so that sanitizers and coverage see it too.
// -DDVFS_RELAXED_CONSTEXPR keeps only the second half, for stepping through with a debugger.
#if defined(DVFS_RELAXED_CONSTEXPR)
#  define DVFS_CHECK_BOTH(...) CHECK((__VA_ARGS__))
#else
#  define DVFS_CHECK_BOTH(...)                         \
    do {                                               \
      static_assert((__VA_ARGS__), "at compile time"); \
      CHECK((__VA_ARGS__));                            \
    } while (false)
#endif

namespace dvfs_test {

/// The path of a file of measured data beside the project, or nothing where that data is absent.
inline std::optional<std::string> shared(std::string const& relative)
{
  std::string path = std::string(DVFS_SHARED) + "/" + relative;
  if (std::filesystem::exists(path)) return path;
  return std::nullopt;
}

}  // namespace dvfs_test

/// Ends a test case as skipped, with a line that tests/run.sh counts, where the measured data is absent.
#define DVFS_SKIP_WITHOUT_SHARED(relative)                                   \
  if (!dvfs_test::shared(relative)) {                                        \
    std::printf("SKIPPED: %s needs %s\n", __FILE__, relative);               \
    return;                                                                  \
  }                                                                          \
  static_assert(true, "needs a semicolon")
