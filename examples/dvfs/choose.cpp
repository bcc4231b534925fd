// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include <dvfs/experiment/known_curves.hpp>
#include <dvfs/experiment/play.hpp>
#include <dvfs/experiment/play_guarded.hpp>
#include <dvfs/experiment/quality.hpp>
#include <dvfs/experiment/tune_probing.hpp>
#include <dvfs/io/number.hpp>

#include <boost/describe/enum_to_string.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

namespace dvfs::program {
namespace {

using experiment::guarded_play;
using experiment::played;
using experiment::recorded_plane;
using experiment::second_domain;

struct options {
  std::vector<std::string> files, key, prior;
  std::size_t probes{5};
  std::string objective{"energy"}, domains;
  double stop{}, noise{};
  std::uint64_t seed{1};
  bool json{}, leave_device_out{}, guard{};
};

second_domain domains_of(std::string const& text)
{
  if (text.empty() || text == "gpu") return second_domain::none;
  if (text == "gpu,cpu" || text == "cpu,gpu") return second_domain::cpu;
  if (text == "gpu,mem" || text == "mem,gpu") return second_domain::memory;
  throw usage_error{"--domains " + text + ": expected gpu, gpu,cpu or gpu,mem"};
}

// One of the objectives, by its name and what it needs: "energy", "edp", "zeus=0.5,100", "wall=10".
experiment::aim aim_of(std::string const& text)
{
  auto const equals = text.find('='), comma = text.find(',');
  auto const name = text.substr(0, equals);
  auto number = [&](std::size_t from, std::size_t to) {
    auto const n = io::parse_number(text.substr(from, to - from));
    return n ? std::optional{*n} : std::nullopt;
  };
  auto const has_value = equals != std::string::npos;
  if (!has_value && name == "energy") return {};
  if (!has_value && name == "time") return experiment::make_aim(objectives::time{});
  if (!has_value && name == "edp") return experiment::make_aim(objectives::edp{});
  if (!has_value && name == "ed2p") return experiment::make_aim(objectives::ed2p{});
  if (has_value && name == "wall")
    if (auto const watts = number(equals + 1, text.size()); watts && *watts >= 0)
      return experiment::make_aim(objectives::wall_energy{power{*watts}});
  if (has_value && name == "zeus" && comma != std::string::npos) {
    auto const eta = number(equals + 1, comma), watts = number(comma + 1, text.size());
    if (eta && watts && *eta >= 0 && *eta <= 1 && *watts > 0)
      return experiment::make_aim(objectives::zeus_cost{*eta, power{*watts}});
  }
  throw usage_error{"--objective " + text + ": expected energy, time, edp, ed2p, wall=WATTS or zeus=ETA,WATTS"};
}

void check(options const& o)
{
  if (o.probes == 0 || o.probes > 10000) throw usage_error{"--probes: expected a number from 1 to 10000"};
  if (o.guard && o.probes < 2) throw usage_error{"--guard: the default is one of the probes: give --probes 2 or more"};
  (void)aim_of(o.objective);
  if (!(o.noise >= 0 && o.noise < 100)) throw usage_error{"--noise: expected a percentage of at least 0 and below 100"};
  if (!(o.stop >= 0 && o.stop < 1)) throw usage_error{"--stop: expected a fraction of at least 0 and below 1"};
  if (!o.prior.empty() && domains_of(o.domains) != second_domain::none)
    throw usage_error{"--prior: curves are carried over for one clock only: leave out --domains"};
}

char const* second_column(second_domain d) { return d == second_domain::cpu ? "cpu_mhz" : "mem_mhz"; }

std::string context_of(recorded_plane const& plane)
{
  auto key = plane.key();
  if (plane.second() == second_domain::cpu) key.cpu.reset();
  if (plane.second() == second_domain::memory) key.memory.reset();
  return experiment::context_of(key);
}

std::string name_of(recorded_plane const& plane)
{
  auto const context = context_of(plane);
  return plane.key().workload + (context.empty() ? "" : " (" + context + ")");
}

// Why a plane cannot be played, or nothing.
std::string unplayable(recorded_plane const& plane)
{
  if (plane.points() < 2) return "fewer than two levels have an energy";
  if (plane.wanted().reads_time && !plane.is_timed())
    return plane.wanted().name + " reads the time, and a row has none";
  if (plane.second() != second_domain::none)
    for (auto const& p : plane.places())
      if (!p.second) return std::string("a row has no ") + second_column(plane.second());
  return {};
}

std::vector<recorded_plane> planes_of(options const& o)
{
  std::vector<recorded_plane> all;
  for (auto const& file : o.files)
    for (auto& plane :
         experiment::planes_of(load_sweep(file, o.key).curves, domains_of(o.domains), aim_of(o.objective))) {
      if (auto const why = unplayable(plane); !why.empty())
        remark(fmt::format("{}: {} is set aside: {}", file, name_of(plane), why));
      else
        all.push_back(std::move(plane));
    }
  if (all.empty()) throw usage_error{"no curve has two levels with an energy: there is nothing to choose"};
  return all;
}

// Rules on the whole curve, applied after the play and blind to its regret.
std::vector<std::string> flags_of(recorded_plane const& plane)
{
  std::vector<std::string> reasons;
  for (auto const& r : plane.replays())
    for (auto const& f : experiment::flags_of(r.recorded()))
      if (f.severity == severity::bad) reasons.push_back(f.reason);
  return reasons;
}

struct row {
  std::string device, workload, context;
  std::size_t levels;
  second_domain second;
  played result;
  std::optional<guarded_play> guard;  // in place of the result's own choice
  std::optional<double> one_sweep;    // with noise: the regret of the lowest reading of every level once
  std::vector<std::string> flags;
};

// The figures that a guarded choice shares with an unguarded one.
played common(guarded_play const& g)
{
  played p;
  if (g.chosen) p.chosen = *g.chosen;
  p.best = g.best;
  p.probes = g.probes;
  p.probing = g.probing;
  p.regret = g.regret;
  p.regret_vs_top = g.regret_vs_top;
  if (g.default_is_governor) p.worse_than_baseline = g.loss_vs_default > 0;
  return p;
}

std::vector<row> play_all(options const& o)
{
  auto const planes = planes_of(o);
  std::vector<curve> library;
  for (auto const& file : o.prior) {
    auto const loaded = load_sweep(file, o.key);
    library.insert(library.end(), loaded.curves.begin(), loaded.curves.end());
  }
  policies::probing_settings settings;
  settings.reading_noise = o.noise / 100;
  policies::probing_budget const budget{.probes = o.probes, .stop_below = o.stop};

  std::map<std::string, experiment::prior_shelf> shelves;  // per device where settings are tuned without it
  auto shelf_of = [&](recorded_plane const& plane) -> experiment::prior_shelf& {
    auto const device = o.leave_device_out ? plane.key().device : std::string{};
    if (auto const found = shelves.find(device); found != shelves.end()) return found->second;
    auto tuned = settings;
    if (o.leave_device_out) {
      std::vector<recorded_plane> others;
      for (auto const& p : planes)
        if (p.key().device != device) others.push_back(p);
      if (others.empty()) throw usage_error{"--leave-device-out: the files know one device only"};
      // At five probes whatever is played: with many, all settings find the best level and the choice would be arbitrary.
      tuned = experiment::tune_probing(others, experiment::probing_grid(settings), {.probes = 5});
      remark(fmt::format("without {}: residual {}, length {}, temper {}", device, tuned.residual, tuned.length,
                         tuned.temper));
    }
    return shelves.emplace(device, experiment::prior_shelf{tuned}).first->second;
  };

  std::vector<row> rows;
  for (auto const& plane : planes) {
    auto prior = shelf_of(plane).of(plane);
    if (!library.empty()) prior.know(experiment::known_for(plane, library));
    auto const noise = experiment::reading_noise{o.noise / 100, detail::random_source{o.seed + rows.size()}.next()};
    row r{plane.key().device, plane.key().workload, context_of(plane), plane.points(), plane.second(), {}, {}, {},
          flags_of(plane)};
    if (o.noise > 0) r.one_sweep = experiment::regret_of_lowest_reading(plane, noise);
    if (o.guard) {
      auto levels = budget;
      // The device's own governor is no level: its run is not one of the policy's probes, but counts all the same.
      if (!experiment::default_of(plane).point) --levels.probes;
      r.guard = experiment::play_guarded(plane, policies::probing{std::move(prior), levels},
                                         {.reading_noise = o.noise / 100}, noise);
      r.result = common(*r.guard);
    } else {
      r.result = experiment::play(plane, policies::probing{std::move(prior), budget}, noise);
    }
    rows.push_back(std::move(r));
  }
  return rows;
}

struct figures {
  std::size_t curves{};
  double mean_regret{}, p95_regret{}, max_regret{}, mean_probes{};
  std::optional<double> mean_loss_vs_default{}, max_loss_vs_default{};  // under guard
  std::optional<double> one_sweep_mean_regret{};                        // with noise
};

// Over the rows that `counts`; nothing where there are none.
template<class Counts>
std::optional<figures> summary(std::vector<row> const& rows, Counts counts)
{
  figures f;
  std::vector<double> regrets;
  for (auto const& r : rows) {
    if (!counts(r)) continue;
    regrets.push_back(r.result.regret);
    f.mean_regret += r.result.regret;
    f.mean_probes += static_cast<double>(r.result.probes);
    if (r.one_sweep) f.one_sweep_mean_regret = f.one_sweep_mean_regret.value_or(0) + *r.one_sweep;
    if (!r.guard) continue;
    double const loss = r.guard->loss_vs_default;
    f.mean_loss_vs_default = f.mean_loss_vs_default.value_or(0) + loss;
    f.max_loss_vs_default = std::max(f.max_loss_vs_default.value_or(loss), loss);
  }
  f.curves = regrets.size();
  if (f.curves == 0) return std::nullopt;
  f.mean_regret /= static_cast<double>(f.curves);
  f.mean_probes /= static_cast<double>(f.curves);
  if (f.one_sweep_mean_regret) *f.one_sweep_mean_regret /= static_cast<double>(f.curves);
  if (f.mean_loss_vs_default) *f.mean_loss_vs_default /= static_cast<double>(f.curves);
  std::sort(regrets.begin(), regrets.end());
  // The least regret that at least 95 in 100 curves do not exceed.
  f.p95_regret = regrets[(regrets.size() * 95 + 99) / 100 - 1];
  f.max_regret = regrets.back();
  return f;
}

bool every(row const&) { return true; }
bool is_sound(row const& r) { return r.flags.empty(); }

std::vector<std::string> devices_of(std::vector<row> const& rows)
{
  std::vector<std::string> all;
  for (auto const& r : rows)
    if (std::find(all.begin(), all.end(), r.device) == all.end()) all.push_back(r.device);
  return all;
}

// Whether a level was chosen, and not the device's own governor.
bool chosen_level(row const& r) { return !r.guard || r.guard->chosen; }

json row_json(row const& r)
{
  json j{{"device", r.device},
         {"workload", r.workload},
         {"context", r.context},
         {"levels", r.levels},
         {"probes", r.result.probes},
         {"chosen_mhz", chosen_level(r) ? json(in_MHz(r.result.chosen.gpu)) : json(nullptr)},
         {"best_mhz", in_MHz(r.result.best.gpu)}};
  if (r.second != second_domain::none) {
    j[std::string("chosen_") + second_column(r.second)] =
        chosen_level(r) ? json(in_MHz(*r.result.chosen.second)) : json(nullptr);
    j[std::string("best_") + second_column(r.second)] = in_MHz(*r.result.best.second);
  }
  j["regret"] = r.result.regret;
  j["regret_vs_top"] = r.result.regret_vs_top;
  j["worse_than_baseline"] = r.result.worse_than_baseline ? json(*r.result.worse_than_baseline) : json(nullptr);
  j["expected_regret"] = r.guard ? json(nullptr) : json(r.result.expected_regret);
  j["probing_j"] = r.result.probing.value;
  j["flags"] = r.flags;
  if (r.guard) {
    j["default"] = r.guard->default_is_governor ? "governor" : "top";
    j["loss_vs_default"] = r.guard->loss_vs_default;
    j["verdict"] = boost::describe::enum_to_string(r.guard->why, "");
  }
  return j;
}

json figures_json(std::optional<figures> const& f)
{
  if (!f) return nullptr;
  json j{{"curves", f->curves},
         {"mean_regret", f->mean_regret},
         {"p95_regret", f->p95_regret},
         {"max_regret", f->max_regret},
         {"mean_probes", f->mean_probes}};
  if (f->one_sweep_mean_regret) j["one_sweep_mean_regret"] = *f->one_sweep_mean_regret;
  if (f->max_loss_vs_default) {
    j["mean_loss_vs_default"] = *f->mean_loss_vs_default;
    j["max_loss_vs_default"] = *f->max_loss_vs_default;
  }
  return j;
}

json document_of(std::vector<row> const& rows, std::string const& objective)
{
  json document{{"objective", objective}, {"curves", json::array()}, {"devices", json::array()}};
  for (auto const& r : rows) document["curves"].push_back(row_json(r));
  for (auto const& device : devices_of(rows)) {
    auto j = figures_json(summary(rows, [&](row const& r) { return r.device == device; }));
    j["device"] = device;
    document["devices"].push_back(std::move(j));
  }
  document["summary"] = figures_json(summary(rows, every));
  document["summary_without_flagged"] = figures_json(summary(rows, is_sound));
  return document;
}

std::string setting(recorded_plane::place const& p)
{
  return megahertz(in_MHz(p.gpu)) + (p.second ? "/" + megahertz(in_MHz(*p.second)) : "");
}

void show(std::vector<row> const& rows, std::string const& objective)
{
  bool const guarded = rows.front().guard.has_value();
  auto with = [&](std::vector<std::string> cells, std::vector<std::string> const& more) {
    if (guarded) cells.insert(cells.end(), more.begin(), more.end());
    return cells;
  };
  std::vector<std::vector<std::string>> lines{
      with({"workload", "levels", "probes", "chosen MHz", "best MHz", "regret", "over top"}, {"over default"})};
  for (auto const& r : rows)
    lines.push_back(with({r.workload + (r.context.empty() ? "" : " (" + r.context + ")"), std::to_string(r.levels),
                          std::to_string(r.result.probes), chosen_level(r) ? setting(r.result.chosen) : "default",
                          setting(r.result.best), percent(r.result.regret), percent(r.result.regret_vs_top)},
                         {percent(r.guard ? std::optional{r.guard->loss_vs_default} : std::nullopt)}));
  for (std::size_t i = 0; i < lines.size(); ++i)
    lines[i].push_back(i > 0 && !rows[i - 1].flags.empty() ? "flagged" : "");
  fmt::print("{}\n", table(lines));
  std::vector<std::vector<std::string>> sums{
      with({"", "curves", "probes", "mean regret", "95 in 100", "largest"}, {"mean over default", "largest"})};
  auto add = [&](std::string const& name, std::optional<figures> const& f) {
    if (f)
      sums.push_back(with({name, std::to_string(f->curves), fmt::format("{:.2f}", f->mean_probes),
                           percent(f->mean_regret), percent(f->p95_regret), percent(f->max_regret)},
                          {percent(f->mean_loss_vs_default), percent(f->max_loss_vs_default)}));
  };
  for (auto const& device : devices_of(rows))
    add(device, summary(rows, [&](row const& r) { return r.device == device; }));
  add("all", summary(rows, every));
  if (!std::all_of(rows.begin(), rows.end(), is_sound)) add("without flagged", summary(rows, is_sound));
  fmt::print(
      "{}\nregret: recorded {} at the chosen level above the least; over top: above the fastest level, negative "
      "saves\n",
      table(sums), objective);
  if (auto const all = summary(rows, every); all && all->one_sweep_mean_regret)
    fmt::print("for comparison, every level measured once and the lowest reading taken: mean regret {}\n",
               percent(all->one_sweep_mean_regret));
  if (guarded)
    fmt::print(
        "over default: above the run under the default governor where one was recorded, else above the fastest\n");
}

void run(options const& o)
{
  check(o);
  auto const rows = play_all(o);
  if (o.json)
    print(document_of(rows, o.objective));
  else
    show(rows, o.objective);
}

}  // namespace

void add_choose(CLI::App& app)
{
  auto o = std::make_shared<options>();
  auto* command =
      add_command(app, "choose", "Play a probing policy against recorded sweeps: few levels measured, one chosen",
                  "dvfs choose sweep.csv --probes 5");
  command->add_option("FILE", o->files, "Sweep files (CSV)")->required();
  command->add_option("--probes", o->probes, "Levels that may be measured (default 5)")->type_name("N");
  command
      ->add_option("--objective", o->objective,
                   "What is made small: energy, time, edp, ed2p, wall=WATTS or zeus=ETA,WATTS")
      ->type_name("NAME");
  command->add_option("--stop", o->stop, "Stop from four probes on once the regret expected is below this")
      ->type_name("FRACTION");
  command
      ->add_option("--prior", o->prior,
                   "A sweep of other workloads to learn from; the played workload is left out of it")
      ->type_name("FILE")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--noise", o->noise, "Blur each reading of energy and time by this much")->type_name("PERCENT");
  command->add_option("--seed", o->seed, "Of the noise (default 1)")->type_name("S");
  command->add_option("--domains", o->domains, "gpu,cpu or gpu,mem: choose both clocks at once")->type_name("LIST");
  command->add_flag("--leave-device-out", o->leave_device_out,
                    "Tune the policy for each device on the others, to show that nothing is specific to one");
  command->add_flag(
      "--guard", o->guard,
      "Measure the default as well, as one of the probes, and fall back to it where the choice is no better");
  add_key_option(*command, o->key);
  add_json_flag(*command, o->json);
  command->callback([o] { run(*o); });
}

}  // namespace dvfs::program
