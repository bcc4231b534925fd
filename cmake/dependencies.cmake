# SPDX-License-Identifier: BSL-1.0
# What the headers need.  A parent's target wins, then the system's package, then a pinned download.

# Fetches headers alone.  SOURCE_SUBDIR names no folder, so that nothing of theirs runs.
function(dvfs_fetch_headers name repository tag)
  message(STATUS "dvfs: ${name} is not installed, fetching ${repository} ${tag}")
  include(FetchContent)
  FetchContent_Declare(${name} GIT_REPOSITORY ${repository} GIT_TAG ${tag} GIT_SHALLOW ON SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(${name})
  set(${name}_SOURCE_DIR ${${name}_SOURCE_DIR} PARENT_SCOPE)
endfunction()

if(NOT TARGET Boost::headers)
  find_package(Boost 1.78 QUIET CONFIG)  # has_describe_* and enum_to_string arrived in 1.78
endif()
if(NOT TARGET Boost::headers)
  message(STATUS "dvfs: Boost >= 1.78 not found (Debian 12: libboost1.81-dev)")
  dvfs_fetch_headers(boost_describe https://github.com/boostorg/describe.git boost-1.84.0)
  dvfs_fetch_headers(boost_mp11 https://github.com/boostorg/mp11.git boost-1.84.0)
  # Imported, as find_package's target is: an ordinary target here would have to be in our export set to install.
  add_library(Boost::headers INTERFACE IMPORTED GLOBAL)
  target_include_directories(Boost::headers INTERFACE ${boost_describe_SOURCE_DIR}/include
                                                      ${boost_mp11_SOURCE_DIR}/include)
endif()

if(NOT TARGET range-v3::range-v3)
  find_package(range-v3 QUIET CONFIG)  # no version: its version file takes an exact match only
  if(TARGET range-v3::range-v3 AND range-v3_VERSION VERSION_LESS 0.11)
    message(FATAL_ERROR "dvfs: range-v3 ${range-v3_VERSION} in ${range-v3_DIR} is too old, 0.11 or later is needed")
  endif()
endif()
if(NOT TARGET range-v3::range-v3)
  message(STATUS "dvfs: range-v3 >= 0.11 not found (Debian: librange-v3-dev)")
  dvfs_fetch_headers(range_v3 https://github.com/ericniebler/range-v3.git 0.12.0)
  add_library(range-v3::range-v3 INTERFACE IMPORTED GLOBAL)
  target_include_directories(range-v3::range-v3 INTERFACE ${range_v3_SOURCE_DIR}/include)
endif()

# Finds what only tests, benchmarks, the program or an optional header need; says what goes without it.
function(dvfs_find_optional package target debian_package purpose)
  if(NOT TARGET ${target})
    find_package(${package} QUIET CONFIG)
  endif()
  if(TARGET ${target})
    # Directories beside the one that asked see it too.
    get_target_property(imported ${target} IMPORTED)
    get_target_property(alias ${target} ALIASED_TARGET)
    get_target_property(global ${target} IMPORTED_GLOBAL)
    if(imported AND NOT alias AND NOT global)
      set_target_properties(${target} PROPERTIES IMPORTED_GLOBAL TRUE)
    endif()
  else()
    message(STATUS "dvfs: ${package} not found, left out: ${purpose} (Debian: apt-get install ${debian_package})")
  endif()
endfunction()
