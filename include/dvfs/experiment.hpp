// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/experiment/aim.hpp>
#include <dvfs/experiment/builtin.hpp>
#include <dvfs/experiment/certainty.hpp>
#include <dvfs/experiment/curve_facts.hpp>
#include <dvfs/experiment/described_job.hpp>
#include <dvfs/experiment/evaluate.hpp>
#include <dvfs/experiment/fallback.hpp>
#include <dvfs/experiment/features.hpp>
#include <dvfs/experiment/fit_curve.hpp>
#include <dvfs/experiment/guard_facts.hpp>
#include <dvfs/experiment/guarded_tree.hpp>
#include <dvfs/experiment/known_curves.hpp>
#include <dvfs/experiment/level_costs.hpp>
#include <dvfs/experiment/measured.hpp>
#include <dvfs/experiment/named_tree.hpp>
#include <dvfs/experiment/play_guarded.hpp>
#include <dvfs/experiment/print_tree.hpp>
#include <dvfs/experiment/quality.hpp>
#include <dvfs/experiment/reproduce.hpp>
#include <dvfs/experiment/slm.hpp>
#include <dvfs/experiment/summary.hpp>
#include <dvfs/experiment/sweep_device.hpp>
#include <dvfs/experiment/train.hpp>
#include <dvfs/experiment/training_set.hpp>
#include <dvfs/experiment/tune_probing.hpp>
