"""Workbooks as bytes, and the content that a reader of workbooks must find."""

from __future__ import annotations

import base64
import io
import math
import re
import sys
import warnings
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from .charts import LEAST_WIDTH, automatic_scale
from .judge import Refusal, expect_equal
from .table import Case, Cell, Section, Table

SHEET = "xl/worksheets/sheet1.xml"
SHEET_LINKS = "xl/worksheets/_rels/sheet1.xml.rels"
STYLES = "xl/styles.xml"
WORKBOOK = "xl/workbook.xml"
NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
# Excel shows 15 digits.
MOST_DIGITS = 15
# Excel counts a February 29 in 1900, so earlier dates have other numbers there.
FIRST_DATE = date(1900, 3, 1)
DATE = re.compile(
    r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})?(?P<between>[T ]?)"
    r"(?P<time>[0-9]{2}:[0-9]{2}(:[0-9]{2}(?P<decimals>\.[0-9]{1,3})?)?)?"
)
JSON_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
PLAIN_NUMBER = re.compile(r"-?[0-9]*\.?([0-9]*)")
ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")
# openpyxl does not know the newer form of bars, and the judges read that form themselves.
warnings.filterwarnings("ignore", "(Conditional Formatting|Unknown) extension is not supported")


def content(case: Case, form: str) -> bytes:
    """The bytes of a workbook."""
    return base64.b64decode(case.outputs[form], validate=True)


def with_content(case: Case, form: str, archive: bytes) -> Case:
    return case.with_output(form, base64.b64encode(archive).decode())


def changed(case: Case, form: str, entry: str, change: Callable[[str], str]) -> Case:
    """The case with another text of an entry of a workbook."""

    def spoiled(name: str, text: str) -> str:
        return change(text) if name == entry else text

    with zipfile.ZipFile(io.BytesIO(content(case, form))) as archive:
        entries = [(name, archive.read(name).decode()) for name in archive.namelist()]
    spoiled_entries = [(name, spoiled(name, text)) for name, text in entries]
    assert spoiled_entries != entries, f"{form} is not spoiled"
    return with_content(case, form, packed(spoiled_entries))


class Stream:
    """A place for bytes where a writer can't go back, so that sizes follow the entries of an archive."""

    def __init__(self) -> None:
        self.blocks: list[bytes] = []

    def write(self, block: bytes) -> int:
        self.blocks.append(bytes(block))
        return len(block)

    def flush(self) -> None:
        pass


def packed(entries: list[tuple[str, str]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of some entries, as the library writes it."""
    output = Stream()
    with zipfile.ZipFile(output, "w") as archive:  # type: ignore[call-overload]
        for name, text in entries:
            archive.writestr(zipfile.ZipInfo(name), text, method)
    return b"".join(output.blocks)


def swapped(old: str, new: str) -> Callable[[str], str]:
    """A change of the first place that matches a pattern."""
    return lambda text: re.sub(old, new, text, count=1)


def unescaped(text: str) -> str:
    """The text of a cell, in which `_x000D_` is a carriage return (ECMA-376, 22.9.2.19)."""
    return ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)


@dataclass(frozen=True)
class Line:
    """A row of a sheet."""

    part: str  # title, head, row, foot, or total
    cells: list[Cell]
    section: Section | None = None

    @property
    def level(self) -> int:
        """The level in the outline: a head folds the rows of its section."""
        return 1 if self.part == "row" and self.section and self.section.head is not None else 0

    @property
    def is_hidden(self) -> bool:
        """Whether the row is hidden: a head has the button that shows the rows of a collapsed section."""
        return self.level == 1 and self.section is not None and self.section.collapsed


def total(table: Table) -> Section | None:
    """The last section, if it stands behind others and has a foot and nothing else: that of the table."""
    last = table.sections[-1] if len(table.sections) > 1 else None
    return last if last and last.foot is not None and last.head is None and not last.rows else None


def sections(table: Table) -> list[Section]:
    """The sections without the foot of the table."""
    return table.sections if total(table) is None else table.sections[:-1]


def lines(table: Table, form: str) -> list[Line]:
    """The rows of a sheet. The form `records` has no heads and feet."""
    return list(all_lines(table, has_heads=form != "records"))


def all_lines(table: Table, has_heads: bool) -> Iterator[Line]:
    if table.titles:
        yield Line("title", [Cell("text", title) for title in table.titles])
    for section in sections(table):
        if has_heads and section.head is not None:
            yield Line("head", section.head, section)
        shown = section if has_heads else None
        yield from (Line("row", row, shown) for row in section.rows)
        if has_heads and section.foot is not None:
            yield Line("foot", section.foot, section)
    last = total(table)
    if has_heads and last is not None:
        yield Line("total", last.foot or [])


def letters(column: int) -> str:
    """The letters of a column, whose number starts at 0."""
    return chr(ord("A") + column) if column < 26 else letters(column // 26 - 1) + letters(column % 26)


def filter_range(table: Table, form: str) -> str | None:
    """The cells with filter buttons: the titles and rows of a table without groups."""
    given = sections(table)
    has_groups = len(given) != 1 or given[0].head is not None
    rows = [row for section in given for row in section.rows]
    if not table.titles or not rows or (form != "records" and has_groups):
        return None
    return f"A1:{letters(len(table.titles) - 1)}{1 + len(rows)}"


# MARK: Bars

# The largest number that Excel reads in a formula.
LARGEST_LIMIT = Decimal("9.99999999999999e307")


@dataclass(frozen=True)
class Bars:
    """The bars of a column: the ranges of its rows, and the ends of its scale."""

    cells: str
    least: float
    greatest: float


def expected_bars(table: Table, form: str) -> list[Bars]:
    """The bars of each column that can have them."""
    given = lines(table, form)
    ranges: list[list[int]] = []
    for number, line in enumerate(given, start=1):
        if line.part != "row":
            continue
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    bars = []
    for column, bar in enumerate(table.bars):
        if bar is None or not ranges:
            continue
        name = letters(column)
        parts = [f"{name}{first}" + (f":{name}{last}" if last > first else "") for first, last in ranges]
        rows = [line.cells for line in given if line.part == "row"]
        scale = bar or automatic_scale([row[column] for row in rows if column < len(row)])
        if is_drawable(*scale):
            ends = [0.0 if abs(end) < 1e-307 else end for end in scale]
            bars.append(Bars(" ".join(parts), *ends))
    return bars


def is_drawable(least: float, greatest: float) -> bool:
    """Whether a spreadsheet can compute with a scale: it has 15 digits, and no numbers near zero."""
    ends = Decimal(repr(least)), Decimal(repr(greatest))
    width, largest = ends[1] - ends[0], max(map(abs, ends))
    is_wide = width >= LEAST_WIDTH and width > largest * Decimal("1e-14")
    return is_wide and width <= Decimal(sys.float_info.max) and largest <= LARGEST_LIMIT


def sheet_names(table: Table) -> set[str]:
    """The possible names of the sheet, if they are known exactly."""
    if table.caption and re.fullmatch("[A-Za-z0-9]([A-Za-z0-9 ]{0,29}[A-Za-z0-9])?", table.caption):
        name = re.sub(" +", " ", table.caption)
        return {f"{name} 1" if name.lower() == "history" else name}
    # The program `tables` names the sheet after the file, which is the title of a page, too.
    return set() if table.caption else {"Table", table.title}


# MARK: Values


def is_number(cell: Cell) -> bool:
    """Whether a cell of a workbook can have the number of a cell."""
    if not cell.is_number or cell.value is None:
        return False
    if re.fullmatch("-?[0-9]+", cell.value):
        return len(cell.value.lstrip("-")) <= MOST_DIGITS
    return is_double(cell.value)


def is_double(spelling: str) -> bool:
    """Whether a decimal number is the shortest description of a normal double, whatever its spelling is."""
    number = float(spelling)
    if not math.isfinite(number) or 0 < abs(number) < sys.float_info.min:
        return False
    return Decimal(spelling) == Decimal(repr(number))


def date_of(spelling: str) -> date | datetime | time | None:
    """The date or time that a cell of a workbook can have; dates of a zone and other texts are none."""
    match = DATE.fullmatch(spelling)
    if match is None or not (match["date"] or match["time"]):
        return None
    if bool(match["between"]) != bool(match["date"] and match["time"]):
        return None
    if not match["date"] and match["decimals"]:
        return None
    try:
        day = date.fromisoformat(match["date"]) if match["date"] else None
        clock = (
            time.fromisoformat(
                match["time"] + "0" * (3 - len(match["decimals"][1:])) if match["decimals"] else match["time"]
            )
            if match["time"]
            else None
        )
    except ValueError:
        return None
    if day is None:
        return clock
    if day < FIRST_DATE:
        return None
    return day if clock is None else datetime.combine(day, clock)


def expected_value(cell: Cell) -> Decimal | bool | date | datetime | time | str:
    """The value in a workbook. Text is the displayed text, and an empty cell has an empty text."""
    if is_number(cell):
        return Decimal(cell.value or "")
    if cell.kind == "boolean":
        return cell.value == "true"
    found = date_of(cell.value or "") if cell.kind == "date" else None
    return found if found is not None else cell.text or ""


def expect_value(found: Any, cell: Cell, place: str) -> None:
    """Refuses another value, or a value of another type. A missing value and an empty text are the same."""
    if cell.value is None and cell.shown is None:
        return
    if cell.kind == "any":
        return expect_any(found, cell.value or "", place)
    wanted = expected_value(cell)
    if isinstance(wanted, Decimal):
        if not is_found_number(found) or Decimal(repr(found)) != wanted:
            raise Refusal(f"{place}: found {found!a:.200} instead of the number {wanted}")
    elif isinstance(wanted, (date, time)):
        expect_date(found, wanted, place)
    elif isinstance(wanted, bool):
        if found is not wanted:
            raise Refusal(f"{place}: found {found!a:.200} instead of {wanted}")
    else:
        expect_text(found, wanted, place)


def typed(table: Table) -> Table:
    """The table with numbers in the columns of a file that have only numbers."""

    def has_numbers(column: int) -> bool:
        cells = [row[column] for row in table.rows()]
        values = [cell.value for cell in cells if cell.value != ""]
        is_any = all(cell.kind == "any" for cell in cells)
        return is_any and all(value is not None and JSON_NUMBER.fullmatch(value) for value in values)

    columns = [has_numbers(column) for column in range(len(table.titles))]

    def typed_cell(cell: Cell, column: int) -> Cell:
        return Cell("decimal" if cell.value else "empty", cell.value) if columns[column] else cell

    def typed_section(section: Section) -> Section:
        rows = [[typed_cell(cell, column) for column, cell in enumerate(row)] for row in section.rows]
        return replace(section, rows=rows)

    return (
        replace(table, sections=[typed_section(section) for section in table.sections])
        if any(columns)
        else table
    )


def expect_any(found: Any, spelling: str, place: str) -> None:
    """Refuses another value than that of a file, whose types the program `tables` has guessed."""
    if isinstance(found, bool):
        return expect_equal(str(found).lower(), spelling.lower(), place)
    if is_found_number(found):
        return expect_equal(Decimal(repr(found)), Decimal(spelling), place)
    if isinstance(found, (date, time)):
        wanted = date_of(spelling)
        if wanted is None:
            raise Refusal(f"{place}: found {found!a:.200} instead of {spelling!a:.200}")
        return expect_date(found, wanted, place)
    expect_text(found, spelling, place)


def expect_text(found: Any, wanted: str, place: str) -> None:
    if found is None:
        found = ""
    if not isinstance(found, str):
        raise Refusal(f"{place}: found {found!a:.200} instead of the text {wanted!a:.200}")
    expect_equal(found, wanted, place)


def expect_date(found: Any, wanted: date | datetime | time, place: str) -> None:
    """Compares dates up to half a millisecond, because a workbook stores a time as a fraction of a day."""
    if isinstance(found, (date, time)) and type(found) is not type(wanted):
        # Midnight: readers do not agree on whether such a date has a time.
        if isinstance(found, datetime) and not isinstance(wanted, time):
            wanted = datetime.combine(wanted, time())
        elif isinstance(wanted, datetime) and not isinstance(found, time):
            found = datetime.combine(found, time())
    if type(found) is not type(wanted):
        raise Refusal(f"{place}: found {found!a:.200} instead of {wanted}")
    if isinstance(found, time):
        found, wanted = (datetime.combine(FIRST_DATE, clock) for clock in (found, wanted))
    if isinstance(found, datetime) and abs(found - wanted) < timedelta(microseconds=500):
        return
    expect_equal(found, wanted, place)


def is_found_number(found: Any) -> bool:
    return isinstance(found, (int, float)) and not isinstance(found, bool)
