"""The bars and series that a reader must find, computed naively: on exact fractions, from the rules of bars and series."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest

from .table import Cell, Table, series_values

LEAST_WIDTH = Decimal("1e-300")
# The steps of an automatic scale.
STEPS = [Decimal(step) for step in ("1", "1.2", "1.5", "2", "2.5", "3", "4", "5", "6", "8", "10")]
BREAK = re.compile("\r\n|[\n\x0b\x0c\r\x85\u2028\u2029]")
BLOCKS = "▁▂▃▄▅▆▇"
MARKUP_BAR = re.compile(" ([━─«»]{10})$")
# What a double-precision number may lose beside a half.
TOLERANCE = Fraction(1, 10**9)


@dataclass(frozen=True)
class Line:
    """A head, row, or foot of the table."""

    part: str
    cells: list[Cell]


def chart_lines(table: Table) -> Iterator[Line]:
    for section in table.sections:
        if section.head is not None:
            yield Line("head", section.head)
        yield from (Line("row", row) for row in section.rows)
        if section.foot is not None:
            yield Line("foot", section.foot)


# MARK: Scales


@dataclass(frozen=True)
class Scale:
    """The range of numbers of a column's bars."""

    least: Fraction
    greatest: Fraction

    @property
    def origin(self) -> Fraction:
        """The number at which bars start: zero, or the end that is nearest to zero."""
        return min(max(Fraction(0), self.least), self.greatest)

    @property
    def width(self) -> Fraction:
        return self.greatest - self.least


def scales(table: Table) -> list[Scale | None]:
    """The scale of each column with bars. Only rows determine an automatic scale."""
    rows = table.rows()
    found = []
    for column, (_, bar) in enumerate(zip_longest(table.titles, table.bars)):
        ends = bar or (automatic_scale([row[column] for row in rows]) if bar is not None else (0, 0))
        scale = Scale(Fraction(ends[0]), Fraction(ends[1]))
        found.append(scale if scale.width >= Fraction(LEAST_WIDTH) else None)
    return found


def automatic_scale(cells: list[Cell]) -> tuple[float, float]:
    """From zero to the number that is farthest from it, rounded up; one end for each sign."""
    numbers = [number for cell in cells for number in numbers_of(cell) if math.isfinite(number)]
    return -rounded_up(-min(numbers, default=0.0)), rounded_up(max(numbers, default=0.0))


def numbers_of(cell: Cell) -> list[float]:
    """The numbers of a cell with a number or a series."""
    if cell.kind == "series":
        return [value for value in series_values(cell.value or "") if value is not None]
    return [float(cell.value)] if cell.is_number and cell.value else []


def rounded_up(number: float) -> float:
    if number <= 0:
        return 0.0
    digits = max(Decimal(repr(number)), LEAST_WIDTH)
    unit = Decimal(1).scaleb(digits.adjusted())
    end = float(next(step * unit for step in STEPS if step * unit >= digits))
    return min(end, sys.float_info.max)


# MARK: Bars


@dataclass(frozen=True)
class Bar:
    """A bar on a ruler of equal steps. The side is that of the mark of a number beyond the scale: -1, 0, or 1."""

    start: int
    end: int
    axis: int
    side: int = 0


def bar_number(cell: Cell, column: int, found: list[Scale | None]) -> float | None:
    """The number of a row's cell that has a bar."""
    if not cell.is_number or not cell.value or column >= len(found) or found[column] is None:
        return None
    number = float(cell.value)
    return None if math.isnan(number) else number


def axes(scale: Scale, steps: int, unit: int) -> set[int]:
    """The possible places of the axis: the unit that is nearest to its place, with a unit in both directions."""
    units = steps // unit
    place = units * (scale.origin - scale.least) / scale.width
    found = {math.floor(place + Fraction(1, 2) + shift) for shift in (-TOLERANCE, TOLERANCE)}
    if scale.least < scale.origin < scale.greatest and units > 1:
        found = {min(max(axis, 1), units - 1) for axis in found}
    return {axis * unit for axis in found}


def bars(number: float, scale: Scale, steps: int, axis: int) -> set[Bar]:
    """The possible bars of a number: two lengths where the number is halfway between steps."""
    if number < scale.least:
        return {Bar(0, axis, axis, -1)}
    if number > scale.greatest:
        return {Bar(axis, steps, axis, 1)}
    # Equal numbers have equal lengths in both directions, and the bars of both ends have room.
    sides = [(axis, scale.origin - scale.least), (steps - axis, scale.greatest - scale.origin)]
    length = min(room / width for room, width in sides if width > 0) * abs(Fraction(number) - scale.origin)
    lengths = {math.floor(length + Fraction(1, 2) + shift) for shift in (-TOLERANCE, TOLERANCE)}
    if number == scale.origin:
        return {Bar(axis, axis, axis)}
    if number < scale.origin:
        return {Bar(max(axis - max(steps_of, 1), 0), axis, axis) for steps_of in lengths}
    return {Bar(axis, min(axis + max(steps_of, 1), steps), axis) for steps_of in lengths}


def bar_text(bar: Bar, width: int, is_ascii: bool) -> str:
    """A bar as text. A character has two steps, or one in ASCII."""
    if is_ascii:
        text = "".join("=" if bar.start <= index < bar.end else " " for index in range(width))
    else:
        halves = "".join("1" if bar.start <= index < bar.end else "0" for index in range(2 * width))
        glyphs = {"11": "━", "10": "╸", "01": "╺", "00": " "}
        text = "".join(glyphs[halves[index : index + 2]] for index in range(0, 2 * width, 2))
    return marked(text, bar.side, "<>" if is_ascii else "«»")


def bar_markup(bar: Bar) -> str:
    """A bar in Markdown and in mail: ten characters on a track."""
    return marked(
        "".join("━" if bar.start <= index < bar.end else "─" for index in range(10)), bar.side, "«»"
    )


def marked(text: str, side: int, marks: str) -> str:
    return marks[0] + text[1:] if side < 0 else text[:-1] + marks[1] if side > 0 else text


Box = tuple[int, int, int, int]


def bar_boxes(bar: Bar) -> list[Box]:
    """The boxes of a bar in a page: left, top, right, bottom. Beside the scale, a triangle marks a number beyond."""
    boxes = [(bar.start, 0, bar.end, 8)] if bar.start < bar.end else []
    if bar.side:
        boxes.append(RIGHT_MARK if bar.side > 0 else LEFT_MARK)
    return boxes + ([(bar.axis, -3, bar.axis + 1, 11)] if 0 < bar.axis < 80 else [])


# The boxes around the triangles.
LEFT_MARK, RIGHT_MARK = (-6, 0, -2, 8), (82, 0, 86, 8)
TRIANGLES = {"M82 0l4 4l-4 4": RIGHT_MARK, "M-2 0l-4 4l4 4": LEFT_MARK}
BOX = re.compile(r"M(\d+) (-?\d+)h(\d+)v(\d+)h-(\d+)|M(\d+) (\d+)V(\d+)h(\d+)V(\d+)|(M-?\d+ 0l-?4 4l-?4 4)")


def boxes(path: str) -> list[Box]:
    """The boxes of a path. A path of other shapes has no boxes."""
    found = []
    if BOX.sub("", path):
        return []
    for match in BOX.finditer(path):
        if match[11]:
            found.append(TRIANGLES.get(match[11], (0, 0, 0, 0)))
        elif match[1]:
            left, top, width, height, back = (int(text) for text in match.groups()[:5])
            found.append((left, top, left + width, top + height) if back == width else (0, 0, 0, 0))
        else:
            left, start, end, width, back = (int(text) for text in match.groups()[5:10])
            vertical = min(start, end), max(start, end)
            found.append((left, vertical[0], left + width, vertical[1]) if back == start else (0, 0, 0, 0))
    return found


# MARK: Series


def shortened(values: list[float | None], count: int) -> list[Fraction | None]:
    """The numbers, or the means of `count` parts."""
    exact = [None if value is None else Fraction(value) for value in values]
    if len(exact) <= count:
        return exact
    means: list[Fraction | None] = []
    for index in range(count):
        part = exact[index * len(exact) // count : (index + 1) * len(exact) // count]
        numbers = [value for value in part if value is not None]
        means.append(sum(numbers, Fraction(0)) / len(numbers) if numbers else None)
    return means


def own_scale(values: list[Fraction | None]) -> Scale:
    """The scale of a series in a column without bars: zero and all parts. Half of the least number is zero."""
    numbers = [value for value in values if value is not None and abs(value) > Fraction(5e-324)]
    return Scale(min([Fraction(0), *numbers]), max([Fraction(0), *numbers]))


def row_scale(found: list[Scale | None], column: int, part: str) -> Scale | None:
    """The scale of a series, or `None` for its own. Only rows share the scale of their column."""
    return found[column] if part == "row" and column < len(found) else None


def has_chart(cell: Cell, scale: Scale | None) -> bool:
    """Whether a page draws the series of a cell: it has numbers, and none is outside the scale."""
    if cell.kind != "series" or not cell.text:
        return False
    numbers = [Fraction(value) for value in series_values(cell.value or "") if value is not None]
    return bool(numbers) and (scale is None or scale.least <= min(numbers) <= max(numbers) <= scale.greatest)


def chart_words(cell: Cell, scale: Scale | None) -> str | None:
    """The name of the drawing of a series. A line break is a space there."""
    return BREAK.sub(" ", cell.text or "") if has_chart(cell, scale) else None


def has_glyphs(cell: Cell, scale: Scale | None) -> bool:
    """Whether characters show the series of a cell: no number is below the start of the scale."""
    if not has_chart(cell, scale):
        return False
    if scale is not None and scale.greatest - scale.origin < Fraction(LEAST_WIDTH):
        return False
    origin = Fraction(0) if scale is None else scale.origin
    return all(value is None or value >= origin for value in series_values(cell.value or ""))


def glyph_pattern(cell: Cell, scale: Scale | None, glyphs: str, gap: str) -> str:
    """A pattern for the characters of a series, one or two for each of at most 24 parts."""
    values = shortened(series_values(cell.value or ""), 24)
    origin, end = own_scale(values).origin, own_scale(values).greatest
    if scale is not None:
        origin, end = scale.origin, scale.greatest
    pattern = ""
    for value in values:
        if value is None:
            pattern += re.escape(gap)
            continue
        share = (min(max(value, origin), end) - origin) / (end - origin) if end > origin else Fraction(0)
        levels = {
            max(math.floor(share * len(glyphs) + Fraction(1, 2) + shift), 1)
            for shift in (-TOLERANCE, TOLERANCE)
        }
        pattern += "[" + "".join(re.escape(glyphs[level - 1]) for level in sorted(levels)) + "]"
    return pattern


def series_boxes(cell: Cell, scale: Scale | None) -> Iterator[set[Box] | None]:
    """The possible boxes of the parts of a series in a page; `None` for a gap."""
    values = shortened(series_values(cell.value or ""), 48)
    scale = scale or own_scale(values)
    least, greatest, origin = scale.least, scale.greatest, scale.origin

    def rows(number: Fraction) -> set[int]:
        """The possible rows of pixels, from the top, at the height of a number."""
        share = (number - least) / scale.width if scale.width else Fraction(0)
        place = 18 * share + Fraction(1, 2)
        return {18 - math.floor(place + shift) for shift in (-TOLERANCE, TOLERANCE)}

    starts = rows(origin)
    if least < origin < greatest:
        starts = {min(max(start, 1), 17) for start in starts}
    for index, value in enumerate(values):
        if value is None:
            yield None
            continue
        number, found = min(max(value, least), greatest), set()
        for start in starts:
            # Each number has at least a row of pixels, on its side of the axis.
            up = {end for end in rows(number) if end < start} or {start - 1}
            down = {end for end in rows(number) if end > start} or {start + 1}
            ends = up if number > origin else down if number < origin else {start - 1, start + 1}
            for end in ends & set(range(19)):
                found.add((5 * index, min(start, end), 5 * index + 4, max(start, end)))
        yield found
