# SPDX-License-Identifier: BSL-1.0
"""sklearn.py FILE: prints "sklearn WHAT SECONDS CORRECT LEAVES PEAK_KB"."""
import os
import resource
import sys
import time

sys.path = [p for p in sys.path if os.path.abspath(p or ".") != os.path.dirname(os.path.abspath(__file__))]
import numpy
from sklearn.tree import DecisionTreeClassifier

table = numpy.loadtxt(sys.argv[1], delimiter=",", skiprows=1)
x, y = table[:, :-1].astype(numpy.float32), table[:, -1].astype(int)


def median_seconds(work):
    times = []
    while len(times) < 3 or (sum(times) < 2 and len(times) < 2000):
        begin = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - begin)
    return sorted(times)[len(times) // 2], result


def report(what, seconds, predicted):
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print("sklearn", what, "%.9f" % seconds, (predicted == y).sum(), tree.get_n_leaves(), peak, flush=True)


seconds, tree = median_seconds(lambda: DecisionTreeClassifier(random_state=0).fit(x, y))
report("fit", seconds, tree.predict(x))
report("predict", *median_seconds(lambda: tree.predict(x)))
