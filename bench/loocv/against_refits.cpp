// SPDX-License-Identifier: BSL-1.0
// against_refits FROM TO: compares exact leave-one-out predictions of rows FROM .. TO - 1 of the made table of 10,000
// rows with those of trees grown without each, in four settings. Ends with 1 if any differs.
#include "../../tests/learn/synthetic.hpp"

#include <dvfs/learn.hpp>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv)
{
  namespace learn = dvfs::learn;
  if (argc != 3) return 2;
  auto const d = dvfs_test::synthetic(10'000, 10, 10);
  auto const from = std::strtoul(argv[1], nullptr, 10), to = std::strtoul(argv[2], nullptr, 10);
  if (from >= to || to > d.rows()) return 2;
  learn::grow_options const settings[]{
      {}, {.max_depth = 4}, {.min_samples_leaf = 2}, {.min_samples_split = 7, .min_samples_leaf = 3}};
  std::size_t different = 0;
  for (auto const& setting : settings) {
    auto const exact = learn::loocv(d, setting);
    learn::grower<> g{d};
    for (std::size_t i = from; i < to; ++i)
      different += learn::predict(g.grow_without(i, setting), d, i) == exact[i] ? 0u : 1u;
  }
  std::printf("rows %lu to %lu, 4 settings: %zu different\n", from, to - 1, different);
  return different == 0 ? 0 : 1;
}
