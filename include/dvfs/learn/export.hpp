// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/export/cpp.hpp>
#include <dvfs/learn/export/dot.hpp>
#include <dvfs/learn/export/names.hpp>
#include <dvfs/learn/export/text.hpp>
