// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../check.hpp"

#include <dvfs/learn.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace dvfs_test {

using nlohmann::json;
namespace learn = dvfs::learn;

inline json read_json(std::string const& relative)
{
  std::ifstream in(*shared(relative));
  return json::parse(in);
}

/// A fraction such as "47/72", or a number.
inline double fraction(json const& j)
{
  if (j.is_number()) return j.get<double>();
  std::string const s = j.get<std::string>();
  auto const slash = s.find('/');
  return slash == std::string::npos ? std::stod(s) : std::stod(s.substr(0, slash)) / std::stod(s.substr(slash + 1));
}

inline learn::grow_options options_of(json const& params)
{
  learn::grow_options o;
  if (!params.is_object()) return o;
  for (auto const& [name, value] : params.items()) {
    auto const number = static_cast<std::uint32_t>(fraction(value));
    if (name == "max_depth")
      o.max_depth = number;
    else if (name == "msl")
      o.min_samples_leaf = number;
    else if (name == "mss")
      o.min_samples_split = number;
    else if (name == "mid")
      o.min_impurity_decrease = fraction(value);
    else
      FAIL("unknown parameter " << name);
  }
  return o;
}

/// A CSV of numbers whose last column is the label.
inline learn::dataset read_csv(std::string const& relative, std::size_t label_count = 0)
{
  std::ifstream in(*shared(relative));
  std::string line;
  std::getline(in, line);
  std::vector<std::vector<double>> rows;
  std::vector<std::int32_t> labels;
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    std::vector<double> row;
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::stod(cell));
    labels.push_back(static_cast<std::int32_t>(row.back()));
    row.pop_back();
    rows.push_back(row);
  }
  return *learn::dataset::from_rows(std::span<std::vector<double> const>(rows), labels, {}, label_count);
}

/// The classes of the training rows that reach each node.
inline std::vector<std::vector<std::uint32_t>> node_counts(learn::decision_tree const& tree, learn::dataset_view data)
{
  std::vector<std::vector<std::uint32_t>> counts(tree.nodes.size(), std::vector<std::uint32_t>(data.label_count, 0));
  std::vector<double> x(data.columns);
  for (std::size_t i = 0; i < data.rows(); ++i) {
    data.row(i, x);
    for (std::size_t const n : tree.path(x)) ++counts[n][static_cast<std::size_t>(data.labels[i])];
  }
  return counts;
}

inline void check_node(json const& expected, learn::decision_tree const& tree,
                       std::vector<std::vector<std::uint32_t>> const& counts, std::size_t at)
{
  CAPTURE(at);
  REQUIRE(at < tree.nodes.size());
  learn::tree_node const& n = tree.nodes[at];
  CHECK(n.count == expected["n"].get<std::uint32_t>());
  CHECK(counts[at] == expected["counts"].get<std::vector<std::uint32_t>>());
  CHECK(n.label == expected["class"].get<int>());
  CHECK(n.errors == n.count - counts[at][static_cast<std::size_t>(n.label)]);
  CHECK(n.impurity == doctest::Approx(fraction(expected["gini"])).epsilon(1e-15));
  REQUIRE(n.is_leaf() == !expected.contains("feature"));
  if (n.is_leaf()) return;
  CHECK(n.feature == expected["feature"].get<int>());
  CHECK(n.threshold == doctest::Approx(expected["threshold_float"].get<double>()).epsilon(1e-15));
  check_node(expected["left"], tree, counts, static_cast<std::size_t>(n.left));
  check_node(expected["right"], tree, counts, static_cast<std::size_t>(n.right));
}

/// Both pruning paths, however they are named, and the importances.
inline void check_path(json const& expected, learn::decision_tree const& tree, learn::pruning_risk risk)
{
  auto const path = learn::pruning_path(tree, risk);
  REQUIRE(path.size() == expected.size());
  for (std::size_t i = 0; i < path.size(); ++i) {
    CAPTURE(i);
    json const& e = expected[i];  // an object, or a list of the same three
    double const alpha = fraction(e.is_array() ? e[0] : e["alpha"]);
    CHECK(path[i].alpha == doctest::Approx(alpha).epsilon(1e-12));
    CHECK(path[i].leaves == (e.is_array() ? e[1] : e["leaves"]).get<std::size_t>());
    double const expected_risk = fraction(e.is_array() ? e[2] : e.contains("risk") ? e["risk"] : e["risk_float"]);
    CHECK(path[i].risk == doctest::Approx(expected_risk).epsilon(1e-12));
    CHECK(learn::prune(tree, alpha, risk).leaf_count() == path[i].leaves);
    if (alpha > 0) CHECK(learn::prune(tree, alpha * (1 - 1e-9), risk).leaf_count() == path[i - 1].leaves);
  }
}

inline void check_pruning(json const& expected, learn::decision_tree const& tree)
{
  for (char const* name : {"ccp_gini", "ccp_path_gini"})
    if (expected.contains(name)) check_path(expected[name], tree, learn::pruning_risk::impurity);
  for (char const* name : {"ccp_misclass", "ccp_path_misclass"})
    if (expected.contains(name)) check_path(expected[name], tree, learn::pruning_risk::errors);
  if (!expected.contains("importances")) return;
  auto const importances = learn::importances(tree);
  REQUIRE(importances.size() == expected["importances"].size());
  for (std::size_t j = 0; j < importances.size(); ++j)
    CHECK(importances[j] == doctest::Approx(fraction(expected["importances"][j])).epsilon(1e-12));
}

/// Every node, the leaves, and where they are known the leave-one-out predictions.
inline void check_known_answer(json const& expected, learn::dataset_view data, learn::grow_options const& options,
                               bool with_loocv = true)
{
  learn::decision_tree const tree = learn::grow(data, options);
  if (expected.contains("tree")) check_node(expected["tree"], tree, node_counts(tree, data), 0);
  CHECK(tree.leaf_count() == expected["leaves"].get<std::size_t>());
  check_pruning(expected, tree);
  if (expected.contains("depth")) CHECK(tree.depth() == expected["depth"].get<std::size_t>());
  if (!expected.contains("loocv") || !with_loocv) return;
  json const& loocv = expected["loocv"];
  auto const predictions = learn::loocv(data, options);
  if (loocv.contains("predictions")) CHECK(predictions == loocv["predictions"].get<std::vector<std::int32_t>>());
  CHECK(learn::count_correct(data.labels, predictions) == loocv["correct"].get<std::size_t>());
  if (!loocv.contains("confusion_rows_true_cols_pred")) return;
  learn::confusion_matrix const confusion(data.labels, predictions, data.label_count);
  for (std::size_t t = 0; t < data.label_count; ++t)
    for (std::size_t p = 0; p < data.label_count; ++p)
      CHECK(confusion.at(t, p) == loocv["confusion_rows_true_cols_pred"][t][p].get<std::size_t>());
}

}  // namespace dvfs_test
