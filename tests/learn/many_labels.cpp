// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/learn/cross_validation.hpp>
#include <dvfs/learn/cross_validation/pruned.hpp>
#include <dvfs/learn/grow.hpp>

#include <vector>

using namespace dvfs::learn;

namespace {

// The same rows twice: with few labels, and with the same labels spread over many.
struct twins {
  dataset few, many;
};

std::int32_t spread(std::int32_t label) { return label < 0 ? label : 17 * label + 3; }

twins random_twins(dvfs::detail::random_source& random)
{
  std::vector<std::vector<double>> columns;
  std::vector<std::int32_t> few, many;
  std::size_t const rows = 2 + random.below(50), labels = 1 + random.below(12);
  for (std::size_t i = 0; i < rows; ++i) {
    few.push_back(std::int32_t(random.below(labels)));
    many.push_back(spread(few.back()));
  }
  for (std::size_t j = 0; j < 1 + random.below(3); ++j) {
    columns.emplace_back();
    for (std::size_t i = 0; i < rows; ++i) columns.back().push_back(double(random.below(8)));
  }
  std::size_t const first[]{0};
  std::size_t const categorical = random.below(2);
  auto const table = [&](std::vector<std::int32_t> const& y, std::size_t count) {
    return *dataset::from_columns(columns, y, {}, count)->with_categories(std::span{first}.first(categorical));
  };
  return {table(few, 12), table(many, 300)};
}

std::vector<std::int32_t> spread(std::vector<std::int32_t> labels)
{
  for (auto& k : labels) k = spread(k);
  return labels;
}

}  // namespace

TEST_CASE("labels that are spread over many numbers change nothing but their numbers")
{
  dvfs::detail::random_source random{41};
  std::size_t different = 0;
  for (int i = 0; i < 200; ++i) {
    auto const t = random_twins(random);
    grow_options o{.max_depth = std::uint32_t(1 + random.below(9)),
                   .min_samples_leaf = std::uint32_t(1 + random.below(2))};
    if (random.below(3) == 0) o.min_impurity_decrease = 0.02;
    if (random.below(4) == 0) o.max_leaf_nodes = 5;
    for (auto const c : {criterion::gini, criterion::entropy}) {
      o.criterion = c;
      auto tree = grow(t.few, o);
      for (auto& n : tree.nodes) n.label = spread(n.label);
      different += tree.nodes == grow(t.many, o).nodes ? 0u : 1u;
      different += spread(loocv(t.few, o)) == loocv(t.many, o) ? 0u : 1u;
      double const alphas[]{0, 0.01, 0.05};
      for (auto const risk : {pruning_risk::impurity, pruning_risk::errors}) {
        auto const few = loocv_by_alpha(t.few, o, alphas, risk), many = loocv_by_alpha(t.many, o, alphas, risk);
        for (std::size_t a = 0; a < few.size(); ++a) different += spread(few[a]) == many[a] ? 0u : 1u;
      }
    }
  }
  CHECK(different == 0);
}

TEST_CASE("with many labels in a node leave-one-out is that of a tree per row")
{
  dvfs::detail::random_source random{42};
  std::vector<std::vector<double>> columns(3);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < 200; ++i) {
    labels.push_back(std::int32_t(random.below(120)));
    for (auto& x : columns) x.push_back(double(random.below(30) + std::uint64_t(labels.back())));
  }
  auto const d = *dataset::from_columns(columns, labels, {}, 500);
  for (auto const c : {criterion::gini, criterion::entropy}) {
    grow_options const o{.criterion = c};
    auto const predictions = loocv(d, o);
    grower<> g{d};
    std::size_t different = 0;
    for (std::size_t i = 0; i < d.rows(); ++i)
      different += predictions[i] == predict(g.grow_without(i, o), d, i) ? 0u : 1u;
    CHECK(different == 0);
  }
}
