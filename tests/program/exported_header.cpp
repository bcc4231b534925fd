// SPDX-License-Identifier: BSL-1.0
#include "run_program.hpp"

#include <dvfs/device/simulated.hpp>
#include <dvfs/experiment/policy_file.hpp>
#include <dvfs/experiment/reproduce.hpp>
#include <dvfs/io/sweep.hpp>

// `dvfs train --cpp` wrote it during the build, from what `dvfs reproduce -o` wrote.
#include <trained.hpp>

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

using namespace dvfs;

namespace {

std::string const folder = DVFS_GENERATED "/";

experiment::trained_policy const& from_file()
{
  static auto const policy = experiment::read_policy(folder + "trained.json");
  return policy;
}

std::vector<curve> curves_in(std::string const& file) { return io::curves(io::read_sweep(folder + file)); }

std::vector<double> row_of(curve const& c) { return from_file().tree.row(experiment::curve_features{c}); }

dvfs_policy::input input_of(std::vector<double> const& row) { return {row[0], row[1], row[2], row[3], row[4]}; }

// The header, the policy file and the tree that reproduce() holds give one answer.
void check_alike(std::vector<double> const& row)
{
  CAPTURE(row);
  auto const expected = from_file().tree.tree(std::span<double const>{row});
  CHECK(dvfs_policy::frequency_hz(input_of(row)) == expected.value);
  CHECK(dvfs_policy::frequency_hz(row.data()) == expected.value);
}

static_assert(dvfs_policy::frequency_hz(dvfs_policy::input{0, 90, 12, 768, 53}) > 0, "usable in constant expressions");

}  // namespace

TEST_CASE("the policy that dvfs train writes is the tree in memory")
{
  devices::simulated device;
  auto const r = *experiment::reproduce(device, "the simulated board");
  CHECK(from_file().tree.tree.learnt().nodes.size() > 3);
  for (auto const& n : from_file().tree.tree.learnt().nodes) CHECK((n.is_leaf() || n.feature < 5));
  CHECK(from_file().tree.tree == r.learnt.tree.tree);
  CHECK(from_file().tree.features == r.learnt.tree.features);
  CHECK(from_file().ladder == r.learnt.ladder);
}

TEST_CASE("for every workload the exported header, the policy file, dvfs evaluate and the tree in memory agree")
{
  devices::simulated device;
  auto const r = *experiment::reproduce(device, "the simulated board");
  std::size_t seen = 0;
  for (std::string const file : {"training.csv", "evaluation.csv"}) {
    auto const policy = folder + "trained.json";
    auto const document = dvfs_test::run({"evaluate", policy, folder + file, "--json"}).document();
    auto const curves = curves_in(file);
    REQUIRE(document["workloads"].size() == curves.size());
    for (std::size_t i = 0; i < curves.size(); ++i) {
      CAPTURE(curves[i].key.workload);
      auto const in_memory = r.learnt.tree.decide(experiment::curve_features{curves[i]});
      REQUIRE(std::holds_alternative<frequency>(in_memory));
      auto const level = std::get<frequency>(in_memory);
      CHECK(dvfs_policy::frequency_hz(input_of(row_of(curves[i]))) == level.value);
      CHECK(document["workloads"][i]["policies"][policy]["gpu_mhz"] == in_MHz(level));
      check_alike(row_of(curves[i]));
      ++seen;
    }
  }
  CHECK(seen == 81);
}

TEST_CASE("the exported header takes the same branch just below, at and just above each threshold, and for NaN")
{
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  std::vector<std::vector<double>> rows;
  for (std::string const file : {"training.csv", "evaluation.csv"})
    for (auto const& c : curves_in(file)) rows.push_back(row_of(c));
  for (auto const& row : rows)
    for (std::size_t j = 0; j < row.size(); ++j) {
      std::set<double> values{-infinity, infinity};
      for (auto const& n : from_file().tree.tree.learnt().nodes)
        if (!n.is_leaf() && static_cast<std::size_t>(n.feature) == j)
          values.insert({std::nextafter(n.threshold, -infinity), n.threshold, std::nextafter(n.threshold, infinity)});
      auto changed = row;
      for (double const v : values) {
        changed[j] = v;
        check_alike(changed);
      }
      changed[j] = std::numeric_limits<double>::quiet_NaN();
      check_alike(changed);
    }
  check_alike(std::vector<double>(5, std::numeric_limits<double>::quiet_NaN()));
}
