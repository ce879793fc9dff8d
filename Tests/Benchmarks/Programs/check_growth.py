#!/usr/bin/env python3
"""Checks that the time of tables grows with the size of a file, and no faster.

    swift build -c release --product tables
    python3 Tests/Benchmarks/Programs/check_growth.py .build/release/tables

Each case reads a file and one of eight times its size, and compares the times of the processor, which other programs
hardly change. Eight times the size takes about eight times as long; a copy of all bytes for each row takes up to 64
times as long. The exit status is 1 if a case takes more than 20 times as long.
"""

import csv
import io
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile

SIZE = 1 << 20
GROWTH = 8
LIMIT = 20
LEAST = 0.05
"""The seconds that the start of a program takes at most."""


def rows(seed):
    """Endless rows with a number, a date, texts that need quotes or escapes, and nested values."""
    source = random.Random(seed)
    number = 0
    while True:
        number += 1
        yield {
            "id": number, "amount": source.randrange(10**6) / 100, "day": f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}",
            "city": source.choice(["Oslo", "São Paulo", "Wien", "東京"]), "note": 'a "quoted" note,\nof two lines\t\u0001',
            "items": [{"sku": f"s{source.randrange(9999)}", "count": source.randrange(9)} for _ in range(8)],
            "place": {"x": source.random(), "y": {"z": number}},
        }


def flat(row):
    return [str(row["id"]), f"{row['amount']:.2f}", row["day"], row["city"]]


def delimited(row, separator):
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerow(flat(row) + [row["note"].replace("\u0001", "")])
    return text.getvalue()


TITLES = ["id", "amount", "day", "city"]
FORMATS = {
    "csv": (",".join(TITLES + ["note"]) + "\n", lambda row: delimited(row, ","), "", ""),
    "tsv": ("\t".join(TITLES) + "\n", lambda row: "\t".join(flat(row)) + "\n", "", ""),
    "jsonl": ("", lambda row: json.dumps(row) + "\n", "", ""),
    "json": ("[", lambda row: json.dumps(row, indent=1), ",\n", "]"),
    "md": ("| " + " | ".join(TITLES) + " |\n|---|---|---|---|\n", lambda row: "| " + " | ".join(flat(row)) + " |\n", "", ""),
}

CASES = [(name, []) for name in FORMATS] + [
    ("csv", ["--to", "json"]), ("csv", ["--to", "xlsx", "--output", os.devnull]), ("csv", ["--sort", "city,amount:desc"]),
    ("csv", ["--where", "day > 2026-05 and city != Oslo", "--count"]), ("csv", ["--group-by", "city,day", "--sum", "amount"]),
    ("csv", ["--describe"]), ("csv", ["--full"]), ("csv", ["--to", "html"]), ("jsonl", ["--flatten"]), ("jsonl", ["--describe"]),
    ("jsonl", ["--sort", "city,amount:desc", "--to", "jsonl"]),
]


def write(path, name, size):
    """Writes a file of about a size in bytes."""
    head, line, separator, end = FORMATS[name]
    with open(path, "w") as file:
        file.write(head)
        for index, row in enumerate(rows(7)):
            file.write((separator if index else "") + line(row))
            if file.tell() >= size:
                break
        file.write(end)


def seconds(arguments, limit):
    """Returns the seconds of the processor that a program takes. Ends the program one or two seconds after a limit."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        subprocess.run(
            arguments, stdout=subprocess.DEVNULL, check=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 2, int(limit) + 3)))
    except subprocess.CalledProcessError as error:
        if error.returncode != -signal.SIGXCPU:
            sys.exit(f"{' '.join(arguments)} failed with status {error.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main(program):
    """Prints a line for each case. Returns whether all times grow as they should."""
    is_good = True
    with tempfile.TemporaryDirectory() as folder:
        for name in FORMATS:
            write(os.path.join(folder, f"small.{name}"), name, SIZE)
            write(os.path.join(folder, f"large.{name}"), name, SIZE * GROWTH)
        for name, options in CASES:
            small, large = ([program, os.path.join(folder, f"{size}.{name}"), *options] for size in ("small", "large"))
            time = max(min(seconds(small, 60) for _ in range(3)), LEAST)
            limit = time * LIMIT
            growth = min(seconds(large, limit) for _ in range(2)) / time
            is_good = is_good and growth <= LIMIT
            print(f"{' '.join([name, *options])}: {time:.2f} s, {GROWTH} x the size takes {growth:.1f} x as long")
    return is_good


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: check_growth.py TABLES")
    sys.exit(0 if main(sys.argv[1]) else 1)
