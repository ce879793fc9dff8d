"""Chromium draws, reads, and prints the charts of pages. Each judge first receives faulty pages, which it must refuse."""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import re
import secrets
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image

from judges import page
from judges.charts import LEFT_MARK, RIGHT_MARK, Box, boxes, chart_lines, chart_words, row_scale, scales
from judges.fixed_tables import sound_charts
from judges.judge import Refusal, expect_equal
from judges.random_tables import RandomTables
from judges.table import Case, Table, as_html_shows
from judges.written import written

from .browser import Browser, Server

Color = tuple[int, int, int]
LEAST_CONTRAST = 3.0
# The sizes of windows and of paper, in CSS pixels.
SCREEN, PHONE, PAPER = (1600, 1056), (360, 740), (816, 1056)
# The scale of the image of a printed page.
PRINT_SCALE = 3

# Each drawing with its place, and each number beside a bar.
DRAWINGS = """[...document.querySelectorAll("svg")].map(drawing => {
  const place = drawing.getBoundingClientRect(), path = drawing.querySelector("path"), cell = drawing.closest("td, th")
  const range = document.createRange()
  range.selectNodeContents(cell)
  range.setStartAfter(drawing)
  const axis = drawing.querySelector(".axis")
  // A drawing may paint beyond its own width.
  const right = place.left + 80, texts = [...range.getClientRects()].filter(text => text.width > 0)
  const covers = texts.some(text => text.left < right && text.right > place.left
    && text.top < place.bottom && text.bottom > place.top)
  const outer = cell.getBoundingClientRect(), box = path?.getBBox()
  // On paper, a head stays with the line after it, and a foot with the line before it.
  let last = cell.parentElement
  for (let next; (next = last.nextElementSibling) && (last.className === "head" || next.className === "foot");) last = next
  return {
    kind: drawing.getAttribute("class"), path: path?.getAttribute("d") ?? "", x: place.x, y: place.y, width: place.width,
    fill: path ? getComputedStyle(path).fill : "", column: cell.cellIndex, row: outer.y + outer.height / 2,
    bottom: last.getBoundingClientRect().bottom,
    box: box ? [box.x, box.y, box.x + box.width, box.y + box.height] : [],
    inside: outer.left <= place.left && place.right <= outer.right && outer.top <= place.top && place.bottom <= outer.bottom,
    leaves: texts.some(text => text.left < outer.left - 0.5 || text.right > outer.right + 0.5),
    covers, axis: axis ? axis.getBBox().y : null, band: cell.parentElement.className !== "",
  }
})"""


@dataclass
class Drawing:
    """A chart in the layout of a page."""

    kind: str
    x: float
    y: float
    width: float
    boxes: list[Box]
    fact: dict[str, Any]


class Pages:
    """The judges of one page. Each method refuses a page."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server
        # The number of pages that are too wide for paper.
        self.left_out = 0

    def check(self, case: Case) -> None:
        assert case.table is not None
        self.server.page = case.outputs["html"].encode()
        self.server.policy = f"default-src 'none'; style-src '{case.outputs['style hash']}'"
        self.browser.point(0, 0)
        self.browser.resize(SCREEN)
        for scheme in ("light", "dark"):
            self.browser.show(scheme)
            self.browser.open(self.server.address)
            expect_equal(self.browser.complaints, [], "complaints of the console")
            drawings = self.drawings()
            self.check_layout(drawings)
            self.check_pixels(drawings, scheme)
            self.check_hover(drawings, scheme)
        self.check_names(case.table)
        self.browser.resize(PHONE)
        self.check_layout(self.drawings())
        self.check_print()
        expect_equal(self.browser.complaints, [], "complaints of the console")

    def drawings(self) -> list[Drawing]:
        facts = self.browser.value(DRAWINGS)
        return [
            Drawing(fact["kind"], fact["x"], fact["y"], fact["width"], boxes(fact["path"]), fact)
            for fact in facts
        ]

    # MARK: Layout

    def check_layout(self, drawings: list[Drawing]) -> None:
        """Drawings are inside their cells, bars are at one place of their column, and numbers beside their bars."""
        lefts: dict[int, float] = {}
        for drawing in drawings:
            if not drawing.fact["inside"]:
                raise Refusal(f"a drawing is not inside its cell: {drawing.fact}")
            if drawing.boxes:
                edges = list(zip(*drawing.boxes))
                box = [min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3])]
                expect_equal(drawing.fact["box"], box, "box of a drawing")
            if drawing.kind == "bar":
                left = lefts.setdefault(drawing.fact["column"], drawing.x)
                if abs(left - drawing.x) > 0.01:
                    raise Refusal(f"bars of a column begin at {left} and {drawing.x}")
                if drawing.fact["covers"]:
                    raise Refusal(f"a bar covers its number: {drawing.fact}")
                if drawing.fact["leaves"]:
                    raise Refusal(f"a number continues in the next column: {drawing.fact}")

    # MARK: Pixels

    def check_pixels(self, drawings: list[Drawing], scheme: str, row: float | None = None) -> None:
        """The pixels of a drawing have its color, which differs from the background; those around it have no color."""
        image = Image.open(io.BytesIO(self.browser.screenshot())).convert("RGB")
        for drawing in drawings:
            # At the right, a wide page has a shadow.
            is_shown = drawing.x + drawing.width < SCREEN[0] - 40 and drawing.fact["row"] < SCREEN[1]
            if is_shown and (row is None or drawing.fact["row"] == row):
                self.check_drawing(
                    image, drawing, 1, scheme if row is None else f"{scheme}, under the pointer"
                )

    def check_drawing(self, image: Image.Image, drawing: Drawing, scale: int, what: str) -> None:
        color = rgb(drawing.fact["fill"])
        height = 8 if drawing.kind == "bar" else 18
        inner: set[Color] = set()
        outer: set[Color] = set()
        for y in range(int((drawing.y - 2) * scale), int((drawing.y + height + 2) * scale)):
            # Marks are up to six pixels beside the scale.
            for x in range(int((drawing.x - 7) * scale), int((drawing.x + drawing.width + 7) * scale)):
                if not (0 <= x < image.width and 0 <= y < image.height):
                    continue
                # The line at the axis of a series has another color.
                if (axis := drawing.fact["axis"]) is not None and abs(
                    (y + 0.5) / scale - drawing.y - axis
                ) < 1.5:
                    continue
                place = (x + 0.5) / scale - drawing.x, (y + 0.5) / scale - drawing.y
                # The edge of a box may be between pixels.
                depth = max((depth_in(place, box) for box in drawing.boxes), default=-9.0)
                pixel = image.getpixel((x, y))
                assert isinstance(pixel, tuple)
                if depth > 0.75:
                    inner.add(pixel[:3])
                elif depth < -1:
                    outer.add(pixel[:3])
        if any(distance(pixel, color) > 8 for pixel in inner):
            raise Refusal(f"{what}: a drawing of {color} has {inner}: {drawing.fact}")
        if any(distance(pixel, color) <= 8 for pixel in outer):
            raise Refusal(f"{what}: {color} is outside of a drawing: {drawing.fact}")
        faint = {pixel for pixel in outer if contrast(pixel, color) < LEAST_CONTRAST}
        if drawing.boxes and faint:
            raise Refusal(f"{what}: the contrast of {color} with {faint} is less than {LEAST_CONTRAST}")

    def check_hover(self, drawings: list[Drawing], scheme: str) -> None:
        """Under the pointer, a row has another background."""
        drawn = [drawing for drawing in drawings if drawing.boxes and not drawing.fact["band"]]
        with_bars = [
            drawing for drawing in drawn if drawing.x < SCREEN[0] and drawing.fact["row"] < SCREEN[1]
        ]
        for drawing in with_bars[:1] + with_bars[-1:]:
            style = f"getComputedStyle(document.elementFromPoint({drawing.x}, {drawing.y}).closest('tr')).backgroundColor"
            self.browser.point(0, 0)
            before = self.browser.value(style)
            self.browser.point(drawing.x + 1, drawing.fact["row"])
            if self.browser.value(style) == before:
                raise Refusal(f"{scheme}: the pointer does not change the background {before}")
            self.check_pixels(drawings, scheme, drawing.fact["row"])
            self.browser.point(0, 0)

    # MARK: Names

    def check_names(self, table: Table) -> None:
        """For assistive technology, a cell with a bar is its number, and a series is an image named by its words."""
        nodes = [node for node in self.nodes() if not node["ignored"]]
        cells = [node for node in nodes if role(node) in ("cell", "gridcell", "rowheader", "columnheader")]
        found = scales(table)
        given = [
            (cell, chart_words(cell, row_scale(found, column, line.part)))
            for line in chart_lines(table)
            for column, cell in enumerate(spanned(table, line.cells, line.part))
        ]
        wanted = [spaced(as_html_shows(words or cell.text or "")) for cell, words in given]
        if any(table.titles):
            wanted = [spaced(as_html_shows(title)) for title in table.titles] + wanted
        expect_equal([spaced(name(node)) for node in cells], wanted, "names of cells")
        images = [spaced(name(node)) for node in nodes if role(node) in ("image", "img", "graphics-document")]
        names = [spaced(as_html_shows(words)) for _, words in given if words is not None]
        expect_equal(images, names, "names of images")

    def nodes(self) -> Iterator[dict[str, Any]]:
        """The nodes of the accessibility tree in their order."""
        nodes = {node["nodeId"]: node for node in self.browser.call("Accessibility.getFullAXTree")["nodes"]}
        rest = [next(iter(nodes))]
        while rest:
            node = nodes[rest.pop()]
            yield node
            rest += [child for child in reversed(node.get("childIds", [])) if child in nodes]

    # MARK: Print

    def check_print(self) -> None:
        """On paper without backgrounds, drawings have their color."""
        self.browser.show("light", media="print")
        self.browser.resize(PAPER)
        if self.browser.value("document.documentElement.scrollWidth > innerWidth"):
            self.left_out += 1  # The browser would make it smaller.
            return
        self.check_layout(self.drawings())
        # A row that does not fit on the first page, with what stays with it, is printed on the next one.
        drawings = [drawing for drawing in self.drawings() if drawing.fact["bottom"] <= PAPER[1]]
        document = pypdfium2.PdfDocument(self.browser.printed())
        image = document[0].render(scale=PRINT_SCALE * 96 / 72).to_pil().convert("RGB")
        for drawing in drawings:
            if not drawing.width:
                raise Refusal("a drawing is not printed")
            self.check_drawing(image, drawing, PRINT_SCALE, "print")
        self.browser.show("light")


def spanned(table: Table, cells: list[Any], part: str) -> list[Any]:
    """The cells of a line in a page. A single cell of a head or foot spans all columns."""
    return cells if part != "row" and len(cells) == 1 else table.filled(cells)


def role(node: dict[str, Any]) -> str:
    return str(node.get("role", {}).get("value", ""))


def name(node: dict[str, Any]) -> str:
    return str(node.get("name", {}).get("value", ""))


def spaced(text: str) -> str:
    return " ".join(text.split())


def depth_in(place: tuple[float, float], box: Box) -> float:
    """How deep a point is inside a box; negative for a point outside."""
    left, top, right, bottom = box
    if box in (LEFT_MARK, RIGHT_MARK):
        # The base of a triangle is at the side of the scale, and its tip is in the middle of the other side.
        base, side = (right, -1) if box == LEFT_MARK else (left, 1)
        along = (place[0] - base) * side
        slope = (right - left - along - abs(place[1] - (top + bottom) / 2)) / 2**0.5
        return min(along, slope)
    return min(place[0] - left, right - place[0], place[1] - top, bottom - place[1])


def rgb(color: str) -> Color:
    parts = [int(part) for part in re.findall(r"\d+", color)[:3]]
    return (parts[0], parts[1], parts[2]) if len(parts) == 3 else (0, 0, 0)


def distance(one: Color, other: Color) -> int:
    return max(abs(a - b) for a, b in zip(one, other))


def contrast(one: Color, other: Color) -> float:
    """The contrast of two colors (WCAG 2.2)."""

    def luminance(color: Color) -> float:
        parts = [part / 255 for part in color]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    bright, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (bright + 0.05) / (dark + 0.05)


# MARK: Faulty pages


def styled(case: Case, change: Callable[[str], str]) -> Case:
    """The case with another page, and with the hash of the style of that page."""
    html = change(case.outputs["html"])
    assert html != case.outputs["html"], "the page is not spoiled"
    style = html.split("<style>")[1].split("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return case.with_output("html", html).with_output("style hash", f"sha256-{digest}")


FAULTS = [
    ("a bar with a style of its own", '<path d="M0 0h40', '<path style="fill:red" d="M0 0h40'),
    ("a script", "</table>", "</table><script>1</script>"),
    ("an image", "</table>", '</table><img alt="" src="/bar.png">'),
    ("a bar without a color", "{ fill: var(--bar);", "{ fill: none;"),
    ("a bar with a background", "fill: var(--bar);", "fill: var(--bar); background: var(--bar);"),
    ("a bar of another color on a page", "fill: var(--bar); overflow: visible;", "fill: var(--page);"),
    ("a bar that is too faint", "--bar: #5f84bd", "--bar: #8bafe6"),
    ("a bar that is too faint in the dark", "--bar: #6f93c9", "--bar: #3b5f95"),
    ("a bar that is too faint under the pointer", "--band: #f5f6f8", "--band: #c5c6c8"),
    ("a bar that is too faint under the pointer in the dark", "--band: #212326", "--band: #616366"),
    ("a row that does not react to the pointer", "@media (hover: hover)", "@media (hover: none)"),
    (
        "a bar that is cut off",
        "fill: var(--bar); overflow: visible;",
        "fill: var(--bar); clip-path: inset(0 50% 0 0);",
    ),
    ("bars of no common start", ".bar { float: var(--start);", ".bar {"),
    ("a bar on its number", ".bar { float: var(--start);", ".bar { position: absolute; margin-left: 5rem;"),
    (
        "a number in the next column",
        "tr > :has(> .bar) { padding-inline-start: calc(1.5rem + 80px); }\n:has(> .bar) > .bar {",
        "body table { width: 1px; }\n.none {",
    ),
    ("a series in the next column of a phone", "  table tr > :has(.series):not([colspan]) { max-width: none; }", ""),
    ("a bar that is not printed", "@media print {", "@media print { .bar { display: none; }"),
    (
        "a bar of a background on paper",
        "@media print {",
        "@media print { .bar { fill: none; background: var(--bar); }",
    ),
    (
        "a bar that is read",
        'aria-hidden="true" width="80" height="8">',
        'role="img" width="80" height="8"><title>bar</title>',
    ),
    ("a series without words", "<title>2 values, 1 missing, from 1 to 7, last 7</title>", ""),
    ("a series that is no image", 'role="img"', 'role="none"'),
    ("other words", "<title>2 values", "<title>3 values"),
]


def spoiled(case: Case) -> Iterator[tuple[str, Case]]:
    for fault, old, new in FAULTS:
        yield fault, styled(case, lambda html: html.replace(old, new, 1))
    unhashed = case.outputs["html"].replace("<style>", "<style> ", 1)
    yield "a style with another hash", case.with_output("html", unhashed)


def main() -> int:
    parser = argparse.ArgumentParser(prog="charts.pages", description=__doc__)
    parser.add_argument("--writer", type=Path, required=True, help="the program TableWriter")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32), help="makes the same tables again")
    parser.add_argument("--tables", type=int, default=20, help="the number of random tables (20)")
    parser.add_argument("--verbose", action="store_true", help="prints why each faulty page is refused")
    options = parser.parse_args()
    print(f"seed {options.seed}, {options.tables} random tables", flush=True)
    random_tables = RandomTables(options.seed)
    named = [("sound", sound_charts())]
    named += [(f"random charts {number}", random_tables.charts()) for number in range(options.tables)]
    cases = written(options.writer, named)
    failures = refused = 0
    with Browser() as browser:
        pages = Pages(browser, Server())
        for fault, case in spoiled(cases[0]):
            try:
                pages.check(case)
                print(f"    does not refuse {fault}", flush=True)
                failures += 1
            except Refusal as refusal:
                refused += 1
                if options.verbose:
                    print(f"    {fault}: {refusal!s:.150}", flush=True)
        print(f"refuses {refused} faulty pages", flush=True)
        for case in cases:
            try:
                pages.check(case)
            except Refusal as refusal:
                print(f"    {case.name}: {refusal}", flush=True)
                failures += 1
    if pages.left_out:
        print(f"    left out {pages.left_out} pages in print: they are wider than the paper")
    print(f"{'FAILED' if failures else 'ok'}: Chromium: {len(cases)} pages, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
