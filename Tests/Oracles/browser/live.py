"""Updates while a person reads: the line that stays, frames, bytes, processor time, and the time from a key to the screen.

usage: live.py PROBE [ROWS SECTIONS UPDATES_PER_SECOND]

Fails if the cursor leaves its row, or if there are more than 31 frames in a second. The times are for the record, since a busy
machine misses any limit.
"""
import os
import sys
import time

import pyte

from terminal import Checks, Terminal

PROBE = os.path.abspath(sys.argv[1])
ROWS, SECTIONS, RATE = sys.argv[2:5] if len(sys.argv) > 2 else ("1000000", "1", "1000")
checks = Checks()


class Screen:
    """The browser, and an emulator that follows it."""

    def __init__(self, *arguments):
        self.terminal = Terminal([PROBE, "live", "--rows", ROWS, "--sections", SECTIONS, *arguments])
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.frames = self.bytes = 0

    def read(self, seconds, until=None):
        new = self.terminal.read(seconds, until)
        self.frames += new.count(b"\x1b[?2026h") or bool(new)
        self.bytes += len(new)
        self.stream.feed(new)
        return until is not None and until in new

    def cursor(self):
        """The line of the screen with the cursor, and the number of its order."""
        return [(y, line.split()[1]) for y, line in enumerate(self.screen.display[1:-1]) if line.startswith(">")]


def percentile(times, share):
    return sorted(times)[int(share * (len(times) - 1))] * 1000


for kind in ("unsorted", "sorted"):
    screen = Screen("--rate", RATE)
    screen.read(30, b"q quit")
    screen.terminal.type(f":{int(ROWS) // 2}\r")
    screen.read(0.5)
    if kind == "sorted":
        screen.terminal.type("lllls")
        screen.read(3)
    lines, start, cpu = set(), time.time(), screen.terminal.cpu()
    screen.frames = screen.bytes = 0
    while time.time() - start < 5:
        screen.read(0.03)
        lines.add(tuple(screen.cursor()))
    seconds = time.time() - start
    cpu = (screen.terminal.cpu() - cpu) / seconds
    frames, size = screen.frames / seconds, screen.bytes / seconds
    # The row itself may be removed by an update.
    checks.check(f"{kind}: the cursor stays on its row and its line", len(lines) <= 2, str(lines))
    checks.check(f"{kind}: at most 31 frames in a second", frames <= 31, str(frames))
    times = []
    for _ in range(40):
        start = time.time()
        screen.terminal.type("\x1bOP")
        screen.read(2, b"any other key")
        times.append(time.time() - start)
        screen.terminal.type("x")
        screen.read(0.1)
    screen.terminal.type("/absent text\r")
    screen.read(0.05)
    start = time.time()
    screen.terminal.type("\x1b")
    screen.read(3, b"Stopped")
    stopped = time.time() - start
    print(
        f"{kind}, {ROWS} rows, {RATE} updates a second: {frames:.0f} frames and {size:.0f} B a second, "
        f"{cpu:.0%} of a processor; from a key to the screen {percentile(times, 0.5):.0f} ms (median), "
        f"{percentile(times, 0.95):.0f} ms (p95), {percentile(times, 1):.0f} ms (most); a search stopped after {stopped * 1000:.0f} ms "
        "(50 ms of it tell the key Esc from a sequence)")
    screen.terminal.type("q")
    checks.check(f"{kind}: q leaves", screen.terminal.wait(3) == 0)
    screen.terminal.close()
sys.exit(checks.finish())
