// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/boards.hpp>
#include <dvfs/policy/guard/trial.hpp>
#include <dvfs/policy/probing.hpp>

#include <cstdlib>
#include <new>
#include <vector>

namespace {

std::size_t allocations = 0;

}  // namespace

// Counted, so that a test can see that deciding allocates nothing; not inlined, or GCC sees malloc behind new and
// objects.
[[gnu::noinline]] void* operator new(std::size_t size)
{
  ++allocations;
  if (void* const p = std::malloc(size > 0 ? size : 1)) return p;
  throw std::bad_alloc{};
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace {

using namespace dvfs;
using namespace dvfs::policies;

constexpr trial_run governor{};
constexpr trial_run top{std::size_t{2}};
constexpr double infinity = dvfs::detail::infinity;

// Plays a trial against what each point uses, and the governor last; tells what was run, in order.
template<class Policy>
std::vector<trial_run> play(guarded_trial<Policy>& trial, std::vector<double> const& used)
{
  std::vector<trial_run> asked;
  while (auto const run = trial.next()) {
    asked.push_back(*run);
    trial.observe(*run, energy{used[run->point.value_or(used.size() - 1)]}, duration{1});
  }
  return asked;
}

trial_choice answer_of(std::size_t point, trial_run standard, std::vector<double> const& used, trial_limits limits = {})
{
  guarded_trial trial{single_answer{point}, 3, standard, limits};
  play(trial, used);
  return trial.choice();
}

}  // namespace

static_assert(sequential_policy<probing> && sequential_policy<single_answer>);

TEST_CASE("an answer and the default are measured once each, and the better one is kept")
{
  guarded_trial trial{single_answer{1}, 3, governor};
  CHECK(play(trial, {8, 5, 10, 6}) == std::vector{governor, trial_run{std::size_t{1}}});
  CHECK(trial.choice() == trial_choice{{std::size_t{1}}, guard_verdict::trusted, 2, 11_J});
  CHECK(answer_of(0, governor, {8, 5, 10, 6}) == trial_choice{governor, guard_verdict::measured_worse, 2, 14_J});
  CHECK(answer_of(0, top, {8, 5, 10, 6}) == trial_choice{{std::size_t{0}}, guard_verdict::trusted, 2, 18_J});
}

TEST_CASE("an answer that is the default costs one measurement")
{
  CHECK(answer_of(2, top, {8, 5, 10, 6}) == trial_choice{top, guard_verdict::trusted, 1, 10_J});
}

TEST_CASE("what the answer may lose counts from the default: at it, and just above it")
{
  CHECK(answer_of(1, top, {1, 10, 10, 1}).why == guard_verdict::trusted);
  CHECK(answer_of(1, top, {1, 10.001, 10, 1}).answer == top);
  CHECK(answer_of(1, top, {1, 10.099, 10, 1}, {.most_loss = 0.01}).answer.point == std::size_t{1});
  CHECK(answer_of(1, top, {1, 10.101, 10, 1}, {.most_loss = 0.01}).answer == top);
}

TEST_CASE("where readings are noisy the answer must be better by more than the noise of both")
{
  // Three deviations of the difference of two readings: 4.24 % at 1 %.
  trial_limits const noisy{.reading_noise = 0.01};
  CHECK(answer_of(1, top, {1, 9.57, 10, 1}, noisy).why == guard_verdict::trusted);
  CHECK(answer_of(1, top, {1, 9.58, 10, 1}, noisy).why == guard_verdict::measured_worse);

  // Four readings of each halve that.
  guarded_trial trial{single_answer{1}, 3, top, noisy};
  for (int i = 0; i < 4; ++i) {
    trial.observe(top, 10_J);
    trial.observe({std::size_t{1}}, energy{9.78});
  }
  CHECK(trial.choice().why == guard_verdict::trusted);
  CHECK(trial.choice().probes == 8);
}

TEST_CASE("without a usable reading of both the default stays")
{
  guarded_trial trial{single_answer{1}, 3, governor};
  CHECK(trial.choice() == trial_choice{governor, guard_verdict::not_measured, 0, 0_J});
  for (double const broken : {0.0, -5.0, infinity, dvfs::detail::nan}) {
    CAPTURE(broken);
    CHECK(answer_of(1, governor, {1, broken, 1, 6}) == trial_choice{governor, guard_verdict::not_measured, 2, 6_J});
    CHECK(answer_of(1, governor, {1, 5, 1, broken}) == trial_choice{governor, guard_verdict::not_measured, 2, 5_J});
  }
}

TEST_CASE("a probing policy under guard measures the default first, and what it tells is not lost")
{
  ladder_view const orin{boards::agx_orin.gpu};
  std::vector<double> used;
  for (auto const f : orin) {
    double const d = in_GHz(f) - 0.714;
    used.push_back(10 + 10 * d * d);
  }
  used.push_back(10.4);  // under the governor
  probing_prior const prior{orin};
  probing bare{prior, {.probes = 5}};
  std::vector<trial_run> alone;
  while (auto const at = bare.next_point()) {
    alone.push_back({at});
    bare.observe_point(*at, energy{used[*at]}, duration{1});
  }

  // The fastest level as the default is what it probes first by itself: the same probes, the same choice.
  trial_run const fastest{orin.size() - 1};
  guarded_trial from_top{probing{prior, {.probes = 5}}, orin.size(), fastest};
  CHECK(play(from_top, used) == alone);
  CHECK(from_top.choice().answer.point == bare.choice()->point);
  CHECK(from_top.choice().why == guard_verdict::trusted);
  CHECK(from_top.choice().used == bare.choice()->used);

  // Even where it would begin elsewhere.
  guarded_trial two{probing{prior, {.probes = 2}}, orin.size(), fastest};
  auto const asked = play(two, used);
  CHECK(asked.size() == 2);
  CHECK(asked[0] == fastest);

  // The governor is no level: it is measured beside the levels, and the count has it.
  guarded_trial from_governor{probing{prior, {.probes = 5}}, orin.size(), governor};
  auto const all = play(from_governor, used);
  CHECK(all.size() == 6);
  CHECK(all[0] == governor);
  CHECK(from_governor.choice().probes == 6);
  CHECK(from_governor.choice().answer.point == bare.choice()->point);
  used.back() = 9;
  guarded_trial worse{probing{prior, {.probes = 5}}, orin.size(), governor};
  play(worse, used);
  CHECK(worse.choice().answer == governor);
  CHECK(worse.choice().why == guard_verdict::measured_worse);
}

TEST_CASE("asking, telling and answering allocate nothing")
{
  guarded_trial trial{probing{ladder_view{boards::agx_orin.gpu}}, boards::agx_orin.gpu.size(), governor};
  auto const before = allocations;
  while (auto const run = trial.next())
    trial.observe(*run, energy{5.0 + static_cast<double>(run->point.value_or(3))}, duration{1});
  CHECK(trial.choice().probes == 6);
  CHECK(allocations == before);
}
