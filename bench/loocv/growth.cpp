// SPDX-License-Identifier: BSL-1.0
// How much longer leave-one-out cross-validation takes than one fit, by rows; one thread, full depth, gini.
#include "../../tests/learn/synthetic.hpp"

#include <dvfs/learn.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace {

template<class Work>
double least_seconds(int times, Work work)
{
  double least = 1e9;
  for (int i = 0; i < times; ++i) {
    auto const begin = std::chrono::steady_clock::now();
    work();
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return least;
}

}  // namespace

int main()
{
  namespace learn = dvfs::learn;
  double first = 0;
  for (std::size_t const rows : {10'000, 100'000, 1'000'000}) {
    auto const d = dvfs_test::synthetic(rows, 10, 10);
    int const times = rows < 1'000'000 ? 5 : 3;
    std::size_t leaves = 0, correct = 0;
    double const fit = least_seconds(times, [&] { leaves = learn::grow(d).leaf_count(); });
    double const loocv = least_seconds(times, [&] { correct = learn::count_correct(d.labels(), learn::loocv(d)); });
    if (first <= 0) first = loocv / fit;
    std::printf("%8zu rows: fit %8.4f s (%zu leaves), loocv %8.4f s (%zu correct), loocv / fit %.2f, growth %.2f\n",
                rows, fit, leaves, loocv, correct, loocv / fit, loocv / fit / first);
  }
}
