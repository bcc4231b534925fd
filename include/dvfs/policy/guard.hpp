// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/policy/guard/bound.hpp>
#include <dvfs/policy/guard/evidence.hpp>
#include <dvfs/policy/guard/guarded.hpp>
#include <dvfs/policy/guard/trial.hpp>
#include <dvfs/policy/guard/verdict.hpp>
