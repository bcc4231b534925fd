// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"
#include "judgements.hpp"

#include <dvfs/device/simulated.hpp>
#include <dvfs/experiment/policy_file.hpp>
#include <dvfs/experiment/print_tree.hpp>
#include <dvfs/experiment/reproduce.hpp>
#include <dvfs/io/file.hpp>
#include <dvfs/io/json.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <system_error>

namespace dvfs::program {
namespace {

struct options {
  std::string folder;
  bool json{};
};

constexpr std::string_view statement =
    "This is a simulation, not a measurement: fine-tuning jobs on a simulated Jetson AGX Orin 64 GB.";
constexpr std::string_view fitted_to =
    "the normalised energies of three sweeps published by github.com/esainulab/slmdvfs: DeBERTa-v2-xlarge on QNLI and "
    "on SST-2, "
    "and with a fifth of their weight Pythia-14M on QNLI, with its least energy";
constexpr std::string_view paper = "Park et al., arXiv 2607.05933";

json fitted_json()
{
  json all = json::object();
  for (auto const& p : fitted_parameters(simulated_boards::agx_orin))
    all[std::string(p.name)] = {{"value", p.value}, {"unit", p.unit}};
  return all;
}

// What the paper publishes of a policy, by the group of models and the name of the figure.
json published_of(std::string const& group, std::string const& policy)
{
  namespace published = experiment::published;
  if (policy != "mlg") return nullptr;
  if (group == "all")
    return {{"mean_saving_vs_baseline", published::mlg_mean_saving},
            {"largest_saving_vs_baseline", published::mlg_largest_saving},
            {"mean_saving_over_ffg", published::mlg_over_ffg}};
  if (group == "above_70m")
    return {{"mean_saving_vs_baseline", published::mlg_mean_saving_above_70m}, {"relation", "above"}};
  return nullptr;
}

json group_json(std::string const& group, experiment::summaries const& s)
{
  json policies = json::object();
  auto const* const ffg = s.find("ffg");
  for (auto const& [name, f] : s.policies) {
    json figures{{"mean_saving_vs_baseline", io::to_json(f.mean.saving_vs_baseline)},
                 {"largest_saving_vs_baseline", io::to_json(f.largest_saving_vs_baseline)},
                 {"mean_saving_vs_top", io::to_json(f.mean.saving_vs_top)},
                 {"largest_saving_vs_top", io::to_json(f.largest_saving_vs_top)},
                 {"mean_regret", io::to_json(f.mean.regret)},
                 {"largest_regret", io::to_json(f.largest_regret)},
                 {"mean_slowdown_vs_baseline", io::to_json(f.mean.slowdown_vs_baseline)},
                 {"mean_slowdown_vs_top", io::to_json(f.mean.slowdown_vs_top)}};
    if (ffg && f.mean.saving_vs_baseline && ffg->mean.saving_vs_baseline)
      figures["mean_saving_over_ffg"] = *f.mean.saving_vs_baseline - *ffg->mean.saving_vs_baseline;
    if (auto const of_paper = published_of(group, name); !of_paper.is_null()) figures["published"] = of_paper;
    policies[name] = figures;
  }
  return {{"workloads", s.n}, {"policies", policies}};
}

json training_json(experiment::trained_policy const& p)
{
  json t = io::to_json(p.report);
  t["labels_mhz"] = json::array();
  for (auto const f : p.tree.tree.levels()) t["labels_mhz"].push_back(in_MHz(f));
  t["levels"] = p.ladder.size();
  t["tree"] = experiment::to_text(p.tree);
  t["published"] = {{"workloads", experiment::published::training_configurations},
                    {"validation_accuracy", experiment::published::validation_accuracy}};
  return t;
}

json as_json(experiment::reproduction const& r)
{
  return {{"simulated", true},
          {"statement", statement},
          {"fitted_to", fitted_to},
          {"fitted_parameters", fitted_json()},
          {"published_by", paper},
          {"training", training_json(r.learnt)},
          {"training_by_shape", training_json(r.learnt_by_shape)},
          {"evaluation",
           {{"workloads", r.judged.workloads.size()},
            {"all", group_json("all", r.all)},
            {"above_70m", group_json("above_70m", r.above_70m)},
            {"up_to_70m", group_json("up_to_70m", r.up_to_70m)},
            {"per_workload", workloads_json(r.judged)}}},
          {"measured",
           {{"source", "github.com/esainulab/slmdvfs"},
            {"workloads", workloads_json(r.judged_measured)},
            {"remarks", r.judged_measured.remarks}}}};
}

std::string group_text(std::string const& title, std::string const& group, experiment::summaries const& s)
{
  std::vector<std::vector<std::string>> rows{
      {"policy", "saved vs MAXN", "published", "at most", "published", "saved vs top", "regret", "time vs MAXN"}};
  for (auto const& [name, f] : s.policies) {
    if (name == experiment::baseline_name) continue;  // MAXN is the baseline here
    auto const of_paper = published_of(group, name);
    auto figure = [&](char const* key) {
      return of_paper.is_null() || !of_paper.contains(key) ? "" : percent(of_paper[key].get<double>());
    };
    std::string const relation = of_paper.is_null() || !of_paper.contains("relation") ? "" : "> ";
    rows.push_back({name, percent(f.mean.saving_vs_baseline), relation + figure("mean_saving_vs_baseline"),
                    percent(f.largest_saving_vs_baseline), figure("largest_saving_vs_baseline"),
                    percent(f.mean.saving_vs_top), percent(f.mean.regret), factor(f.mean.slowdown_vs_baseline)});
  }
  return fmt::format("{} ({} workloads)\n{}\n", title, s.n, table(rows));
}

void show_tree(std::string const& title, experiment::trained_policy const& p)
{
  auto const& r = p.report;
  fmt::print("{}\n{}", title, experiment::to_text(p.tree));
  fmt::print(
      "  leave-one-out: best level hit {} of {} ({:.2f}, 95 % interval {:.2f} to {:.2f}; published {:.2f}), mean "
      "regret {}\n\n",
      r.loocv_correct, r.workloads, r.loocv_accuracy, r.loocv_accuracy_low, r.loocv_accuracy_high,
      experiment::published::validation_accuracy, percent(r.loocv_mean_regret));
}

void show(experiment::reproduction const& r)
{
  fmt::print(
      "{}\nIts physics is published or assumed but for {} parameters, fitted to {};\nnone was fitted to the savings "
      "that the paper"
      " reports.  \"Published\" figures are the paper's ({}).\n\n",
      statement, fitted_parameters(simulated_boards::agx_orin).size(), fitted_to, paper);
  fmt::print("Trained on {} configurations x {} levels\n\n", r.learnt.report.workloads, r.learnt.ladder.size());
  show_tree("mlg-ours: a tree learnt from the paper's five features", r.learnt);
  show_tree("mlg-ours-shape: the same without the utilisation, which is known only after a first run",
            r.learnt_by_shape);
  fmt::print(
      "ffg: one level for all, {} MHz; mlg, mlg-util: the paper's tree without and with its utilisation rule\n\n",
      megahertz(in_MHz({*r.learnt.report.ffg_hz})));
  fmt::print("{}", group_text("Evaluated on tasks not seen in training, simulated", "all", r.all));
  fmt::print("{}", group_text("of these, models above 70M parameters", "above_70m", r.above_70m));
  fmt::print("{}", group_text("of these, models of 70M or fewer", "up_to_70m", r.up_to_70m));
  if (auto const* mlg = r.all.find("mlg"), *ffg = r.all.find("ffg");
      mlg->mean.saving_vs_baseline && ffg->mean.saving_vs_baseline)
    fmt::print("mlg against ffg: {:+.2f} percentage points of mean saving, published {:+.2f}\n\n",
               100 * (*mlg->mean.saving_vs_baseline - *ffg->mean.saving_vs_baseline),
               100 * experiment::published::mlg_over_ffg);
  fmt::print("The same policies on published measurements (github.com/esainulab/slmdvfs)\n\n{}",
             workloads_text(r.judged_measured));
  for (auto const& line : r.judged_measured.remarks) fmt::print("  {}\n", line);
}

void write_files(std::string const& folder, experiment::reproduction const& r)
{
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) throw error{code.value(), "create", folder, "choose a place that can be written"};
  io::write_sweep(folder + "/training.csv", r.training_sweep);
  io::write_sweep(folder + "/evaluation.csv", r.evaluation_sweep);
  experiment::write_policy(folder + "/policy.json", r.learnt);
  experiment::write_policy(folder + "/policy_by_shape.json", r.learnt_by_shape);
}

void run(options const& o)
{
  devices::simulated device{simulated_boards::agx_orin};
  auto const reproduced = experiment::reproduce(device, std::string(device.board().name));
  if (!reproduced) throw std::runtime_error{std::string(what(reproduced.error()))};
  auto const& r = *reproduced;
  if (!o.folder.empty()) write_files(o.folder, r);
  if (o.json)
    print(as_json(r));
  else
    show(r);
}

}  // namespace

void add_reproduce(CLI::App& app)
{
  auto o = std::make_shared<options>();
  auto* command = add_command(app, "reproduce",
                              "Carry out the paper's method on a simulated AGX Orin, its published figures beside ours",
                              "dvfs reproduce -o results");
  command->add_option("-o,--output", o->folder, "Write the simulated sweeps and the policies into this folder")
      ->type_name("FOLDER");
  add_json_flag(*command, o->json);
  command->callback([o] { run(*o); });
}

}  // namespace dvfs::program
