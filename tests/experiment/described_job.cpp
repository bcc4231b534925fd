// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/core/workload.hpp>
#include <dvfs/experiment/described_job.hpp>

#include <cmath>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

auto look_up(named_values values)
{
  return [values](std::string_view name) -> std::optional<feature_value> {
    auto const found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional{found->second};
  };
}

named_values const whole{{"family", "decoder"}, {"layers", 12.0}, {"hidden", 768.0}, {"seq_len", 40.5}};

}  // namespace

TEST_CASE("a job becomes values by name, and the values the same job")
{
  fine_tuning_job const job{model_family::decoder, 35.0, 12, 768, 40.5};
  auto values = values_of(job);
  CHECK(values.size() == 5);
  CHECK(values["family"] == feature_value{"decoder"});
  CHECK(values["layers"] == feature_value{12.0});
  CHECK(*job_of<fine_tuning_job>(look_up(values)) == job);
}

TEST_CASE("what is not known has no entry, and an optional member stays absent")
{
  fine_tuning_job const job{model_family::encoder, std::nullopt, 12, 768, std::nan("")};
  CHECK(!values_of(job).contains("gpu_util"));
  CHECK(!values_of(job).contains("seq_len"));
  auto const back = job_of<fine_tuning_job>(look_up(whole));
  REQUIRE(back);
  CHECK(!back->gpu_util);
}

TEST_CASE("a missing feature, a fraction of a layer, an unknown family and text for a number are refused by name")
{
  auto refused = [](std::string const& name, std::optional<feature_value> value) {
    auto values = whole;
    values.erase(name);
    if (value) values.emplace(name, *value);
    auto const job = job_of<fine_tuning_job>(look_up(values));
    return job ? std::string{} : job.error();
  };
  CHECK(refused("layers", std::nullopt) == "the feature layers is not known: give it with --feature layers=VALUE");
  CHECK(refused("layers", 7.5) == "the feature layers has a value that this job cannot have");
  CHECK(refused("layers", 1e30) == "the feature layers has a value that this job cannot have");
  CHECK(refused("layers", "many") == "the feature layers has a value that this job cannot have");
  CHECK(refused("family", "mixture") == "the feature family has a value that this job cannot have");
  CHECK(refused("family", 1.0) == "the feature family has a value that this job cannot have");
  CHECK(refused("gpu_util", "high") == "the feature gpu_util has a value that this job cannot have");
  CHECK(refused("gpu_util", std::nullopt).empty());
}

TEST_CASE("the columns of a job are its members, enumerations with their names in the order of their codes")
{
  auto const columns = columns_of<fine_tuning_job>();
  REQUIRE(columns.size() == 5);
  CHECK(columns[0] == feature_column{"family", {"encoder", "decoder"}});
  CHECK(columns[2] == feature_column{"layers", {}});
}
