// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/learn/cross_validation.hpp>
#include <dvfs/learn/select.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

using namespace dvfs::learn;

namespace {

// One row per workload: what the counters say at the top clock, and the energy at each of ten clocks.
struct workload {
  std::vector<double> counters;
  std::map<int, double> energy;
};

std::map<std::string, workload> read(std::string const& file)
{
  std::map<std::string, workload> out;
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
    workload& w = out[cells.at(1)];
    int const clock = std::stoi(cells.at(2));
    w.energy[clock] = std::stod(cells.at(6));
    if (clock != w.energy.rbegin()->first) continue;  // not the top clock so far
    w.counters.clear();
    for (std::size_t j = 9; j < 14; ++j) w.counters.push_back(std::stod(cells.at(j)));
  }
  return out;
}

}  // namespace

TEST_CASE("on measured sweeps of a GPU, a tree grown for regret wastes less than one grown for accuracy or one clock")
{
  DVFS_SKIP_WITHOUT_SHARED("data/measured/rtx8000_nvdvfs_microbenchmark.csv");
  auto workloads = read(*dvfs_test::shared("data/measured/rtx8000_nvdvfs_microbenchmark.csv"));
  workloads.merge(read(*dvfs_test::shared("data/measured/rtx8000_nvdvfs_real.csv")));
  REQUIRE(workloads.size() == 158);

  std::vector<std::vector<double>> features, energies;
  std::vector<std::uint32_t> groups;  // all inputs of one benchmark
  std::map<std::string, std::uint32_t> benchmarks;
  for (auto const& [name, w] : workloads) {
    REQUIRE(w.energy.size() == 10);
    features.push_back(w.counters);
    energies.emplace_back();
    for (auto const& [clock, energy] : w.energy) energies.back().push_back(energy);
    auto const benchmark = name.substr(0, name.rfind("_input"));
    groups.push_back(benchmarks.emplace(benchmark, std::uint32_t(benchmarks.size())).first->second);
  }
  CHECK(benchmarks.size() == 26);
  auto const costs = *cost_table::from_rows(energies)->relative();
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < costs.rows(); ++i) labels.push_back(costs.best(i));
  auto const table = *dataset::from_rows(std::span<std::vector<double> const>(features), labels, {}, 10);

  // Each fold's best single clock, chosen without the fold.
  std::vector<std::int32_t> single(costs.rows());
  for (std::uint32_t g = 0; g < benchmarks.size(); ++g) {
    std::vector<double> sum(10, 0);
    for (std::size_t i = 0; i < costs.rows(); ++i)
      for (std::size_t k = 0; k < 10; ++k)
        if (groups[i] != g) sum[k] += costs.at(i, k);
    auto const best = std::int32_t(std::min_element(sum.begin(), sum.end()) - sum.begin());
    for (std::size_t i = 0; i < costs.rows(); ++i)
      if (groups[i] == g) single[i] = best;
  }
  double const of_single = summarise_regret(costs, single).mean;

  // The settings are chosen in each fold without it as well, by the regret in an inner validation of the same kind.
  auto const honest = [&](criterion c) {
    option_grid grid;
    grid.criteria = {c};
    grid.max_depths = {1, 2, 3, 4, std::nullopt};
    grid.min_samples_leaves = {1, 3, 8};
    std::vector<std::int32_t> predictions(costs.rows());
    for (std::uint32_t g = 0; g < benchmarks.size(); ++g) {
      std::vector<std::vector<double>> inner_features, inner_costs;
      std::vector<std::int32_t> inner_labels;
      std::vector<std::uint32_t> inner_groups;
      for (std::size_t i = 0; i < costs.rows(); ++i) {
        if (groups[i] == g) continue;
        inner_features.push_back(features[i]);
        inner_costs.emplace_back();
        for (std::size_t k = 0; k < 10; ++k) inner_costs.back().push_back(costs.at(i, k));
        inner_labels.push_back(labels[i]);
        inner_groups.push_back(groups[i]);
      }
      auto const inner =
          *dataset::from_rows(std::span<std::vector<double> const>(inner_features), inner_labels, {}, 10);
      auto const table_of_costs = *cost_table::from_rows(inner_costs);
      std::optional<grow_options> best;
      double least = 0;
      for (grow_options const& o : combinations(grid)) {
        double const r = summarise_regret(table_of_costs, cross_validate(inner, table_of_costs, o, inner_groups)).mean;
        if (!best || r < least) {
          best = o;
          least = r;
        }
      }
      auto const tree = grow(inner, table_of_costs, *best);
      for (std::size_t i = 0; i < costs.rows(); ++i)
        if (groups[i] == g) predictions[i] = predict(tree, table.view(), i);
    }
    return summarise_regret(costs, predictions).mean;
  };
  double const of_gini = honest(criterion::gini);
  double const of_regret = honest(criterion::regret);
  CAPTURE(of_regret);
  CAPTURE(of_gini);
  CAPTURE(of_single);
  CHECK(of_regret < of_gini);
  CHECK(of_regret < of_single);
}
