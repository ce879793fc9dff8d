"""A naive computation of bars and series, compared with those of text, pages, mail, and Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

import html5lib

from . import page
from .charts import (
    BLOCKS,
    MARKUP_BAR,
    Bar,
    Line,
    Scale,
    axes,
    bar_boxes,
    bar_markup,
    bar_number,
    bar_text,
    bars,
    boxes,
    chart_lines,
    chart_words,
    glyph_pattern,
    has_glyphs,
    row_scale,
    scales,
    series_boxes,
)
from .fixed_tables import sound_charts
from .judge import CaseJudge, Refusal, expect_equal, replaced
from .table import Case, Cell, Table, as_html_shows, as_html_value

ASCII_BLOCKS = "_.-=+*#"
# A text that takes one line of a table and contains neither borders nor charts.
PLAIN = re.compile(r"[!-{}~]([ -{}~]*[!-{}~])?|")
WIDEST_BAR = 12


class Ruler:
    """The bars of a table on one surface. All bars of a column have one axis, which the first bars may leave open."""

    def __init__(self, found: list[Scale | None], steps: int, unit: int) -> None:
        self.scales, self.steps = found, steps
        self.axes = [axes(scale, steps, unit) if scale else set() for scale in found]

    def check(self, column: int, number: float, matches: Callable[[Bar], bool], what: str) -> None:
        """Refuses a bar that is no bar of the number."""
        scale = self.scales[column]
        assert scale is not None
        possible = {axis: bars(number, scale, self.steps, axis) for axis in self.axes[column]}
        kept = {axis for axis, drawings in possible.items() if any(map(matches, drawings))}
        if not kept:
            raise Refusal(f"{what} of {number} is none of {possible}")
        self.axes[column] = kept


class ChartsJudge(CaseJudge):
    name = "charts"

    def check(self, case: Case) -> None:
        if case.table is None or "inline" not in case.outputs:
            return
        found = scales(case.table)
        self.check_page(page.parse(case.outputs["html"], strict=True), case.table, found)
        self.check_page(page.parse(case.outputs["page"], strict=True), case.table, found)
        self.check_inline(case.outputs["inline"], case.table, found)
        self.check_markdown(case.outputs["markdown"], case.table, found)
        if self.is_plain(case.table, found):
            self.check_text(case.outputs["text"], "│", False, case.table, found)
            self.check_text(case.outputs["ascii"], "|", True, case.table, found)

    def sound_table(self) -> Table:
        return sound_charts()

    # MARK: Pages and mail

    def check_page(self, root: Element, table: Table, found: list[Scale | None]) -> None:
        """Each number of a row has its bar before it, and each series is a drawing named by its words."""
        charts = page.take_charts(root)
        ruler = Ruler(found, steps=80, unit=1)
        for elements, line in self.lines_of(root, table):
            for column, (element, cell) in enumerate(zip(elements, line.cells)):
                drawn = charts.pop(element, [])
                if cell.text is None:
                    continue
                number = bar_number(cell, column, found) if line.part == "row" else None
                scale = row_scale(found, column, line.part)
                if (words := chart_words(cell, scale)) is not None:
                    expect_equal([chart.kind for chart in drawn], ["series"], "charts of a cell")
                    expect_equal(drawn[0].words, as_html_shows(words), "words of a series")
                    self.check_series(drawn[0].paths, cell, scale)
                elif number is None:
                    expect_equal([chart.kind for chart in drawn], [], "charts of a cell")
                else:
                    expect_equal([(chart.kind, chart.is_first) for chart in drawn], [("bar", True)], "charts")
                    shapes = boxes("".join(drawn[0].paths))
                    ruler.check(column, number, lambda bar: bar_boxes(bar) == shapes, f"a bar of {shapes}")
        if charts:
            raise Refusal("there are charts beside the cells")

    def lines_of(self, root: Element, table: Table) -> Iterator[tuple[list[Element], Line]]:
        """The cells of the lines, without those of the titles."""
        rows = list(root.iter(page.PREFIX + "tr"))
        titles = [row for row in rows if any(cell.get("scope") == "col" for cell in row)]
        rows = [row for row in rows if row not in titles]
        given = list(chart_lines(table))
        expect_equal(len(rows), len(given), "rows")
        yield from ((list(row), line) for row, line in zip(rows, given))

    def check_series(self, paths: list[str], cell: Cell, scale: Scale | None) -> None:
        wanted = list(series_boxes(cell, scale))
        expect_equal(paths[0], str(5 * len(wanted)), "width of a series")
        shapes = boxes(paths[1])
        expect_equal(len(shapes), sum(part is not None for part in wanted), "parts of a series")
        for shape, possible in zip(shapes, [part for part in wanted if part is not None]):
            if shape not in possible:
                raise Refusal(f"a part {shape} of a series is none of {possible}")

    def check_inline(self, text: str, table: Table, found: list[Scale | None]) -> None:
        """Mail: bars are characters behind the numbers. The texts are those of the cells."""
        parser = html5lib.HTMLParser(
            html5lib.getTreeBuilder("etree"), strict=True, namespaceHTMLElements=True
        )
        root: Element = parser.parseFragment(text)
        charts = page.take_charts(root)
        ruler = Ruler(found, steps=10, unit=1)
        for elements, line in self.lines_of(root, table):
            for column, (element, cell) in enumerate(zip(elements, line.cells)):
                if cell.text is None:
                    continue
                drawn = charts.pop(element, [])
                number = bar_number(cell, column, found) if line.part == "row" else None
                shown = page.text(element, {"a", "br"})
                scale = row_scale(found, column, line.part)
                if has_glyphs(cell, scale):
                    words = as_html_value(re.sub("\r\n|[\r\n]", " ", cell.text))
                    expect_equal(
                        [(chart.kind, chart.words) for chart in drawn], [("series", words)], "series"
                    )
                    self.check_glyphs(drawn[0].paths[0], cell, scale)
                elif number is None:
                    expect_equal((drawn, shown), ([], as_html_shows(cell.text)), "mail")
                else:
                    expect_equal(shown, as_html_shows(cell.text) + " ", "mail")
                    expect_equal([chart.kind for chart in drawn], ["bar"], "charts of a cell of mail")
                    (bar,) = drawn[0].paths
                    ruler.check(column, number, lambda drawing: bar_markup(drawing) == bar, f"a bar {bar}")

    def check_glyphs(self, shown: str, cell: Cell, scale: Scale | None) -> None:
        pattern = glyph_pattern(cell, scale, BLOCKS, "\u2002")
        if not re.fullmatch(pattern, shown):
            raise Refusal(f"the series {shown!r} of {cell.value:.200} is not {pattern}")

    # MARK: Markdown

    def check_markdown(self, text: str, table: Table, found: list[Scale | None]) -> None:
        """Bars follow the numbers of rows. The judges of Markdown compare everything else."""
        ruler = Ruler(found, steps=10, unit=1)
        given = list(chart_lines(table))
        rows = text.split("\n")[-len(given) - 1 : -1] if given else []
        for row, line in zip(rows, given):
            cells = re.split(r"(?<!\\)\|", row)[1:-1]
            for column, (shown, cell) in enumerate(zip(cells, table.filled(line.cells))):
                number = bar_number(cell, column, found) if line.part == "row" else None
                bar = MARKUP_BAR.search(shown.removesuffix(" ").removesuffix("**"))
                # Markdown draws no bar without the text of its number.
                number = number if cell.text else None
                if number is not None and bar is None:
                    raise Refusal(f"Markdown has no bar of {number}: {shown!r:.200}")
                if number is not None and bar is not None:
                    drawn = bar[1]
                    ruler.check(
                        column, number, lambda drawing: bar_markup(drawing) == drawn, f"a bar {drawn}"
                    )
                elif cell.text is not None and bar is not None and not MARKUP_BAR.search(cell.text):
                    raise Refusal(f"Markdown has a bar of {cell!r:.200}")

    # MARK: Text

    def is_plain(self, table: Table, found: list[Scale | None]) -> bool:
        # The words of a series may wrap if only its scale, which is known later, keeps characters from showing it.
        for row in table.rows():
            for column, cell in enumerate(row):
                if has_glyphs(cell, None) and not has_glyphs(cell, row_scale(found, column, "row")):
                    return False
        texts = [table.caption or "", *table.titles, *(cell.text for line in table.lines() for cell in line)]
        return all(text is not None and PLAIN.fullmatch(text) for text in texts)

    def check_text(
        self, text: str, border: str, is_ascii: bool, table: Table, found: list[Scale | None]
    ) -> None:
        """Bars are behind the cells of columns with numbers, in all rows at one place."""
        unit = 1 if is_ascii else 2
        ruler = Ruler(found, steps=WIDEST_BAR * unit, unit=unit)
        rows = [line.split(border)[1:-1] for line in text.split("\n") if line.startswith(border)]
        given = list(chart_lines(table))
        if any(table.titles):
            rows = rows[1:]
        expect_equal(len(rows), len(given), "lines of text")
        numbers = [any(row[column].is_number for row in table.rows()) for column in range(len(table.titles))]
        for row, line in zip(rows, given):
            if len(row) == 1 and line.part != "row":
                continue
            for column, (shown, cell) in enumerate(zip(row, table.filled(line.cells))):
                shown, bar = shown[1:-1], ""
                if numbers[column] and found[column] is not None:
                    shown, space, bar = (
                        shown[: -WIDEST_BAR - 1],
                        shown[-WIDEST_BAR - 1 : -WIDEST_BAR],
                        shown[-WIDEST_BAR:],
                    )
                    expect_equal(space, " ", "space before a bar")
                scale = row_scale(found, column, line.part)
                if has_glyphs(cell, scale):
                    glyphs = glyph_pattern(cell, scale, ASCII_BLOCKS if is_ascii else BLOCKS, " ")
                    if not re.fullmatch(f" *{glyphs} *", shown):
                        raise Refusal(f"the series {shown!r} of {cell.value:.200} is not {glyphs}")
                else:
                    expect_equal(shown.strip(" "), cell.text, "text of a cell")
                number = bar_number(cell, column, found) if line.part == "row" else None
                if number is None:
                    expect_equal(bar.strip(" "), "", "bar of a cell without a number")
                else:
                    ruler.check(
                        column,
                        number,
                        lambda drawing: bar_text(drawing, WIDEST_BAR, is_ascii) == bar,
                        f"a bar {bar!r}",
                    )

    # MARK: Faulty outputs

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        for form, faults in FAULTS.items():
            for fault, old, new in faults:
                yield f"{fault}, {form}", replaced(case, form, changed(old, new))


def changed(old: str, new: str) -> Callable[[str], str]:
    """A change of the first place that matches a pattern."""
    return lambda text: re.sub(old, new, text, count=1)


DRAWING = '<svg class="bar" aria-hidden="true" width="80" height="8"><path d="M0 0h9v8h-9"/></svg>'
PAGE_FAULTS = [
    ("a bar a pixel too long", "h40v8h-40", "h41v8h-41"),
    ("a bar without a side", "h40v8h-40", "h40v8h-4"),
    ("no bar", "<svg[^>]*><path[^>]*></svg>50", "50"),
    ("a bar of a missing number", '(third.*?class="right">)<', rf"\1{DRAWING}<"),
    ("a bar in a foot", ">16.50", f">{DRAWING}16.50"),
    ("two bars", ">50", f">{DRAWING}50"),
    ("a bar behind its number", "(<svg[^>]*><path[^>]*></svg>)50", r"50\1"),
    ("a bar that is read", ' aria-hidden="true"', ""),
    ("a bar with a style", '"><path d="M0 0h40', '"><path style="fill:red" d="M0 0h40'),
    ("text in a drawing", "</svg>4.50", "<text>4.50</text></svg>4.50"),
    ("a number beyond without a mark", "h80v8h-80M82 0l4 4l-4 4", "h80v8h-80"),
    ("a mark of a number within the scale", "h40v8h-40", "h40v8h-40M82 0l4 4l-4 4"),
    ("no axis", "M13 -3h1v14h-1", ""),
    ("another axis in a row", "M13 0h38v8h-38M13 -3", "M14 0h38v8h-38M14 -3"),
    ("a bar in the other direction", "M3 0h10v8h-10", "M13 0h10v8h-10"),
    ("a series without words", "<title>2 values.*?</title>", ""),
    ("a series with empty words", "<title>2 values.*?</title>", "<title></title>"),
    ("other words", "<title>2 values", "<title>3 values"),
    ("a series that is no image", ' role="img"', ""),
    ("a series a pixel too high", "M0 18V15h", "M0 18V14h"),
    ("a series with a part for a gap", "(M0 18V15h4V18)M10", r"\1M5 18V17h4V18M10"),
    ("a series that is too narrow", 'width="15"', 'width="10"'),
]
CHARACTERS = "━" * 10
FAULTS = {
    "html": PAGE_FAULTS,
    "page": PAGE_FAULTS,
    "inline": [
        ("a bar too long", "━━━━━─────", "━━━━━━────"),
        ("a bar that is read", ' aria-hidden="true"', ""),
        (
            "a bar in a foot",
            "16.50",
            f'16.50 <span aria-hidden="true" style="color:#5f84bd">{CHARACTERS}</span>',
        ),
        ("no bar", "50 <span[^>]*>━━━━━─────</span>", "50"),
        ("a number beyond without a mark", "━━━━━━━━━»", CHARACTERS),
        ("a series without a label", ' aria-label="2 values[^"]*"', ""),
        ("other words", 'label="2 values', 'label="3 values'),
        ("another series", "▁\u2002▇", "▂\u2002▇"),
        ("a blank that browsers remove", "▁\u2002▇", "▁ ▇"),
        ("a handler", "<tr><td", '<tr><td foo"'),
    ],
    "markdown": [
        ("a bar too long", "━━━━━─────", "━━━━━━────"),
        ("a bar too short for its characters", "━━━━━─────", "━━━━━────"),
        ("a bar in a foot", r"16\.50", f"16.50 {CHARACTERS}"),
        ("a bar of a missing number", r"\| third \| \|", f"| third | {CHARACTERS} |"),
        ("no bar", "50 ━━━━━─────", "50"),
        ("a number beyond without a mark", "━━━━━━━━━»", CHARACTERS),
        ("another axis in a row", "──━━━━━───", "━━━━━━━───"),
    ],
    "text": [
        ("a bar half a character too long", "50 ━━━━━━ ", "50 ━━━━━━╸"),
        ("a bar half a character too short", "50 ━━━━━━", "50 ━━━━━╸"),
        ("a bar in a foot", r"16\.50 {4}", "16.50   ╸"),
        ("a bar of a missing number", "third  │ {16}", "third  │ " + " " * 14 + "━━"),
        ("no bar", "50 ━━━━━━", "50       "),
        ("a number beyond without a mark", "━»", "━━"),
        ("another axis in a row", "4.50   ━━━━━╸", "4.50 ━━━━━╸  "),
        ("another text", "4.50", "4.60"),
        ("another series", "▁ ▇", "▂ ▇"),
        ("a series without its gap", "▁ ▇", "▁▇ "),
    ],
    "ascii": [
        ("a bar too long", "50 ====== ", "50 ======="),
        ("a bar in a foot", r"16\.50 {4}", "16.50   ="),
        ("a number beyond without a mark", "=>", "=="),
        ("another series", "_ #", ". #"),
    ],
}
