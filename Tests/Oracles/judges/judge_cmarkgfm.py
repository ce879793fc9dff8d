"""cmarkgfm, the parser of GitHub: the Markdown's page has the texts of the table, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator

import cmarkgfm
from cmarkgfm.cmark import Options

from . import page
from .judge import CaseJudge, Refusal, expect_equal, expect_texts, replaced
from .table import Case, Table, as_markdown_shows

# What cmark-gfm takes for an address; of several in a row it makes links without "mailto:".
ADDRESS = re.compile(r"([\w.+-]*(mailto|xmpp):)?[\w.+-]+@[\w.-]+(/[\w@.]*)?")


class CmarkgfmJudge(CaseJudge):
    name = "cmarkgfm"
    # An address of mail or XMPP is a link on GitHub, with its text as it was; see README.md.
    allowed = {"br", "span", "strong", "a"}

    def page(self, markdown: str) -> str:
        # Without this option `<br>` would be left out.
        html: str = cmarkgfm.github_flavored_markdown_to_html(markdown, options=Options.CMARK_OPT_UNSAFE)
        return html

    def check(self, case: Case) -> None:
        if not case.outputs.get("markdown"):
            return
        root = page.parse(self.page(case.outputs["markdown"]), strict=False)
        tables = page.tables(root)
        expect_equal(len(tables), 1, "tables")
        body = root.find(page.PREFIX + "body")
        if body is None or len(body) != 1 or (body.text or "").strip() or (tables[0].tail or "").strip():
            raise Refusal("there is more than the table")
        for link in tables[0].iter(page.PREFIX + "a"):
            if not ADDRESS.fullmatch(link.get("href", "")):
                raise Refusal(f"there is a link to {link.get('href')!a}")
        rows = [row for group in page.groups(tables[0], self.allowed) for row in group.rows]
        if case.table:
            expect_texts([row.texts for row in rows], self.expected(case.table), "line")

    def expected(self, table: Table) -> list[list[str | None]]:
        lines: list[list[str | None]] = [list(table.titles)]
        for section in table.sections:
            parts = [section.head] if section.head is not None else []
            parts += section.rows
            parts += [section.foot] if section.foot is not None else []
            lines += [[cell.text for cell in table.filled(line)] for line in parts]
        return [[text if text is None else as_markdown_shows(text) for text in line] for line in lines]

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        yield "another text", replaced(case, "markdown", lambda text: text.replace("a1", "b1", 1))
        yield "a bar not escaped", replaced(case, "markdown", lambda text: text.replace(r"\|", "|", 1))
        yield "a tag", replaced(case, "markdown", lambda text: text.replace("a1", "a1<i></i>", 1))
        yield "a link", replaced(case, "markdown", lambda text: text.replace("a1", "[a1](https://a.b)", 1))
        yield "text behind the table", replaced(case, "markdown", lambda text: text + "\nx\n")
        yield "a row missing", replaced(case, "markdown", lambda text: text[: text[:-1].rindex("\n") + 1])
