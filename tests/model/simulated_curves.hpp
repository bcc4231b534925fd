// SPDX-License-Identifier: BSL-1.0
// Curves of known truth, with noise, to test what intervals promise.
#pragma once

#include <dvfs/core/objective.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/detail/random.hpp>
#include <dvfs/model/point.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dvfs_test {

/// How readings scatter; all have the same relative deviation.
enum class scatter { normal, student_3, laplace, uniform, more_at_low_clocks };

/// What power and time are made of.
enum class shape {
  polynomial_and_fixed,  ///< a + b f + c f^3 and c0 + c1/f, forms that are fitted
  quadratic_and_curved,  ///< a + b f + c f^2 and c0 + c1/f + c2/f^2, also fitted
  voltage_knee,          ///< static + f V^2 with V flat up to a knee, and a p-norm of host and compute time
  step,                  ///< power and time jump between two levels, as on an AGX Orin
  capped,                ///< power and clock stop rising near the top
  steep,                 ///< static + f^p with p up to 5, and time that saturates exponentially
};

struct simulated_curve {
  std::vector<dvfs::frequency> levels;
  std::vector<dvfs::run_cost> truth;  ///< at the levels
  std::vector<dvfs::point<dvfs::run_cost>> runs;
  shape form{};
  scatter kind{};
  std::size_t repeats{};
  double noise{};
  std::vector<dvfs::frequency> fine;  ///< many frequencies between the ends
  std::vector<dvfs::run_cost> fine_truth;
};

inline double scattered(dvfs::detail::random_source& random, scatter kind, double share_of_range)
{
  using namespace dvfs::detail;
  switch (kind) {
    case scatter::normal: return random.normal();
    case scatter::student_3: {
      double const a = random.normal(), b = random.normal(), c = random.normal();
      return random.normal() / sqrt((a * a + b * b + c * c) / 3) / sqrt(3.0);
    }
    case scatter::laplace: return (random.uniform() < 0.5 ? -1 : 1) * log(1 - random.uniform()) / sqrt(2.0);
    case scatter::uniform: return (2 * random.uniform() - 1) * sqrt(3.0);
    case scatter::more_at_low_clocks: return random.normal() * (1.4 - 0.8 * share_of_range);
  }
  return 0;
}

/// A curve drawn from the seeded source: ladders of 5 to 40 levels, workloads from compute-bound to host-bound.
inline simulated_curve draw_curve(dvfs::detail::random_source& random, shape form, scatter kind, std::size_t repeats,
                                  double noise)
{
  using namespace dvfs;
  using namespace dvfs::detail;
  simulated_curve c{{}, {}, {}, form, kind, repeats, noise, {}, {}};
  std::size_t const sizes[]{5, 8, 11, 13, 25, 40};
  std::size_t const n = sizes[random.below(6)];
  double const top = 1000 + 1000 * random.uniform(), bottom = top * (0.12 + 0.3 * random.uniform());
  for (std::size_t i = 0; i < n; ++i)
    c.levels.push_back(from_MHz(bottom + (top - bottom) * static_cast<double>(i) / static_cast<double>(n - 1)));

  double const dynamic = 0.5 + random.uniform(), fixed_power = 0.1 + 0.6 * random.uniform(), linear = random.uniform();
  double const host = random.uniform(), knee = 0.3 + 0.4 * random.uniform(), exponent = 1.5 + 3.5 * random.uniform();
  double const corner = 1 + 4 * random.uniform(), rise = 0.3 + 0.7 * random.uniform();
  double const jump_at = bottom + (top - bottom) * (0.3 + 0.5 * random.uniform()), jump = 0.05 + 0.1 * random.uniform();
  double const cap = 0.8 + 0.2 * random.uniform(), rate = 3 + 5 * random.uniform();
  auto truth = [&](frequency f) {
    double x = in_MHz(f) / top, p = 0, t = 0;
    switch (form) {
      case shape::polynomial_and_fixed:
        p = fixed_power + 0.4 * linear * x + 0.6 * dynamic * x * x * x;
        t = host + (1 - host) / x;
        break;
      case shape::quadratic_and_curved:
        p = fixed_power + 0.4 * linear * x + 0.6 * dynamic * x * x;
        t = host + (1 - host) / x + 0.05 * linear / (x * x);
        break;
      case shape::voltage_knee: {
        double const v = 1 + rise * max(0.0, x - knee) / (1 - knee);
        p = fixed_power + 0.4 * dynamic * x * v * v;
        t = pow(pow(host, corner) + pow((1 - host) / x, corner), 1 / corner);
        break;
      }
      case shape::step:
        p = (fixed_power + 0.4 * linear * x + 0.6 * dynamic * x * x * x) * (in_MHz(f) > jump_at ? 1 + jump : 1);
        t = (host + (1 - host) / x) * (in_MHz(f) > jump_at ? 1 - jump / 4 : 1);
        break;
      case shape::capped:
        x = min(x, cap);
        p = fixed_power + 0.4 * linear * x + 0.6 * dynamic * x * x;
        t = host + (1 - host) / x;
        break;
      case shape::steep:
        p = fixed_power + 0.6 * dynamic * pow(x, exponent);
        t = 0.2 + host * 3 * exp(-rate * x) + 0.2 / x * (1 - host);
        break;
    }
    return run_cost{energy{20 * p * 50 * t}, duration{50 * t}};
  };
  for (auto const f : c.levels) c.truth.push_back(truth(f));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t r = 0; r < repeats; ++r) {
      double const share = static_cast<double>(i) / static_cast<double>(n - 1);
      // Time scatters half as much as power; neither can fall below 0.
      double const in_power = 1 + noise * scattered(random, kind, share),
                   in_time = 1 + noise / 2 * scattered(random, kind, share);
      auto const took = c.truth[i].took * max(in_time, 0.05);
      c.runs.push_back({c.levels[i], {c.truth[i].used / c.truth[i].took * max(in_power, 0.05) * took, took}});
    }
  std::size_t const steps = 2000 / (n - 1) + 1;
  for (std::size_t i = 0; i + 1 < n; ++i)
    for (std::size_t k = 0; k < steps; ++k) {
      double const share = static_cast<double>(k) / static_cast<double>(steps);
      c.fine.push_back(from_MHz(in_MHz(c.levels[i]) + share * (in_MHz(c.levels[i + 1]) - in_MHz(c.levels[i]))));
    }
  c.fine.push_back(c.levels.back());
  for (auto const f : c.fine) c.fine_truth.push_back(truth(f));
  return c;
}

/// How often what was promised held.
struct tally {
  std::size_t held{}, asked{};
  void add(bool b)
  {
    held += b;
    ++asked;
  }
  [[nodiscard]] double share() const { return asked == 0 ? 0 : static_cast<double>(held) / static_cast<double>(asked); }
};

}  // namespace dvfs_test
