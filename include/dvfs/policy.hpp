// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/policy/answers.hpp>
#include <dvfs/policy/default_governor.hpp>
#include <dvfs/policy/fixed.hpp>
#include <dvfs/policy/guard.hpp>
#include <dvfs/policy/mlg.hpp>
#include <dvfs/policy/policy.hpp>
#include <dvfs/policy/probing.hpp>
#include <dvfs/policy/static_tree.hpp>
#include <dvfs/policy/tree.hpp>
#include <dvfs/policy/tree_table.hpp>
