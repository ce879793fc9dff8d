#!/usr/bin/env python3
"""Compares the time of tables with sqlite3 on the same files, as whole programs, and its memory with the file.

    swift build -c release --product tables
    python3 Tests/Benchmarks/Programs/compare_with_sqlite3.py .build/release/tables

Both programs run alternately, several times, and write to a file. A ratio is the median of the ratios of all
pairs. The exit status is 1 if a ratio or the memory is above its goal.
"""

import os
import statistics
import sys
import tempfile
import time

import make_sales

RUNS = 7
TIME_GOAL = 0.4
MEMORY_GOAL = 4

# Name, rows, the options, and sqlite3's commands after the import.
CASES = [
    ("csv to text", 300_000, [], [".mode box"]),
    ("csv to csv", 1_000_000, ["--to", "csv"], [".mode csv", ".headers on"]),
]


def run(arguments, output):
    """Runs a program. Returns its wall time in seconds and its peak memory in bytes."""
    with open(output, "wb") as file:
        start = time.perf_counter()
        process = os.posix_spawnp(
            arguments[0], arguments, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, file.fileno(), 1)])
        _, status, usage = os.wait4(process, 0)
        seconds = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{arguments[0]} failed with status {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def main(program):
    """Prints a line for each case. Returns whether all goals are met."""
    is_good = True
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "output")
        for name, rows, options, commands in CASES:
            path = os.path.join(folder, "sales.csv")
            make_sales.make(rows, path)
            ours = [program, path, *options]
            theirs = ["sqlite3", ":memory:", ".mode csv", f".import {path} t", *commands, "select * from t"]
            run(ours, output), run(theirs, output)
            pairs = [(run(ours, output), run(theirs, output)) for _ in range(RUNS)]
            times = [statistics.median(pair[program][0] for pair in pairs) for program in (0, 1)]
            ratio = statistics.median(pair[0][0] / pair[1][0] for pair in pairs)
            memory = max(pair[0][1] for pair in pairs) / os.path.getsize(path)
            is_good = is_good and ratio <= TIME_GOAL and memory <= MEMORY_GOAL
            print(
                f"{name}, {rows} rows: {times[0]:.2f} s, sqlite3 {times[1]:.2f} s, ratio {ratio:.2f} "
                f"(goal {TIME_GOAL:.2f}); memory {memory:.1f} x the file (goal {MEMORY_GOAL})")
    return is_good


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: compare_with_sqlite3.py TABLES")
    sys.exit(0 if main(sys.argv[1]) else 1)
