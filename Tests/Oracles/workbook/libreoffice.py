"""Judges workbooks by what LibreOffice reads: values, sums, groups, filters, and frozen titles."""

from __future__ import annotations

import argparse
import io
import math
import re
import secrets
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element
from xml.etree import ElementTree

import openpyxl

from judges.__main__ import Verdict, passes, summary
from judges.judge import Judge, Refusal, expect_equal
from judges.table import Case, Cell, Table
from judges.workbook import (
    SHEET,
    WORKBOOK,
    Bars,
    changed,
    content,
    expect_value,
    expected_bars,
    filter_range,
    is_number,
    lines,
    packed,
    sheet_names,
    swapped,
    with_content,
)
from judges.written import written

from .tables import workbook_tables

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
SHEETS = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
BARS = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
LINK = "{http://www.w3.org/1999/xlink}href"
FORMS = ("workbook", "records", "summed")
# LibreOffice leaves out files behind the first 240 or so of a process.
MOST_AT_ONCE = 200
# XML has no such characters, so a flat document has none either.
UNKNOWN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
# A document does not tell the ends of lines from each other, and LF with CR is one of them.
LINE_END = re.compile("\r\n|\n\r|\r|\n")


@dataclass(frozen=True)
class FoundRow:
    cells: list[Element]
    level: int
    is_hidden: bool
    # Whether a group around the row is folded.
    is_folded: bool


class LibreOffice(Judge):
    name = "LibreOffice"

    def refusals(self, cases: Sequence[Case]) -> Iterator[tuple[Case, str]]:
        given = [(case, form) for case in cases for form in FORMS]
        with tempfile.TemporaryDirectory() as path:
            folder = Path(path)
            for index, (case, form) in enumerate(given):
                archive = content(case, form)
                name = f"{index:05}-{form}.xlsx"
                (folder / name).write_bytes(without_results(archive) if form == "summed" else archive)
            self.convert(folder, "fods", "*.xlsx")
            # The workbooks of a table differ only in their rows, so one of them tells what is frozen.
            self.convert(folder, "xlsx", "*-workbook.xlsx")
            for index, (case, form) in enumerate(given):
                try:
                    document = folder / "fods" / f"{index:05}-{form}.fods"
                    if not document.exists():
                        raise Refusal("LibreOffice does not read the workbook")
                    assert case.table
                    self.check(ElementTree.parse(document).getroot(), case.table, form)
                    if form == "workbook":
                        self.check_panes(
                            (folder / "xlsx" / f"{index:05}-{form}.xlsx").read_bytes(), case.table
                        )
                except Refusal as refusal:
                    yield case, f"{form}: {refusal}"
                except Exception as error:  # A parser that gives up refuses, too.
                    yield case, f"{form}: {type(error).__name__}: {error}"

    def convert(self, folder: Path, extension: str, pattern: str) -> None:
        """Converts workbooks of a folder, many in one process, which needs settings of its own."""
        paths = sorted(folder.glob(pattern))
        settings = f"-env:UserInstallation={(folder / 'settings').as_uri()}"
        options = ["--headless", "--convert-to", extension, "--outdir", folder / extension]
        for start in range(0, len(paths), MOST_AT_ONCE):
            some = paths[start : start + MOST_AT_ONCE]
            subprocess.run(["soffice", settings, *options, *some], capture_output=True, timeout=600)

    # MARK: Reading

    def check(self, root: Element, table: Table, form: str) -> None:
        sheets = list(root.iter(f"{SHEETS}table"))
        expect_equal(len(sheets), 1, "sheets")
        sheet = sheets[0]
        name = sheet.get(f"{SHEETS}name")
        expect_equal(not sheet_names(table) or name in sheet_names(table), True, f"the name {name!a}")
        found = list(found_rows(sheet, 0, False))
        given = lines(table, form)
        for number, line in enumerate(given):
            row = found[number] if number < len(found) else FoundRow([], 0, False, False)
            place = f"{line.part} {number + 1}"
            expect_equal(row.level, line.level, f"{place}: level")
            expect_equal(row.is_hidden, line.is_hidden, f"{place}: hidden")
            expect_equal(row.is_folded, line.is_hidden and line.level == 1, f"{place}: folded")
            width = max(len(table.titles), len(row.cells))
            cells = table.filled(line.cells) + [Cell("empty")] * (width - len(table.titles))
            for column, cell in enumerate(cells):
                element = row.cells[column] if column < len(row.cells) else Element("none")
                self.check_cell(element, cell, f"{place}, {column + 1}", form, line.part)
        for row in found[len(given) :]:
            if row.level or row.is_hidden or any(found_value(element) is not None for element in row.cells):
                raise Refusal("a row behind the table")
        header = [row for rows in sheet.iter(f"{SHEETS}table-header-rows") for row in rows]
        expect_equal(len(header), 1 if table.titles else 0, "titles of pages")
        self.check_filter(root, table, form)
        self.check_bars(root, table, form)

    def check_cell(self, element: Element, cell: Cell, place: str, form: str, part: str) -> None:
        value = found_value(element)
        if isinstance(value, str):
            value, shown = LINE_END.sub("\n", value), LINE_END.sub("\n", cell.text or "")
            if element.find(f".//{TEXT}a") is not None:
                # In a link, the document loses tabs, and has other white space as it is.
                value, shown = "".join(value.split()), "".join(shown.split())
            cell = replace(cell, shown=shown)
        if isinstance(value, float) and is_number(cell):
            number = float(cell.value or "")
            # A document has 15 digits, the last of which LibreOffice rounds by the decimal digits.
            if float(f"{value:.15g}") == value and math.isclose(value, number, rel_tol=5.1e-15):
                value = number
        if not (isinstance(value, str) and UNKNOWN.search(cell.text or "")):
            expect_value(value, cell, place)
        formula = element.get(f"{SHEETS}formula")
        if formula is not None and formula not in ("of:=TRUE()", "of:=FALSE()"):
            is_sum = form == "summed" and part in ("foot", "total") and is_number(cell)
            if not is_sum or not formula.startswith("of:=SUBTOTAL(9;"):
                raise Refusal(f"{place}: a formula {formula!a:.200}")

    def check_filter(self, root: Element, table: Table, form: str) -> None:
        ranges = [
            found.get(f"{SHEETS}target-range-address", "")
            for found in root.iter(f"{SHEETS}database-range")
            if found.get(f"{SHEETS}display-filter-buttons", "false") == "true"
        ]
        # The name of the sheet may contain a point and a colon.
        cells = [":".join(re.findall(r"\.([A-Z]+[0-9]+)(?=:|$)", found)) for found in ranges]
        wanted = filter_range(table, form)
        expect_equal(cells, [wanted] if wanted else [], "filter")

    def check_bars(self, root: Element, table: Table, form: str) -> None:
        """A document has the bars of both forms as one rule. Only the newer form has a color of negative bars."""
        bars = []
        for found in root.iter(f"{BARS}conditional-format"):
            # A name with points and spaces has quotes, but a name of another blank, such as U+00A0, has none.
            cells = re.sub("'[^']*'", "", found.get(f"{BARS}target-range-address", ""))
            ranges = [re.findall(r"\.([A-Z]+[0-9]+)", part) for part in cells.split(" ")]
            for rule in found.iter(f"{BARS}data-bar"):
                limits = list(rule.iter(f"{BARS}formatting-entry"))
                expect_equal([limit.get(f"{BARS}type") for limit in limits], ["number"] * 2, "limits of bars")
                look = [rule.get(f"{BARS}{name}") for name in ("min-length", "max-length", "gradient")]
                expect_equal(look, [None, "100", "false"], "lengths of bars, and their gradient")
                expect_equal(rule.get(f"{BARS}negative-color"), "#f6d0cc", "color of negative bars")
                parts = [":".join(dict.fromkeys(ends)) for ends in ranges]
                bars.append(
                    Bars(" ".join(parts), *[float(limit.get(f"{BARS}value", "")) for limit in limits])
                )
        expect_equal(bars, expected_bars(table, form), "bars")

    def check_panes(self, workbook: bytes, table: Table) -> None:
        """Converted documents do not tell what is frozen, but workbooks that LibreOffice writes do."""
        sheet = openpyxl.load_workbook(io.BytesIO(workbook)).worksheets[0]
        expect_equal(sheet.freeze_panes, "A2" if table.titles else None, "frozen pane")

    # MARK: Faults

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        def sheet(old: str, new: str, form: str = "workbook") -> Case:
            return changed(case, form, SHEET, swapped(old, new))

        yield "another value", sheet("<v>2.50<", "<v>2.51<")
        yield "another text", sheet("<t>r1<", "<t>r2<")
        yield "a number as text", sheet('(<c r="B8")[^/]*<v>4</v>', r'\1 t="inlineStr"><is><t>4</t></is>')
        yield "a date as a number", sheet('(<c r="A7") s="[0-9]+"', r"\1")
        yield "a Boolean as a number", sheet(' t="b"', "")
        yield "a formula", sheet("<v>2.50<", "<f>1+1.5</f><v>2.50<")
        yield "another formula", sheet(r"SUBTOTAL\(9,", "SUM(", "summed")
        yield "a formula of another cell", sheet("B3:B4", "B3:B3", "summed")
        yield "a sum of the sums", sheet("B2:B9", "B3:B4", "summed")
        yield "no group", sheet(' outlineLevel="1"', "")
        yield "a group of a foot", sheet('<row r="9"', '<row r="9" outlineLevel="1"')
        yield "a row that is hidden", sheet('<row r="7"', '<row r="7" hidden="1"')
        yield "an open group", sheet('(<row r="5") collapsed="1"', r"\1")
        yield "no frozen title", sheet("<pane [^>]*>", "")
        yield "two frozen rows", sheet('ySplit="1" topLeftCell="A2"', 'ySplit="2" topLeftCell="A3"')
        yield "bars of a head", sheet('sqref="B3:B4 B7:B8"', 'sqref="B2:B8"')
        yield "another limit of newer bars", sheet("<xm:f>4<", "<xm:f>5<")
        yield "short bars", sheet('maxLength="100"', 'maxLength="90"')
        yield "only older bars", sheet("<extLst><ext [^>]*><x14:conditionalFormattings>.*</extLst>", "")
        yield "only newer bars", sheet("<conditionalFormatting .*</conditionalFormatting>", "")
        yield "newer bars before the older ones", sheet(
            "(<conditionalFormatting .*)(<extLst><ext [^>]*><x14:conditionalFormattings>.*</extLst>)", r"\2\1"
        )
        yield "another id of bars", sheet("<x14:id>{0", "<x14:id>{1")
        yield "another name", changed(
            case, "workbook", WORKBOOK, swapped('<sheet name="Sound"', '<sheet name="Other"')
        )
        yield "no titles of pages", changed(
            case, "workbook", WORKBOOK, swapped("<definedNames>.*</definedNames>", "")
        )
        archive = content(case, "workbook")
        yield "half of an archive", with_content(case, "workbook", archive[: len(archive) // 2])


def without_results(archive: bytes) -> bytes:
    """A workbook without the results of its formulas, so that LibreOffice computes them."""
    with zipfile.ZipFile(io.BytesIO(archive)) as file:
        entries = [(name, file.read(name).decode()) for name in file.namelist()]
    return packed([(name, re.sub("</f><v>[^<]*</v>", "</f>", text)) for name, text in entries])


def found_rows(parent: Element, level: int, is_folded: bool) -> Iterator[FoundRow]:
    for element in parent:
        if element.tag == f"{SHEETS}table-row-group":
            yield from found_rows(element, level + 1, is_folded or element.get(f"{SHEETS}display") == "false")
        elif element.tag in (f"{SHEETS}table-header-rows", f"{SHEETS}table-rows"):
            yield from found_rows(element, level, is_folded)
        elif element.tag == f"{SHEETS}table-row":
            cells = [cell for part in element for cell in repeated(part, "columns")]
            is_hidden = element.get(f"{SHEETS}visibility", "visible") != "visible"
            for _ in repeated(element, "rows"):
                yield FoundRow(cells, level, is_hidden, is_folded)


def repeated(element: Element, what: str) -> list[Element]:
    """An element as often as it is repeated, but for the empty rest of a sheet."""
    count = int(element.get(f"{SHEETS}number-{what}-repeated", "1"))
    return [element] * (count if count < 1000 else 1)


def found_value(element: Element) -> Any:
    match element.get(f"{OFFICE}value-type"):
        case None:
            return None
        case "float" | "percentage" | "currency":
            return float(element.get(f"{OFFICE}value", ""))
        case "boolean":
            return element.get(f"{OFFICE}boolean-value") == "true"
        case "date":
            text = element.get(f"{OFFICE}date-value", "")
            return datetime.fromisoformat(decimals(text)) if "T" in text else date.fromisoformat(text)
        case "time":
            text = element.get(f"{OFFICE}time-value", "")
            return time.fromisoformat(re.sub("PT([0-9]+)H([0-9]+)M([0-9]+).*S", r"\1:\2:\3", text))
        case _:
            return "\n".join(text_of(part) for part in element if part.tag == f"{TEXT}p")


def decimals(text: str) -> str:
    """A time with at most six decimals, as Python reads them."""
    return re.sub(r"(\.[0-9]{1,6})[0-9]*$", lambda match: match[1].ljust(7, "0"), text)


def text_of(element: Element) -> str:
    """The text of a paragraph, in which spaces, tabs, and line breaks are elements."""
    parts = [element.text or ""]
    for child in element:
        match child.tag.removeprefix(TEXT):
            case "s":
                parts.append(" " * int(child.get(f"{TEXT}c", "1")))
            case "tab":
                parts.append("\t")
            case "line-break":
                parts.append("\n")
            case _:
                parts.append(text_of(child))
        parts.append(child.tail or "")
    return "".join(parts)


def main() -> int:
    parser = argparse.ArgumentParser(prog="libreoffice", description=__doc__)
    parser.add_argument("--writer", type=Path, required=True, help="the program TableWriter")
    parser.add_argument(
        "--seed", type=int, default=secrets.randbits(32), help="makes the same random tables again"
    )
    parser.add_argument("--tables", type=int, default=100, help="the number of random tables (100)")
    options = parser.parse_args()
    print(f"seed {options.seed}, {options.tables} random tables", flush=True)
    cases = written(options.writer, workbook_tables(options.seed, options.tables))
    return summary([all_spoiled_are_refused(cases[0]), passes(LibreOffice(), cases)])


def all_spoiled_are_refused(sound: Case) -> Verdict:
    """Whether LibreOffice refuses all faulty workbooks, which it reads at once."""
    judge = LibreOffice()
    faults = list(judge.spoiled(sound))
    refused = {id(case): reason for case, reason in judge.refusals([sound, *(case for _, case in faults)])}
    complaints = [f"does not refuse {fault}" for fault, case in faults if id(case) not in refused]
    if id(sound) in refused:
        complaints.append(f"refuses a sound table: {refused[id(sound)]}")
    result = f"{'FAILED' if complaints else 'ok'}: LibreOffice refuses {len(faults)} faulty workbooks"
    return not complaints, [result, *(f"    {complaint}" for complaint in complaints)]


if __name__ == "__main__":
    sys.exit(main())
