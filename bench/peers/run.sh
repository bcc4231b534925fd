#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Ours beside other learners of decision trees: the same tables, full depth, gini, one thread on one core, one run.
# Usage: bash bench/peers/run.sh [ROWS...]   (default 27 1000 10000 100000 1000000)
# Needs root or sudo to install the Debian packages of OpenCV and R; scikit-learn is unpacked beside, since its packages
# conflict with those of Boost 1.81. A peer that cannot be had is left out, and named.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=build/peers
mkdir -p "$out"
sudo=()
[ "$(id -u)" = 0 ] || sudo=(sudo)

have() { command -v "$1" > /dev/null; }
install() { "${sudo[@]}" apt-get install -y -qq --no-install-recommends "$@" > "$out/apt.log" 2>&1; }
[ -e /usr/include/opencv4/opencv2/ml.hpp ] || install libopencv-ml-dev || echo "without OpenCV: see $out/apt.log" >&2
{ have Rscript && [ -d /usr/lib/R/site-library/rpart ] || [ -d /usr/lib/R/library/rpart ]; } || install r-cran-rpart ||
  echo "without rpart: see $out/apt.log" >&2
if [ ! -d "$out/python/usr" ]; then
  mkdir -p "$out/python" "$out/debs"
  (cd "$out/debs" && apt-get download -qq python3-sklearn python3-sklearn-lib python3-scipy python3-numpy python3-joblib \
    python3-threadpoolctl python3-decorator python3-pythran libblas3 liblapack3 libgfortran5 liblbfgsb0 > ../download.log 2>&1) || true
  for deb in "$out"/debs/*.deb; do
    [ -e "$deb" ] && dpkg -x "$deb" "$out/python"
  done
fi

flags=(-std=c++20 -O2 -DNDEBUG -ffp-contract=off -Iinclude)
g++ "${flags[@]}" bench/peers/ours.cpp -o "$out/ours"
g++ "${flags[@]}" bench/peers/make_table.cpp -o "$out/make_table"
if [ -e /usr/include/opencv4/opencv2/ml.hpp ]; then
  g++ -std=c++20 -O2 -DNDEBUG -isystem /usr/include/opencv4 bench/peers/opencv.cpp -lopencv_ml -lopencv_core \
    -o "$out/opencv"
fi

core=$(($(nproc) - 1))
libraries=$(find "$PWD/$out/python/usr/lib" -name '*.so*' -path '*linux-gnu*' -printf '%h\n' 2> /dev/null | sort -u | paste -sd:)
for rows in "${@:-27 1000 10000 100000 1000000}"; do for n in $rows; do
  shape=(10 10)
  [ "$n" -le 1000 ] && shape=(5 6)
  file=$out/$n.csv
  [ -s "$file" ] || "$out/make_table" "$n" "${shape[@]}" > "$file"
  lines=$out/$n.txt
  OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
  export OMP_NUM_THREADS OPENBLAS_NUM_THREADS
  {
    taskset -c "$core" "$out/ours" "$file" loocv
    [ -x "$out/opencv" ] && taskset -c "$core" "$out/opencv" "$file"
    # Beyond this it takes minutes.
    [ "$n" -le 100000 ] && have Rscript && taskset -c "$core" Rscript bench/peers/rpart.R "$file"
    LD_LIBRARY_PATH=$libraries PYTHONPATH=$PWD/$out/python/usr/lib/python3/dist-packages \
      taskset -c "$core" python3 bench/peers/sklearn.py "$file" 2> "$out/python.log" ||
      echo "without scikit-learn: see $out/python.log" >&2
  } > "$lines" || true
  echo "== $n rows, ${shape[0]} columns, ${shape[1]} labels"
  awk '
    { who[NR] = $1; what[NR] = $2; time[NR] = $3; right[NR] = $4; leaves[NR] = $5; peak[NR] = $6
      if ($1 == "ours" && $2 != "loocv") ours[$2] = $3
      if ($1 == "ours" && $2 == "loocv") loocv = $3
      if ($1 == "ours" && $2 == "fit") exact = $4
      if ($1 != "ours" && $2 == "fit" && (!fastest || $3 < fastest)) { fastest = $3; name = $1 } }
    END {
      for (i = 1; i <= NR; ++i) {
        ratio = what[i] in ours ? sprintf("%8.2f", time[i] / ours[what[i]]) : sprintf("%8s", "")
        printf "%-8s %-8s %12.6f ms %s of ours %9d right %8s leaves %9s kB\n", who[i], what[i], time[i] * 1e3, ratio,
               right[i], leaves[i] ? leaves[i] : "", peak[i] ? peak[i] : ""
      }
      if (fastest) printf "our leave-one-out takes %.2f times one fit of %s, the fastest peer\n", loocv / fastest, name
    }' "$lines"
done; done
