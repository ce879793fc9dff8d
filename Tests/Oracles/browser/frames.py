"""The browser in a pseudo terminal: after random keys, sizes, and updates, an emulator that received the differences shows the
same as a new one that received a repaint, every frame.

usage: frames.py PROBE STEPS UPDATES_PER_SECOND SEED [plain|wide|emoji]

The probe writes a repaint of each frame to a pipe, with the number of bytes that the terminal has received so far. Texts
are plain or wide for pyte; emoji are for Ghostty, once in the mode 2027, in which it draws clusters whole.
"""
from __future__ import annotations

import os
import random
import select
import sys
import time

from emulators import Ghostty, GhosttyWithClusters, Pyte
from terminal import Terminal

PROBE, STEPS, RATE, SEED = os.path.abspath(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
TEXTS = sys.argv[5] if len(sys.argv) > 5 else "wide"
KEYS = (
    ["j"] * 8 + ["k"] * 8 + ["\x1b[B", "\x1b[A", "\x1b[5~", "\x1b[6~", "g", "G", "h", "l", "l", " ", " ", "\x04", "\x15"]
    + ["/paid\r", "n", "N", "/名\r", "&e 7\r", "&\r", "&זצ\r", "s", "S", "+", "hs+", "&paid\r&e\r", "*l*", "&\t1\r", "\x1b\x1b", ":40\r", "\x1b", "/zzz", "\x7f\x7f\x7f\x7f", "p", "p"]
    + ["?Ada\r", "\x1bOP", "x", "\x0c", "o", "m", "*", "a", "a\x1b", "c", "e", "-", "z2\r", "z\r", "F", "\x1b[999;9Z", "\udcff"]
    + ["\x1b[200~pasted\x1b[201~", "\x1b]11;rgb:0/0/0\x07", "\x1b[<0;5;5M"]
)


class Mirror:
    """The frames of a run, each as the bytes that the terminal received and as a repaint."""

    def __init__(self, emulators):
        self.read_end, self.write_end = os.pipe()
        self.makers, self.kept = emulators, None
        self.bytes, self.records, self.received, self.size = b"", b"", None, None
        self.frames = self.wrong = self.scrolled = 0

    def compare(self, terminal, seconds):
        end = time.time() + seconds
        while True:
            ready = select.select([self.read_end, terminal.master], [], [], max(0, min(0.02, end - time.time())))[0]
            if terminal.master in ready:
                try:
                    self.bytes += os.read(terminal.master, 65536)
                except OSError:
                    return
            if self.read_end in ready:
                self.records += os.read(self.read_end, 1 << 20)
            while self.take():
                pass
            if time.time() >= end:
                return

    def take(self):
        head, separator, rest = self.records.partition(b"\n")
        if not separator:
            return False
        total, width, height, length = map(int, head.split())
        if self.received is None:
            # The codes that enter the screen precede the first frame.
            start = self.bytes.find(b"\x1b[?2027h")
            if start < 0:
                return False
            self.bytes, self.received = self.bytes[start + 8:], 0
        if len(rest) < length or len(self.bytes) < total - self.received:
            return False
        difference, self.bytes = self.bytes[:total - self.received], self.bytes[total - self.received:]
        repaint, self.records, self.received = rest[:length], rest[length:], total
        if self.kept is None:
            self.kept = [maker(width, height) for maker in self.makers]
        elif self.size != (width, height):
            for emulator in self.kept:
                emulator.resize(width, height)
        self.size = (width, height)
        self.frames += 1
        self.scrolled += b"\x1bM" in difference or b"\n" in difference
        for emulator in self.kept:
            fresh = type(emulator)(width, height)
            emulator.feed(difference)
            fresh.feed(repaint)
            if emulator.shown() != fresh.shown():
                self.wrong += 1
                if self.wrong < 3:
                    print(f"{emulator.name}, frame {self.frames} of {self.size}: {difference[:300]!r}")
                    for line, pair in enumerate(zip(emulator.shown(), fresh.shown())):
                        if pair[0] != pair[1]:
                            print(f"  line {line}: {pair[0]!r}\n  instead of {pair[1]!r}")
        return True


def main():
    random.seed(SEED)
    mirror = Mirror([Pyte] if TEXTS != "emoji" else [GhosttyWithClusters, Ghostty])
    command = [PROBE, "live", "--mirror", str(mirror.write_end), "--texts", TEXTS, "--rate", RATE, "--rows", "300", "--sections", "7"]
    terminal = Terminal(command, pass_fds=[mirror.write_end])
    os.close(mirror.write_end)
    mirror.compare(terminal, 1)
    for step in range(STEPS):
        if terminal.process.poll() is not None:
            print(f"the program ended with {terminal.process.poll()} at step {step}: {mirror.bytes[-2000:]!r}")
            sys.exit(1)
        if random.random() < 0.06:
            sizes = [(random.randint(1, 400), random.randint(1, 200)), (random.randint(1, 60), random.randint(1, 12)), (80, 24), (40, 10)]
            terminal.resize(*random.choice(sizes))
        else:
            terminal.type("".join(random.choice(KEYS) for _ in range(random.choice([1, 1, 1, 2, 5]))))
        mirror.compare(terminal, 0.003)
    mirror.compare(terminal, 2)
    # A busy program reads several keys at once, as one key with Alt, and waits for its frames to be read.
    end = time.monotonic() + 60
    while terminal.process.poll() is None and time.monotonic() < end:
        for keys in ("\x1b", "\x1b", "\x1b", "q"):
            terminal.type(keys)
            mirror.compare(terminal, 0.2)
    status = terminal.wait(3)
    print(
        f"{STEPS} steps with {TEXTS} texts, {mirror.frames} frames compared ({mirror.scrolled} with line feeds), {mirror.wrong} wrong, "
        f"exit {status}, former settings {terminal.has_former_settings}, seed {SEED}")
    sys.exit(mirror.wrong > 0 or status != 0 or not terminal.has_former_settings or mirror.frames < STEPS // 4)


main()
