// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/workload.hpp>
#include <dvfs/learn/ordinal.hpp>
#include <dvfs/policy/mlg.hpp>
#include <dvfs/policy/policy.hpp>
#include <dvfs/policy/static_tree.hpp>
#include <dvfs/policy/tree.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace dvfs;
using namespace dvfs::policies;

namespace {

inline constexpr auto mixed_table = when(feature<&fine_tuning_job::gpu_util> <= 40.0,
                                         when(feature<&fine_tuning_job::seq_len> <= 20.25, 408_MHz, 612_MHz),
                                         when(feature<&fine_tuning_job::layers> <= 12, 816_MHz, 306_MHz));

struct static_form {
  static frequency decide(fine_tuning_job const& job) { return static_tree<mixed_table>{}(job); }
};
struct run_time_form {
  static frequency decide(fine_tuning_job const& job)
  {
    static tree const t{mixed_table};
    return t(job);
  }
};
struct rebuilt_form {
  static frequency decide(fine_tuning_job const& job)
  {
    static tree const from_table{mixed_table};
    static tree const t = *tree::from(from_table.learnt(), {from_table.levels().begin(), from_table.levels().end()});
    return t(job);
  }
};
struct nested_if_form {
  static frequency decide(fine_tuning_job const& job)
  {
    if (!job.gpu_util) return 816_MHz;
    if (*job.gpu_util <= 40.0) {
      if (std::isnan(job.seq_len)) return 612_MHz;
      return job.seq_len <= 20.25 ? 408_MHz : 612_MHz;
    }
    return job.layers <= 12 ? 816_MHz : 306_MHz;
  }
};

std::vector<fine_tuning_job> around_every_threshold()
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<fine_tuning_job> jobs;
  for (std::optional<double> util :
       {std::optional<double>{}, std::optional{std::nextafter(40.0, 0.0)}, std::optional{40.0},
        std::optional{std::nextafter(40.0, 50.0)}, std::optional{0.0}, std::optional{100.0}})
    for (double tokens : {0.0, std::nextafter(20.25, 0.0), 20.25, std::nextafter(20.25, 30.0), infinity, std::nan("")})
      for (int layers : {0, 11, 12, 13, 1000}) jobs.push_back({model_family::decoder, util, layers, 512, tokens});
  return jobs;
}

}  // namespace

static_assert(dvfs::policy<tree, fine_tuning_job> && dvfs::policy<tree, std::span<double const>>);

// One body, every form: a faster form that decides differently is a fault, not an optimisation.
TEST_CASE_TEMPLATE(
    "every form of a tree decides alike just below, at and just above every threshold, and on the unknown", Form,
    static_form, run_time_form, rebuilt_form, nested_if_form)
{
  for (auto const& job : around_every_threshold()) {
    CAPTURE(job.gpu_util.value_or(-1));
    CAPTURE(job.layers);
    CAPTURE(job.seq_len);
    CHECK(Form::decide(job) == nested_if_form::decide(job));
  }
}

TEST_CASE("nodes that do not form a tree, labels without a level and levels of 0 Hz are refused with a sentence")
{
  tree const good{mixed_table};
  auto broken = good.learnt();
  broken.nodes[0].right = 1;
  auto const refused = tree::from(broken, {good.levels().begin(), good.levels().end()});
  REQUIRE(!refused);
  CHECK(refused.error() == errc::malformed_tree);
  CHECK(what(refused.error()).find("do not form a tree of thresholds") != std::string_view::npos);
  CHECK(tree::from(good.learnt(), {510_MHz}).error() == errc::malformed_tree);
  CHECK(tree::from(good.learnt(), {306_MHz, 408_MHz, 0_MHz, 816_MHz}).error() == errc::zero_frequency);
}

TEST_CASE("a tree that tests for categories is refused, and taken when they are rewritten as thresholds")
{
  learn::decision_tree by_category{{}, 1, 2};
  by_category.nodes = {{.feature = 0, .left = 1, .right = 2, .left_categories = 0b101}, {}, {.label = 1}};
  std::vector<frequency> const levels{408_MHz, 816_MHz};
  CHECK(tree::from(by_category, levels).error() == errc::malformed_tree);
  auto const rewritten = tree::from(learn::ordinal(by_category), levels);
  REQUIRE(rewritten);
  for (double const category : {0.0, 1.0, 2.0, 3.0})
    CHECK((*rewritten)(std::span<double const>{&category, 1}) == levels[category == 0 || category == 2 ? 0 : 1]);
}

TEST_CASE("a tree deeper than any that was learnt from measurements is refused")
{
  auto chain = [](std::size_t splits) {
    learn::decision_tree t{{}, 1, 1};
    for (std::size_t i = 0; i < splits; ++i) {
      auto const at = static_cast<std::int32_t>(2 * i);
      t.nodes.push_back({.feature = 0, .threshold = static_cast<double>(i), .left = at + 1, .right = at + 2});
      t.nodes.push_back({});
    }
    t.nodes.push_back({});
    return t;
  };
  CHECK(tree::from(chain(tree::most_depth), {510_MHz}).has_value());
  CHECK(tree::from(chain(tree::most_depth + 1), {510_MHz}).error() == errc::malformed_tree);
  CHECK(tree::from(chain(60'000), {510_MHz}).error() == errc::malformed_tree);
}
