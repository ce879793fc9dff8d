"""Tables of random shapes, with texts from all of Unicode."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from .nasty_texts import ADDRESSES, NASTY, NUMBERS, SERIES
from .table import EMPTY, Bar, Cell, Section, Table

ROLES = ["plain", "strong", "muted", "positive", "negative", "warning", "link"]
# Some are too narrow or too wide for a spreadsheet.
RANGES = [(0.0, 100.0), (-2.5, 10.0), (95.0, 106.25), (-8.0, -5.0), (0.0, 1e300), (1e-310, 1.0), (0.0, 0.0)]
RANGES += [(-1.7976931348623157e308, 1.7976931348623157e308), (1.0, 1.0000000000000002), (0.0, 1e-305), (-1e308, 1e308), (0.0, 1.7976931348623157e308)]
ALIGNMENTS = ["automatic", "left", "center", "right", "decimal", "decimalComma"]
# Markdown's markup, and characters that are written next to it.
MARKDOWN = [*"\\`*_[]()<>|~&#!:;@$.,-+\"'/^= \n\tab1é東\u2003“", "**", "__", "~~", "``", "  "]
MARKDOWN += ["https://", "http://a.b", "www.", "www.a.b", "a@b.cd", "mailto:", "a_b", "/c?d=e&f", "&amp;", "&#", "<b", "<!--", "br>", "](a)"]


class RandomTables:
    """Makes random tables. The same seed makes the same tables."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def tables(self, count: int) -> Iterator[tuple[str, Table]]:
        for number in range(count):
            yield f"random table {number}", self.table()
            if number % 3 == 0:
                yield f"random charts {number}", self.charts()

    def table(self) -> Table:
        choose = self.random
        columns = choose.randint(1, 6)
        titles = [self.text() if choose.random() < 0.9 else "" for _ in range(columns)]
        sections = [self.section(columns, number) for number in range(choose.randint(0, 3))]
        alignments = [choose.choice(ALIGNMENTS) for _ in range(columns)]
        keys = [self.text() if choose.random() < 0.3 else None for _ in range(columns)]
        caption = self.text() if choose.random() < 0.6 else None
        bars = [self.bar() for _ in range(columns)]
        return Table(titles, sections, caption, alignments, keys, bars, title=self.text())

    def charts(self) -> Table:
        """Columns of numbers and series, and texts that take one line."""
        choose = self.random
        columns = choose.randint(1, 4)
        numbers = [self.numbers() for _ in range(columns)]

        def cell(column: int) -> Cell:
            chance = choose.random()
            if chance < 0.1:
                return choose.choice([EMPTY, Cell("missing"), Cell("text", "word"), Cell("boolean", "true")])
            if chance < 0.3:
                return Cell("series", self.series())
            return Cell(*choose.choice(numbers[column]), "seven of 9" if chance > 0.95 else None)

        def line() -> list[Cell]:
            return [cell(column) for column in range(columns)]

        def section(number: int) -> Section:
            rows = [line() for _ in range(choose.randint(0, 8))]
            head, foot = (line() if choose.random() < 0.5 else None for _ in range(2))
            return Section(rows, head, foot, id=f"{number}")

        titles = [choose.choice(["n", "a long title of a column"]) for _ in range(columns)]
        sections = [section(number) for number in range(choose.randint(1, 3))]
        alignments = [choose.choice(ALIGNMENTS) for _ in range(columns)]
        bars = [None if choose.random() < 0.2 else self.bar() for _ in range(columns)]
        return Table(titles, sections, alignments=alignments, bars=bars)

    def numbers(self) -> list[tuple[str, str]]:
        """Numbers of one column: hostile, equal, of one sign, or of one size."""
        choose = self.random
        chance = choose.random()
        if chance < 0.3:
            return NUMBERS
        if chance < 0.4:
            return [choose.choice(NUMBERS)]
        least, greatest = choose.choice([(0.0, 10.0), (-10.0, 0.0), (-3.0, 8.0), (90.0, 110.0), (-8e307, 8e307)])
        exact = [("double", repr(choose.uniform(least, greatest))) for _ in range(6)]
        return exact + [("decimal", f"{choose.uniform(least, greatest):.2f}") for _ in range(6)]

    def series(self) -> str:
        choose = self.random
        if choose.random() < 0.5:
            return choose.choice(SERIES)
        least = choose.choice([0.0, 0.0, 0.0, -5.0])
        count = choose.choice([1, 3, 8, 24, 25, 48, 49, 100])
        numbers = [f"{round(choose.uniform(least, 9), 2) + 0.0!r}".removesuffix(".0") for _ in range(count)]
        return f"[{','.join('null' if choose.random() < 0.1 else number for number in numbers)}]"

    def bar(self) -> Bar:
        chance = self.random.random()
        return None if chance < 0.5 else () if chance < 0.8 else self.random.choice(RANGES)

    def section(self, columns: int, number: int) -> Section:
        def entry() -> list[Cell] | None:
            kind = self.random.random()
            return None if kind < 0.4 else [self.cell()] if kind < 0.8 else self.line(columns)

        rows = [self.line(columns) for _ in range(self.random.randint(0, 12))]
        return Section(rows, head=entry(), foot=entry(), id=f"{number} {self.text()}")

    def line(self, columns: int) -> list[Cell]:
        length = columns if self.random.random() < 0.9 else self.random.randint(0, columns)
        return [self.cell() for _ in range(length)]

    def cell(self) -> Cell:
        cell = self.cell_without_link()
        chance = self.random.random()
        if chance < 0.8 or cell.kind == "missing":
            return cell
        if chance < 0.95:
            return replace(cell, link=self.random.choice(list(ADDRESSES)))
        # Unlike the URL Standard, the Nu checker does not allow all of Unicode in an address.
        return replace(cell, link=self.text().encode("ascii", "ignore").decode())

    def cell_without_link(self) -> Cell:
        choose = self.random
        role = choose.choice(ROLES) if choose.random() < 0.3 else "plain"
        shown = self.text() if choose.random() < 0.2 else None
        if role == "link" and choose.random() < 0.7:
            return Cell("text", choose.choice(list(ADDRESSES)), shown, role)
        kind = choose.random()
        if kind < 0.7:
            return Cell("text", self.text(), shown, role)
        if kind < 0.85:
            return Cell(*choose.choice(NUMBERS), shown, role)
        if kind < 0.95:
            return Cell(
                *choose.choice([("boolean", "true"), ("boolean", "false"), ("date", "2026-01-31")]),
                shown,
                role,
            )
        if kind < 0.96:
            return Cell("series", self.series(), shown or None, role)
        if kind < 0.97:
            return Cell("json", choose.choice(["[]", '[1, {"a": null}]', '{"\\u00e9|": ["<b>"]}']), shown, role)
        return Cell("empty", "", shown, role) if kind < 0.985 else Cell("missing", "", None, role)

    def text(self) -> str:
        """Pieces of nasty texts and scalars from all of Unicode, or characters with a meaning in Markdown."""
        choose = self.random
        if choose.random() < 0.3:
            return "".join(choose.choice(MARKDOWN) for _ in range(choose.randint(1, 12)))
        return "".join(
            choose.choice(NASTY)[:12] if choose.random() < 0.6 else self.character()
            for _ in range(choose.randint(0, 5))
        )

    def character(self) -> str:
        while True:
            limit = self.random.choice([0x80, 0x800, 0x3000, 0x10000, 0x20000, 0x110000])
            character = chr(self.random.randrange(limit))
            if not "\ud800" <= character <= "\udfff":
                return character
