// SPDX-License-Identifier: BSL-1.0
#include "judgements.hpp"

#include <dvfs/io/json.hpp>

#include <fmt/format.h>

namespace dvfs::program {
namespace {

std::vector<std::string> const header{"policy",       "MHz",    "energy",         "saved vs default",
                                      "saved vs top", "regret", "time vs default"};

std::vector<std::string> cells(std::string const& name, experiment::judgement const& j, std::string const& mhz)
{
  return {name,
          mhz,
          joules(j.energy_j),
          percent(j.saving_vs_baseline),
          percent(j.saving_vs_top),
          percent(j.regret),
          factor(j.slowdown_vs_baseline)};
}

}  // namespace

json workloads_json(experiment::evaluation const& judged)
{
  json all = json::array();
  for (auto const& w : judged.workloads) {
    json policies = json::object();
    for (auto const& [name, j] : w.policies) policies[name] = io::to_json(j);
    all.push_back({{"device", w.device},
                   {"workload", w.workload},
                   {"context", w.context},
                   {"levels", w.levels},
                   {"policies", policies}});
  }
  return all;
}

json means_json(experiment::summaries const& means)
{
  json policies = json::object();
  for (auto const& [name, s] : means.policies) policies[name] = io::to_json(s.mean);
  return {{"n", means.n}, {"policies", policies}};
}

std::string workloads_text(experiment::evaluation const& judged)
{
  std::string text;
  for (auto const& w : judged.workloads) {
    text += fmt::format("{}{}{}{}: {} levels measured\n", w.device, w.device.empty() ? "" : ", ", w.workload,
                        w.context.empty() ? "" : " (" + w.context + ")", w.levels);
    std::vector<std::vector<std::string>> rows{header};
    for (auto const& [name, j] : w.policies)
      rows.push_back(cells(name, j, name == experiment::baseline_name ? "default" : megahertz(j.gpu_mhz)));
    text += table(rows) + "\n";
  }
  return text;
}

std::string means_text(experiment::summaries const& means)
{
  if (means.n == 0) return "no workload on which every policy has an energy: no means\n";
  std::vector<std::vector<std::string>> rows{header};
  for (auto const& [name, s] : means.policies)
    rows.push_back(cells(name, s.mean, s.mean.gpu_mhz ? fmt::format("{:.0f}", *s.mean.gpu_mhz) : "-"));
  return fmt::format("mean over {} workload{}\n{}", means.n, means.n == 1 ? "" : "s", table(rows));
}

}  // namespace dvfs::program
