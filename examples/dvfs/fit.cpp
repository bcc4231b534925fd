// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"
#include "fit_plot.hpp"

#include <dvfs/experiment/fit_curve.hpp>
#include <dvfs/io/json.hpp>

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dvfs::program {
namespace {

struct options {
  std::string file;
  std::vector<std::string> key;
  std::optional<std::string> plots;
  bool json{};
};

std::string significant(double x) { return fmt::format("{:.4g}", x); }

void add_rows(std::vector<std::vector<std::string>>& rows, std::string const& quantity,
              std::vector<experiment::fitted_model> const& models)
{
  for (auto const& m : models) {
    std::string coefficients;
    for (auto const& [name, value] : m.coefficients)
      coefficients += (coefficients.empty() ? "" : ", ") + name + " = " + significant(value);
    rows.push_back({quantity + " = " + m.formula, m.r_squared ? fmt::format("{:.4f}", *m.r_squared) : "-",
                    percent(m.mape), percent(m.leave_one_out_mape), megahertz(m.best_level_mhz), percent(m.regret),
                    coefficients});
  }
}

std::string megahertz_list(std::vector<double> const& all)
{
  std::string text;
  for (double const mhz : all) text += (text.empty() ? "" : ", ") + megahertz(mhz);
  return text;
}

std::string interval_text(std::optional<double> low, std::optional<double> high)
{
  return low && high ? fmt::format("{:.4g} to {:.4g}", *low, *high) : "-";
}

void show_choice(std::string const& quantity, experiment::chosen_model const& chosen)
{
  if (!chosen.by_leave_one_out && !chosen.by_aicc) return;
  fmt::print("  {} chosen by levels left out: {}; by AICc: {}\n", quantity, chosen.by_leave_one_out.value_or("-"),
             chosen.by_aicc.value_or("-"));
}

void show_certainty(experiment::certainty const& known)
{
  std::vector<std::vector<std::string>> rows{{"90 % intervals, MHz", "power (W)", "time (s)", "energy (J)"}};
  for (auto const& l : known.levels)
    if (l.power_w || l.time_s || l.energy_j)
      rows.push_back({megahertz(l.mhz), interval_text(l.power_low_w, l.power_high_w),
                      interval_text(l.time_low_s, l.time_high_s), interval_text(l.energy_low_j, l.energy_high_j)});
  if (rows.size() > 1) fmt::print("{}", table(rows));
  if (known.optimum) {
    auto const& o = *known.optimum;
    fmt::print("  best level {} MHz; cannot be told apart from it: {} MHz, of which {} is the fastest\n",
               megahertz(o.best_mhz), megahertz_list(o.may_be_best_mhz), megahertz(o.fastest_mhz));
    fmt::print("  the least energy lies between {:.0f} and {:.0f} MHz (90 %)\n", o.least_low_mhz, o.least_high_mhz);
  }
  if (known.saving_vs_top) {
    auto const& s = *known.saving_vs_top;
    if (s.established)
      fmt::print("  it saves {} over the top level, {} to {} (90 %)\n", percent(s.fraction), percent(s.low),
                 percent(s.high));
    else
      fmt::print("  a saving over the top level is not established: {} to {} (90 %)\n", percent(s.low),
                 percent(s.high));
  }
  if (!known.pareto_mhz.empty())
    fmt::print("  Pareto front of time and energy: {} MHz; its convex hull: {} MHz\n", megahertz_list(known.pareto_mhz),
               megahertz_list(known.convex_mhz));
}

void show(experiment::curve_fit const& fit)
{
  fmt::print("{}{}{}{}: {} levels, measured best {} MHz\n", fit.device, fit.device.empty() ? "" : ", ", fit.workload,
             fit.context.empty() ? "" : " (" + fit.context + ")", fit.levels, megahertz(fit.measured_best_mhz));
  std::vector<std::vector<std::string>> rows{
      {"model", "R^2", "error", "left out", "best MHz", "regret", "coefficients (f in GHz)"}};
  add_rows(rows, "P", fit.power);
  add_rows(rows, "t", fit.time);
  add_rows(rows, "E", fit.energy);
  if (rows.size() > 1) fmt::print("{}", table(rows));
  for (auto const* models : {&fit.power, &fit.time, &fit.energy})
    for (auto const& m : *models)
      if (!m.outliers_mhz.empty())
        fmt::print("  {}: left out as outliers: {} MHz\n", m.formula, megahertz_list(m.outliers_mhz));
  for (auto const& r : fit.remarks) fmt::print("  {}\n", r);
  show_choice("P", fit.chosen.power);
  show_choice("t", fit.chosen.time);
  show_choice("E", fit.chosen.energy);
  show_certainty(fit.certainty);
  for (auto const& f : fit.flags)
    fmt::print("  {}: {} ({} MHz)\n", f.severity == severity::bad ? "bad data" : "warning", f.reason,
               megahertz_list(f.mhz));
  fmt::print("\n");
}

void run(options const& o)
{
  auto const loaded = load_sweep(o.file, o.key);
  json document{{"source", loaded.rows.source}, {"curves", json::array()}};
  std::optional<plotter> plots;
  if (o.plots) plots.emplace(*o.plots);
  for (auto const& c : loaded.curves) {
    auto const fit = experiment::fit_curve(c);
    if (plots) plots->draw(c, fit);
    if (o.json)
      document["curves"].push_back(io::to_json(fit));
    else
      show(fit);
  }
  if (o.json)
    print(document);
  else
    fmt::print(
        "error: mean absolute error of the levels; left out: the same for levels left out of the fit;\n"
        "regret: measured energy at the model's best level above the least measured\n");
}

}  // namespace

void add_fit(CLI::App& app)
{
  auto o = std::make_shared<options>();
  auto* command =
      add_command(app, "fit", "Fit models of power, time and energy to each curve of a sweep", "dvfs fit sweep.csv");
  command->add_option("FILE", o->file, "A sweep file, - for the standard input")->required();
  add_key_option(*command, o->key);
  command->add_option("--plot", o->plots, "A folder for pictures of each curve as SVG, drawn by gnuplot")
      ->type_name("FOLDER");
  add_json_flag(*command, o->json);
  command->callback([o] { run(*o); });
}

}  // namespace dvfs::program
