// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/boards.hpp>
#include <dvfs/detail/random.hpp>
#include <dvfs/policy/guard.hpp>
#include <dvfs/policy/mlg.hpp>
#include <dvfs/policy/policy.hpp>
#include <dvfs/policy/tree.hpp>

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <string_view>
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

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

// The paper's tree: leaves are the nodes 2, 3 (few layers), 5 and 6 (many).  Family and utilisation are not looked at.
constexpr std::array<feature_range, 5> ranges{{{}, {}, {4, 24}, {256, 2048}, {13, 53}}};
constexpr fixed_evidence<5, 7> facts{ranges, {{{20, 0}, {7, 0}, {5, 0}, {2, 0}, {13, 0}, {6, 0.01}, {7, 0.011}}}};

constexpr frequency kept = 306_MHz;  // no literal in a template: clang 14 then looks for its function

using guarded_mlg = guarded<mlg, fixed_evidence<5, 7>>;
constexpr guarded_mlg constant{{}, facts, fixed{kept}, {}};

constexpr fine_tuning_job job(int layers, double tokens, int hidden = 768)
{
  return {model_family::encoder, {}, layers, hidden, tokens};
}

struct constant_form {
  static guarded_answer decide(fine_tuning_job const& j) { return constant.decide(j); }
};
struct run_time_form {
  static guarded_answer decide(fine_tuning_job const& j)
  {
    static guarded<tree> const g{
        tree{mlg_tree}, {{ranges.begin(), ranges.end()}, {facts.nodes.begin(), facts.nodes.end()}}, fixed{kept}, {}};
    return g.decide(j);
  }
};

}  // namespace

static_assert(dvfs::policy<guarded_mlg, fine_tuning_job>);
static_assert(dvfs::policy<guarded<tree>, fine_tuning_job> && dvfs::policy<guarded<tree>, std::span<double const>>);
static_assert(dvfs::policy<of_job<guarded_mlg>, observation<fine_tuning_job>>);
// No level can be named for the device's own governor.
static_assert(!dvfs::policy<guarded<mlg, fixed_evidence<5, 7>, default_governor>, fine_tuning_job>);

TEST_CASE("an answer that training vouches for stands")
{
  DVFS_CHECK_BOTH(constant.decide(job(4, 30)) == guarded_answer{510_MHz, guard_verdict::trusted});
  DVFS_CHECK_BOTH(constant(job(4, 30)) == 510_MHz);
  // At both ends of the range, and at the largest loss that is allowed.
  DVFS_CHECK_BOTH(constant.decide(job(24, 53, 2048)) == guarded_answer{714_MHz, guard_verdict::trusted});
  DVFS_CHECK_BOTH(constant.decide(job(4, 13, 256)) == guarded_answer{510_MHz, guard_verdict::trusted});
}

TEST_CASE_TEMPLATE("each reason sends the guard to its fallback", Form, constant_form, run_time_form)
{
  auto answer = [](fine_tuning_job const& j) { return Form::decide(j); };
  auto fell_back = [](guard_verdict why) { return guarded_answer{kept, why}; };
  CHECK(answer(job(4, unknown)) == fell_back(guard_verdict::feature_not_known));
  CHECK(answer(job(3, unknown)) == fell_back(guard_verdict::feature_not_known));
  CHECK(answer(job(3, 30)) == fell_back(guard_verdict::outside_training_range));
  CHECK(answer(job(25, 30)) == fell_back(guard_verdict::outside_training_range));
  CHECK(answer(job(4, std::nextafter(13.0, 0))) == fell_back(guard_verdict::outside_training_range));
  CHECK(answer(job(24, std::nextafter(53.0, 54))) == fell_back(guard_verdict::outside_training_range));
  CHECK(answer(job(24, infinity)) == fell_back(guard_verdict::outside_training_range));
  // The tree never asks for the width, and yet a model a hundred wide is like none that it was trained on.
  CHECK(answer(job(4, 30, 100)) == fell_back(guard_verdict::outside_training_range));
  CHECK(answer(job(4, 50)) == fell_back(guard_verdict::few_rows_in_leaf));
  auto strict = constant;
  strict.limits.most_loss = std::nextafter(0.01, 0);
  CHECK(strict.decide(job(24, 30)) == fell_back(guard_verdict::loss_bound_too_high));
  strict.limits = {21, 1};
  CHECK(strict.decide(job(4, 30)) == fell_back(guard_verdict::few_rows_in_leaf));
  // A feature without a range may be unknown, as the utilisation is before a first run.
  CHECK(answer(job(4, 30)).why == guard_verdict::trusted);
}

TEST_CASE("a bound that is not known is none")
{
  auto unbounded = constant;
  unbounded.evidence.nodes[2].loss_bound = unknown;
  CHECK(unbounded.judge(job(4, 30)) == guard_verdict::loss_bound_too_high);
  DVFS_CHECK_BOTH(node_evidence{}.loss_bound == infinity);
}

TEST_CASE("the fallback may be the device's own governor, or any other policy of the same jobs")
{
  constexpr guarded to_governor{mlg{}, facts, default_governor{}};
  DVFS_CHECK_BOTH(to_governor.decide(job(3, 30)) ==
                  guarded_answer{std::nullopt, guard_verdict::outside_training_range});
  DVFS_CHECK_BOTH(to_governor.decide(job(4, 30)) == guarded_answer{510_MHz, guard_verdict::trusted});
  struct by_width {
    constexpr frequency operator()(fine_tuning_job const& j) const noexcept
    {
      return j.hidden < 512 ? 408_MHz : 1020_MHz;
    }
  };
  constexpr guarded to_policy{mlg{}, facts, by_width{}, guard_limits{}};
  DVFS_CHECK_BOTH(to_policy(job(3, 30)) == 1020_MHz);
  DVFS_CHECK_BOTH(to_policy(job(3, 30, 256)) == 408_MHz);
}

TEST_CASE("a policy that is no tree is judged as a whole, and by every feature that has a range")
{
  constexpr guarded whole{fixed{612_MHz}, fixed_evidence<5, 1>{ranges, {{{27, 0.005}}}}, fixed{1300.5_MHz}};
  DVFS_CHECK_BOTH(whole.decide(job(4, 30)) == guarded_answer{612_MHz, guard_verdict::trusted});
  DVFS_CHECK_BOTH(whole.decide(job(4, unknown)) == guarded_answer{1300.5_MHz, guard_verdict::feature_not_known});
  DVFS_CHECK_BOTH(whole.decide(job(2, 30)) == guarded_answer{1300.5_MHz, guard_verdict::outside_training_range});
}

TEST_CASE("a decision allocates nothing, at run time either")
{
  (void)run_time_form::decide(job(4, 30));
  auto const before = allocations;
  for (int layers = 1; layers < 30; ++layers) (void)run_time_form::decide(job(layers, 30));
  CHECK(allocations == before);
}

TEST_CASE("a bound with some coverage takes a number of held-out losses, and 27 cover 27 in 28 at most")
{
  DVFS_CHECK_BOTH(rows_needed(0.9) == 9);
  DVFS_CHECK_BOTH(rows_needed(0.95) == 19);
  DVFS_CHECK_BOTH(rows_needed(0.99) == 99);
  DVFS_CHECK_BOTH(rows_needed(0.5) == 1);
  DVFS_CHECK_BOTH(rows_needed(0.1) == 1);
  DVFS_CHECK_BOTH(highest_coverage(27) == 27.0 / 28);
  DVFS_CHECK_BOTH(rows_needed(27.0 / 28) == 27);

  auto bound = [](std::size_t n, double coverage) {
    std::vector<double> losses;
    for (std::size_t i = 0; i < n; ++i) losses.push_back(static_cast<double>((i * 17 + 5) % n));
    return loss_bound(losses, coverage);
  };
  // 17 has no divisor in common with any of these, so that the losses are 0 .. n - 1.
  CHECK(bound(27, 0.9) == 25);
  CHECK(bound(27, 27.0 / 28) == 26);
  CHECK(bound(27, 0.97) == infinity);
  CHECK(bound(27, 0.5) == 13);
  CHECK(bound(9, 0.9) == 8);
  CHECK(bound(8, 0.9) == infinity);
  CHECK(bound(99, 0.99) == 98);
  CHECK(bound(98, 0.99) == infinity);
}

TEST_CASE("the coverage holds on exchangeable losses: as often as promised, and not much more often")
{
  dvfs::detail::random_source random{7};
  constexpr int tries = 4000;
  for (double const coverage : {0.5, 0.9, 27.0 / 28}) {
    int covered = 0;
    for (int t = 0; t < tries; ++t) {
      std::array<double, 27> losses{};
      for (auto& l : losses) l = random.normal();
      covered += random.normal() <= loss_bound(losses, coverage) ? 1 : 0;
    }
    double const share = covered / double{tries};
    CAPTURE(coverage);
    // Three standard errors are at most 0.024; a rank more would add 1 in 28.
    CHECK(share >= coverage - 0.024);
    CHECK(share <= coverage + 1.0 / 28 + 0.024);
  }
}

TEST_CASE("a loss is relative to what the fallback costs")
{
  DVFS_CHECK_BOTH(loss_against(0.25, 0.25) == 0);
  DVFS_CHECK_BOTH(loss_against(0, 0.25) == -0.2);
  DVFS_CHECK_BOTH(loss_against(0.5, 0) == 0.5);
}

TEST_CASE("a leaf with too few rows for the coverage has the bound of the smallest branch around it that holds enough")
{
  // At a coverage of 3 in 4 three rows are enough: leaf 2 has four, leaf 3 one, leaf 5 two and leaf 6 one.
  constexpr std::array<held_out_row, 8> rows{
      {{2, 0.4}, {2, 0.1}, {2, 0.2}, {2, 0.3}, {3, 0.9}, {5, 0.5}, {6, unknown}, {5, 0.6}}};
  constexpr auto e = gather_evidence(mlg_tree.nodes, ranges, rows, 0.75);
  DVFS_CHECK_BOTH(e.ranges == ranges);
  DVFS_CHECK_BOTH(e.nodes[2] == node_evidence{4, 0.4});
  DVFS_CHECK_BOTH(e.nodes[3] == node_evidence{1, 0.9});  // of node 1: 0.1 to 0.4 and 0.9
  DVFS_CHECK_BOTH(e.nodes[1] == node_evidence{5, 0.9});
  // What is not known bounds nothing: of three rows of node 4 the largest is needed.
  DVFS_CHECK_BOTH(e.nodes[4] == node_evidence{3, infinity});
  DVFS_CHECK_BOTH(e.nodes[5] == node_evidence{2, infinity});
  DVFS_CHECK_BOTH(e.nodes[0] == node_evidence{8, 0.9});

  auto const run_time = gather_evidence(mlg_tree.nodes, {ranges.begin(), ranges.end()}, rows, 0.75);
  for (std::size_t i = 0; i < 7; ++i) CHECK(run_time.nodes[i] == e.nodes[i]);
  // More than all rows can give.
  for (auto const& n : gather_evidence(mlg_tree.nodes, {}, rows, 0.9).nodes) CHECK(n.loss_bound == infinity);
}

TEST_CASE("every verdict has a sentence of its own")
{
  std::vector<std::string_view> all;
  for (int v = 0; v <= static_cast<int>(guard_verdict::not_measured); ++v) {
    auto const sentence = what(static_cast<guard_verdict>(v));
    for (auto const other : all) CHECK(sentence != other);
    CHECK(sentence != "unknown verdict");
    all.push_back(sentence);
  }
}
