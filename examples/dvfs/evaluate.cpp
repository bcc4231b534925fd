// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"
#include "judgements.hpp"

#include <dvfs/experiment/builtin.hpp>
#include <dvfs/experiment/guarded_tree.hpp>
#include <dvfs/experiment/policy_file.hpp>
#include <dvfs/experiment/training_set.hpp>
#include <dvfs/io/file.hpp>
#include <dvfs/io/number.hpp>

#include <fmt/format.h>
#include <boost/describe/enum_from_string.hpp>
#include <boost/describe/enum_to_string.hpp>

#include <algorithm>
#include <memory>
#include <set>

namespace dvfs::program {
namespace {

struct options {
  std::vector<std::string> files, builtin, given, key;
  std::string train, guard;
  bool json{};
};

// A policy to judge, the features that it may ask for, and those that it looks at where they are known.
struct asked_policy {
  experiment::named_policy policy;
  std::set<std::string> features;
  std::set<std::string> looked_at{};
  std::shared_ptr<experiment::guarded_tree const> guard{};
};

std::set<std::string> features_of(experiment::named_tree const& tree)
{
  std::set<std::string> names;
  for (auto const& n : tree.tree.learnt().nodes)
    if (!n.is_leaf()) names.insert(tree.features[static_cast<std::size_t>(n.feature)].name);
  return names;
}

frequency level_of(std::string const& text)
{
  auto const mhz = io::parse_number(text);
  if (!mhz || !(*mhz > 0) || *mhz > 1e6) throw usage_error{"--builtin ffg=" + text + ": expected megahertz above 0"};
  return from_MHz(*mhz);
}

asked_policy builtin(std::string const& name, options const& o)
{
  auto const shape = features_of(experiment::make_named(policies::mlg_tree));
  if (name == "mlg") return {experiment::mlg_policy(name), shape};
  if (name == "mlg-util") return {experiment::mlg_util_policy(name), shape};
  if (name == "maxn") return {experiment::maxn_policy(name), {}};
  if (name.rfind("ffg=", 0) == 0) return {experiment::fixed_policy(name, level_of(name.substr(4))), {}};
  if (name != "ffg") throw usage_error{"--builtin " + name + ": expected mlg, mlg-util, maxn, ffg=MHZ or ffg"};
  if (o.train.empty())
    throw usage_error{"--builtin ffg: give the level as ffg=MHZ, or with --train FILE a sweep to take it from"};
  auto const loaded = load_sweep(o.train, o.key);
  auto const level = experiment::best_fixed_level(loaded.curves);
  if (!level) throw parse_error{loaded.rows.source, {}, "gpu_mhz", "a level with an energy on every workload", "none"};
  return {experiment::fixed_policy(name, *level), {}};
}

// A policy file is a JSON object, a sweep file is a table.
bool is_policy(std::string const& text)
{
  auto const first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return first != std::string::npos && text[first] == '{';
}

void check_names(std::vector<asked_policy> const& asked)
{
  std::set<std::string> names{std::string(experiment::top_name), std::string(experiment::oracle_name),
                              std::string(experiment::baseline_name)};
  for (auto const& a : asked)
    if (!names.insert(a.policy.name).second)
      throw usage_error{a.policy.name + ": this policy is asked for twice or has a name of ours"};
}

// A feature that no policy asks for is a slip of the pen; one that a file lacks altogether would leave a policy without
// answers.
void check_features(std::vector<asked_policy> const& asked, std::vector<experiment::given_feature> const& given,
                    std::vector<loaded_sweep> const& sweeps)
{
  std::set<std::string> wanted, looked_at;
  for (auto const& a : asked) {
    wanted.insert(a.features.begin(), a.features.end());
    looked_at.insert(a.looked_at.begin(), a.looked_at.end());
  }
  for (auto const& g : given)
    if (!wanted.count(g.name) && !looked_at.count(g.name) && g.name != "gpu_util") {
      std::string names;
      for (auto const& w : wanted) names += (names.empty() ? "" : ", ") + w;
      throw usage_error{"--feature " + g.name + ": unknown feature: " +
                        (names.empty() ? "no policy asks for any" : "the policies ask for " + names)};
    }
  for (auto const& s : sweeps)
    for (auto const& name : wanted) experiment::check_feature_exists(s.rows, given, name);
}

// A trained policy under guard, named after its file.
asked_policy guarded(std::string const& file, experiment::trained_policy const& trained, std::string const& against)
{
  experiment::guard_settings settings;
  boost::describe::enum_from_string(against.c_str(), settings.against);
  auto tree = experiment::guarded_tree::from(trained, settings);
  if (!tree)
    throw parse_error{io::input_name(file), {}, "$.guard", "a policy to guard with --guard " + against, tree.error()};
  auto shared = std::make_shared<experiment::guarded_tree const>(*std::move(tree));
  asked_policy asked{
      {file + "+guard", [shared](experiment::curve_features const& of) { return shared->decide(of).wanted; }},
      features_of(trained.tree),
      {},
      shared};
  for (auto const& f : trained.tree.features) asked.looked_at.insert(f.name);
  return asked;
}

// Adds to each workload why its guarded policies answer or fall back, and says on stderr where they do.
void explain_guards(std::vector<asked_policy> const& asked, std::vector<curve> const& curves,
                    std::vector<experiment::given_feature> const& given, std::string const& against, json& workloads)
{
  for (std::size_t i = 0; i < curves.size(); ++i)
    for (auto const& a : asked) {
      if (!a.guard) continue;
      auto const d = a.guard->decide(experiment::curve_features{curves[i], given});
      workloads[i]["guard"][a.policy.name] = {{"verdict", boost::describe::enum_to_string(d.why, "")},
                                              {"reason", d.reason}};
      if (d.why != policies::guard_verdict::trusted)
        remark(experiment::name_of(curves[i]) + ": " + a.policy.name + " falls back to " + against + ": " + d.reason);
    }
}

void run(options const& o)
{
  std::vector<asked_policy> asked;
  for (auto const& name : o.builtin) asked.push_back(builtin(name, o));
  std::vector<loaded_sweep> sweeps;
  for (auto const& file : o.files) {
    // Read once: a pipe has nothing to say a second time.
    auto const text = io::read_file(file);
    if (is_policy(text)) {
      auto const trained = experiment::parse_policy(text, io::input_name(file));
      asked.push_back({experiment::tree_policy(file, trained.tree), features_of(trained.tree)});
      if (!o.guard.empty()) asked.push_back(guarded(file, trained, o.guard));
    } else {
      sweeps.push_back(parse_sweep(text, io::input_name(file), o.key));
    }
  }
  if (sweeps.empty()) throw usage_error{"no sweep file: give at least one to judge policies on"};
  if (!o.guard.empty() && std::none_of(asked.begin(), asked.end(), [](auto const& a) { return a.guard != nullptr; }))
    throw usage_error{"--guard: no policy file is given, and the built-in policies carry no training to guard them by"};
  check_names(asked);
  auto const given = parse_features(o.given);
  check_features(asked, given, sweeps);

  std::vector<curve> curves;
  for (auto const& s : sweeps) curves.insert(curves.end(), s.curves.begin(), s.curves.end());
  std::vector<experiment::named_policy> policies;
  for (auto const& a : asked) policies.push_back(a.policy);
  auto const judged = experiment::evaluate(curves, policies, given);
  for (auto const& r : judged.remarks) remark(r);
  auto const means = experiment::summarise(judged);
  auto workloads = workloads_json(judged);
  explain_guards(asked, curves, given, o.guard, workloads);
  if (o.json)
    print({{"workloads", std::move(workloads)}, {"mean", means_json(means)}});
  else
    fmt::print("{}{}", workloads_text(judged), means_text(means));
}

}  // namespace

void add_evaluate(CLI::App& app)
{
  auto o = std::make_shared<options>();
  auto* command = add_command(app, "evaluate",
                              "Judge policies by measured energy, beside the top level, the oracle and the baseline",
                              "dvfs evaluate --builtin mlg policy.json sweep.csv --feature 'seq_len=50@*QNLI*'");
  command->add_option("FILE", o->files, "Policy files (JSON) and sweep files (CSV), in any order")->required();
  command->add_option("--builtin", o->builtin, "mlg, mlg-util, maxn, ffg=MHZ, or ffg with --train; repeatable")
      ->type_name("POLICY")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--train", o->train, "The sweep from which ffg takes its level")->type_name("FILE");
  command
      ->add_option(
          "--guard", o->guard,
          "Judge each policy file under guard as well, falling back to ffg, top or maxn where its training does "
          "not vouch for it")
      ->check(CLI::IsMember({"ffg", "top", "maxn"}))
      ->type_name("FALLBACK");
  add_feature_option(*command, o->given);
  add_key_option(*command, o->key);
  add_json_flag(*command, o->json);
  command->callback([o] { run(*o); });
}

}  // namespace dvfs::program
