// SPDX-License-Identifier: BSL-1.0
// Prints what must be the same on every architecture: a digest of the bytes of what each floor computes.
#include "../learn/exported_rows.hpp"
#include "../learn/exported_tree.hpp"
#include "../learn/synthetic.hpp"

#include <dvfs/device/simulated.hpp>
#include <dvfs/dvfs.hpp>
#include <dvfs/experiment/fit_curve.hpp>
#include <dvfs/experiment/play.hpp>
#include <dvfs/experiment/policy_file.hpp>
#include <dvfs/experiment/reproduce.hpp>
#include <dvfs/experiment/tune_probing.hpp>
#include <dvfs/io/json.hpp>
#include <dvfs/io/sweep.hpp>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

// FNV-1a over 64 bits.
class digest {
 public:
  digest& operator<<(std::uint64_t x)
  {
    for (int byte = 0; byte < 8; ++byte) add(static_cast<unsigned char>(x >> (8 * byte)));
    return *this;
  }
  digest& operator<<(double x) { return *this << std::bit_cast<std::uint64_t>(x); }
  digest& operator<<(std::int32_t x) { return *this << static_cast<std::uint64_t>(static_cast<std::uint32_t>(x)); }
  digest& operator<<(std::string_view text)
  {
    for (char const c : text) add(static_cast<unsigned char>(c));
    return *this;
  }
  digest& operator<<(dvfs::learn::decision_tree const& tree)
  {
    for (auto const& n : tree.nodes)
      *this << n.feature << n.label << n.threshold << n.left << n.right << std::uint64_t{n.count}
            << std::uint64_t{n.errors} << n.impurity;
    return *this;
  }
  digest& operator<<(std::vector<std::int32_t> const& labels)
  {
    for (std::int32_t const k : labels) *this << k;
    return *this;
  }

  void print(char const* name) const { std::printf("%-24s %016llx\n", name, static_cast<unsigned long long>(state_)); }

 private:
  void add(unsigned char c) { state_ = (state_ ^ c) * 0x100000001B3u; }

  std::uint64_t state_{0xCBF29CE484222325u};
};

namespace learn = dvfs::learn;
namespace experiment = dvfs::experiment;

void trees()
{
  auto const d = dvfs_test::synthetic(2000, 6, 5);
  dvfs::detail::random_source random{3};
  std::vector<std::vector<double>> costs(d.rows(), std::vector<double>(d.label_count()));
  for (auto& row : costs)
    for (double& cost : row) cost = 1 + random.uniform();
  auto const table = *learn::cost_table::from_rows(costs);

  for (auto const criterion : {learn::criterion::gini, learn::criterion::entropy, learn::criterion::regret}) {
    digest grown, left_out, pruned;
    for (learn::grow_options o : {learn::grow_options{}, {.max_depth = 4}, {.min_samples_leaf = 3}}) {
      o.criterion = criterion;
      bool const costly = criterion == learn::criterion::regret;
      auto const tree = costly ? learn::grow(d, table, o) : learn::grow(d, o);
      grown << tree;
      left_out << (costly ? learn::loocv(d, table, o) : learn::loocv(d, o));
      for (auto const risk : {learn::pruning_risk::impurity, learn::pruning_risk::errors})
        for (auto const& s : learn::pruning_path(tree, risk)) pruned << s.alpha << s.risk << std::uint64_t{s.leaves};
    }
    char const* const name = criterion == learn::criterion::gini      ? "gini"
                             : criterion == learn::criterion::entropy ? "entropy"
                                                                      : "regret";
    grown.print((std::string("trees, ") + name).c_str());
    left_out.print((std::string("leave-one-out, ") + name).c_str());
    pruned.print((std::string("pruning, ") + name).c_str());
  }
}

// The header that a tree was exported to, against the tree: around each threshold and on a million random rows.
void exported_header()
{
  auto const tree = learn::grow(dvfs_test::exported_rows());
  digest answers;
  std::size_t differences = 0;
  auto const ask = [&](double const(&x)[3]) {
    std::uint64_t const answer = exported::decide(x);
    answers << answer;
    differences += answer == dvfs_test::exported_hertz[tree.predict(x)] ? 0u : 1u;
  };
  dvfs::detail::random_source random{1};
  for (int i = 0; i < 1'000'000; ++i)
    ask({200 * random.uniform() - 25, 200 * random.uniform() - 25, 200 * random.uniform() - 25});
  for (auto const& n : tree.nodes) {
    if (n.is_leaf()) continue;
    auto const bits = std::bit_cast<std::uint64_t>(n.threshold);
    for (std::uint64_t const b : {bits - 1, bits, bits + 1})
      for (int i = 0; i < 100; ++i) {
        double x[]{150 * random.uniform(), 150 * random.uniform(), 150 * random.uniform()};
        x[n.feature] = std::bit_cast<double>(b);
        ask(x);
      }
  }
  answers.print("exported header");
  std::printf("%-24s %zu\n", "differs from its tree", differences);
}

void method()
{
  dvfs::devices::simulated device;
  auto const r = *experiment::reproduce(device, "simulated");
  digest{}.operator<<(dvfs::io::format_sweep(r.training_sweep)).print("simulated sweep");
  digest{}.operator<<(dvfs::io::to_json(experiment::make_policy_file(r.learnt)).dump()).print("policy file");
  digest judged, fits, probing;
  for (auto const& [name, s] : r.all.policies)
    judged << name << dvfs::io::to_json(s.mean.saving_vs_baseline).dump() << dvfs::io::to_json(s.mean.regret).dump();
  judged.print("savings");

  auto const curves = dvfs::io::curves(r.training_sweep);
  for (auto const& c : curves) fits << dvfs::io::to_json(experiment::fit_curve(c)).dump();
  fits.print("fitted models");

  experiment::prior_shelf shelf{dvfs::policies::probing_settings{}};
  for (auto const& plane : experiment::planes_of(curves))
    for (double const noise : {0.0, 0.02}) {
      auto const p =
          experiment::play(plane, dvfs::policies::probing{shelf.of(plane), dvfs::policies::probing_budget{5}}, {noise});
      probing << p.chosen.gpu.value << std::uint64_t{p.probes} << p.expected_regret << p.regret;
    }
  probing.print("probing");
}

}  // namespace

int main()
{
  trees();
  exported_header();
  method();
}
