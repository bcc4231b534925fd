// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "exported_rows.hpp"
#include "exported_tree.hpp"

#include <dvfs/detail/random.hpp>
#include <dvfs/learn/export.hpp>
#include <dvfs/learn/grow.hpp>
#include <dvfs/learn/predict.hpp>

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

using namespace dvfs::learn;

namespace {

cpp_options options()
{
  return {"exported",
          "decide",
          "std::uint64_t",
          {"510000000u", "612000000u", "1300500000u"},
          "Written by the test export."};
}

}  // namespace

TEST_CASE("a tree reads as indented text")
{
  decision_tree t{{}, 2, 2};
  t.nodes = {{0, 1, 2.5, 1, 2, 5, 2, 0.48}, {-1, 0, 0, -1, -1, 2, 0, 0}, {-1, 1, 0, -1, -1, 3, 1, 0.4}};
  CHECK(to_text(t) == "|--- f0 <= 2.5\n|   |--- 0 (2 of 2)\n|--- f0 > 2.5\n|   |--- 1 (2 of 3)\n");
  std::vector<std::string> const columns{"layers"};
  std::vector<std::string> const labels{"slow", "fast"};
  CHECK(to_text(t, {columns, labels}) ==
        "|--- layers <= 2.5\n|   |--- slow (2 of 2)\n|--- layers > 2.5\n|   |--- fast (2 of 3)\n");
}

TEST_CASE("a tree is a DOT graph whose names are quoted")
{
  decision_tree t{{}, 1, 2};
  t.nodes = {{0, 1, 0.1, 1, 2, 5, 2, 0.48}, {-1, 0, 0, -1, -1, 2, 0, 0}, {-1, 1, 0, -1, -1, 3, 1, 0.4}};
  std::vector<std::string> const columns{"a \"b\\"};
  CHECK(to_dot(t, {columns, {}}) ==
        "digraph tree {\n  node [shape=box];\n  0 [label=\"a \\\"b\\\\ <= 0.1\"];\n  0 -> 1 [label=yes];\n"
        "  0 -> 2 [label=no];\n  1 [label=\"0\", style=rounded];\n  2 [label=\"1\", style=rounded];\n}\n");
}

TEST_CASE("the exported header is the one that this test includes")
{
  auto const d = dvfs_test::exported_rows();
  std::ifstream in(DVFS_SOURCE_DIR "/tests/learn/exported_tree.hpp");
  std::ostringstream file;
  file << in.rdbuf();
  CHECK(to_cpp(grow(d), {d.column_names(), d.label_names()}, options()) == file.str());
}

TEST_CASE("the exported function answers as the tree, below, at and above each threshold and where nothing is known")
{
  auto const d = dvfs_test::exported_rows();
  auto const tree = grow(d);
  REQUIRE(tree.columns == 3);
  double const infinity = std::numeric_limits<double>::infinity();
  std::vector<std::vector<double>> values(3, {std::numeric_limits<double>::quiet_NaN(), -infinity, infinity, 0});
  for (tree_node const& n : tree.nodes)
    if (!n.is_leaf())
      for (double const t :
           {std::nextafter(n.threshold, -infinity), n.threshold, std::nextafter(n.threshold, infinity)})
        values[std::size_t(n.feature)].push_back(t);
  std::size_t differences = 0;
  for (double const a : values[0])
    for (double const b : values[1])
      for (double const c : values[2]) {
        double const x[]{a, b, c};
        differences += exported::decide(x) == dvfs_test::exported_hertz[tree.predict(x)] ? 0u : 1u;
      }
  CHECK(differences == 0);
}

TEST_CASE("the exported function answers as the tree on a million random rows")
{
  auto const tree = grow(dvfs_test::exported_rows());
  dvfs::detail::random_source random(1);
  std::size_t differences = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    double const x[]{200 * random.uniform() - 25, 200 * random.uniform() - 25, 200 * random.uniform() - 25};
    differences += exported::decide(x) == dvfs_test::exported_hertz[tree.predict(x)] ? 0u : 1u;
  }
  CHECK(differences == 0);
}

TEST_CASE("the exported function is a constant expression")
{
  DVFS_CHECK_BOTH(exported::decide(exported::input{1, 2, 3}) > 0);
}

TEST_CASE("names become identifiers that differ")
{
  std::vector<std::string> const columns{"gpu-util %", "9lives", "", "int", "int", "__x"};
  auto const ids = dvfs::learn::detail::identifiers(6, {columns, {}});
  CHECK(ids == std::vector<std::string>{"gpu_util_", "f9lives", "f2", "int_x3", "int_x4", "x"});
}

TEST_CASE("a threshold is written so that it reads back as the same double")
{
  CHECK(dvfs::learn::detail::double_literal(7) == "7.0");
  CHECK(dvfs::learn::detail::double_literal(-0.1) == "-0.1");
  CHECK(dvfs::learn::detail::double_literal(1e300) == "1e+300");
  CHECK(dvfs::learn::detail::double_literal(12345678901234567168.0).find_first_of(".e") != std::string::npos);
}

TEST_CASE("a tree of one leaf exports as a function that ignores its input")
{
  decision_tree t{{}, 1, 1};
  t.nodes = {{}};
  CHECK(to_cpp(t).find("decide(input const&) noexcept\n{\n  return 0;\n}") != std::string::npos);
}
