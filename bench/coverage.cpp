// SPDX-License-Identifier: BSL-1.0
// How often intervals hold the truth on simulated curves: bench_coverage [DRAWS [SEED]], 10,000 draws by default.
// Truth comes from forms that the fits assume and from others, noise from five distributions, one to five runs a level.
#include "../tests/model/simulated_curves.hpp"

#include <dvfs/model/belief.hpp>
#include <dvfs/model/optimum.hpp>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace {

using namespace dvfs;
using namespace dvfs_test;

struct figures {
  tally power, time, energy, best, inside, saves, set, established_wrong;
  std::size_t set_levels{}, levels{};

  void add(figures const& more)
  {
    for (auto f : {&figures::power, &figures::time, &figures::energy, &figures::best, &figures::inside, &figures::saves,
                   &figures::set, &figures::established_wrong}) {
      (this->*f).held += (more.*f).held;
      (this->*f).asked += (more.*f).asked;
    }
    set_levels += more.set_levels;
    levels += more.levels;
  }
};

figures judge(simulated_curve const& c)
{
  figures all;
  std::span<point<run_cost> const> const runs{c.runs};
  ladder_view const ladder{c.levels};
  auto const drawn = belief<power>::from(runs, ladder);
  auto const took = belief<duration>::from(runs, ladder);
  auto const used = belief<energy>::from(runs, ladder);
  if (!drawn || !took || !used) return all;
  std::size_t best = 0;
  for (std::size_t i = 0; i < c.levels.size(); ++i) {
    auto const& truth = c.truth[i];
    all.power.add(drawn->at(level{i}, 0.9).contains(truth.used / truth.took));
    all.time.add(took->at(level{i}, 0.9).contains(truth.took));
    all.energy.add(used->at(level{i}, 0.9).contains(truth.used));
    if (truth.used < c.truth[best].used) best = i;
  }
  auto const found = find_optimum(*used);
  bool in_set = false;
  for (auto l : found.may_be_best) in_set = in_set || to_index(l) == best;
  all.set.add(in_set);
  all.set_levels += found.may_be_best.size();
  all.levels += c.levels.size();
  level const top{c.levels.size() - 1};
  if (found.best != top) {
    auto const s = find_saving(*used, found.best, top);
    double const truth = 1 - c.truth[to_index(found.best)].used / c.truth.back().used;
    all.saves.add(s.range.contains(truth));
    if (s.established) all.established_wrong.add((s.fraction > 0) != (truth > 0));
  }
  auto const between = find_least_between<energy>(runs, {c.levels.front(), c.levels.back()}, 0.9);
  std::size_t lowest = 0;
  for (std::size_t i = 0; i < c.fine.size(); ++i)
    if (c.fine_truth[i].used < c.fine_truth[lowest].used) lowest = i;
  bool const held = between->contains(c.fine[lowest]);
  all.best.add(held);
  if (lowest > 0 && lowest + 1 < c.fine.size()) all.inside.add(held);
  return all;
}

void print(std::string const& name, figures const& f)
{
  std::printf("%-34s %6.1f %6.1f %6.1f %8.1f %7.1f %7.1f %7.1f %7.1f %9.2f %7zu\n", name.c_str(), 100 * f.power.share(),
              100 * f.time.share(), 100 * f.energy.share(), 100 * f.best.share(), 100 * f.inside.share(),
              100 * f.saves.share(), 100 * f.set.share(),
              100 * static_cast<double>(f.set_levels) / static_cast<double>(f.levels),
              100 * f.established_wrong.share(), f.set.asked);
}

}  // namespace

int main(int argc, char** argv)
{
  long const draws = argc > 1 ? std::atol(argv[1]) : 10'000;
  dvfs::detail::random_source random{argc > 2 ? static_cast<std::uint64_t>(std::atoll(argv[2])) : 1};
  char const* const shapes[]{"polynomial, fixed + 1/f", "quadratic, curved", "voltage knee, p-norm", "step", "capped",
                             "steep, saturating"};
  char const* const scatters[]{"normal", "Student, 3 degrees", "Laplace", "uniform", "more at low clocks"};
  std::map<std::string, figures> by_shape, by_scatter, by_repeats, by_noise;
  figures all, own, others;
  double const noises[]{0.003, 0.01, 0.03};
  for (long i = 0; i < draws; ++i) {
    // One curve in four is all that the fits assume.
    bool const plain = random.below(4) == 0;
    auto const form = static_cast<shape>(random.below(plain ? 2 : 6));
    auto const kind = plain ? scatter::normal : static_cast<scatter>(random.below(5));
    std::size_t const repeats = 1 + random.below(5);
    double const noise = noises[random.below(3)];
    auto const c = draw_curve(random, form, kind, repeats, noise);
    bool const is_own = form <= shape::quadratic_and_curved && kind == scatter::normal;
    auto const judged = judge(c);
    for (auto* f : {&all, is_own ? &own : &others, &by_shape[shapes[static_cast<int>(form)]],
                    &by_scatter[scatters[static_cast<int>(kind)]],
                    &by_repeats[std::to_string(repeats) + (repeats == 1 ? " run" : " runs")],
                    &by_noise[std::to_string(noise).substr(0, 5)]})
      f->add(judged);
  }
  std::printf(
      "%ld curves; 90 %% intervals, per cent of truths held; inside: optimum, where the true\n"
      "one is not at an end; set: true best level in it, and its share of the levels; wrong: savings called "
      "established whose sign is wrong\n%-34s %6s %6s %6s %8s %7s %7s %7s %7s %9s %7s\n",
      draws, "", "power", "time", "energy", "optimum", "inside", "saving", "set", "of all", "wrong", "curves");
  for (auto const* group : {&by_shape, &by_scatter, &by_repeats, &by_noise}) {
    for (auto const& [name, f] : *group) print(name, f);
    std::printf("\n");
  }
  print("forms and noise that are assumed", own);
  print("other forms or other noise", others);
  print("all", all);
}
