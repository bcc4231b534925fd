// SPDX-License-Identifier: BSL-1.0
// Judgements of policies as JSON and as tables, for the commands that judge.
#pragma once

#include "command.hpp"

#include <dvfs/experiment/summary.hpp>

#include <string>

namespace dvfs::program {

[[nodiscard]] json workloads_json(experiment::evaluation const& judged);
[[nodiscard]] json means_json(experiment::summaries const& means);
[[nodiscard]] std::string workloads_text(experiment::evaluation const& judged);
[[nodiscard]] std::string means_text(experiment::summaries const& means);

}  // namespace dvfs::program
