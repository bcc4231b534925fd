// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core.hpp>
#include <dvfs/device.hpp>
#include <dvfs/experiment.hpp>
#include <dvfs/io.hpp>
#include <dvfs/learn.hpp>
#include <dvfs/model.hpp>
#include <dvfs/policy.hpp>
#include <dvfs/version.hpp>
