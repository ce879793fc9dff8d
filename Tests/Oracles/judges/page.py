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


# MARK: Charts

SVG = "{http://www.w3.org/2000/svg}"
BAR = {"class": "bar", "aria-hidden": "true", "width": "80", "height": "8"}
SERIES = {"class": "series", "role": "img", "height": "18"}
MAIL_COLOR = "color:#5f84bd"
MAIL_BAR = {"aria-hidden": "true", "style": MAIL_COLOR}


@dataclass
class Chart:
    """A chart of a cell: a bar, or a series with its words."""

    kind: str
    paths: list[str]
    words: str = ""
    is_first: bool = False


def take_charts(root: Element) -> dict[Element, list[Chart]]:
    """Removes the charts of a page, so that a series leaves its words. Returns the charts of each cell."""
    found: dict[Element, list[Chart]] = {}
    for cell in [element for element in root.iter() if name(element) in ("td", "th")]:
        for parent in list(cell.iter()):
            for index, child in reversed(list(enumerate(parent))):
                if child.tag == SVG + "svg":
                    chart = drawn_chart(child)
                elif name(child) == "span" and ("aria-hidden" in child.attrib or "role" in child.attrib):
                    chart = mail_chart(child)
                else:
                    continue
                chart.is_first = index == 0 and not parent.text
                found.setdefault(cell, []).insert(0, chart)
                remaining = chart.words + (child.tail or "")
                if index > 0:
                    parent[index - 1].tail = (parent[index - 1].tail or "") + remaining
                else:
                    parent.text = (parent.text or "") + remaining
                parent.remove(child)
    return found


def drawn_chart(drawing: Element) -> Chart:
    """A drawing: a bar that screen readers skip, or an image whose name is its words."""
    shapes = list(drawing)
    if drawing.text or any(shape.tail for shape in shapes):
        raise Refusal("there is text in a drawing")
    if drawing.get("class") == "bar":
        if dict(drawing.attrib) != BAR:
            raise Refusal(f"a bar has the attributes {drawing.attrib}")
        return Chart("bar", paths(shapes, {}))
    attributes = {key: value for key, value in drawing.attrib.items() if key != "width"}
    if attributes != SERIES or not shapes or shapes[0].tag != SVG + "title" or len(shapes[0]):
        raise Refusal(f"a drawing without words, or with the attributes {drawing.attrib}")
    drawn = paths(shapes[1:2], {}) + paths(shapes[2:], {"class": "axis"})
    return Chart("series", [drawing.get("width", ""), *drawn], shapes[0].text or "")


def paths(shapes: list[Element], attributes: dict[str, str]) -> list[str]:
    for shape in shapes:
        if shape.tag != SVG + "path" or {**shape.attrib, "d": ""} != {**attributes, "d": ""} or len(shape):
            raise Refusal(f"a drawing has <{shape.tag}> with the attributes {shape.attrib}")
    return [shape.get("d", "") for shape in shapes]


def mail_chart(span: Element) -> Chart:
    """A chart of characters: a bar that screen readers skip, or an image whose name is its words."""
    attributes = dict(span.attrib)
    if attributes == MAIL_BAR and not len(span):
        return Chart("bar", [span.text or ""])
    words = attributes.pop("aria-label", None)
    if (
        words is None
        or attributes not in ({"role": "img"}, {"role": "img", "style": MAIL_COLOR})
        or len(span)
    ):
        raise Refusal(f"a chart of characters has the attributes {span.attrib}")
    return Chart("series", [span.text or ""], words)
