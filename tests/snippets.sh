#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# tests/snippets.sh FOLDER PAGE... -- COMPILER FLAG...
# Compiles and runs each ```cpp block that follows a line <!-- run --> in the pages.  Where the next block is a ```text
# one, what the program prints must be exactly that.
set -euo pipefail

folder=$1
shift
pages=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  pages+=("$1")
  shift
done
[ $# -gt 1 ] || { echo "usage: $0 FOLDER PAGE... -- COMPILER FLAG..." >&2; exit 2; }
shift

rm -rf "$folder"
mkdir -p "$folder"
failed=0
for page in "${pages[@]}"; do
  awk -v folder="$folder" -v page="$page" '
    function fail(what) { print page ":" NR ": " what > "/dev/stderr"; bad = 1; exit 1 }
    function lost() { if (armed) fail("<!-- run --> must be followed by a ```cpp block") }
    BEGIN { list = folder "/list"; while ((getline line < list) > 0) n++; close(list) }
    target != "" || other {
      if ($0 ~ /^```[ \t]*$/) { if (target != "") close(target); target = ""; other = 0; next }
      if (target != "") print > target
      next
    }
    /^[ \t]*<!--[ \t]*run[ \t]*-->[ \t]*$/ { lost(); armed = 1; next }
    /^```cpp[ \t]*$/ && armed {
      armed = 0; awaited = ++n; target = folder "/" n ".cpp"
      print "#line " NR + 1 " \"" page "\"" > target
      print n, NR, page >> list
      next
    }
    /^```/ { lost() }
    /^```text[ \t]*$/ && awaited { target = folder "/" awaited ".expected"; printf "" > target; awaited = 0; next }
    /^```/ { if ($0 ~ /^```cpp/) unmarked++; awaited = 0; other = 1; next }
    /[^ \t]/ { lost() }
    END {
      if (!bad) {
        lost()
        if (target != "" || other) fail("a ``` block does not end")
        if (unmarked) print page ": cpp blocks not marked to be run: " unmarked
      }
      exit bad
    }' "$page" || exit 1
done

touch "$folder/list"
while read -r n line page; do
  if ! "$@" -o "$folder/$n" "$folder/$n.cpp"; then
    echo "$page:$line: does not compile" >&2
    failed=1
  elif ! (cd "$folder" && "./$n" > "$n.printed"); then
    echo "$page:$line: ended with an error" >&2
    failed=1
  elif [ -e "$folder/$n.expected" ] && ! diff -u "$folder/$n.expected" "$folder/$n.printed" >&2; then
    echo "$page:$line: printed (+) something else than the page says (-)" >&2
    failed=1
  else
    echo "$page:$line: passed"
  fi
done < "$folder/list"
exit $failed
