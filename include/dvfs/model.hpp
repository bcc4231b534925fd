// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/model/belief.hpp>
#include <dvfs/model/bottleneck_time.hpp>
#include <dvfs/model/cholesky.hpp>
#include <dvfs/model/choose.hpp>
#include <dvfs/model/concepts.hpp>
#include <dvfs/model/exponential_time.hpp>
#include <dvfs/model/families.hpp>
#include <dvfs/model/fit.hpp>
#include <dvfs/model/fitter.hpp>
#include <dvfs/model/free_exponent_power.hpp>
#include <dvfs/model/hinge.hpp>
#include <dvfs/model/interval.hpp>
#include <dvfs/model/least_squares.hpp>
#include <dvfs/model/optimum.hpp>
#include <dvfs/model/pareto.hpp>
#include <dvfs/model/point.hpp>
#include <dvfs/model/power_series.hpp>
#include <dvfs/model/product_energy.hpp>
#include <dvfs/model/quality.hpp>
#include <dvfs/model/robust.hpp>
#include <dvfs/model/search.hpp>
#include <dvfs/model/select.hpp>
#include <dvfs/model/student_t.hpp>
#include <dvfs/model/sweet_spot.hpp>
#include <dvfs/model/table.hpp>
