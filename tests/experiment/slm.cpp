// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/experiment/slm.hpp>

#include <set>
#include <string>

using namespace dvfs;
using namespace dvfs::experiment;

TEST_CASE("nine models on three tasks make the paper's 27 configurations, on the six others 54")
{
  CHECK(std::size(language_models) == 9);
  CHECK(fine_tuning_jobs(training_tasks).size() == 27);
  CHECK(fine_tuning_jobs(evaluation_tasks).size() == 54);
}

TEST_CASE("no task is both trained and evaluated on, and no name occurs twice")
{
  std::set<std::string> names;
  for (auto const tasks : {std::span<glue_task const>{training_tasks}, std::span<glue_task const>{evaluation_tasks}})
    for (auto const& j : fine_tuning_jobs(tasks)) names.insert(j.name);
  CHECK(names.size() == 81);
}

TEST_CASE("an epoch has a step for each batch, the last one perhaps not full")
{
  constexpr language_model tiny{"tiny", model_family::decoder, 6, 256, 31, 512};
  DVFS_CHECK_BOTH(fine_tune(tiny, {"task", 1024, 13}).steps == 2);
  DVFS_CHECK_BOTH(fine_tune(tiny, {"task", 1025, 13}).steps == 3);
  DVFS_CHECK_BOTH(fine_tune(tiny, {"task", 1, 13}).steps == 1);
  DVFS_CHECK_BOTH(fine_tune(tiny, {"task", 1, 13}).parameters == 31e6);
}

TEST_CASE("every job can run, and its features are those of its shape")
{
  for (auto const& [name, job, features] : fine_tuning_jobs(evaluation_tasks)) {
    CAPTURE(name);
    CHECK(!find_fault(job));
    CHECK(features.at("family") ==
          std::variant<double, std::string>{job.family == model_family::encoder ? "encoder" : "decoder"});
    CHECK(features.at("layers") == std::variant<double, std::string>{double(job.layers)});
    CHECK(features.at("hidden") == std::variant<double, std::string>{double(job.hidden)});
    CHECK(features.at("seq_len") == std::variant<double, std::string>{job.seq_len});
    CHECK(std::get<double>(features.at("params_m")) * 1e6 == job.parameters);
  }
}
