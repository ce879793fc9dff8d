"""Tables as data: what a judge expects to find in the output of a format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

NONCHARACTERS = "\ufdd0-\ufdef" + "".join(
    chr(plane << 16 | end) for plane in range(17) for end in (0xFFFE, 0xFFFF)
)


@dataclass(frozen=True)
class Cell:
    """A cell: the kind of its value, the value's spelling, the text for people if it is another, and the
    address that this leads to.

    The kind `any` is that of a value of which only the spelling is known; a spelling of `None` is unknown,
    too.
    """

    kind: str
    value: str | None = ""
    shown: str | None = None
    role: str = "plain"
    link: str | None = None

    @property
    def text(self) -> str | None:
        """What people are shown."""
        return self.value if self.shown is None else self.shown

    @property
    def has_value(self) -> bool:
        return self.kind not in ("empty", "missing")

    @property
    def is_number(self) -> bool:
        return self.kind in ("integer", "decimal", "double")


EMPTY = Cell("empty")


@dataclass(frozen=True)
class Section:
    rows: list[list[Cell]]
    head: list[Cell] | None = None
    foot: list[Cell] | None = None
    id: str = ""


@dataclass(frozen=True)
class Table:
    titles: list[str]
    sections: list[Section]
    caption: str | None = None
    alignments: list[str] = field(default_factory=list)
    # What data formats call the columns; `None`, or too short a list, for their titles.
    keys: list[str | None] = field(default_factory=list)
    # The title of the page, which is the caption in HTML if the table has none.
    title: str = "Table"

    @property
    def names(self) -> list[str]:
        """What data formats call the columns."""
        return [title if key is None else key for title, key in zip_longest(self.titles, self.keys)]

    def lines(self) -> Iterator[list[Cell]]:
        """The heads, rows and feet."""
        for section in self.sections:
            yield from [section.head or [], *section.rows, section.foot or []]

    def rows(self) -> list[list[Cell]]:
        """The rows of all sections, filled up to the number of columns."""
        return [self.filled(row) for section in self.sections for row in section.rows]

    def filled(self, row: list[Cell]) -> list[Cell]:
        return row + [EMPTY] * (len(self.titles) - len(row))

    def description(self) -> dict[str, Any]:
        """The table as the program TableWriter takes it."""

        def cells(line: list[Cell] | None) -> list[dict[str, Any]] | None:
            return None if line is None else [vars(cell) for cell in line]

        alignments = self.alignments or ["automatic"] * len(self.titles)
        return {
            "title": self.title,
            "caption": self.caption,
            "columns": [
                {"title": title, "key": key, "alignment": way}
                for title, key, way in zip_longest(self.titles, self.keys, alignments)
            ],
            "sections": [
                {
                    "id": section.id,
                    "head": cells(section.head),
                    "rows": [cells(row) for row in section.rows],
                    "foot": cells(section.foot),
                }
                for section in self.sections
            ],
        }


@dataclass(frozen=True)
class Case:
    """What was written for a table; `table` is `None` where nothing but the form can be judged."""

    name: str
    outputs: dict[str, str]
    table: Table | None

    def with_output(self, form: str, text: str) -> Case:
        return Case(self.name, {**self.outputs, form: text}, self.table)


def lines_as_newlines(text: str) -> str:
    """Each line break as the one that a page has."""
    return re.sub(r"\r\n|\r|\n", "\n", text)


def as_markdown_shows(text: str) -> str:
    """Control characters are replaced, apart from tabs and line breaks."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "\ufffd", lines_as_newlines(text))


def as_html_shows(text: str) -> str:
    """Control characters are replaced, and noncharacters, which HTML does not allow."""
    return re.sub(f"[{NONCHARACTERS}]", "\ufffd", as_markdown_shows(text))
