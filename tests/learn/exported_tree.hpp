// Written by the test export.
// A decision tree. Where a feature is not known (NaN), the answer is the most common one up to there.
#pragma once

#include <cstdint>

namespace exported {

struct input {
  double layers;
  double class_x1;
  double class_x2;
};

constexpr std::uint64_t decide(input const& in) noexcept
{
  if (in.class_x1 <= 45.21428571428571) {
    if (in.class_x1 <= 5.071428571428571) {
      return 612000000u;
    }
    if (in.class_x1 > 5.071428571428571) {
      if (in.class_x2 <= 80.71428571428572) {
        if (in.layers <= 59.64285714285714) {
          return 612000000u;
        }
        if (in.layers > 59.64285714285714) {
          if (in.layers <= 80.42857142857143) {
            return 510000000u;
          }
          if (in.layers > 80.42857142857143) {
            if (in.layers <= 104.85714285714286) {
              return 612000000u;
            }
            return 510000000u;
          }
          return 510000000u;
        }
        return 510000000u;
      }
      return 510000000u;
    }
    return 510000000u;
  }
  if (in.class_x1 > 45.21428571428571) {
    if (in.class_x1 <= 129.21428571428572) {
      if (in.layers <= 41.07142857142857) {
        return 1300500000u;
      }
      if (in.layers > 41.07142857142857) {
        if (in.class_x2 <= 118.57142857142857) {
          if (in.class_x2 <= 84.92857142857143) {
            return 612000000u;
          }
          if (in.class_x2 > 84.92857142857143) {
            if (in.class_x1 <= 80.0) {
              return 1300500000u;
            }
            if (in.class_x1 > 80.0) {
              if (in.layers <= 129.21428571428572) {
                return 612000000u;
              }
              if (in.layers > 129.21428571428572) {
                return 1300500000u;
              }
              return 612000000u;
            }
            return 1300500000u;
          }
          return 1300500000u;
        }
        if (in.class_x2 > 118.57142857142857) {
          if (in.class_x2 <= 131.78571428571428) {
            return 612000000u;
          }
          if (in.class_x2 > 131.78571428571428) {
            return 510000000u;
          }
          return 612000000u;
        }
        return 612000000u;
      }
      return 1300500000u;
    }
    if (in.class_x1 > 129.21428571428572) {
      if (in.class_x1 <= 136.5) {
        return 510000000u;
      }
      if (in.class_x1 > 136.5) {
        return 612000000u;
      }
      return 510000000u;
    }
    return 1300500000u;
  }
  return 510000000u;
}

/// The same for a row of numbers in the order of the columns.
constexpr std::uint64_t decide(double const* row) noexcept
{
  return decide(input{row[0], row[1], row[2]});
}

}  // namespace exported
