# SPDX-License-Identifier: BSL-1.0
include(CMakeFindDependencyMacro)
if(NOT TARGET Boost::headers)
  find_dependency(Boost 1.78 CONFIG)
endif()
if(NOT TARGET range-v3::range-v3)
  find_dependency(range-v3 CONFIG)  # no version: its version file takes an exact match only
  if(range-v3_VERSION VERSION_LESS 0.11)
    set(dvfs_FOUND FALSE)
    set(dvfs_NOT_FOUND_MESSAGE "range-v3 ${range-v3_VERSION} is too old, 0.11 or later is needed")
    return()
  endif()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/dvfs-targets.cmake)
