#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# tests/aarch64/run.sh FOLDER NATIVE HEADER... -- INCLUDE_FOLDER...
# Builds fingerprint.cpp for aarch64, runs it in an emulator, and compares what it prints with what the NATIVE one
# prints.  HEADERs are exported ones, which must be C++14 there too.
set -euo pipefail
source_folder=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
folder=$1
native=$2
shift 2
headers=()
while [ "$1" != -- ]; do
  headers+=("$1")
  shift
done
shift

compiler=aarch64-linux-gnu-g++
emulator=$(command -v qemu-aarch64 || command -v qemu-aarch64-static || true)
if ! command -v $compiler > /dev/null || [ -z "$emulator" ]; then
  echo "SKIPPED: aarch64, it needs the Debian packages g++-aarch64-linux-gnu and qemu-user"
  exit 0
fi

# Libraries of headers alone, without the host's own ones beside them.
rm -rf "$folder"
mkdir -p "$folder/include"
for from in "$@" /usr/include; do
  for library in boost range meta concepts std nlohmann; do
    if [ -e "$from/$library" ] && [ ! -e "$folder/include/$library" ]; then
      ln -s "$(realpath "$from/$library")" "$folder/include/$library"
    fi
  done
done

warnings="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror"
for header in "${headers[@]}"; do
  $compiler -std=c++14 $warnings -fsyntax-only -x c++ - <<< "#include \"$header\""
done
$compiler -std=c++20 -O1 $warnings -ffp-contract=off -static -I"$source_folder/../../include" \
  -isystem "$folder/include" "$source_folder/fingerprint.cpp" -o "$folder/fingerprint"
"$native" > "$folder/native.txt"
"$emulator" "$folder/fingerprint" > "$folder/aarch64.txt"
cat "$folder/native.txt"
grep -q '^differs from its tree *0$' "$folder/native.txt" || { echo "the exported header differs from its tree" >&2; exit 1; }
diff -u "$folder/native.txt" "$folder/aarch64.txt"
