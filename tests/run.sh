#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Builds everything and runs all tests, from a bare Debian on.  DVFS_NO_SKIP=1 makes a skipped test a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. cmake/debian_packages.sh

passed=0
failed=0
skipped=0
# The last line holds the counts, however the script ends.
trap 'status=$?; echo "$passed passed, $failed failed, $skipped skipped"; exit $status' EXIT

need_debian_packages $(program_packages) doctest-dev libbenchmark-dev gnuplot-nox \
  g++-aarch64-linux-gnu qemu-user || exit 1

step() {
  echo "== $*"
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $*" >&2
    exit 1
  fi
}

# Runs a preset's tests; they count one by one.
tests_of() {
  local status=0 log=build/$1/ctest.log all bad
  echo "== ctest --preset $1"
  ctest --preset "$1" -j "$(nproc)" 2>&1 | tee "$log" || status=$?
  read -r bad all < <(sed -n "s/.*tests passed, \([0-9]*\) tests failed out of \([0-9]*\).*/\1 \2/p" "$log") ||
    { bad=1; all=1; }
  passed=$((passed + all - bad))
  failed=$((failed + bad))
  grep '^SKIPPED:' "build/$1/Testing/Temporary/LastTest.log" > "build/$1/skipped.log" || true
  cat "build/$1/skipped.log"
  skipped=$((skipped + $(wc -l < "build/$1/skipped.log")))
  [ "$status" = 0 ] || exit 1
}

for preset in release debug; do
  step cmake --preset $preset
  step cmake --build --preset $preset -j "$(nproc)"
  tests_of $preset
done

echo "Skipped: $skipped"
if [ "${DVFS_NO_SKIP:-0}" = 1 ] && [ "$skipped" != 0 ]; then
  echo "FAILED: DVFS_NO_SKIP=1 is set, and tests were skipped" >&2
  exit 1
fi
