"""cmarkgfm, the parser of GitHub: the page contains the texts of the table and no other markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree.ElementTree import Element

import cmarkgfm
from cmarkgfm.cmark import Options

from . import page
from .charts import (
    BLOCKS,
    MARKUP_BAR,
    Scale,
    bar_number,
    chart_lines,
    glyph_pattern,
    has_glyphs,
    row_scale,
    scales,
)
from .judge import CaseJudge, Refusal, expect_equal, expect_texts, replaced
from .links import check_links
from .nasty_texts import ADDRESSES
from .table import Case, Cell, Table, as_markdown_shows

# An address for cmark-gfm. Consecutive addresses become links without "mailto:".
ADDRESS = re.compile(r"([\w.+-]*(mailto|xmpp):)?[\w.+-]+@[\w.-]+(/[\w@.]*)?")

# Parsers percent-encode characters beyond ASCII in addresses.
ENCODED = re.compile("(%[89A-F][0-9A-F])+")


def is_shown(address: str, text: str) -> bool:
    """Whether GitHub made a link from an address in a text."""
    if re.match("(https?|ftp)://", address, re.IGNORECASE):
        return unquote(address) in (unquote(text), "http://" + unquote(text))
    return bool(ADDRESS.fullmatch(address))


class CmarkgfmJudge(CaseJudge):
    name = "cmarkgfm"
    # GitHub turns an address of the web, mail, or XMPP into a link with the same text; see README.md.
    allowed = {"br", "span", "strong", "a"}

    def page(self, markdown: str) -> str:
        # Without this option, the parser would omit `<br>`.
        html: str = cmarkgfm.github_flavored_markdown_to_html(markdown, options=Options.CMARK_OPT_UNSAFE)
        return html

    def check(self, case: Case) -> None:
        if not case.outputs.get("markdown"):
            return
        root = page.parse(self.page(case.outputs["markdown"]), strict=False)
        tables = page.tables(root)
        expect_equal(len(tables), 1, "tables")
        body = root.find(page.PREFIX + "body")
        if body is None or any((element.tail or "").strip() for element in body) or (body.text or "").strip():
            raise Refusal("there is text beside the table")
        *above, _ = list(body)
        caption = case.table.caption if case.table else None
        expect_equal(
            [self.caption(element) for element in above],
            [as_markdown_shows(caption)] if caption else [],
            "captions",
        )
        rows = [row for group in page.groups(tables[0], self.allowed) for row in group.rows]
        if not case.table:
            return
        lines = self.expected(case.table)
        texts = [
            [cell.text if cell.text is None else as_markdown_shows(cell.text) for cell in line]
            for line in lines
        ]
        parts = ["title", *(line.part for line in chart_lines(case.table))]
        found_scales = scales(case.table)
        for row, line, part in zip(rows, lines, parts):
            for column, cell in enumerate(line):
                if column < len(row.texts):
                    row.texts[column] = self.without_chart(
                        row.texts[column], cell, column, part, found_scales
                    )
        expect_texts([row.texts for row in rows], texts, "line")
        for row, line in zip(rows, lines):
            for element, text, cell in zip(row.cells, row.texts, line):
                found = {}
                for link in page.links(element):
                    address = ENCODED.sub(lambda match: unquote(match[0]), link.get("href", ""))
                    shown = page.text(link, self.allowed)
                    if address == ADDRESSES.get(cell.link) or not is_shown(address, shown):
                        found[address] = shown
                check_links(list(found), cell, may_be_value=False)
                if cell.kind != "series":
                    expect_equal(list(found.values()), [text] * len(found), "text of a link")

    def without_chart(self, text: str, cell: Cell, column: int, part: str, found: list[Scale | None]) -> str:
        """The text of a cell without its bar. A series has its words instead of its characters, which are judged."""
        if part == "row" and bar_number(cell, column, found) is not None:
            return MARKUP_BAR.sub("", text)
        scale = row_scale(found, column, part)
        if has_glyphs(cell, scale):
            pattern = glyph_pattern(cell, scale, BLOCKS, "\u2002")
            return as_markdown_shows(cell.text or "") if re.fullmatch(pattern, text) else text
        return text

    def caption(self, element: Element) -> str:
        """The text of a strong paragraph."""
        if page.name(element) != "p" or [page.name(child) for child in element] != ["strong"]:
            raise Refusal("there is more than the table and its caption")
        expect_equal([element.text, element[0].tail], [None, None], "text beside the caption")
        return page.text(element, self.allowed)

    def expected(self, table: Table) -> list[list[Cell]]:
        lines = [[Cell("text", title) for title in table.titles]]
        for section in table.sections:
            parts = [section.head] if section.head is not None else []
            parts += section.rows
            parts += [section.foot] if section.foot is not None else []
            lines += [table.filled(line) for line in parts]
        return lines

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        yield "another text", replaced(case, "markdown", lambda text: text.replace("a1", "b1", 1))
        yield "a bar not escaped", replaced(case, "markdown", lambda text: text.replace(r"\|", "|", 1))
        yield "another caption", replaced(case, "markdown", lambda text: text.replace("Sound", "sound"))
        yield "no caption", replaced(case, "markdown", lambda text: text.replace("**Sound**", ""))
        yield "a plain caption", replaced(case, "markdown", lambda text: text.replace("**Sound**", "Sound"))
        yield "a key for a title", replaced(case, "markdown", lambda text: text.replace("| c ", "| c-key "))
        yield (
            "another address",
            replaced(case, "markdown", lambda text: text.replace("/orders/7", "/orders/8")),
        )
        yield "no link", replaced(case, "markdown", lambda text: text.replace("[last](/orders/7)", "last"))
        yield (
            "a link beside its text",
            replaced(case, "markdown", lambda text: text.replace("[last]", "last []")),
        )
        yield (
            "a link that is not safe",
            replaced(case, "markdown", lambda text: text.replace("a, b", "[a, b](javascript:alert%281%29)")),
        )
        yield "a tag", replaced(case, "markdown", lambda text: text.replace("a1", "a1<i></i>", 1))
        yield "a link", replaced(case, "markdown", lambda text: text.replace("a1", "[a1](https://a.b)", 1))
        yield "text behind the table", replaced(case, "markdown", lambda text: text + "\nx\n")
        yield (
            "an address that shows another",
            replaced(case, "markdown", lambda text: text.replace("a1", "[https://a.b](https://a.c)", 1)),
        )
        yield "a row missing", replaced(case, "markdown", lambda text: text[: text[:-1].rindex("\n") + 1])
