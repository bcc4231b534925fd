// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/literals.hpp>
#include <dvfs/core/workload.hpp>
#include <dvfs/policy/tree_table.hpp>

#include <boost/describe/class.hpp>

#include <type_traits>

using namespace dvfs;
using policies::feature;
using policies::when;

namespace {

struct described_base {
  int layers{};
};
BOOST_DESCRIBE_STRUCT(described_base, (), (layers))
struct described_job : described_base {
  double load{};
};
BOOST_DESCRIBE_STRUCT(described_job, (described_base), (load))

constexpr auto table = when(feature<&fine_tuning_job::hidden> <= 512, 306_MHz,
                            when(feature<&fine_tuning_job::layers> <= 12, 408_MHz, 510_MHz));

}  // namespace

TEST_CASE("a tree written by hand stands root first, each branch whole before the next")
{
  DVFS_CHECK_BOTH(table.nodes.size() == 5);
  DVFS_CHECK_BOTH(table.nodes[0].feature == 3 && table.nodes[0].threshold == 512);
  DVFS_CHECK_BOTH(table.nodes[0].left == 1 && table.nodes[0].right == 2);
  DVFS_CHECK_BOTH(table.nodes[1].is_leaf() && table.answers[1] == 306_MHz);
  DVFS_CHECK_BOTH(table.nodes[2].feature == 2 && table.nodes[2].left == 3 && table.nodes[2].right == 4);
  DVFS_CHECK_BOTH(table.nodes[4].is_leaf() && table.answers[4] == 510_MHz);
}

TEST_CASE("an inner node answers with the fastest frequency below it")
{
  DVFS_CHECK_BOTH(table.answers[0] == 510_MHz);
  DVFS_CHECK_BOTH(table.answers[2] == 510_MHz);
}

TEST_CASE("labels are the ranks of the answers, equal for equal answers")
{
  DVFS_CHECK_BOTH(table.nodes[1].label == 0 && table.nodes[3].label == 1 && table.nodes[4].label == 2);
  constexpr auto repeated = when(feature<&fine_tuning_job::layers> <= 7,
                                 when(feature<&fine_tuning_job::hidden> <= 9, 510_MHz, 306_MHz), 510_MHz);
  DVFS_CHECK_BOTH(repeated.nodes[2].label == 1 && repeated.nodes[3].label == 0 && repeated.nodes[4].label == 1);
}

TEST_CASE("a tree splits on an inherited member as well")
{
  constexpr auto inherited = when(feature<&described_base::layers, described_job> <= 7, 510_MHz, 612_MHz);
  DVFS_CHECK_BOTH(inherited.nodes[0].feature == 0);
  DVFS_CHECK_BOTH(std::is_same_v<decltype(inherited)::job_type, described_job>);
}
