// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "synthetic.hpp"

#include <dvfs/learn/grow.hpp>
#include <dvfs/learn/predict.hpp>

#include <cmath>
#include <limits>

using namespace dvfs::learn;

TEST_CASE("many rows at once are answered as each row alone, whatever their number")
{
  decision_tree const tree = grow(dvfs_test::synthetic(500, 5, 6));
  for (std::size_t const rows : {1u, 15u, 16u, 17u, 100u, 1000u, 30'000u}) {
    dataset const d = dvfs_test::synthetic(rows, 5, 6);
    auto const together = predict(tree, d);
    std::vector<double> x(5);
    std::size_t different = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      d.view().row(i, x);
      different += together[i] == tree.predict(x) && together[i] == predict(tree, d, i) ? 0u : 1u;
    }
    CHECK(different == 0);
  }
}

TEST_CASE("rows just below, at and just above a threshold go where the tree sends them")
{
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{{1, 2}}, std::vector{0, 1});
  decision_tree const tree = grow(d);
  double const infinity = std::numeric_limits<double>::infinity();
  double const t = tree.nodes[0].threshold;
  std::vector<double> x(20, t);
  for (std::size_t i = 0; i < 20; i += 2) x[i] = std::nextafter(t, i % 4 == 0 ? -infinity : infinity);
  auto const at = *dataset::from_columns(std::vector<std::vector<double>>{x}, std::vector<std::int32_t>(20, 0), {}, 2);
  auto const labels = predict(tree, at);
  for (std::size_t i = 0; i < 20; ++i) CHECK(labels[i] == (x[i] <= t ? 0 : 1));
}

TEST_CASE("a tree of one leaf answers for every row")
{
  decision_tree leaf{{}, 1, 3};
  leaf.nodes = {{-1, 2}};
  CHECK(predict(leaf, dvfs_test::synthetic(40, 1, 6)) == std::vector<std::int32_t>(40, 2));
}
