// SPDX-License-Identifier: BSL-1.0
// Pictures of a curve and its intervals, drawn by gnuplot.
#pragma once

#include <dvfs/experiment/fit_curve.hpp>

#include <cstddef>
#include <string>

namespace dvfs::program {

/// Draws curves as FOLDER/curve-001.svg, -002 and so on; makes the folder, and throws dvfs::error where it cannot. Without
/// gnuplot it draws nothing, and says so once on stderr.
class plotter {
 public:
  explicit plotter(std::string folder);
  void draw(curve const& c, experiment::curve_fit const& fit);

 private:
  std::string folder_;
  std::size_t drawn_{0};
  bool has_gnuplot_{true};
};

/// What gnuplot is told for one curve: power, time, energy with their intervals, and energy over time with the front.
[[nodiscard]] std::string plot_script(curve const& c, experiment::curve_fit const& fit, std::string const& picture);

}  // namespace dvfs::program
