"""Tables for the judge of workbooks alone: formats for people hide the rows of a collapsed section."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from judges.fixed_tables import sound_table
from judges.nasty_texts import DATES, NASTY, NUMBERS
from judges.random_tables import RandomTables
from judges.table import EMPTY, Cell, Section, Table


def workbook_tables(seed: int, count: int) -> Iterator[tuple[str, Table]]:
    """Tables with collapsed sections, and the fixed and random texts and numbers."""
    yield "sound", sound_groups()
    yield "every feature", sound_table()
    yield "rows", Table(["a", "n"], [Section(rows(3))], caption="Fil'ter")
    for blank in "\u0085\u00a0\u2003\u2028\u3000":
        for name in (blank, f"a{blank}.b", f"'{blank}:"):
            yield f"name {name!a}", Table(["a", "n"], [Section(rows(3))], caption=name, bars=[None, ()])
    texts = [*NASTY, *(f"a{end}b" for end in ("\n\r", "\r\n\r", "\n\r\n", "\n\r\n\r", "\r\r\n\n"))]
    yield "texts", Table(["t"], [Section([[Cell("text", text)] for text in texts])])
    yield "numbers", Table(["n"], [Section([[Cell(kind, value)] for kind, value in NUMBERS])])
    yield "dates", Table(["d"], [Section([[Cell("date", text)] for text in DATES])])
    for first in range(4):
        for second in range(4):
            sections = [group(0, first, True), group(1, second, False), group(2, first, True)]
            yield f"groups {first} {second}", Table(["a", "n"], sections)
            yield f"collapsed groups {first} {second}", Table(
                ["a", "n"], [group(0, first, True), group(1, second, True)]
            )
    random_tables = RandomTables(seed)
    for name, table in random_tables.tables(count):
        sections = [
            replace(section, collapsed=random_tables.random.random() < 0.5) if section.rows else section
            for section in table.sections
        ]
        yield name, replace(table, sections=sections)


def rows(count: int, start: int = 1) -> list[list[Cell]]:
    return [
        [Cell("text", f"r{number}"), Cell("integer", f"{number}")] for number in range(start, start + count)
    ]


def group(number: int, parts: int, collapsed: bool) -> Section:
    """A section of three rows, with a head for the first bit of the parts, and a foot for the second."""
    head = [Cell("text", f"Head {number}")] if parts & 1 else None
    foot = [EMPTY, Cell("integer", "6")] if parts & 2 else None
    return Section(rows(3), head, foot, id=f"{number}", collapsed=collapsed)


def sound_groups() -> Table:
    """Two groups with sums; the first is collapsed. Faulty versions of its workbook test the judge."""
    dated = [
        [Cell("date", "2026-01-31"), Cell("decimal", "2.50")],
        [Cell("boolean", "true"), Cell("integer", "4")],
    ]
    return Table(
        ["a", "n"],
        [
            Section(rows(2), [Cell("text", "First")], [EMPTY, Cell("integer", "3")], "1", collapsed=True),
            Section(dated, [Cell("text", "Second")], [EMPTY, Cell("decimal", "6.50")], "2"),
            Section([], foot=[Cell("text", "All"), Cell("decimal", "9.50")], id="3"),
        ],
        caption="Sound",
        bars=[None, ()],
    )
