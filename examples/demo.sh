#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Builds the program dvfs, from a bare Debian on, and shows the method at work.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. cmake/debian_packages.sh

need_debian_packages $(program_packages) || exit 1
echo "Building the program dvfs" >&2
mkdir -p build
build() {
  cmake --preset release && cmake --build --preset release --target dvfs.program -j "$(nproc)"
}
if ! build > build/demo.log 2>&1; then
  cat build/demo.log >&2
  exit 1
fi
dvfs=build/release/dvfs

show() {
  "$dvfs" reproduce -o build/demo
  echo
  echo "One of these jobs, explained: dvfs explain build/demo/policy_by_shape.json --feature ..."
  echo
  "$dvfs" explain build/demo/policy_by_shape.json --feature family=encoder --feature layers=12 --feature hidden=768 \
    --feature seq_len=13
}
show
