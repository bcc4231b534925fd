// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/costs.hpp>
#include <dvfs/learn/cross_validation.hpp>
#include <dvfs/learn/cross_validation/pruned.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/explain.hpp>
#include <dvfs/learn/export.hpp>
#include <dvfs/learn/features.hpp>
#include <dvfs/learn/folds.hpp>
#include <dvfs/learn/grow.hpp>
#include <dvfs/learn/importance.hpp>
#include <dvfs/learn/labels.hpp>
#include <dvfs/learn/metrics.hpp>
#include <dvfs/learn/options.hpp>
#include <dvfs/learn/ordinal.hpp>
#include <dvfs/learn/predict.hpp>
#include <dvfs/learn/prune.hpp>
#include <dvfs/learn/select.hpp>
#include <dvfs/learn/select_pruning.hpp>
#include <dvfs/learn/tree.hpp>
#include <dvfs/learn/weights.hpp>
