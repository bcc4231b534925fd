// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include <dvfs/experiment/policy_file.hpp>
#include <dvfs/experiment/print_tree.hpp>
#include <dvfs/experiment/train.hpp>
#include <dvfs/io/file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

namespace dvfs::program {
namespace {

struct options {
  std::string file, policy, header, features;
  std::vector<std::string> given, key;
  std::string by{"regret"};
  std::optional<std::uint32_t> max_depth;
  bool json{};
};

std::vector<std::string> split(std::string const& names)
{
  std::vector<std::string> all;
  for (std::size_t from = 0; from <= names.size();) {
    auto const comma = std::min(names.find(',', from), names.size());
    if (comma == from) throw usage_error{"--features " + names + ": expected names between commas"};
    auto const name = names.substr(from, comma - from);
    if (std::find(all.begin(), all.end(), name) != all.end())
      throw usage_error{"--features " + names + ": " + name + " is named twice"};
    all.push_back(name);
    from = comma + 1;
  }
  return all;
}

// A given feature from which nothing is learnt would be dropped in silence.
void check_given(std::vector<experiment::given_feature> const& given, std::vector<std::string> const& features)
{
  for (auto const& g : given)
    if (std::find(features.begin(), features.end(), g.name) == features.end())
      throw usage_error{"--feature " + g.name +
                        ": nothing is learnt from it: not every workload has a value, or --features leaves it out"};
}

std::string setting(experiment::training_report const& r)
{
  return fmt::format("criterion {}, depth {}, at least {} workloads a leaf, impurity decrease {:.2g}",
                     r.criterion == learn::criterion::gini ? "gini" : "entropy",
                     r.max_depth ? fmt::format("at most {}", *r.max_depth) : "free", r.min_samples_leaf,
                     r.min_impurity_decrease);
}

void show(experiment::trained_policy const& p)
{
  auto const& r = p.report;
  fmt::print("{}\n", experiment::to_text(p.tree));
  fmt::print("{} workloads of {}; {} settings tried, chosen by leave-one-out {}: {}\n", r.workloads, r.source,
             r.settings_tried, r.chosen_by == experiment::yardstick::regret ? "regret" : "accuracy", setting(r));
  fmt::print(
      "left out, the best level is hit {} times of {} ({:.2f}, 95 % interval {:.2f} to {:.2f}; the commonest level "
      "alone {:.2f})\n",
      r.loocv_correct, r.workloads, r.loocv_accuracy, r.loocv_accuracy_low, r.loocv_accuracy_high, r.majority_accuracy);
  fmt::print("left out, the energy is {} above the best level's on average, at most {}\n", percent(r.loocv_mean_regret),
             percent(r.loocv_largest_regret));
  if (r.loocv_unknown) fmt::print("on {} workloads the level answered was not measured\n", r.loocv_unknown);
  if (r.ffg_hz) fmt::print("one level for all would be {} MHz\n", megahertz(in_MHz({*r.ffg_hz})));
}

// All columns that every workload has, but for those that a run sets or gives.
std::vector<std::string> usable_features(loaded_sweep const& loaded,
                                         std::vector<experiment::given_feature> const& given)
{
  auto choice = experiment::shared_features(loaded.rows, loaded.curves, given);
  std::string left_out;
  for (auto const& name : choice.left_out) left_out += (left_out.empty() ? "" : ", ") + name;
  if (!left_out.empty())
    remark("not learnt from, as they look like results or settings: " + left_out +
           ": name them with --features if they are not");
  return std::move(choice.names);
}

void run(options const& o)
{
  auto const loaded = load_sweep(o.file, o.key);
  auto const given = parse_features(o.given);
  auto const& source = loaded.rows.source;
  auto const features = o.features.empty() ? usable_features(loaded, given) : split(o.features);
  check_given(given, features);
  for (auto const& name : features) experiment::check_feature_exists(loaded.rows, given, name);
  auto const set = experiment::make_training_set(loaded.curves, features, given, source);
  auto grid = experiment::default_grid();
  if (o.max_depth) grid.max_depths = {o.max_depth};
  auto const by = o.by == "accuracy" ? experiment::yardstick::accuracy : experiment::yardstick::regret;
  auto const trained = experiment::train(set, grid, by);

  if (!o.header.empty())
    io::write_file(o.header, experiment::to_header(trained.tree, "Trained by dvfs from " + source + "."));
  if (!o.policy.empty()) experiment::write_policy(o.policy, trained);
  if (o.json)
    print(io::to_json(experiment::make_policy_file(trained)));
  else
    show(trained);
}

}  // namespace

void add_train(CLI::App& app)
{
  auto o = std::make_shared<options>();
  auto* command = add_command(app, "train", "Learn a tree of best levels from the workloads of a sweep",
                              "dvfs train sweep.csv --features layers,hidden,seq_len -o policy.json");
  command->add_option("FILE", o->file, "A sweep file, - for the standard input")->required();
  command->add_option("-o,--output", o->policy, "Write the policy as JSON")->type_name("POLICY");
  command->add_option("--cpp", o->header, "Write the policy as a C++14 header without dependencies")
      ->type_name("HEADER");
  command
      ->add_option("--features", o->features, "What to learn from, by comma; else all columns known for every workload")
      ->type_name("NAME,...");
  add_feature_option(*command, o->given);
  add_key_option(*command, o->key);
  command->add_option("--by", o->by, "Choose the learner's settings by leave-one-out regret or accuracy")
      ->check(CLI::IsMember({"regret", "accuracy"}));
  command->add_option("--max-depth", o->max_depth, "Try only trees of this depth")->type_name("N");
  add_json_flag(*command, o->json);
  command->callback([o] { run(*o); });
}

}  // namespace dvfs::program
