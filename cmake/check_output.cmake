# SPDX-License-Identifier: BSL-1.0
# cmake -DPROGRAM=... -DEXPECTED=... -P check_output.cmake: what the program prints must be exactly the expected file.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE printed RESULT_VARIABLE result)
file(READ ${EXPECTED} expected)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${result} and printed\n${printed}")
elseif(NOT printed STREQUAL expected)
  message(FATAL_ERROR "${PROGRAM} printed\n${printed}\nand not, as ${EXPECTED} has it,\n${expected}")
endif()
