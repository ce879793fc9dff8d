"""Reads the tables of a page with html5lib, the algorithm of the HTML standard."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

import html5lib

from .judge import Refusal

PREFIX = "{http://www.w3.org/1999/xhtml}"


@dataclass
class Row:
    """A row: the texts of its cells, with their elements."""

    element: Element
    cells: list[Element]
    texts: list[str]


@dataclass
class Group:
    """The contents of a `thead`, `tbody`, or `tfoot`."""

    tag: str
    rows: list[Row] = field(default_factory=list)


def name(element: Element) -> str:
    return str(element.tag).removeprefix(PREFIX)


def parse(text: str, strict: bool) -> Element:
    """Parses a page or a fragment. If `strict`, any syntax error is refused."""
    parser = html5lib.HTMLParser(html5lib.getTreeBuilder("etree"), strict=strict, namespaceHTMLElements=True)
    page: Element = parser.parse(text)
    return page


def tables(page: Element) -> list[Element]:
    return list(page.iter(PREFIX + "table"))


def text(element: Element, allowed: set[str]) -> str:
    """The text of an element. Refuses child elements that data must not create."""
    parts = [element.text or ""]
    for child in element:
        if name(child) not in allowed:
            raise Refusal(f"a cell has become <{name(child)}>")
        parts.append("\n" if name(child) == "br" else text(child, allowed))
        parts.append(child.tail or "")
    return "".join(parts)


def links(element: Element) -> list[Element]:
    return list(element.iter(PREFIX + "a"))


def groups(table: Element, allowed: set[str]) -> list[Group]:
    """The groups of rows of a table, in order."""
    found = []
    for part in table:
        if name(part) in ("thead", "tbody", "tfoot"):
            group = Group(name(part))
            for row in part:
                if name(row) != "tr":
                    raise Refusal(f"there is a <{name(row)}> among the rows")
                cells = list(row)
                group.rows.append(Row(row, cells, [text(cell, allowed) for cell in cells]))
            found.append(group)
    return found
