// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include <dvfs/experiment/fit_curve.hpp>
#include <dvfs/io/json.hpp>

#include <fmt/format.h>

#include <memory>

namespace dvfs::program {
namespace {

struct options {
  std::string file;
  std::vector<std::string> key;
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
  for (auto const& r : fit.remarks) fmt::print("  {}\n", r);
  fmt::print("\n");
}

void run(options const& o)
{
  auto const loaded = load_sweep(o.file, o.key);
  json document{{"source", loaded.rows.source}, {"curves", json::array()}};
  for (auto const& c : loaded.curves) {
    auto const fit = experiment::fit_curve(c);
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
  add_json_flag(*command, o->json);
  command->callback([o] { run(*o); });
}

}  // namespace dvfs::program
