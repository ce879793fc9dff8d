"""Emulators show the same after differences as after a repaint: cells, looks, and the cursor, every frame.

usage: screens.py PROBE [FRAMES [SEED]]

PROBE is the program BrowserProbe. It writes frames of random screens, each as a difference from the frame before and
as a repaint. An emulator receives all differences, and a new one each repaint. pyte compares all cells with their looks.
Ghostty compares the text, in the mode 2027, in which it draws clusters whole, and in its own, in which it cuts them.
pyte can't show emoji, so it receives the frames of an even seed only. It would also wrap a combining mark behind the
last column, so its lines never wrap.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

from emulators import Ghostty, GhosttyWithClusters, Pyte


class Frame(NamedTuple):
    width: int
    height: int
    difference: bytes
    repaint: bytes


def frames(probe: str, seed: int, count: int) -> Iterator[Frame]:
    with subprocess.Popen([probe, "screens", str(seed), str(count)], stdout=subprocess.PIPE) as process:
        assert process.stdout
        while head := process.stdout.readline():
            width, height, *lengths = map(int, head.split())
            yield Frame(width, height, *(process.stdout.read(length) for length in lengths))
    if process.returncode:
        sys.exit(f"{probe} ended with the status {process.returncode}")


def judge(emulator: type, frames: Iterator[Frame]) -> tuple[int, int]:
    """Returns the number of frames, and of those that differ. Prints differences, and stops at the third."""
    number = wrong = 0
    kept, size = None, None
    for number, frame in enumerate(frames, 1):
        if kept is None:
            kept = emulator(frame.width, frame.height)
        elif size != frame[:2]:
            kept.resize(frame.width, frame.height)
        size = frame[:2]
        fresh = emulator(frame.width, frame.height)
        kept.feed(frame.difference)
        fresh.feed(frame.repaint)
        if kept.shown() == fresh.shown():
            continue
        wrong += 1
        print(f"{emulator.name}, frame {number} of {size}: {frame.difference[:400]!r}")
        for line, (got, wanted) in enumerate(zip(kept.shown(), fresh.shown())):
            for column, pair in enumerate(zip(got, wanted)):
                if pair[0] != pair[1]:
                    print(f"  line {line}, {column}: {pair[0]!r} instead of {pair[1]!r}")
        if wrong == 3:
            break
    return number, wrong


def main() -> None:
    probe = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    runs = [(Pyte, 2 * seed), (GhosttyWithClusters, 2 * seed + 1), (Ghostty, 2 * seed + 1)]
    results = [(emulator.name, *judge(emulator, frames(probe, seed, count))) for emulator, seed in runs]
    print("; ".join(f"{name}: {number} frames, {wrong} wrong" for name, number, wrong in results) + f"; seed {seed}")
    sys.exit(any(wrong or number < count for _, number, wrong in results))


if __name__ == "__main__":
    main()
