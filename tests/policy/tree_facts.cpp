// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/boards.hpp>
#include <dvfs/core/workload.hpp>
#include <dvfs/policy/tree_facts.hpp>

#include <limits>

using namespace dvfs;
using namespace dvfs::policies;

namespace {

constexpr auto layers = feature<&fine_tuning_job::layers>;
constexpr auto tokens = feature<&fine_tuning_job::seq_len>;
constexpr auto whole = learn::feature_is_whole<fine_tuning_job>();
constexpr auto features = learn::feature_count<fine_tuning_job>;

constexpr auto sound = when(layers <= 7, 510_MHz, when(layers <= 12, 612_MHz, 714_MHz));
constexpr auto decided_above = when(layers <= 7, when(layers <= 9, 510_MHz, 612_MHz), 714_MHz);
constexpr auto between_whole_numbers = when(layers <= 7, 510_MHz, when(layers <= 7.5, 612_MHz, 714_MHz));
constexpr auto between_real_numbers = when(tokens <= 7, 510_MHz, when(tokens <= 7.5, 612_MHz, 714_MHz));

constexpr std::array<tree_node, 3> with(tree_node changed, std::size_t at)
{
  auto nodes = when(layers <= 7, 510_MHz, 612_MHz).nodes;
  nodes[at] = changed;
  return nodes;
}

}  // namespace

TEST_CASE("a leaf that no job reaches is found, with whole numbers taken as whole")
{
  DVFS_CHECK_BOTH(!has_unreachable_leaf(sound.nodes, whole));
  DVFS_CHECK_BOTH(has_unreachable_leaf(decided_above.nodes, whole));
  DVFS_CHECK_BOTH(has_unreachable_leaf(between_whole_numbers.nodes, whole));
  DVFS_CHECK_BOTH(!has_unreachable_leaf(between_real_numbers.nodes, whole));
}

TEST_CASE("nodes that do not form a tree are told from those that do")
{
  constexpr auto nan = std::numeric_limits<double>::quiet_NaN();
  DVFS_CHECK_BOTH(is_well_formed(sound.nodes, features));
  DVFS_CHECK_BOTH(!is_well_formed(std::span<tree_node const>{}, features));
  DVFS_CHECK_BOTH(!is_well_formed(sound.nodes, 2));                                        // a feature the job lacks
  DVFS_CHECK_BOTH(!is_well_formed(with({2, nan, 1, 2, 510_MHz}, 0), features));            // a threshold that is no number
  DVFS_CHECK_BOTH(!is_well_formed(with({2, 7, 0, 2, 510_MHz}, 0), features));              // a child before its parent
  DVFS_CHECK_BOTH(!is_well_formed(with({2, 7, 1, 3, 510_MHz}, 0), features));              // a child outside
  DVFS_CHECK_BOTH(!is_well_formed(with({2, 7, 1, 1, 510_MHz}, 0), features));              // one child twice
  DVFS_CHECK_BOTH(!is_well_formed(with({-1, 0, 0, 0, 510_MHz}, 0), features));             // nodes without a parent
  DVFS_CHECK_BOTH(!is_well_formed(with({-1, 0, 0, 0, {}}, 1), features));                  // an answer of 0 Hz
}

TEST_CASE("depth counts comparisons on the longest way")
{
  DVFS_CHECK_BOTH(depth(sound.nodes) == 2);
  DVFS_CHECK_BOTH(depth(when(layers <= 7, 510_MHz, 612_MHz).nodes) == 1);
}
