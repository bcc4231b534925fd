#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Leave-one-out without refits: equal to refits on every row of a table of 10,000 (minutes), then its time beside one
# fit from 10,000 to 1,000,000 rows, and the time with pruning beside that without.
# Usage: bash bench/loocv/run.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
out=build/loocv
mkdir -p "$out"
for program in against_refits growth pruned; do
  g++ -std=c++20 -O2 -DNDEBUG -ffp-contract=off -Iinclude bench/loocv/$program.cpp -o "$out/$program"
done
step=500
seq 0 $step 9999 | xargs -P "$(nproc)" -I{} sh -c "'$out/against_refits' {} \$(({} + $step))"
"$out/growth"
"$out/pruned"
