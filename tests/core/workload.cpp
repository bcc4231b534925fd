// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/domain.hpp>
#include <dvfs/core/workload.hpp>

#include <boost/describe/enum_to_string.hpp>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>

#include <string_view>
#include <vector>

TEST_CASE("the paper's five features are described once, by name and in order")
{
  std::vector<std::string_view> names;
  boost::mp11::mp_for_each<boost::describe::describe_members<dvfs::fine_tuning_job, boost::describe::mod_public>>(
      [&](auto member) { names.emplace_back(member.name); });
  CHECK(names == std::vector<std::string_view>{"family", "gpu_util", "layers", "hidden", "seq_len"});
  CHECK(boost::describe::enum_to_string(dvfs::model_family::decoder, "") == std::string_view{"decoder"});
  CHECK(boost::describe::enum_to_string(dvfs::domain::memory, "") == std::string_view{"memory"});
}

TEST_CASE("a utilisation is unknown until it is measured")
{
  CHECK(!dvfs::fine_tuning_job{}.gpu_util.has_value());
}
