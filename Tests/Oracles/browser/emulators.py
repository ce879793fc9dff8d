"""Emulators of terminals, for the judges of the browser."""

from __future__ import annotations

import pyghostty
import pyte


class Pyte:
    """All cells with their looks, and the cursor."""

    name = "pyte"

    def __init__(self, width: int, height: int) -> None:
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.stream.feed(b"\x1b[?7l")

    def feed(self, output: bytes) -> None:
        self.stream.feed(output.replace(b"\x1b[?7h", b""))

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(height, width)

    def shown(self) -> tuple[list[object], ...]:
        screen = self.screen
        lines = [
            [(cell.data, cell.fg, cell.bold, cell.underscore, cell.reverse) for cell in map(line.__getitem__, columns)]
            for line, columns in ((screen.buffer[y], range(screen.columns)) for y in range(screen.lines))
        ]
        return (*lines, [screen.cursor.x, screen.cursor.y])


class Ghostty:
    """The text of the lines, and the cursor."""

    name = "ghostty"
    mode = b""

    def __init__(self, width: int, height: int) -> None:
        self.terminal = pyghostty.Terminal(width, height, 0)
        self.feed(self.mode)

    def feed(self, output: bytes) -> None:
        self.terminal.feed(output)

    def resize(self, width: int, height: int) -> None:
        self.terminal.resize(width, height)

    def shown(self) -> tuple[list[object], ...]:
        return (*([line] for line in self.terminal.text().split("\n")), [*self.terminal.cursor])


class GhosttyWithClusters(Ghostty):
    name = "ghostty with mode 2027"
    mode = b"\x1b[?2027h"
