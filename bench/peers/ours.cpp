// SPDX-License-Identifier: BSL-1.0
// peers_ours FILE [loocv]: prints "ours WHAT SECONDS CORRECT LEAVES PEAK_KB".
#include "table.hpp"

#include <dvfs/learn.hpp>

#include <cstring>

int main(int argc, char** argv)
{
  if (argc < 2) return 2;
  namespace learn = dvfs::learn;
  table t = read_table(argv[1]);
  auto const d = learn::dataset::from_columns(t.columns, t.labels);
  if (!d) return 2;
  t = {};
  learn::decision_tree tree;
  double const fit = median_seconds([&] {
    tree = {};
    tree = learn::grow(*d);
  });
  std::vector<std::int32_t> predicted;
  report("ours", "fit", fit, learn::count_correct(d->labels(), learn::predict(tree, *d)), tree.leaf_count());
  double const predict = median_seconds([&] { predicted = learn::predict(tree, *d); });
  report("ours", "predict", predict, learn::count_correct(d->labels(), predicted), tree.leaf_count());
  if (argc < 3 || std::strcmp(argv[2], "loocv") != 0) return 0;
  double const loocv = median_seconds([&] { predicted = learn::loocv(*d); });
  report("ours", "loocv", loocv, learn::count_correct(d->labels(), predicted), 0);
}
