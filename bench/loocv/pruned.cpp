// SPDX-License-Identifier: BSL-1.0
// How much longer leave-one-out cross-validation takes with pruning than without, for one alpha and for all alphas of
// the full tree, on made tables and on noise; one thread, full depth, gini. Some rows are compared with trees grown
// without each and pruned; ends with 1 if any differs.
#include "../../tests/learn/synthetic.hpp"

#include <dvfs/learn.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace {

namespace learn = dvfs::learn;

template<class Work>
double least_seconds(Work work)
{
  double least = 1e9;
  for (int i = 0; i < 3; ++i) {
    auto const begin = std::chrono::steady_clock::now();
    work();
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return least;
}

std::size_t count_different(learn::dataset_view d, std::vector<double> const& alphas, learn::pruning_risk risk,
                            learn::predictions_by_alpha const& predictions)
{
  std::size_t different = 0;
  learn::grower<> g{d};
  for (std::size_t i = 0; i < d.rows(); i += d.rows() / 50) {
    auto const tree = g.grow_without(i, {});
    for (std::size_t k = 0; k < alphas.size(); k += 1 + alphas.size() / 40)
      different += learn::predict(learn::prune(tree, alphas[k], risk), d, i) == predictions[k][i] ? 0u : 1u;
  }
  return different;
}

}  // namespace

int main()
{
  std::size_t different = 0;
  for (bool const noise : {false, true})
    for (std::size_t const rows : {1'000, 10'000}) {
      auto const d = dvfs_test::synthetic(rows, 10, 10, noise);
      double const plain = least_seconds([&] { static_cast<void>(learn::loocv(d)); });
      std::printf("%6zu rows%s: loocv %.4f s\n", rows, noise ? " of noise" : "", plain);
      for (auto const risk : {learn::pruning_risk::impurity, learn::pruning_risk::errors}) {
        std::vector<double> path;
        for (auto const& step : learn::pruning_path(learn::grow(d), risk)) path.push_back(step.alpha);
        for (auto const& alphas : {std::vector{0.0}, path}) {
          learn::predictions_by_alpha p;
          double const pruned = least_seconds([&] { p = learn::loocv_by_alpha(d, {}, alphas, risk); });
          different += count_different(d, alphas, risk, p);
          std::printf("    %-8s %4zu alphas: %.4f s, %.2f of loocv\n",
                      risk == learn::pruning_risk::errors ? "errors" : "impurity", alphas.size(), pruned,
                      pruned / plain);
        }
      }
    }
  std::printf("rows that differ from refits: %zu\n", different);
  return different == 0 ? 0 : 1;
}
