// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/literals.hpp>
#include <dvfs/io/sweep.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace dvfs_test {

/// The curves of a sweep file that a test writes down.
inline std::vector<dvfs::curve> curves_of(std::string_view csv)
{
  return dvfs::io::curves(dvfs::io::parse_sweep(csv, "sweep.csv"));
}

/// The message of the parse_error that `run` must end with; it is one line.
template<class Run>
std::string refusal(Run run)
{
  try {
    run();
  } catch (dvfs::parse_error const& e) {
    std::string const line = e.what();
    return line.find('\n') == std::string::npos ? line : "more than one line: " + line;
  }
  return "accepted";
}

}  // namespace dvfs_test
