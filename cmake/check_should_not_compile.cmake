# SPDX-License-Identifier: BSL-1.0
# cmake -DSOURCE=<file> -DOBJECT=<file> -P check_should_not_compile.cmake -- COMPILER FLAG...
# The first line of the file is '// sentence: TEXT'.  As it stands the file must compile; with
# DVFS_SHOULD_NOT_COMPILE=1 it must fail, and say TEXT: so a forgotten include does not pass for the error we mean.
cmake_minimum_required(VERSION 3.22)

file(STRINGS ${SOURCE} first LIMIT_COUNT 1)
if(NOT first MATCHES "^// sentence: (.*[^ ])")
  message(FATAL_ERROR "${SOURCE}:1: must be '// sentence: TEXT', TEXT being what the compiler has to print")
endif()
set(sentence "${CMAKE_MATCH_1}")

set(command)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(DEFINED command_begins)
    list(APPEND command ${CMAKE_ARGV${i}})
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(command_begins ${i})
  endif()
endforeach()
set(ENV{LC_ALL} C)
# The echo of the source would show a sentence that stands in it, whatever the error is.
execute_process(COMMAND ${command} -dM -E -x c++ /dev/null OUTPUT_VARIABLE macros)
if(macros MATCHES "__clang__")
  list(APPEND command -fno-caret-diagnostics)
else()
  list(APPEND command -fno-diagnostics-show-caret)
endif()

execute_process(COMMAND ${command} -c ${SOURCE} -o ${OBJECT}
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${SOURCE} must compile without DVFS_SHOULD_NOT_COMPILE, but does not:\n${output}")
endif()

execute_process(COMMAND ${command} -DDVFS_SHOULD_NOT_COMPILE=1 -c ${SOURCE} -o ${OBJECT}
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiles with DVFS_SHOULD_NOT_COMPILE=1, but must not")
endif()
string(FIND "${output}" "${sentence}" position)
if(position EQUAL -1)
  message(FATAL_ERROR "${SOURCE} fails, but does not say '${sentence}':\n${output}")
endif()
