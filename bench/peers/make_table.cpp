// SPDX-License-Identifier: BSL-1.0
// make_table ROWS COLUMNS LABELS: writes the synthetic table of the tests as CSV.
#include "../../tests/learn/synthetic.hpp"

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv)
{
  if (argc != 4) return 2;
  auto const number = [&](int i) { return std::strtoull(argv[i], nullptr, 10); };
  auto const d = dvfs_test::synthetic(number(1), number(2), number(3));
  for (std::size_t j = 0; j < d.columns(); ++j) std::printf("f%zu,", j);
  std::puts("label");
  for (std::size_t i = 0; i < d.rows(); ++i) {
    for (std::size_t j = 0; j < d.columns(); ++j) std::printf("%.14g,", d.column(j)[i]);
    std::printf("%d\n", static_cast<int>(d.labels()[i]));
  }
}
