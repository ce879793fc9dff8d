"""html5lib, strict: no syntax error, and the structure that the rules require."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, tostring

from . import page
from .charts import chart_words, row_scale, scales
from .judge import CaseJudge, Refusal, expect_equal, replaced
from .links import check_links, is_safe
from .table import NONCHARACTERS, Case, Cell, Section, Table, as_html_shows, as_html_value

LINK = '<a href="/orders/7">last</a>'
ORDER = ["caption", "colgroup", "thead", "tbody", "tfoot"]


class HTML5libJudge(CaseJudge):
    name = "html5lib"

    def check(self, case: Case) -> None:
        if "html" not in case.outputs:
            return
        root = page.parse(case.outputs["html"], strict=True)
        # Without its charts, a page is that of a table without bars, whose series are their words.
        page.take_charts(root)
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
        if "page" in case.outputs and case.table:
            self.check_hash(root, case.outputs["style hash"])
            extended = page.parse(case.outputs["page"], strict=True)
            page.take_charts(extended)
            self.check_page(extended, table, case.table)

    def check_hash(self, root: Element, expected: str) -> None:
        """The style matches the hash of its policy."""
        style = "".join(element.text or "" for element in root.iter(page.PREFIX + "style"))
        digest = hashlib.sha256(style.encode()).digest()
        expect_equal(expected, "sha256-" + base64.b64encode(digest).decode(), "hash of the style")

    def check_page(self, root: Element, plain: Element, given: Table) -> None:
        """The extended page has its markup, keys, and forms. Without these, its table equals the plain one."""
        head, body = list(root)
        expect_equal([page.name(child) for child in head][-2:], ["link", "meta"], "end of the head")
        expect_equal(head[-2].attrib, {"rel": "stylesheet", "href": "/table.css"}, "stylesheet")
        expect_equal([page.name(child) for child in body], ["h1", "table", "p"], "body")
        table = body[1]
        groups = [part for part in table if page.name(part) in ("tbody", "tfoot")]
        for part in list(table):
            if page.name(part) == "colgroup":
                part.remove(part[-1])
            if page.name(part) == "thead":
                self.check_form(part[0][-1], given.title)
                part[0].remove(part[0][-1])
                if not any(given.titles):
                    expect_equal({page.text(cell, set()) for cell in part[0]}, {""}, "titles")
                    table.remove(part)
        expect_equal(len(groups), len(given.sections), "groups")
        for group, section in zip(groups, given.sections):
            # The foot of the table belongs to no section.
            id = None if page.name(group) == "tfoot" else key(section.id)
            expect_equal(group.attrib.pop("data-section", None), id, "key of a section")
            rows = iter(enumerate(section.rows))
            for row in group:
                kind = row.get("class", "row")
                if kind == "row":
                    index, cells = next(rows)
                    expected = f"{id}/{index}"
                    self.check_buttons(row[-1], expected, cells)
                else:
                    expected = id
                    part = kind if id is not None else "tableFoot"
                    cells = (section.head if kind == "head" else section.foot) or []
                    self.check_buttons(row[-1], f"{id or ''}/%{part}", cells, has_label=kind == "head")
                    if kind == "head" and cells:
                        self.check_fold(row[0], cells[0].text)
                row.remove(row[-1])
                expect_equal(row.attrib.pop(f"data-{kind}", None), expected, f"key of a {kind}")
        table.tail = plain.tail = None
        expect_equal(tostring(table), tostring(plain), "table without keys and actions")

    def check_form(self, cell: Element, title: str) -> None:
        """The last title has the form of all buttons, with hidden fields only."""
        expect_equal(cell.attrib, {"scope": "col", "aria-label": "Actions"}, "last title")
        (form,) = cell
        target = {"id": "actions", "method": "post", "action": "/events?a&b"}
        expect_equal(form.attrib, target, "attributes of the form")
        fields = [(page.name(field), field.attrib) for field in form]
        token = {"type": "hidden", "name": "token", "value": as_html_value(title)}
        expect_equal(fields, [("input", token)], "fields of the form")

    def check_fold(self, cell: Element, label: str | None) -> None:
        """The head has a check box, which is no part of its name. Removes both."""
        name = cell.attrib.pop("aria-label", None)
        if label is not None:
            expect_equal(name, as_html_value(label), "name of a head")
        expect_equal([page.name(part) for part in cell][:1], ["input"], "box of a head")
        box = cell[0]
        attributes = {"type": "checkbox", "class": "fold", "aria-label": f"Hide the rows: {name}"}
        expect_equal(box.attrib, attributes, "box of a head")
        cell.text = box.tail
        cell.remove(box)

    def check_buttons(self, cell: Element, row: str, cells: list[Cell], has_label: bool = True) -> None:
        expect_equal(cell.attrib, {"class": "actions"}, "attributes of the cell of the actions")
        value = (cells[0].value or "") if cells else ""
        label = cells[0].text if cells and has_label else ""
        found = []
        for button in cell:
            expect_equal(page.name(button), "button", "control")
            title = page.text(button, set())
            attributes = dict(button.attrib)
            if label is not None:
                expected = as_html_value(f"{title}, {label}") if label else None
                expect_equal(attributes.get("aria-label"), expected, "label of a button")
            event, section, index, *payload = attributes["value"].split("/", 3)
            expect_equal(f"{section}/{index}", row, "row of a button")
            found.append([attributes["form"], attributes["name"], event, title, [json.loads(p) for p in payload]])
        names = ["actions", "action"]
        expect_equal(found, [[*names, "pay", "Pay & <b>", [value]], [*names, "delete", "Delete", []]], "buttons")

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
            if not is_safe(link.get("href", "//")):
                raise Refusal(f"there is a link to {link.get('href')!a}")
        for element in table.iter():
            if set(element.keys()) - {"class", "colspan", "dir", "href", "scope"}:
                raise Refusal(f"<{page.name(element)}> has the attributes {element.keys()}")

    def check_texts(self, groups: list[page.Group], table: Table, root: Element) -> None:
        expected = table.caption or table.title
        captions = [page.text(caption, {"br"}) for caption in root.iter(page.PREFIX + "caption")]
        expect_equal(captions, [as_html_shows(expected)] if expected else [], "captions")
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
        found = scales(table)
        for row, (kind, cells) in zip(group.rows, lines):
            expect_equal(row.element.get("class"), kind, "class of a row")
            cells = cells if len(row.texts) == len(cells) == 1 else table.filled(cells)
            expect_equal(len(row.texts), len(cells), "cells")
            for column, (element, text, cell) in enumerate(zip(row.cells, row.texts, cells)):
                if cell.text is not None:
                    words = chart_words(cell, row_scale(found, column, kind or "row"))
                    expect_equal(text, as_html_shows(words or cell.text), "cell")
                    links = page.links(element)
                    check_links([link.get("href", "") for link in links], cell, may_be_value=True)
                    expect_equal(
                        [page.text(link, {"br"}) for link in links], [text] * len(links), "text of a link"
                    )
                if cell.kind == "text" and element.get("dir") != "auto":
                    raise Refusal(f"the text {text!a:.100} has no direction of its own")
                if cell.role != "plain" and cell.role not in element.get("class", "").split():
                    raise Refusal(f"the cell {text!a:.100} does not carry the role {cell.role}")

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        yield "another text", replaced(case, "html", lambda text: text.replace("a1", "b1", 1))
        yield "another caption", replaced(case, "html", lambda text: text.replace(">Sound</caption>", ">sound</caption>"))
        yield "no caption", replaced(case, "html", lambda text: text.replace('<caption dir="auto">Sound</caption>', ""))
        yield "a key for a title", replaced(case, "html", lambda text: text.replace(">c<", ">c-key<"))
        yield "another address", replaced(case, "html", lambda text: text.replace("/orders/7", "/orders/8"))
        yield "no link", replaced(case, "html", lambda text: text.replace(LINK, "last"))
        yield (
            "a link beside its text",
            replaced(case, "html", lambda text: text.replace("last</a>", "</a>last")),
        )
        yield (
            "a link that is not safe",
            replaced(
                case, "html", lambda text: text.replace("a, b", '<a href="javascript:alert(1)">a, b</a>')
            ),
        )
        yield "a tag in a cell", replaced(case, "html", lambda text: text.replace("a1", "a1<b></b>", 1))
        yield "a tag not closed", replaced(case, "html", lambda text: text.replace("</table>", ""))
        yield "a cell missing", replaced(case, "html", lambda text: text.replace('<tr><th scope="row"', "<tr><!-- ", 1))
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
        yield "another style", replaced(case, "html", lambda text: text.replace("<style>", "<style> ", 1))
        yield (
            "another key",
            replaced(case, "page", lambda text: text.replace('value="pay/s/0', 'value="pay/s/1', 1)),
        )
        yield "a row without key", replaced(case, "page", lambda text: text.replace(' data-row="s/0"', ""))
        yield "another payload", replaced(case, "page", lambda text: text.replace("/&quot;", "/&quot;x", 1))
        yield "another form", replaced(case, "page", lambda text: text.replace('form="actions"', 'form="a"', 1))
        yield "another label", replaced(case, "page", lambda text: text.replace('label="Pay', 'label="Pays', 1))
        yield (
            "a head without its name",
            replaced(case, "page", lambda text: re.sub(r'(scope="rowgroup"[^>]*?) aria-label', r"\1 title", text, count=1)),
        )
        yield "another box", replaced(case, "page", lambda text: text.replace('class="fold"', 'class="f"', 1))
        yield "no token", replaced(case, "page", lambda text: text.replace('name="token"', 'name="t"', 1))
        yield (
            "a script in the cell of the actions",
            replaced(case, "page", lambda text: text.replace("</button>", "</button><script></script>", 1)),
        )
        yield "a bare ampersand", replaced(case, "html", lambda text: text.replace("a1", "a1&x;", 1))
        yield "a control", replaced(case, "html", lambda text: text.replace("a1", "a1\x01", 1))


def key(text: str) -> str:
    """The key of an id that is a text."""

    def encoded(index: int, character: str) -> str:
        if (
            re.match(f"[%/\x00-\x1f\x7f-\x9f{NONCHARACTERS}]", character)
            or index == 0
            and character in "0123456789-"
        ):
            return "".join(f"%{byte:02X}" for byte in character.encode())
        return character

    return "".join(encoded(index, character) for index, character in enumerate(text))
