// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "synthetic.hpp"

#include <dvfs/learn/cross_validation.hpp>
#include <dvfs/learn/grow.hpp>
#include <dvfs/learn/select.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

using namespace dvfs::learn;

namespace {

struct small_table {
  std::vector<std::vector<double>> columns;
  std::vector<std::int32_t> labels;
  std::size_t label_count;

  [[nodiscard]] dataset data() const { return *dataset::from_columns(columns, labels, {}, label_count); }
};

small_table random_table(dvfs::detail::random_source& random)
{
  small_table t{{}, {}, 1 + random.below(5)};
  std::size_t const rows = 2 + random.below(38);
  for (std::size_t i = 0; i < rows; ++i) t.labels.push_back(std::int32_t(random.below(t.label_count)));
  for (std::size_t j = 0; j < 1 + random.below(4); ++j) {
    std::uint64_t const values = 1 + random.below(rows < 8 ? 4 : 12);
    t.columns.emplace_back();
    for (std::size_t i = 0; i < rows; ++i) t.columns[j].push_back(double(random.below(values)));
  }
  return t;
}

// Best-first growth by the definition, slowly: exact fractions, every cut of every leaf looked at anew each time.
class plain_grower {
 public:
  plain_grower(small_table const& t, std::size_t min_leaf) : t_{t}, min_leaf_{min_leaf} {}

  // The tree as text: its cuts and leaves in preorder.
  std::string grow(std::size_t limit)
  {
    std::vector<std::size_t> all(t_.labels.size());
    std::iota(all.begin(), all.end(), 0u);
    nodes_.assign(1, {all, 0, {}});
    for (std::size_t leaves = 1; leaves < limit; ++leaves) {
      std::size_t best = nodes_.size();
      cut best_cut;
      for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (nodes_[i].left != 0) continue;
        auto const c = best_cut_of(nodes_[i].rows);
        if (c.found && (best == nodes_.size() || c.over * best_cut.under > best_cut.over * c.under)) {
          best = i;
          best_cut = c;
        }
      }
      if (best == nodes_.size()) break;
      node left, right;
      for (std::size_t const r : nodes_[best].rows)
        (t_.columns[best_cut.feature][r] <= best_cut.threshold ? left : right).rows.push_back(r);
      nodes_[best].left = nodes_.size();
      nodes_[best].at = best_cut;
      nodes_.push_back(left);
      nodes_.push_back(right);
    }
    return text(0);
  }

 private:
  using whole = std::int64_t;  // tables of 40 rows need no more
  struct cut {
    whole over{}, under{1};
    std::size_t feature{};
    double threshold{};
    bool found{};
  };
  struct node {
    std::vector<std::size_t> rows;
    std::size_t left{};
    cut at{};
  };

  [[nodiscard]] whole squares(std::vector<std::size_t> const& rows) const
  {
    std::map<std::int32_t, whole> counts;
    for (std::size_t const r : rows) ++counts[t_.labels[r]];
    whole sum = 0;
    for (auto const& [k, n] : counts) sum += n * n;
    return sum;
  }

  [[nodiscard]] cut best_cut_of(std::vector<std::size_t> const& rows) const
  {
    cut best;
    whole const n = whole(rows.size()), all = squares(rows);
    if (all == n * n) return best;
    for (std::size_t j = 0; j < t_.columns.size(); ++j) {
      std::vector<double> values;
      for (std::size_t const r : rows) values.push_back(t_.columns[j][r]);
      std::sort(values.begin(), values.end());
      values.erase(std::unique(values.begin(), values.end()), values.end());
      for (std::size_t v = 1; v < values.size(); ++v) {
        double const threshold = (values[v - 1] + values[v]) / 2;
        std::vector<std::size_t> left, right;
        for (std::size_t const r : rows) (t_.columns[j][r] <= threshold ? left : right).push_back(r);
        if (left.size() < min_leaf_ || right.size() < min_leaf_) continue;
        whole const l = whole(left.size()), r = whole(right.size());
        cut const c{(squares(left) * r + squares(right) * l) * n - all * l * r, l * r * n, j, threshold, true};
        if (!best.found || c.over * best.under > best.over * c.under) best = c;
      }
    }
    return best;
  }

  [[nodiscard]] std::string text(std::size_t i) const
  {
    node const& n = nodes_[i];
    if (n.left == 0) return "(" + std::to_string(n.rows.size()) + ")";
    return "[" + std::to_string(n.at.feature) + " " + std::to_string(n.at.threshold) + text(n.left) + text(n.left + 1) +
           "]";
  }

  small_table const& t_;
  std::size_t min_leaf_;
  std::vector<node> nodes_;
};

std::string text_of(decision_tree const& tree, std::size_t i = 0)
{
  tree_node const& n = tree.nodes[i];
  if (n.is_leaf()) return "(" + std::to_string(n.count) + ")";
  return "[" + std::to_string(n.feature) + " " + std::to_string(n.threshold) + text_of(tree, std::size_t(n.left)) +
         text_of(tree, std::size_t(n.right)) + "]";
}

cost_table random_costs(dvfs::detail::random_source& random, small_table const& t)
{
  std::vector<std::vector<double>> rows(t.labels.size(), std::vector<double>(t.label_count));
  for (auto& row : rows)
    for (double& c : row) c = 1 + double(random.below(5));
  return *cost_table::from_rows(rows);
}

}  // namespace

TEST_CASE("the leaf whose cut gains most is cut first, as by the definition with exact fractions")
{
  dvfs::detail::random_source random{11};
  std::size_t different = 0, trees = 0;
  for (int i = 0; i < 400; ++i) {
    auto const t = random_table(random);
    auto const d = t.data();
    std::uint32_t const min_leaf = 1 + std::uint32_t(random.below(3));
    plain_grower plain{t, min_leaf};
    for (std::uint32_t limit = 0; limit < 12; ++limit, ++trees) {
      auto const tree = grow(d, {.min_samples_leaf = min_leaf, .max_leaf_nodes = limit});
      different += text_of(tree) == plain.grow(limit) ? 0u : 1u;
    }
  }
  CHECK(different == 0);
  CHECK(trees == 4800);
}

TEST_CASE("a limit that is not met leaves the tree as it is without one, and each leaf more refines the tree before")
{
  dvfs::detail::random_source random{12};
  std::size_t different = 0;
  for (int i = 0; i < 200; ++i) {
    auto const t = random_table(random);
    auto const d = t.data();
    auto const costs = random_costs(random, t);
    for (auto const c : {criterion::gini, criterion::entropy, criterion::regret}) {
      auto const grown = [&](std::optional<std::uint32_t> limit) {
        grow_options const o{.criterion = c, .max_depth = 6, .min_samples_leaf = 2, .max_leaf_nodes = limit};
        return c == criterion::regret ? grow(d, costs, o) : grow(d, o);
      };
      auto const full = grown(std::nullopt);
      auto const leaves = std::uint32_t(full.leaf_count());
      different += grown(leaves) == full && grown(leaves + 7) == full ? 0u : 1u;
      for (std::uint32_t limit = 1; limit < leaves; ++limit)
        different += grown(limit).leaf_count() == limit && grown(limit).depth() <= grown(limit + 1).depth() ? 0u : 1u;
    }
  }
  CHECK(different == 0);
}

TEST_CASE("gains are compared as the rational numbers they are, however large")
{
  using dvfs::learn::detail::gini_gain;
  using dvfs::learn::detail::wide_uint;
  constexpr std::uint64_t many = 1'000'000'007, half = 500'000'003;
  constexpr wide_uint over = wide_uint{1} << 120;
  constexpr gini_gain a{over + 1, half, many - half, many}, b{over, half, many - half, many};
  static_assert(a > b && b < a && a == a);
  // One third and two sixths.
  static_assert(gini_gain{1, 1, 1, 3} == gini_gain{2, 2, 1, 3});
  static_assert(gini_gain{1, 1, 1, 3} <
                gini_gain{(wide_uint{1} << 100) + 1, 1, std::uint64_t{1} << 50, 3 * (std::uint64_t{1} << 50)});
  CHECK(a > b);
}

TEST_CASE("leave-one-out with a limit of leaves is that of a tree per row, at every depth, and may be selected")
{
  auto const d = dvfs_test::synthetic(60, 4, 3);
  grow_options const o{.max_leaf_nodes = 5};
  grower<> g{d};
  auto const predictions = loocv(d, o);
  for (std::size_t i = 0; i < d.rows(); ++i) CHECK(predictions[i] == predict(g.grow_without(i, o), d, i));
  std::vector<std::optional<std::uint32_t>> const depths{1, std::nullopt};
  auto const by_depth = loocv_by_depth(d, o, depths);
  CHECK(by_depth[0] == loocv(d, {.max_depth = 1, .max_leaf_nodes = 5}));
  CHECK(by_depth[1] == predictions);
  auto const settings = combinations({.max_leaf_nodes = {2, 5, std::nullopt}});
  REQUIRE(settings.size() == 3);
  auto const chosen = select_by_accuracy(d, settings);
  CHECK(chosen.candidates[0].tree.leaf_count() == 2);
  CHECK(chosen.candidates[1].predictions == predictions);
}

TEST_CASE("a tree grows best first in a constant expression too")
{
  constexpr fixed_dataset<6, 1, 3> data{{1, 2, 3, 4, 5, 6}, {0, 0, 1, 1, 2, 0}};
  DVFS_CHECK_BOTH(grow(data, {.max_leaf_nodes = 2}).leaf_count() == 2);
  DVFS_CHECK_BOTH(grow(data, {.max_leaf_nodes = 9}) == grow(data));
}
