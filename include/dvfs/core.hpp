// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/boards.hpp>
#include <dvfs/core/clock_grid.hpp>
#include <dvfs/core/domain.hpp>
#include <dvfs/core/errc.hpp>
#include <dvfs/core/ladder.hpp>
#include <dvfs/core/level.hpp>
#include <dvfs/core/literals.hpp>
#include <dvfs/core/objective.hpp>
#include <dvfs/core/objective/choose.hpp>
#include <dvfs/core/objective/limits.hpp>
#include <dvfs/core/objective/request.hpp>
#include <dvfs/core/observation.hpp>
#include <dvfs/core/opp.hpp>
#include <dvfs/core/quantity.hpp>
#include <dvfs/core/rail.hpp>
#include <dvfs/core/reading.hpp>
#include <dvfs/core/result.hpp>
#include <dvfs/core/workload.hpp>
