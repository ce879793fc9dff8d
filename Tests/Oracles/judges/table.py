"""Tables as data: the expected content of a format's output."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from math import isfinite
from typing import Any

NONCHARACTERS = "\ufdd0-\ufdef" + "".join(
    chr(plane << 16 | end) for plane in range(17) for end in (0xFFFE, 0xFFFF)
)


@dataclass(frozen=True)
class Cell:
    """A cell: the kind of its value, the value's spelling, the displayed text if it differs, and the address
    of its link.

    For the kind `any`, only the spelling of the value is known. A spelling of `None` is unknown. A series is a list
    of numbers in brackets, among which `nan`, `inf`, and `null` are missing.
    """

    kind: str
    value: str | None = ""
    shown: str | None = None
    role: str = "plain"
    link: str | None = None

    @property
    def text(self) -> str | None:
        """The displayed text."""
        if self.kind == "series" and self.shown is None:
            return series_words(self.value or "")
        return self.value if self.shown is None else self.shown

    @property
    def data(self) -> str | None:
        """The spelling of the value in data."""
        if self.kind == "series":
            return re.sub("nan|-?inf", "null", self.value or "")
        return self.value

    @property
    def has_value(self) -> bool:
        return self.kind not in ("empty", "missing")

    @property
    def is_number(self) -> bool:
        return self.kind in ("integer", "decimal", "double")


EMPTY = Cell("empty")


def series_values(spelling: str) -> list[float | None]:
    """The numbers of a series. Missing and infinite ones are `None`."""
    parts = spelling.removeprefix("[").removesuffix("]").split(",") if spelling != "[]" else []
    numbers = [None if part == "null" else float(part) for part in parts]
    return [number if number is not None and isfinite(number) else None for number in numbers]


def series_words(spelling: str) -> str:
    """The text of a series for readers who don't see its chart."""
    values = series_values(spelling)
    numbers = [value for value in values if value is not None]
    parts = ["1 value" if len(numbers) == 1 else f"{len(numbers)} values"]
    if len(numbers) < len(values):
        parts.append(f"{len(values) - len(numbers)} missing")
    if numbers:
        last = "missing" if values[-1] is None else series_number(values[-1])
        parts.append(f"from {series_number(min(numbers))} to {series_number(max(numbers))}")
        parts.append(f"last {last}")
    return ", ".join(parts)


def series_number(number: float) -> str:
    """The shortest spelling of a number."""
    return f"{number:.0f}" if number.is_integer() and abs(number) < 1e15 else repr(number)


@dataclass(frozen=True)
class Section:
    rows: list[list[Cell]]
    head: list[Cell] | None = None
    foot: list[Cell] | None = None
    id: str = ""
    # Formats for people hide the rows of a collapsed section, so only judges of workbooks receive such sections.
    collapsed: bool = False


Bar = None | tuple[()] | tuple[float, float]


@dataclass(frozen=True)
class Table:
    titles: list[str]
    sections: list[Section]
    caption: str | None = None
    alignments: list[str] = field(default_factory=list)
    # The names of the columns in data formats. For `None` or a missing name, the title is the name.
    keys: list[str | None] = field(default_factory=list)
    # The scales of the bars: none, an automatic one, or a range.
    bars: list[Bar] = field(default_factory=list)
    # The title of the page. It is also the HTML caption if the table has no caption.
    title: str = "Table"

    @property
    def names(self) -> list[str]:
        """The names of the columns in data formats."""
        return [title if key is None else key for title, key in zip_longest(self.titles, self.keys)]

    def lines(self) -> Iterator[list[Cell]]:
        """The heads, rows, and feet."""
        for section in self.sections:
            yield from [section.head or [], *section.rows, section.foot or []]

    def rows(self) -> list[list[Cell]]:
        """The rows of all sections, padded to the number of columns."""
        return [self.filled(row) for section in self.sections for row in section.rows]

    def filled(self, row: list[Cell]) -> list[Cell]:
        return row + [EMPTY] * (len(self.titles) - len(row))

    def description(self) -> dict[str, Any]:
        """The table in the notation of the program TableWriter."""

        def cells(line: list[Cell] | None) -> list[dict[str, Any]] | None:
            return None if line is None else [vars(cell) for cell in line]

        alignments = self.alignments or ["automatic"] * len(self.titles)
        return {
            "title": self.title,
            "caption": self.caption,
            "columns": [
                {"title": title, "key": key, "alignment": way, "bar": bar}
                for title, key, way, bar in zip_longest(self.titles, self.keys, alignments, self.bars)
            ],
            "sections": [
                {
                    "id": section.id,
                    "head": cells(section.head),
                    "rows": [cells(row) for row in section.rows],
                    "foot": cells(section.foot),
                    "collapsed": section.collapsed,
                }
                for section in self.sections
            ],
        }


@dataclass(frozen=True)
class Case:
    """The output for a table. If `table` is `None`, only its form can be judged."""

    name: str
    outputs: dict[str, str]
    table: Table | None

    def with_output(self, form: str, text: str) -> Case:
        return Case(self.name, {**self.outputs, form: text}, self.table)


def lines_as_newlines(text: str) -> str:
    """Replaces each line break with that of a page."""
    return re.sub(r"\r\n|\r|\n", "\n", text)


def without_controls(text: str, others: str = "") -> str:
    """Replaces controls, except tabs and line breaks, and other characters."""
    return re.sub(rf"[\x00-\x08\x0b-\x1f\x7f-\x9f{others}]", "\ufffd", lines_as_newlines(text))


def as_markdown_shows(text: str) -> str:
    """Replaces controls, and characters that change the direction of text."""
    return without_controls(text, "\u202a-\u202e\u2066-\u2069")


def as_html_value(text: str) -> str:
    """Replaces the characters that HTML does not allow: controls and noncharacters."""
    return without_controls(text, NONCHARACTERS)


def as_html_shows(text: str) -> str:
    """Replaces all these characters."""
    return as_html_value(as_markdown_shows(text))
