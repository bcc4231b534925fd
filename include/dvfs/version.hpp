// SPDX-License-Identifier: BSL-1.0
#pragma once

// The one place that holds the version: CMake reads these lines.
#define DVFS_VERSION_MAJOR 0
#define DVFS_VERSION_MINOR 1
#define DVFS_VERSION_PATCH 0
#define DVFS_VERSION (DVFS_VERSION_MAJOR * 10000 + DVFS_VERSION_MINOR * 100 + DVFS_VERSION_PATCH)
