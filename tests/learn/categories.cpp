// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/learn.hpp>
#include <dvfs/learn/tree_facts.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace dvfs::learn;

namespace {

enum class color { red, green, blue, white };
BOOST_DESCRIBE_ENUM(color, red, green, blue, white)

struct thing {
  color painted{};
  int size{};
};
BOOST_DESCRIBE_STRUCT(thing, (), (painted, size))

struct mixed_table {
  std::vector<std::vector<double>> columns;  // the first two are categorical
  std::vector<std::int32_t> labels;
  std::vector<std::vector<double>> costs;
  std::size_t label_count;

  [[nodiscard]] dataset data() const
  {
    std::size_t const categorical[]{0, 1};
    return *dataset::from_columns(columns, labels, {}, label_count)->with_categories(categorical);
  }
};

mixed_table random_table(dvfs::detail::random_source& random)
{
  mixed_table t{{}, {}, {}, 2 + random.below(3)};
  std::size_t const rows = 2 + random.below(30);
  for (std::size_t i = 0; i < rows; ++i) {
    t.labels.push_back(std::int32_t(random.below(t.label_count)));
    t.costs.emplace_back();
    for (std::size_t k = 0; k < t.label_count; ++k) t.costs[i].push_back(double(random.below(5)));
  }
  for (std::uint64_t const values : {8u, 3u, 6u}) {
    t.columns.emplace_back();
    for (std::size_t i = 0; i < rows; ++i) t.columns.back().push_back(double(random.below(values)));
  }
  return t;
}

// A tree by the definition, slowly: every cut of every column, scores as exact fractions; gini, or regret.
class plain_grower {
 public:
  plain_grower(mixed_table const& t, bool by_regret, std::size_t min_leaf)
      : t_{t}, by_regret_{by_regret}, min_leaf_{min_leaf}
  {
  }

  [[nodiscard]] std::string grow(std::vector<std::size_t> const& rows) const
  {
    auto const leaf = "(" + std::to_string(rows.size()) + ")";
    if (is_final(rows)) return leaf;
    fraction best{-1, 1};
    std::string test;
    std::vector<std::size_t> best_left, best_right;
    for (std::size_t j = 0; j < t_.columns.size(); ++j)
      for (auto const& [name, parts] : cuts(rows, j)) {
        auto const& [left, right] = parts;
        if (left.size() < min_leaf_ || right.size() < min_leaf_) continue;
        auto const s = score(left, right);
        if (!test.empty() && s.over * best.under <= best.over * s.under) continue;
        best = s;
        test = name;
        best_left = left;
        best_right = right;
      }
    return test.empty() ? leaf : "[" + test + grow(best_left) + grow(best_right) + "]";
  }

 private:
  using rows_of_side = std::vector<std::size_t>;
  struct fraction {
    std::int64_t over, under;
  };

  [[nodiscard]] std::int64_t squares(rows_of_side const& rows) const
  {
    std::vector<std::int64_t> counts(t_.label_count);
    for (std::size_t const r : rows) ++counts[std::size_t(t_.labels[r])];
    std::int64_t sum = 0;
    for (std::int64_t const c : counts) sum += c * c;
    return sum;
  }
  // The total regret of the best answer.
  [[nodiscard]] std::int64_t regret(rows_of_side const& rows) const
  {
    std::vector<double> totals(t_.label_count);
    for (std::size_t const r : rows) {
      double const least = *std::min_element(t_.costs[r].begin(), t_.costs[r].end());
      for (std::size_t k = 0; k < t_.label_count; ++k) totals[k] += t_.costs[r][k] - least;
    }
    return std::int64_t(*std::min_element(totals.begin(), totals.end()));
  }
  [[nodiscard]] bool is_final(rows_of_side const& rows) const
  {
    auto const n = std::int64_t(rows.size());
    return n < 2 || (by_regret_ ? regret(rows) == 0 : squares(rows) == n * n);
  }
  // More is better, and never negative.
  [[nodiscard]] fraction score(rows_of_side const& left, rows_of_side const& right) const
  {
    if (by_regret_) return {1'000'000 - regret(left) - regret(right), 1};
    auto const l = std::int64_t(left.size()), r = std::int64_t(right.size());
    return {squares(left) * r + squares(right) * l, l * r};
  }

  [[nodiscard]] std::vector<std::pair<std::string, std::pair<rows_of_side, rows_of_side>>> cuts(
      rows_of_side const& rows, std::size_t j) const
  {
    auto const& x = t_.columns[j];
    std::vector<double> values;
    for (std::size_t const r : rows) values.push_back(x[r]);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::vector<std::pair<std::string, std::pair<rows_of_side, rows_of_side>>> all;
    auto const add = [&](std::string const& name, auto goes_left) {
      std::pair<rows_of_side, rows_of_side> parts;
      for (std::size_t const r : rows) (goes_left(x[r]) ? parts.first : parts.second).push_back(r);
      if (!parts.first.empty() && !parts.second.empty()) all.push_back({std::to_string(j) + name, parts});
    };
    if (j > 1) {
      for (std::size_t v = 1; v < values.size(); ++v) {
        double const threshold = (values[v - 1] + values[v]) / 2;
        add("<=" + std::to_string(threshold), [=](double y) { return y <= threshold; });
      }
      return all;
    }
    for (unsigned mask = 1; mask < 256; ++mask) {
      bool among = (mask >> unsigned(values[0]) & 1u) != 0;
      for (unsigned c = 0; c < 8; ++c)
        if ((mask >> c & 1u) != 0) among = among && std::count(values.begin(), values.end(), double(c)) != 0;
      if (among) add("{" + std::to_string(mask), [=](double y) { return (mask >> unsigned(y) & 1u) != 0; });
    }
    return all;
  }

  mixed_table const& t_;
  bool by_regret_;
  std::size_t min_leaf_;
};

std::string text_of(decision_tree const& tree, std::size_t i = 0)
{
  tree_node const& n = tree.nodes[i];
  if (n.is_leaf()) return "(" + std::to_string(n.count) + ")";
  return "[" + std::to_string(n.feature) +
         (n.left_categories != 0 ? "{" + std::to_string(n.left_categories) : "<=" + std::to_string(n.threshold)) +
         text_of(tree, std::size_t(n.left)) + text_of(tree, std::size_t(n.right)) + "]";
}

std::vector<std::size_t> all_rows(mixed_table const& t)
{
  std::vector<std::size_t> rows(t.labels.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  return rows;
}

// color in {red, white} ? 0 : size <= 5 ? 1 : 2
decision_tree by_color()
{
  decision_tree t{{}, 2, 3};
  t.nodes = {{0, 1, 0, 1, 2, 6, 3, 0.6, 0b1001},
             {-1, 0, 0, -1, -1, 2, 0, 0, 0},
             {1, 1, 5, 3, 4, 4, 1, 0.4, 0},
             {-1, 1, 0, -1, -1, 3, 0, 0, 0},
             {-1, 2, 0, -1, -1, 1, 0, 0, 0}};
  return t;
}

}  // namespace

TEST_CASE("of all ways to part the categories the best is found, ties to the lowest feature and mask")
{
  dvfs::detail::random_source random{31};
  std::size_t different = 0, with_subsets = 0;
  for (int i = 0; i < 300; ++i) {
    auto const t = random_table(random);
    auto const d = t.data();
    auto const min_leaf = std::uint32_t(1 + random.below(3));
    auto const by_gini = grow(d, {.min_samples_leaf = min_leaf});
    different += text_of(by_gini) == plain_grower{t, false, min_leaf}.grow(all_rows(t)) ? 0u : 1u;
    with_subsets += has_categories(by_gini) ? 1u : 0u;
    auto const by_regret =
        grow(d, *cost_table::from_rows(t.costs), {.criterion = criterion::regret, .min_samples_leaf = min_leaf});
    different += text_of(by_regret) == plain_grower{t, true, min_leaf}.grow(all_rows(t)) ? 0u : 1u;
  }
  CHECK(different == 0);
  CHECK(with_subsets > 200);
}

TEST_CASE("entropy, weights and a limit of leaves know categories too")
{
  // Even categories are of one label: no threshold tells them from the odd ones, one subset does.
  std::vector<double> category, noise, weights;
  std::vector<std::int32_t> labels;
  for (int i = 0; i < 32; ++i) {
    category.push_back(i % 8);
    noise.push_back(i / 8);
    labels.push_back(i % 2);
    weights.push_back(1 + i % 3);
  }
  std::size_t const first[]{1};
  auto const d = *dataset::from_columns(std::vector{noise, category}, labels)->with_categories(first);
  auto const counts = *row_weights::from_values(d, weights);
  for (auto const c : {criterion::gini, criterion::entropy}) {
    for (auto const& tree : {grow(d, {.criterion = c}), grow(d, {.criterion = c, .max_leaf_nodes = 2}),
                             grow(d, counts, {.criterion = c})}) {
      REQUIRE(tree.nodes.size() == 3);
      CHECK(tree.nodes[0].feature == 1);
      CHECK(tree.nodes[0].left_categories == 0b01010101);
      CHECK(count_correct(d.labels(), predict(tree, d)) == 32);
    }
  }
}

TEST_CASE("a category that was not seen goes right, and so does what is no category; what is not known ends the walk")
{
  auto const t = by_color();
  auto const at = [&](double painted, double size) { return t.predict(std::vector{painted, size}); };
  CHECK(at(0, 9) == 0);
  CHECK(at(3, 9) == 0);
  CHECK(at(1, 9) == 2);
  CHECK(at(7, 1) == 1);
  CHECK(at(-1, 1) == 1);
  CHECK(at(0.5, 1) == 1);
  CHECK(at(8, 1) == 1);
  CHECK(at(dvfs::detail::nan, 9) == 1);
}

TEST_CASE("an enumeration is a category on request")
{
  std::vector<thing> const things{{color::red, 1}, {color::green, 1}, {color::white, 1}, {color::blue, 1}};
  std::vector<std::int32_t> const labels{0, 1, 0, 1};
  auto const d = *dataset::from_structs<thing>(things, labels, {}, 0, enumerations::categories);
  CHECK(d.view().is_categorical(0));
  CHECK(!d.view().is_categorical(1));
  CHECK(grow(d).nodes[0].left_categories == 0b1001);
  CHECK(!has_categories(grow(*dataset::from_structs<thing>(things, labels))));
}

TEST_CASE("leave-one-out and groups are those of trees grown without the rows")
{
  dvfs::detail::random_source random{33};
  std::size_t different = 0;
  for (int i = 0; i < 40; ++i) {
    auto const t = random_table(random);
    auto const d = t.data();
    auto const predictions = loocv(d, {.max_depth = 4});
    grower<> g{d};
    for (std::size_t row = 0; row < d.rows(); ++row)
      different += predictions[row] == predict(g.grow_without(row, {.max_depth = 4}), d, row) ? 0u : 1u;
  }
  CHECK(different == 0);
}

TEST_CASE("with thresholds only the same tree answers alike for all categories")
{
  dvfs::detail::random_source random{34};
  std::size_t different = 0;
  for (int i = 0; i < 100; ++i) {
    auto const t = random_table(random);
    auto const tree = grow(t.data(), *row_weights::from_values(t.data(), std::vector<double>(t.labels.size(), 2)));
    auto const plain = ordinal(tree);
    CHECK(is_well_formed(plain));
    CHECK(is_well_formed(tree) == !has_categories(tree));
    CHECK(plain.weights.size() == plain.nodes.size());
    for (double a = 0; a < 8; ++a)
      for (double b = 0; b < 8; ++b)
        for (double c = 0; c < 7; c += 0.5) {
          std::vector<double> const row{a, b, c};
          different += tree.predict(row) == plain.predict(row) ? 0u : 1u;
        }
  }
  CHECK(different == 0);
  auto const untouched = grow(*dataset::from_columns(std::vector<std::vector<double>>{{1, 2}}, std::vector{0, 1}));
  CHECK(ordinal(untouched) == untouched);
}

TEST_CASE("categories are printed by their names, and exported as comparisons")
{
  auto const t = by_color();
  std::vector<std::string> const columns{"color", "size"};
  std::vector<std::vector<std::string>> const categories{{"red", "green", "blue", "white"}, {}};
  CHECK(to_text(t, {columns, {}, categories}) ==
        "|--- color in {red, white}\n|   |--- 0 (2 of 2)\n|--- color not in {red, white}\n|   |--- size <= 5\n"
        "|   |   |--- 1 (3 of 3)\n|   |--- size > 5\n|   |   |--- 2 (1 of 1)\n");
  CHECK(to_text(t).find("f0 in {0, 3}") != std::string::npos);
  CHECK(to_dot(t, {columns, {}, categories}).find("[label=\"color in {red, white}\"]") != std::string::npos);
  auto const header = to_cpp(t, {columns, {}, categories});
  CHECK(header.find("if (in.color == 0.0 || in.color == 3.0) {") != std::string::npos);
  CHECK(header.find("if (in.color == in.color && !(in.color == 0.0 || in.color == 3.0)) {") != std::string::npos);
}

TEST_CASE("why and what would change it, with categories")
{
  auto const t = by_color();
  CHECK(explain(t, std::vector{3.0, 9.0}) == std::vector<passed_test>{{0, 3, 0, true, 0b1001}});
  auto const singles = single_changes(t, std::vector{3.0, 9.0});
  REQUIRE(singles.size() == 1);
  CHECK(singles[0] == counterfactual{{{0, 3, 3, true}}, 2});
  CHECK(fewest_changes(t, std::vector{3.0, 9.0}) == counterfactual{{{0, 3, 2, false}}, 2});
}

TEST_CASE("what is no category is refused, with row and column")
{
  std::size_t const first[]{0};
  auto const refused = [&](double value) {
    auto table = dataset::from_columns(std::vector<std::vector<double>>{{0, value}}, std::vector{0, 1});
    return table->with_categories(first).error();
  };
  for (double const value : {8.0, -1.0, 0.5, 1e300})
    CHECK(refused(value) == dataset_error{dataset_fault::not_a_category, 1, 0});
  CHECK(message(refused(8)) ==
        "row 1, column 0: a category is a whole number from 0 to 7: recode it, or leave it a number");
}
