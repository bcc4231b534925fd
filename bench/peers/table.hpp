// SPDX-License-Identifier: BSL-1.0
// A table in a CSV file of numbers whose last column is the label, and the clock and the output that ours and OpenCV
// share.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

struct table {
  std::vector<std::vector<double>> columns;
  std::vector<std::int32_t> labels;
};

inline table read_table(char const* path)
{
  table t;
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  t.columns.resize(static_cast<std::size_t>(std::count(line.begin(), line.end(), ',')));
  while (std::getline(in, line)) {
    char* at = line.data();
    for (auto& column : t.columns) {
      column.push_back(std::strtod(at, &at));
      ++at;
    }
    t.labels.push_back(static_cast<std::int32_t>(std::strtol(at, nullptr, 10)));
  }
  return t;
}

// The median time of as many repetitions as fit about two seconds, at least three.
template<class Work>
double median_seconds(Work work)
{
  std::vector<double> times;
  for (double total = 0; times.size() < 3 || (total < 2 && times.size() < 2000); total += times.back()) {
    auto const begin = std::chrono::steady_clock::now();
    work();
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

inline long peak_kb()
{
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

inline void report(char const* who, char const* what, double seconds, std::size_t correct, std::size_t leaves)
{
  std::printf("%s %s %.9f %zu %zu %ld\n", who, what, seconds, correct, leaves, peak_kb());
  std::fflush(stdout);
}
