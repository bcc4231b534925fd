// SPDX-License-Identifier: BSL-1.0
#include "known_answers.hpp"
#include "random_table.hpp"
#include "synthetic.hpp"

#include <dvfs/learn/select_pruning.hpp>

#include <numeric>

using namespace dvfs::learn;

namespace {

std::vector<pruning_candidate> with_errors(std::vector<double> const& errors, double standard_error)
{
  std::vector<pruning_candidate> all;
  for (double const e : errors) all.push_back({.error = e, .standard_error = standard_error});
  return all;
}

struct row_of_rpart {
  std::size_t leaves;
  std::size_t wrong;
  double standard_error;
};

// The same table with the signs of its values turned. rpart sends a row at the threshold to the right, which shows in
// wine, where held-out rows lie on thresholds.
dataset turn(dataset_view d)
{
  std::vector<std::vector<double>> columns;
  for (std::size_t j = 0; j < d.columns; ++j) {
    columns.emplace_back(d.column(j).begin(), d.column(j).end());
    for (double& x : columns.back()) x = -x;
  }
  return *dataset::from_columns(columns, std::vector<std::int32_t>(d.labels.begin(), d.labels.end()));
}

// rpart 4.1.19 (R 4.2.2), method "class", minsplit 2, minbucket 1, cp 0, no surrogates; xval is the number of rows, or
// row i in fold i mod 10. Its xerror and xstd times the error of the root.
void check_against_rpart(char const* name, bool ten_folds, std::vector<row_of_rpart> const& known, bool turned = false)
{
  CAPTURE(name);
  CAPTURE(ten_folds);
  dataset d = dvfs_test::read_csv("data/cart/" + std::string(name) + ".csv");
  if (turned) d = turn(d);
  std::vector<std::uint32_t> folds;
  for (std::size_t i = 0; i < d.rows(); ++i) folds.push_back(std::uint32_t(i % 10));
  pruning_choice choice{.risk = pruning_risk::errors};
  if (ten_folds) choice.group_of_row = folds;
  auto const s = select_pruning_by_accuracy(d, {}, choice);
  REQUIRE(s.candidates.size() == known.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    CAPTURE(i);
    CHECK(s.candidates[i].leaves == known[i].leaves);
    CHECK(s.candidates[i].error == double(known[i].wrong) / double(d.rows()));
    CHECK(s.candidates[i].standard_error == doctest::Approx(known[i].standard_error).epsilon(1e-6));
  }
}

}  // namespace

TEST_CASE("the simplest tree within one standard error of the least is chosen, as worked out by hand")
{
  // 0.20 is least; 0.20 + 0.03 admits 0.23 but not 0.24, though 0.22 lies beyond it.
  auto const all = with_errors({0.26, 0.20, 0.21, 0.24, 0.22, 0.25, 0.60}, 0.03);
  CHECK(detail::find_least_error(all) == 1);
  CHECK(detail::find_simplest(all, 1, 1) == 4);
  CHECK(detail::find_simplest(all, 1, 0) == 1);
  CHECK(detail::find_simplest(all, 1, 0.5) == 2);
  CHECK(detail::find_simplest(all, 1, 2) == 5);
  CHECK(detail::find_simplest(all, 1, 100) == 6);
}

TEST_CASE("among equal errors the simplest tree is least, and no standard error admits nothing more")
{
  auto const all = with_errors({0.1, 0.1, 0.2}, 0);
  CHECK(detail::find_least_error(all) == 1);
  CHECK(detail::find_simplest(all, 1, 1) == 1);
}

TEST_CASE("a form whose regret is known for fewer rows is neither least nor within reach")
{
  auto all = with_errors({0.3, 0.1, 0.3}, 0.5);
  all[1].unknown = 1;
  CHECK(detail::find_least_error(all) == 2);
  all[2].unknown = 2;
  CHECK(detail::find_least_error(all) == 0);
  CHECK(detail::find_simplest(all, 0, 1) == 0);
}

TEST_CASE("a stray label is pruned away, counted by hand")
{
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
                                        std::vector{0, 0, 1, 0, 0, 1, 1, 1, 1, 1});
  auto const s = select_pruning_by_accuracy(d, {}, {.risk = pruning_risk::errors});
  // The full tree isolates row 3; without it two leaves are left with one error, which saves one error with two leaves.
  REQUIRE(s.candidates.size() == 3);
  CHECK(s.candidates[0].leaves == 4);
  CHECK(s.candidates[1].leaves == 2);
  CHECK(s.candidates[1].alpha == doctest::Approx(0.05));
  CHECK(s.candidates[2].alpha == doctest::Approx(0.3));
  CHECK(s.candidates[0].validated_at == 0);
  CHECK(s.candidates[1].validated_at == doctest::Approx(0.12247448713915891));  // the root of 0.05 * 0.3
  CHECK(s.candidates[2].validated_at == dvfs::detail::infinity);
  // Two leaves are wrong about the stray row, and about 6, which is midway between 5 and 7 and goes left: 2 of 10, give
  // or take the root of 0.2 * 0.8 / 10.
  CHECK(s.candidates[1].error == 0.2);
  CHECK(s.candidates[1].standard_error == doctest::Approx(0.12649110640673517));
  CHECK(s.least == 1);
  CHECK(s.chosen == 1);
  CHECK(s.tree == grow(d, {.max_depth = 1}));
  // The root answers 1 without a row of label 0, which is 4 times wrong.
  CHECK(s.candidates[2].error == 0.4);
  CHECK(select_pruning_by_accuracy(d, {}, {.risk = pruning_risk::errors, .standard_errors = 2}).chosen == 2);
}

TEST_CASE("error and standard error are those of the predictions of trees pruned at the geometric mean")
{
  dataset const d = dvfs_test::synthetic(300, 5, 6);
  dvfs::detail::random_source random(7);
  cost_table const costs = dvfs_test::random_costs(random, d);
  std::vector<std::uint32_t> groups;
  for (std::size_t i = 0; i < d.rows(); ++i) groups.push_back(std::uint32_t(i / 10));
  grow_options const regret{.criterion = criterion::regret, .min_samples_leaf = 3};
  for (bool const grouped : {false, true}) {
    pruning_choice choice;
    if (grouped) choice.group_of_row = groups;
    auto const s = select_pruning_by_regret(d, costs, regret, choice);
    for (auto const& c : s.candidates) {
      std::vector<double> const alpha{c.validated_at};
      auto const p = grouped ? cross_validate_by_alpha(d, costs, regret, groups, alpha)[0]
                             : loocv_by_alpha(d, costs, regret, alpha)[0];
      regret_summary const summary = summarise_regret(costs, p);
      CHECK(c.error == summary.mean);
      CHECK(c.unknown == summary.unknown);
      double spread = 0;
      for (std::size_t i = 0; i < d.rows(); ++i)
        if (double const r = costs.regret(i, p[i]); r == r) spread += (r - summary.mean) * (r - summary.mean);
      CHECK(c.standard_error == doctest::Approx(dvfs::detail::sqrt(spread) / double(summary.known)));
      CHECK(prune(grow(d, costs, regret), c.alpha).leaf_count() == c.leaves);
    }
    CHECK(s.tree == prune(grow(d, costs, regret), s.best().alpha));
    CHECK(s.chosen >= s.least);
    CHECK(s.best().error <= s.candidates[s.least].error + s.candidates[s.least].standard_error);
  }
}

TEST_CASE("a tree for accuracy may be pruned by regret")
{
  auto const d = *dataset::from_columns(std::vector<std::vector<double>>{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
                                        std::vector{0, 0, 1, 0, 0, 1, 1, 1, 1, 1});
  // Answering 1 where 0 is best costs almost nothing, the other way round a lot.
  std::vector<std::vector<double>> rows;
  for (std::int32_t const y : d.labels()) rows.push_back(y == 0 ? std::vector{1.0, 1.01} : std::vector{9.0, 1.0});
  auto const costs = *cost_table::from_rows(rows);
  auto const s = select_pruning_by_regret(d, costs, {}, {.risk = pruning_risk::errors});
  CHECK(s.chosen == 2);
  CHECK(s.best().error == doctest::Approx(0.004));
  CHECK(s.tree.nodes.size() == 1);
}

TEST_CASE("a table that cannot be validated gives the root alone")
{
  auto const one = *dataset::from_columns(std::vector<std::vector<double>>{{1}}, std::vector{0});
  auto const s = select_pruning_by_accuracy(one);
  CHECK(s.candidates.size() == 1);
  CHECK(s.candidates[0].error == 1);
  dataset const d = dvfs_test::synthetic(30, 3, 3);
  std::vector<std::uint32_t> const together(30, 0);
  CHECK(select_pruning_by_accuracy(d, {}, {.group_of_row = together}).tree.nodes.size() == 1);
  dvfs::detail::random_source random(1);
  auto const by_regret =
      select_pruning_by_regret(d, dvfs_test::random_costs(random, d), {}, {.group_of_row = together});
  CHECK(by_regret.tree.nodes.size() == 1);
  CHECK(by_regret.best().unknown == 30);
}

TEST_CASE("errors and standard errors equal those of rpart on real tables, left out one by one or by tens")
{
  DVFS_SKIP_WITHOUT_SHARED("data/cart/iris.csv");
  check_against_rpart("iris", false,
                      {{9, 9, 0.0193907195},
                       {7, 8, 0.0183464599},
                       {4, 8, 0.0183464599},
                       {3, 7, 0.0172218638},
                       {2, 100, 0.0384900179},
                       {1, 150, 0}});
  check_against_rpart("iris", true,
                      {{9, 7, 0.0172218638},
                       {7, 6, 0.016},
                       {4, 10, 0.0203670031},
                       {3, 10, 0.0203670031},
                       {2, 50, 0.0384900179},
                       {1, 100, 0.0384900179}});
  check_against_rpart("breast_cancer", false,
                      {{22, 39, 0.010592582099},
                       {16, 36, 0.010205785946},
                       {13, 34, 0.009936832059},
                       {9, 38, 0.010465757300},
                       {7, 41, 0.010840279751},
                       {6, 40, 0.010717399806},
                       {4, 43, 0.011080483217},
                       {2, 49, 0.011760649642},
                       {1, 212, 0.020269061431}});
  check_against_rpart("breast_cancer", true,
                      {{22, 42, 0.01096128710},
                       {16, 40, 0.01071739981},
                       {13, 40, 0.01071739981},
                       {9, 39, 0.01059258210},
                       {7, 39, 0.01059258210},
                       {6, 41, 0.01084027975},
                       {4, 43, 0.01108048322},
                       {2, 57, 0.01258647185},
                       {1, 212, 0.02026906143}});
  check_against_rpart("wine", false,
                      {{12, 23, 0.02514199662},
                       {8, 22, 0.02466855076},
                       {5, 25, 0.02604268250},
                       {4, 28, 0.02728944113},
                       {3, 33, 0.02912802023},
                       {2, 58, 0.03512971418},
                       {1, 107, 0.03670211230}},
                      true);
}

TEST_CASE("on real tables every row's prediction equals that of refitting and pruning, all along the path")
{
  DVFS_SKIP_WITHOUT_SHARED("data/cart/iris.csv");
  for (std::string const name : {"iris", "wine", "breast_cancer"}) {
    CAPTURE(name);
    dataset const d = dvfs_test::read_csv("data/cart/" + name + ".csv");
    std::vector<std::uint32_t> each(d.rows());
    std::iota(each.begin(), each.end(), 0u);
    for (pruning_risk const risk : {pruning_risk::impurity, pruning_risk::errors})
      for (criterion const c : {criterion::gini, criterion::entropy}) {
        grow_options const o{.criterion = c};
        std::vector<double> alphas;
        for (pruning_step const& step : pruning_path(grow(d, o), risk)) alphas.push_back(step.alpha);
        CHECK(loocv_by_alpha(d, o, alphas, risk) == cross_validate_by_alpha(d, o, each, alphas, risk));
      }
  }
}
