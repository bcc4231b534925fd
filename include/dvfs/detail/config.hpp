// SPDX-License-Identifier: BSL-1.0
#pragma once

// The one place that asks what the compiler can do.
#include <cassert>
#include <version>

// Unlike assert, usable in a constant expression: a broken precondition there stops the build.
#define DVFS_PRECONDITION(...) ((__VA_ARGS__) ? void(0) : [] { assert(false && #__VA_ARGS__); }())
