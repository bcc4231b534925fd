// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/device/concepts.hpp>
#include <dvfs/device/physics.hpp>
#include <dvfs/device/podgov.hpp>
#include <dvfs/device/replay.hpp>
#include <dvfs/device/run_record.hpp>
#include <dvfs/device/silicon.hpp>
#include <dvfs/device/simulated.hpp>
#include <dvfs/device/simulated_board.hpp>
#include <dvfs/device/transformer_job.hpp>
