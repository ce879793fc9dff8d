"""Tables as data: what a judge expects to find in the output of a format."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

NONCHARACTERS = "\ufdd0-\ufdef" + "".join(
    chr(plane << 16 | end) for plane in range(17) for end in (0xFFFE, 0xFFFF)
)


@dataclass(frozen=True)
class Cell:
    """A cell: the kind of its value, the value's spelling, and the text for people if it is another.

    The kind `any` is that of a value of which only the spelling is known; a spelling of `None` is unknown,
    too.
    """

    kind: str
    value: str | None = ""
    shown: str | None = None
    role: str = "plain"

    @property
    def text(self) -> str | None:
        """What people are shown."""
        return self.value if self.shown is None else self.shown

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
    caption: str = "Table"
    alignments: list[str] = field(default_factory=list)

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
            "caption": self.caption,
            "columns": [{"title": title, "alignment": way} for title, way in zip(self.titles, alignments)],
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
