"""html5lib, strict: no error of syntax, and the tree that the rules ask for."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from . import page
from .judge import CaseJudge, Refusal, expect_equal, replaced
from .table import Case, Cell, Section, Table, as_html_shows

ORDER = ["caption", "colgroup", "thead", "tbody", "tfoot"]
LINKS = ("https://", "http://", "mailto:")


class HTML5libJudge(CaseJudge):
    name = "html5lib"

    def check(self, case: Case) -> None:
        if "html" not in case.outputs:
            return
        root = page.parse(case.outputs["html"], strict=True)
        tables = page.tables(root)
        expect_equal(len(tables), 1, "tables")
        table = tables[0]
        body = root.find(page.PREFIX + "body")
        if body is None or [page.name(child) for child in body] != ["table"]:
            raise Refusal("there is more than the table")
        parts = [page.name(part) for part in table]
        if parts != sorted(parts, key=ORDER.index) or any(
            parts.count(part) > 1 for part in parts if part != "tbody"
        ):
            raise Refusal(f"the parts of the table are {parts}")
        self.check_elements(table)
        groups = page.groups(table, {"br", "a"})
        if case.table:
            self.check_texts(groups, case.table, root)

    def check_elements(self, table: Element) -> None:
        columns = len(table.findall(f"{page.PREFIX}colgroup/{page.PREFIX}col"))
        for group in page.groups(table, {"br", "a"}):
            for index, row in enumerate(group.rows):
                width = sum(int(cell.get("colspan", "1")) for cell in row.cells)
                expect_equal(width, columns, "columns of a row")
                scopes = [cell.get("scope") for cell in row.cells if page.name(cell) == "th"]
                is_head = group.tag == "tbody" and index == 0 and row.element.get("class") == "head"
                allowed = {"col"} if group.tag == "thead" else {"rowgroup"} if is_head else {"row"}
                if not set(scopes) <= allowed or (is_head and not scopes):
                    raise Refusal(f"the headings of a row of {group.tag} have the scopes {scopes}")
        for link in table.iter(page.PREFIX + "a"):
            if not link.get("href", "").lower().startswith(LINKS):
                raise Refusal(f"there is a link to {link.get('href')!a}")
        for element in table.iter():
            if set(element.keys()) - {"class", "colspan", "dir", "href", "scope"}:
                raise Refusal(f"<{page.name(element)}> has the attributes {element.keys()}")

    def check_texts(self, groups: list[page.Group], table: Table, root: Element) -> None:
        caption = next(root.iter(page.PREFIX + "caption"), None)
        if table.caption:
            found = page.text(caption, {"br"}) if caption is not None else None
            expect_equal(found, as_html_shows(table.caption), "caption")
        if any(table.titles):
            expect_equal(groups[0].tag, "thead", "first group")
            expect_equal(groups[0].rows[0].texts, [as_html_shows(title) for title in table.titles], "titles")
            groups = groups[1:]
        expect_equal(len(groups), len(table.sections), "sections")
        for index, (group, section) in enumerate(zip(groups, table.sections)):
            is_foot = index > 0 and index == len(table.sections) - 1 and section.foot is not None
            is_foot = is_foot and section.head is None and not section.rows
            expect_equal(group.tag, "tfoot" if is_foot else "tbody", f"group {index}")
            self.check_group(group, section, table)

    def check_group(self, group: page.Group, section: Section, table: Table) -> None:
        lines: list[tuple[str | None, list[Cell]]] = [(None, row) for row in section.rows]
        if section.head is not None:
            lines.insert(0, ("head", section.head))
        if section.foot is not None:
            lines.append(("foot", section.foot))
        expect_equal(len(group.rows), len(lines), "rows")
        for row, (kind, cells) in zip(group.rows, lines):
            expect_equal(row.element.get("class"), kind, "class of a row")
            cells = cells if len(row.texts) == len(cells) == 1 else table.filled(cells)
            expect_equal(len(row.texts), len(cells), "cells")
            for element, text, cell in zip(row.cells, row.texts, cells):
                if cell.text is not None:
                    expect_equal(text, as_html_shows(cell.text), "cell")
                if cell.kind == "text" and element.get("dir") != "auto":
                    raise Refusal(f"the text {text!a:.100} has no direction of its own")
                if cell.role != "plain" and cell.role not in element.get("class", "").split():
                    raise Refusal(f"the cell {text!a:.100} does not carry the role {cell.role}")

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        yield "another text", replaced(case, "html", lambda text: text.replace("a1", "b1", 1))
        yield "a tag in a cell", replaced(case, "html", lambda text: text.replace("a1", "a1<b></b>", 1))
        yield "a tag not closed", replaced(case, "html", lambda text: text.replace("</table>", ""))
        yield "a cell missing", replaced(case, "html", lambda text: text.replace("<tr><td", "<tr><!-- ", 1))
        yield (
            "a heading without scope",
            replaced(case, "html", lambda text: text.replace(' scope="rowgroup"', "")),
        )
        yield (
            "a body without its head",
            replaced(case, "html", lambda text: text.replace(' class="head"', "", 1)),
        )
        yield "a text without direction", replaced(case, "html", lambda text: text.replace(' dir="auto"', ""))
        yield "a handler", replaced(case, "html", lambda text: text.replace("<tr>", '<tr onclick="x">', 1))
        yield "a bare ampersand", replaced(case, "html", lambda text: text.replace("a1", "a1&x;", 1))
        yield "a control", replaced(case, "html", lambda text: text.replace("a1", "a1\x01", 1))
