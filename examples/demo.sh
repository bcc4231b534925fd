#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Builds the program dvfs, from a bare Debian on, and shows the method at work.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. cmake/debian_packages.sh

need_debian_packages g++ cmake ninja-build "$(boost_package)" librange-v3-dev nlohmann-json3-dev libcli11-dev libfmt-dev ||
  exit 1
# Quiet unless it fails: the demonstration is what follows.
mkdir -p build
if ! { cmake --preset release && cmake --build --preset release --target dvfs.program -j "$(nproc)"; } > build/demo.log 2>&1; then
  cat build/demo.log >&2
  exit 1
fi
dvfs=build/release/dvfs

show() {
  "$dvfs" reproduce
}
show
