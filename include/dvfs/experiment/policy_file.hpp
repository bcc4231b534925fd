// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/experiment/train.hpp>
#include <dvfs/io/json.hpp>
#include <dvfs/io/number.hpp>

#include <boost/describe/class.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A policy file is JSON, so this header needs nlohmann/json and no umbrella includes it.
namespace dvfs::experiment {

/// The version of the policy file that is written, and the only one that is read.
inline constexpr int policy_version = 1;

/// A node as a policy file has it; a leaf has no feature, threshold, yes or no.
struct policy_file_node {
  std::optional<std::string> feature{};
  std::optional<double> at_most{};  ///< a job goes on at node `yes` if its feature is at most this, else at node `no`
  std::optional<std::int32_t> yes{};
  std::optional<std::int32_t> no{};
  std::uint64_t answer_hz{};  ///< of an inner node: where its feature is not known
  std::uint32_t rows{};       ///< training workloads that came here, 0 if the tree was not trained
  std::uint32_t errors{};     ///< of these, those with another best level
  double impurity{};
};
BOOST_DESCRIBE_STRUCT(policy_file_node, (), (feature, at_most, yes, no, answer_hz, rows, errors, impurity))

/// A policy file: the tree, the features it asks for, the ladder it was trained on and how, and what a guard needs.
struct policy_file {
  std::string format{"dvfs-policy"};
  int version{policy_version};
  std::string kind{"tree"};
  std::vector<feature_column> features{};
  std::vector<std::uint64_t> ladder_hz{};
  std::vector<std::uint64_t> levels_hz{};  ///< what the leaves can answer
  std::vector<policy_file_node> nodes{};   ///< root first, each branch whole before the next
  training_report training{};
  std::optional<guard_facts> guard{};
};
BOOST_DESCRIBE_STRUCT(policy_file, (), (format, version, kind, features, ladder_hz, levels_hz, nodes, training, guard))

namespace detail {

[[nodiscard]] inline std::vector<std::uint64_t> in_hertz(std::span<frequency const> all)
{
  std::vector<std::uint64_t> out;
  for (auto const f : all) out.push_back(f.value);
  return out;
}

[[nodiscard]] inline std::vector<frequency> as_frequencies(std::vector<std::uint64_t> const& hertz)
{
  std::vector<frequency> out;
  for (auto const hz : hertz) out.push_back({hz});
  return out;
}

[[noreturn]] inline void refuse(std::string const& path, std::string const& where, std::string const& expected,
                                std::string const& found)
{
  throw parse_error{path, {}, "$." + where, expected, found};
}

[[noreturn]] inline void refuse_version(std::string const& path, std::string const& found)
{
  refuse(path, "version", "1: this program reads no other version of policy files", found);
}

// A file of another version may differ in all else, so that this is said first.
inline void check_version(io::json const& document, std::string const& path)
{
  if (!document.is_object() || document.value("format", io::json{}) != "dvfs-policy") return;
  auto const version = document.value("version", io::json{});
  if (version.is_number_integer() && version != policy_version) refuse_version(path, version.dump());
}

template<class T>
[[nodiscard]] std::size_t index_in(std::vector<T> const& all, T const& one, std::string const& path,
                                   std::string const& where, std::string const& expected, std::string const& found)
{
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i] == one) return i;
  refuse(path, where, expected, found);
}

[[nodiscard]] inline learn::tree_node learnt_node(policy_file const& file, std::size_t at, std::string const& path)
{
  auto const& n = file.nodes[at];
  std::string const where = "nodes[" + std::to_string(at) + "]";
  bool const leaf = !n.feature;
  if (leaf != !n.at_most || leaf != !n.yes || leaf != !n.no)
    refuse(path, where, "feature, at_most, yes and no, or none of them", "some of them");
  learn::tree_node node;
  node.label = static_cast<std::int32_t>(index_in(file.levels_hz, n.answer_hz, path, where + ".answer_hz",
                                                  "one of levels_hz", std::to_string(n.answer_hz)));
  node.count = n.rows;
  node.errors = n.errors;
  node.impurity = n.impurity;
  if (leaf) return node;
  std::vector<std::string> names;
  for (auto const& f : file.features) names.push_back(f.name);
  node.feature = static_cast<std::int32_t>(
      index_in(names, *n.feature, path, where + ".feature", "one of the features", "'" + *n.feature + "'"));
  node.threshold = *n.at_most;
  node.left = *n.yes;
  node.right = *n.no;
  return node;
}

inline void check_guard(policy_file const& file, std::string const& path)
{
  if (!file.guard) return;
  auto const& [ranges, held_out] = *file.guard;
  if (ranges.size() != file.features.size())
    refuse(path, "guard.ranges", "one for each feature", std::to_string(ranges.size()));
  for (std::size_t j = 0; j < ranges.size(); ++j)
    if (!(ranges[j].low <= ranges[j].high))
      refuse(path, "guard.ranges[" + std::to_string(j) + "]", "low at most high", "more");
  for (std::size_t i = 0; i < held_out.size(); ++i) {
    std::string const where = "guard.held_out[" + std::to_string(i) + "]";
    auto const& w = held_out[i];
    if (w.leaf >= file.nodes.size() || file.nodes[w.leaf].feature)
      refuse(path, where + ".leaf", "a node without a feature", std::to_string(w.leaf));
    for (auto const& regret : {w.regret, w.ffg_regret, w.top_regret, w.maxn_regret})
      if (regret && !(*regret > -1)) refuse(path, where, "regrets above -1", io::format_number(*regret));
  }
}

}  // namespace detail

/// The policy file of a trained policy.
[[nodiscard]] inline policy_file make_policy_file(trained_policy const& p)
{
  policy_file file;
  file.features = p.tree.features;
  file.ladder_hz = detail::in_hertz(p.ladder);
  file.levels_hz = detail::in_hertz(p.tree.tree.levels());
  for (auto const& n : p.tree.tree.learnt().nodes) {
    policy_file_node out;
    if (!n.is_leaf()) {
      out.feature = p.tree.features[static_cast<std::size_t>(n.feature)].name;
      out.at_most = n.threshold;
      out.yes = n.left;
      out.no = n.right;
    }
    out.answer_hz = p.tree.tree.levels()[static_cast<std::size_t>(n.label)].value;
    out.rows = n.count;
    out.errors = n.errors;
    out.impurity = n.impurity;
    file.nodes.push_back(std::move(out));
  }
  file.training = p.report;
  file.guard = p.guard;
  return file;
}

/// The trained policy of a policy file; throws dvfs::parse_error naming `path` and the place where the file contradicts
/// itself.
[[nodiscard]] inline trained_policy make_trained_policy(policy_file const& file, std::string const& path)
{
  if (file.format != "dvfs-policy") detail::refuse(path, "format", "'dvfs-policy'", "'" + file.format + "'");
  if (file.version != policy_version) detail::refuse_version(path, std::to_string(file.version));
  if (file.kind != "tree") detail::refuse(path, "kind", "'tree'", "'" + file.kind + "'");
  for (std::size_t i = 0; i < file.features.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (file.features[i].name == file.features[j].name)
        detail::refuse(path, "features[" + std::to_string(i) + "].name", "every feature once",
                       "'" + file.features[i].name + "' again");
  auto const ladder = frequency_ladder<>::from(detail::as_frequencies(file.ladder_hz));
  if (!ladder) detail::refuse(path, "ladder_hz", "a ladder of frequencies", std::string(what(ladder.error())));
  for (auto const f : detail::as_frequencies(file.levels_hz))
    if (!find_exact(*ladder, f)) detail::refuse(path, "levels_hz", "levels of ladder_hz", std::to_string(f.value));

  learn::decision_tree learnt;
  for (std::size_t i = 0; i < file.nodes.size(); ++i) learnt.nodes.push_back(detail::learnt_node(file, i, path));
  learnt.columns = static_cast<std::uint32_t>(file.features.size());
  learnt.labels = static_cast<std::uint32_t>(file.levels_hz.size());
  auto tree = policies::tree::from(std::move(learnt), detail::as_frequencies(file.levels_hz));
  if (!tree) detail::refuse(path, "nodes", "a tree, root first", std::string(what(tree.error())));
  detail::check_guard(file, path);
  return {
      {*std::move(tree), file.features}, {ladder->levels().begin(), ladder->levels().end()}, file.training, file.guard};
}

/// The policy that a text holds; `file` names it in errors.  Throws dvfs::parse_error.
[[nodiscard]] inline trained_policy parse_policy(std::string_view text, std::string const& file)
{
  auto const document = io::parse_json(text, file);
  detail::check_version(document, file);
  return make_trained_policy(io::from_json<policy_file>(document, file), file);
}

/// Writes a policy file whole or leaves what was there; throws dvfs::error.
inline void write_policy(std::string const& path, trained_policy const& p)
{
  io::write_json(path, make_policy_file(p));
}

/// The policy in a file; throws dvfs::error or dvfs::parse_error.
[[nodiscard]] inline trained_policy read_policy(std::string const& path)
{
  return parse_policy(io::read_file(path), io::input_name(path));
}

}  // namespace dvfs::experiment
