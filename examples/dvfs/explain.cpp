// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include <dvfs/experiment/builtin.hpp>
#include <dvfs/experiment/policy_file.hpp>
#include <dvfs/experiment/print_tree.hpp>
#include <dvfs/io/number.hpp>
#include <dvfs/learn/explain.hpp>

#include <fmt/format.h>

#include <memory>

namespace dvfs::program {
namespace {

struct options {
  std::string policy, builtin, format{"text"};
  std::vector<std::string> given;
  bool json{};
};

// What the command explains: a tree and, of a trained one, the file.
struct explained {
  experiment::named_tree tree;
  std::optional<experiment::policy_file> file;
  std::string comment;
};

explained load(options const& o)
{
  if (o.policy.empty() == o.builtin.empty()) throw usage_error{"give a policy file or --builtin mlg, one of them"};
  if (o.builtin == "mlg")
    return {experiment::make_named(policies::mlg_tree), {}, "The tree of Park et al., arXiv 2607.05933."};
  if (!o.builtin.empty())
    throw usage_error{"--builtin " + o.builtin + ": expected mlg, the builtin policy that is a tree"};
  auto trained = experiment::read_policy(o.policy);
  auto file = experiment::make_policy_file(trained);
  return {std::move(trained.tree), std::move(file), "Trained by dvfs from " + trained.report.source + "."};
}

std::string text_of(experiment::feature_column const& column, double value)
{
  if (column.categories.empty()) return io::format_number(value);
  auto const k = static_cast<std::size_t>(value);
  return k < column.categories.size() ? column.categories[k] : io::format_number(value);
}

struct step {
  std::string feature, value;
  double threshold;
  bool yes;
};

// A value that would be another, and the level that would follow.
struct change {
  std::string feature, from;
  std::optional<std::string> category;  // where the feature is text: the nearest one that will do
  double bound;
  bool is_above;
};
struct alternative {
  std::vector<change> changes;
  frequency answer;
};

struct path {
  std::vector<step> steps;
  frequency answer;
  std::vector<alternative> alternatives;
};

alternative alternative_of(experiment::named_tree const& tree, learn::counterfactual const& c)
{
  alternative a{{}, tree.tree.levels()[static_cast<std::size_t>(c.label)]};
  for (auto const& v : c.changes) {
    auto const& column = tree.features[v.feature];
    a.changes.push_back({column.name, text_of(column, v.from), std::nullopt, v.bound, v.is_above});
    if (!column.categories.empty())
      a.changes.back().category = text_of(column, dvfs::detail::floor(v.bound) + (v.is_above ? 1 : 0));
  }
  return a;
}

path path_of(experiment::named_tree const& tree, std::vector<experiment::given_feature> const& given)
{
  for (auto const& g : given) {
    if (g.workloads != "*")
      throw usage_error{"--feature " + g.name + ": no @" + g.workloads + " here: the features are those of one job"};
    bool known = false;
    for (auto const& f : tree.features) known = known || f.name == g.name;
    if (!known) throw usage_error{"--feature " + g.name + ": unknown feature: the tree has no such column"};
  }
  auto value_of = [&](std::string_view name) -> std::optional<experiment::feature_value> {
    for (auto const& g : given)
      if (g.name == name) return g.value;
    return std::nullopt;
  };
  auto const decided = tree.decide(value_of);
  if (auto const* none = std::get_if<experiment::undecided>(&decided)) throw usage_error{none->reason};
  auto const row = tree.row(value_of);
  path p{{}, std::get<frequency>(decided), {}};
  auto const& learnt = tree.tree.learnt();
  for (auto const& t : learn::explain(learnt, row))
    p.steps.push_back(
        {tree.features[t.feature].name, text_of(tree.features[t.feature], t.value), t.threshold, t.holds});
  for (auto const& c : learn::single_changes(learnt, row)) p.alternatives.push_back(alternative_of(tree, c));
  if (p.alternatives.empty())
    if (auto const c = learn::fewest_changes(learnt, row)) p.alternatives.push_back(alternative_of(tree, *c));
  return p;
}

json path_json(path const& p)
{
  json steps = json::array();
  for (auto const& s : p.steps)
    steps.push_back({{"feature", s.feature}, {"value", s.value}, {"at_most", s.threshold}, {"holds", s.yes}});
  json alternatives = json::array();
  for (auto const& a : p.alternatives) {
    json changes = json::array();
    for (auto const& c : a.changes) {
      changes.push_back({{"feature", c.feature}, {"from", c.from}, {c.is_above ? "above" : "at_most", c.bound}});
      if (c.category) changes.back()["to"] = *c.category;
    }
    alternatives.push_back({{"gpu_mhz", in_MHz(a.answer)}, {"changes", changes}});
  }
  return {{"gpu_mhz", in_MHz(p.answer)}, {"path", steps}, {"would_change", alternatives}};
}

std::string path_text(path const& p)
{
  std::string because;
  for (auto const& s : p.steps)
    because += fmt::format("{}{} {} is {} {}", because.empty() ? " because " : ", ", s.feature, s.value,
                           s.yes ? "at most" : "above", io::format_number(s.threshold));
  auto text = fmt::format("this job runs at {} MHz{}\n", io::format_number(in_MHz(p.answer)), because);
  for (auto const& a : p.alternatives) {
    std::string with;
    for (auto const& c : a.changes) {
      with += fmt::format("{}{} ", with.empty() ? "" : " and ", c.feature);
      with +=
          c.category ? *c.category : fmt::format("{} {}", c.is_above ? "above" : "at most", io::format_number(c.bound));
    }
    text += fmt::format("it would run at {} MHz with {}\n", io::format_number(in_MHz(a.answer)), with);
  }
  return text;
}

void run(options const& o)
{
  auto const e = load(o);
  auto const given = parse_features(o.given);
  auto const text = experiment::to_text(e.tree), dot = experiment::to_dot(e.tree);
  if (o.json || o.format == "json") {
    json document{{"text", text}, {"dot", dot}};
    if (e.file) document["policy"] = io::to_json(*e.file);
    if (!given.empty()) document["job"] = path_json(path_of(e.tree, given));
    return print(document);
  }
  // The job first: where it cannot be explained nothing is printed.
  auto const job = given.empty() ? std::string{} : path_text(path_of(e.tree, given));
  fmt::print("{}", o.format == "dot" ? dot : o.format == "cpp" ? experiment::to_header(e.tree, e.comment) : text);
  if (o.format == "text") fmt::print("{}", job);
}

}  // namespace

void add_explain(CLI::App& app)
{
  auto o = std::make_shared<options>();
  auto* command = add_command(app, "explain", "Show a tree, why it gives a job its level, and what would change it",
                              "dvfs explain policy.json --feature layers=12 --feature seq_len=40");
  command->add_option("POLICY", o->policy, "A policy file");
  command->add_option("--builtin", o->builtin, "mlg: the paper's tree")->type_name("POLICY");
  command->add_option("--format", o->format, "text, dot (Graphviz), cpp (a C++14 header) or json")
      ->check(CLI::IsMember({"text", "dot", "cpp", "json"}));
  add_feature_option(*command, o->given);
  add_json_flag(*command, o->json);
  command->callback([o] { run(*o); });
}

}  // namespace dvfs::program
