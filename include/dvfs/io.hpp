// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/io/csv.hpp>
#include <dvfs/io/curve.hpp>
#include <dvfs/io/curves.hpp>
#include <dvfs/io/error.hpp>
#include <dvfs/io/file.hpp>
#include <dvfs/io/number.hpp>
#include <dvfs/io/number_of.hpp>
#include <dvfs/io/read_sweep.hpp>
#include <dvfs/io/sweep.hpp>
#include <dvfs/io/sweep_columns.hpp>
#include <dvfs/io/sweep_row.hpp>
#include <dvfs/io/write_sweep.hpp>
