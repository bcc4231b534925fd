// SPDX-License-Identifier: BSL-1.0
#include "fit_plot.hpp"

#include "command.hpp"

#include <dvfs/io/error.hpp>
#include <dvfs/io/file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <spawn.h>
#include <sys/wait.h>

extern char** environ;

namespace dvfs::program {
namespace {

/// A text for gnuplot, in single quotes and on one line.
std::string quoted(std::string const& text)
{
  std::string q = "'";
  for (char const c : dvfs::detail::on_one_line(text)) q += c == '\'' ? "''" : std::string(1, c);
  return q + "'";
}

using level = experiment::level_certainty;

/// One panel over the clock: the interval as a band, its middle as a line, each run as a point.
struct panel {
  std::string label;
  std::optional<double> level::*middle;
  std::optional<double> level::*low;
  std::optional<double> level::*high;
  std::optional<double> (*of_run)(sweep_row const&);
};

template<class Q>
std::optional<double> number(std::optional<Q> const& q)
{
  return q ? std::optional{q->value} : std::nullopt;
}

panel const panels[]{
    {"power (W)", &level::power_w, &level::power_low_w, &level::power_high_w,
     [](sweep_row const& r) {
       return r.drawn                ? number(r.drawn)
              : r.recorded && r.took ? number(std::optional{*r.recorded / *r.took})
                                     : std::nullopt;
     }},
    {"time (s)", &level::time_s, &level::time_low_s, &level::time_high_s,
     [](sweep_row const& r) { return number(r.took); }},
    {"energy (J)", &level::energy_j, &level::energy_low_j, &level::energy_high_j,
     [](sweep_row const& r) { return number(r.used()); }},
};

std::string drawn(panel const& p, curve const& c, experiment::curve_fit const& fit)
{
  std::string band, runs;
  for (auto const& l : fit.certainty.levels)
    if (l.*p.middle) band += fmt::format("{} {} {} {}\n", l.mhz, *(l.*p.middle), *(l.*p.low), *(l.*p.high));
  for (auto const& r : c.rows)
    if (auto const y = p.of_run(r)) runs += fmt::format("{} {}\n", in_MHz(*r.gpu), *y);
  // gnuplot stops at a plot without points.
  if (band.empty() || runs.empty())
    return fmt::format("set label 1 'not measured: {}' at screen 0.5, 0.5 center\n", p.label);
  return fmt::format(
      "$band << END_OF_BAND\n{}END_OF_BAND\n$runs << END_OF_RUNS\n{}END_OF_RUNS\n"
      "set ylabel '{}'\n"
      "plot $band using 1:3:4 with filledcurves fillcolor '#cfe3f5' title '90 % interval', "
      "$band using 1:2 with lines linecolor '#1f5c99' notitle, $runs using 1:2 with points pointtype 7 pointsize 0.5 "
      "linecolor '#1f2a36' title 'runs'\n",
      band, runs, p.label);
}

std::string drawn_front(curve const& c, experiment::curve_fit const& fit)
{
  std::string all, hull;
  for (auto const& p : c.points)
    if (p.took && p.used) all += fmt::format("{} {} {}\n", p.took->mean.value, p.used->mean.value, in_MHz(*p.at));
  for (double const mhz : fit.certainty.convex_mhz)
    if (auto const* p = c.at(from_MHz(mhz))) hull += fmt::format("{} {}\n", p->took->mean.value, p->used->mean.value);
  if (all.empty() || hull.empty()) return "";
  return fmt::format(
      "$all << END_OF_ALL\n{}END_OF_ALL\n$hull << END_OF_HULL\n{}END_OF_HULL\n"
      "set xlabel 'time (s)'\nset ylabel 'energy (J)'\n"
      "plot $hull using 1:2 with lines linecolor '#1f5c99' title 'least energy, work shared between two levels', "
      "$all using 1:2 with points pointtype 7 pointsize 0.5 linecolor '#1f2a36' title 'levels'\n",
      all, hull);
}

std::string title_of(experiment::curve_fit const& fit)
{
  return fit.device + (fit.device.empty() ? "" : ", ") + fit.workload +
         (fit.context.empty() ? "" : " (" + fit.context + ")");
}

}  // namespace

std::string plot_script(curve const& c, experiment::curve_fit const& fit, std::string const& picture)
{
  bool const has_front = !fit.certainty.convex_mhz.empty();
  std::string s = "set terminal svg size 720,1100 noenhanced background '#ffffff'\n";
  s += "set output " + quoted(picture) + "\n";
  s += "set encoding utf8\nset grid\nset key top center horizontal\n";
  std::vector<panel const*> shown;
  for (auto const& p : panels) {
    auto const& all = fit.certainty.levels;
    if (std::any_of(all.begin(), all.end(), [&](level const& l) { return (l.*p.middle).has_value(); }))
      shown.push_back(&p);
  }
  s += fmt::format("set multiplot layout {},1 title {} noenhanced\nset xlabel 'clock (MHz)'\n",
                   shown.size() + (has_front ? 1 : 0), quoted(title_of(fit)));
  for (auto const* p : shown) s += drawn(*p, c, fit);
  if (has_front) s += drawn_front(c, fit);
  return s + "unset multiplot\n";
}

plotter::plotter(std::string folder) : folder_{std::move(folder)}
{
  std::error_code fault;
  std::filesystem::create_directories(folder_, fault);
  if (fault) throw error{fault.value(), "create folder", folder_, "name a folder that can be written"};
}

namespace {

// What gnuplot runs in: this environment, but with UTF-8, without which it warns of signs that it does not even draw.
std::vector<char*> utf8_environment(std::string& locale)
{
  std::vector<char*> variables{locale.data()};
  for (char** v = environ; *v != nullptr; ++v)
    if (std::string_view{*v}.substr(0, 7) != "LC_ALL=") variables.push_back(*v);
  variables.push_back(nullptr);
  return variables;
}

}  // namespace

void plotter::draw(curve const& c, experiment::curve_fit const& fit)
{
  if (!has_gnuplot_) return;
  auto const name = fmt::format("{}/curve-{:03}", folder_, ++drawn_);
  bool measured = false;
  for (auto const& l : fit.certainty.levels) measured = measured || l.power_w || l.time_s || l.energy_j;
  if (!measured) return remark(title_of(fit) + ": too few levels for a picture");
  auto const script = name + ".gnuplot", picture = name + ".svg";
  io::write_file(script, plot_script(c, fit, picture));
  std::string program = "gnuplot", argument = script, locale = "LC_ALL=C.UTF-8";
  auto const environment = utf8_environment(locale);
  char* arguments[]{program.data(), argument.data(), nullptr};
  ::pid_t child = 0;
  int const fault = ::posix_spawnp(&child, "gnuplot", nullptr, nullptr, arguments, environment.data());
  int status = 0;
  if (fault == 0)
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  std::filesystem::remove(script);
  // A shell's code for a missing program, for systems whose spawn finds out only in the child.
  if (fault == ENOENT || (fault == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 127)) {
    has_gnuplot_ = false;
    return remark("no pictures: gnuplot is not installed (Debian: gnuplot-nox)");
  }
  if (fault != 0) throw error{fault, "run", "gnuplot", "check the installation of gnuplot"};
  if (status != 0) throw error{EIO, "write", picture, "gnuplot failed: see its message"};
}

}  // namespace dvfs::program
