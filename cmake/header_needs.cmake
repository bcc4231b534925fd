# SPDX-License-Identifier: BSL-1.0
# Which optional dependency a source or header needs, directly or through dvfs headers.

# The includes of a file, each without its brackets.
function(dvfs_includes_of file out)
  set(found)
  file(STRINGS ${file} lines REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
  foreach(line IN LISTS lines)
    if(line MATCHES "[<\"]([^>\"]+)[>\"]")
      list(APPEND found ${CMAKE_MATCH_1})
    endif()
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# All includes that a file reaches through headers of ${include_dir}/dvfs.
function(dvfs_includes_reached file include_dir out)
  dvfs_includes_of(${file} reached)
  set(todo ${reached})
  while(todo)
    list(POP_FRONT todo next)
    if(next MATCHES "^dvfs/" AND EXISTS ${include_dir}/${next})
      dvfs_includes_of(${include_dir}/${next} theirs)
      foreach(include IN LISTS theirs)
        if(NOT include IN_LIST reached)
          list(APPEND reached ${include})
          list(APPEND todo ${include})
        endif()
      endforeach()
    endif()
  endwhile()
  set(${out} ${reached} PARENT_SCOPE)
endfunction()
