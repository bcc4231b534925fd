// SPDX-License-Identifier: BSL-1.0 A policy over features of your own: a described struct, a tree that reads like the
// rule it is, and facts about it that the compiler checks.
#include <dvfs/core.hpp>
#include <dvfs/policy.hpp>

#include <boost/describe/class.hpp>

#include <cstdio>

using namespace dvfs::literals;

// What is known of a job before it runs.  Listing the members once is all that the library needs.
struct inference_job {
  int batch{};
  double context_tokens{};
  bool quantised{};
};
BOOST_DESCRIBE_STRUCT(inference_job, (), (batch, context_tokens, quantised))

// At global scope, because a policy is made from it at compile time.
inline constexpr auto rule = [] {
  constexpr auto batch = dvfs::policies::feature<&inference_job::batch>;
  constexpr auto tokens = dvfs::policies::feature<&inference_job::context_tokens>;
  constexpr auto quantised = dvfs::policies::feature<&inference_job::quantised>;
  return when(batch <= 4, when(tokens <= 512, 408_MHz, 612_MHz), when(quantised <= 0, 918_MHz, 714_MHz));
}();

// Given the board, an answer that is not on its ladder does not compile.
using my_policy = dvfs::policies::static_tree<rule, dvfs::boards::agx_orin>;

static_assert(dvfs::policy<my_policy, inference_job>);
static_assert(my_policy::depth() == 2, "two comparisons at most");
static_assert(dvfs::policies::fastest(rule.answers) == 918_MHz, "never faster than the cooling allows");
static_assert(my_policy{}({.batch = 4, .context_tokens = 512}) == 408_MHz);
static_assert(my_policy{}({.batch = 5, .context_tokens = 512, .quantised = true}) == 714_MHz);

int main()
{
  for (inference_job const& job : {inference_job{1, 200, false}, {1, 2000, false}, {16, 200, false}, {16, 200, true}})
    std::printf("batch %2d, %4.0f tokens, %s: %.0f MHz\n", job.batch, job.context_tokens,
                job.quantised ? "quantised" : "full size", dvfs::in_MHz(my_policy{}(job)));
}
