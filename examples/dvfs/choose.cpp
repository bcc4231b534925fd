// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include <dvfs/experiment/play.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

namespace dvfs::program {
namespace {

using experiment::played;
using experiment::recorded_plane;
using experiment::second_domain;

struct options {
  std::vector<std::string> files, key;
  std::size_t probes{5};
  std::string objective{"energy"}, domains;
  double stop{}, noise{};
  std::uint64_t seed{1};
  bool json{};
};

second_domain domains_of(std::string const& text)
{
  if (text.empty() || text == "gpu") return second_domain::none;
  if (text == "gpu,cpu" || text == "cpu,gpu") return second_domain::cpu;
  if (text == "gpu,mem" || text == "mem,gpu") return second_domain::memory;
  throw usage_error{"--domains " + text + ": expected gpu, gpu,cpu or gpu,mem"};
}

void check(options const& o)
{
  if (o.probes == 0) throw usage_error{"--probes 0: expected at least 1"};
  if (o.objective != "energy") throw usage_error{"--objective " + o.objective + ": expected energy"};
  if (!(o.noise >= 0 && o.noise < 100)) throw usage_error{"--noise: expected a percentage of at least 0 and below 100"};
  if (!(o.stop >= 0 && o.stop < 1)) throw usage_error{"--stop: expected a fraction of at least 0 and below 1"};
}

std::vector<frequency> ladder_of(recorded_plane const& plane)
{
  std::vector<frequency> all;
  for (auto const& p : plane.places()) all.push_back(p.gpu);
  return all;
}

// Curves of one device share their settings, and with them the prior, which is the expensive part.
class priors {
 public:
  explicit priors(policies::probing_settings const& settings) : settings_{settings} {}

  policies::probing_prior const& of(recorded_plane const& plane)
  {
    std::vector<std::pair<frequency, frequency>> key;
    for (auto const& p : plane.places()) key.emplace_back(p.gpu, p.second.value_or(frequency{}));
    if (auto const found = known_.find(key); found != known_.end()) return found->second;
    if (plane.second() == second_domain::none)
      return known_.emplace(key, policies::probing_prior{ladder_view{ladder_of(plane)}, settings_}).first->second;
    std::vector<policies::clock_pair> pairs;
    for (auto const& [gpu, second] : key) pairs.push_back({gpu, second});
    return known_.emplace(key, policies::probing_prior{pairs, settings_}).first->second;
  }

 private:
  policies::probing_settings settings_;
  std::map<std::vector<std::pair<frequency, frequency>>, policies::probing_prior> known_;
};

struct row {
  std::string device, workload, context;
  std::size_t levels;
  second_domain second;
  played result;
};

struct figures {
  std::size_t curves{};
  double mean_regret{}, p95_regret{}, max_regret{}, mean_probes{};
};

figures summary(std::vector<row> const& rows)
{
  figures f{rows.size()};
  std::vector<double> regrets;
  for (auto const& r : rows) {
    regrets.push_back(r.result.regret);
    f.mean_regret += r.result.regret / static_cast<double>(rows.size());
    f.mean_probes += static_cast<double>(r.result.probes) / static_cast<double>(rows.size());
  }
  std::sort(regrets.begin(), regrets.end());
  // The least regret that at least 95 in 100 curves do not exceed.
  f.p95_regret = regrets[(regrets.size() * 95 + 99) / 100 - 1];
  f.max_regret = regrets.back();
  return f;
}

char const* second_column(second_domain d) { return d == second_domain::cpu ? "cpu_mhz" : "mem_mhz"; }

json row_json(row const& r)
{
  json j{{"device", r.device}, {"workload", r.workload}, {"context", r.context}, {"levels", r.levels}, {"probes", r.result.probes},
         {"chosen_mhz", in_MHz(r.result.chosen.gpu)}, {"best_mhz", in_MHz(r.result.best.gpu)}};
  if (r.second != second_domain::none) {
    j[std::string("chosen_") + second_column(r.second)] = in_MHz(*r.result.chosen.second);
    j[std::string("best_") + second_column(r.second)] = in_MHz(*r.result.best.second);
  }
  j["regret"] = r.result.regret;
  j["regret_vs_top"] = r.result.regret_vs_top;
  j["worse_than_baseline"] = r.result.worse_than_baseline ? json(*r.result.worse_than_baseline) : json(nullptr);
  j["probing_j"] = r.result.probing.value;
  return j;
}

json figures_json(figures const& f)
{
  return {{"curves", f.curves}, {"mean_regret", f.mean_regret}, {"p95_regret", f.p95_regret}, {"max_regret", f.max_regret},
          {"mean_probes", f.mean_probes}};
}

std::string setting(recorded_plane::place const& p)
{
  return megahertz(in_MHz(p.gpu)) + (p.second ? "/" + megahertz(in_MHz(*p.second)) : "");
}

void show(std::vector<row> const& rows, figures const& f)
{
  std::vector<std::vector<std::string>> lines{{"workload", "levels", "probes", "chosen MHz", "best MHz", "regret", "over top"}};
  for (auto const& r : rows)
    lines.push_back({r.workload + (r.context.empty() ? "" : " (" + r.context + ")"), std::to_string(r.levels),
                     std::to_string(r.result.probes), setting(r.result.chosen), setting(r.result.best),
                     percent(r.result.regret), percent(r.result.regret_vs_top)});
  fmt::print("{}\n{} curves: regret {} on average, 95 in 100 at most {}, at most {}; {:.2f} probes on average\n"
             "regret: recorded energy at the chosen level above the least; over top: above the fastest level, negative saves\n",
             table(lines), f.curves, percent(f.mean_regret), percent(f.p95_regret), percent(f.max_regret), f.mean_probes);
}

void run(options const& o)
{
  check(o);
  auto const second = domains_of(o.domains);
  policies::probing_settings settings;
  settings.reading_noise = o.noise / 100;
  priors known{settings};
  std::vector<row> rows;
  std::uint64_t place = 0;
  for (auto const& file : o.files) {
    for (auto& plane : experiment::planes_of(load_sweep(file, o.key).curves, second)) {
      auto key = plane.key();
      if (second == second_domain::cpu) key.cpu.reset();
      if (second == second_domain::memory) key.memory.reset();
      auto const context = experiment::context_of(key);
      ++place;
      std::string missing;
      if (plane.points() < 2) missing = "fewer than two levels have an energy";
      for (auto const& p : plane.places())
        if (second != second_domain::none && !p.second) missing = std::string("a row has no ") + second_column(second);
      if (!missing.empty()) {
        remark(fmt::format("{}: {}{} is set aside: {}", file, key.workload, context.empty() ? "" : " (" + context + ")", missing));
        continue;
      }
      policies::probing policy{known.of(plane), {o.probes, std::nullopt, o.stop}};
      auto const levels = plane.points();
      auto const noise = experiment::reading_noise{o.noise / 100, dvfs::detail::random_source{o.seed + place}.next()};
      rows.push_back({key.device, key.workload, context, levels, second, experiment::play(std::move(plane), std::move(policy), noise)});
    }
  }
  if (rows.empty()) throw usage_error{"no curve has two levels with an energy: there is nothing to choose"};
  auto const f = summary(rows);
  if (!o.json) return show(rows, f);
  json document{{"curves", json::array()}, {"summary", figures_json(f)}};
  for (auto const& r : rows) document["curves"].push_back(row_json(r));
  print(document);
}

}  // namespace

void add_choose(CLI::App& app)
{
  auto o = std::make_shared<options>();
  auto* command = add_command(app, "choose", "Play a probing policy against recorded sweeps: few levels measured, one chosen",
                              "dvfs choose sweep.csv --probes 5");
  command->add_option("FILE", o->files, "Sweep files (CSV)")->required();
  command->add_option("--probes", o->probes, "Levels that may be measured (default 5)")->type_name("N");
  command->add_option("--objective", o->objective, "What is made small: energy")->type_name("NAME");
  command->add_option("--stop", o->stop, "Stop early once a further probe promises to save less than this fraction")->type_name("FRACTION");
  command->add_option("--noise", o->noise, "Blur each reading of energy and time by this much")->type_name("PERCENT");
  command->add_option("--seed", o->seed, "Of the noise (default 1)")->type_name("S");
  command->add_option("--domains", o->domains, "gpu,cpu or gpu,mem: choose both clocks at once")->type_name("LIST");
  add_key_option(*command, o->key);
  add_json_flag(*command, o->json);
  command->callback([o] { run(*o); });
}

}  // namespace dvfs::program
