"""openpyxl: workbooks with their values, links, outline, styles, filters, and sums."""

from __future__ import annotations

import io
import math
import re
import zipfile
from collections.abc import Iterator
from decimal import Decimal
from typing import Any
from xml.etree import ElementTree

import openpyxl
from openpyxl.cell import Cell as FoundCell
from openpyxl.worksheet.worksheet import Worksheet

from .judge import CaseJudge, Refusal, expect_equal
from .links import check_links
from .nasty_texts import ADDRESSES
from .table import EMPTY, Case, Cell, Table
from .workbook import (
    ESCAPE,
    MOST_DIGITS,
    NAMESPACE,
    PLAIN_NUMBER,
    SHEET,
    SHEET_LINKS,
    STYLES,
    WORKBOOK,
    Bars,
    Line,
    changed,
    content,
    date_of,
    expect_value,
    expected_bars,
    filter_range,
    is_found_number,
    is_number,
    letters,
    lines,
    sheet_names,
    swapped,
    typed,
    unescaped,
)

# A column of up to six decimals shows them all in each number.
MOST_ALIGNED_DECIMALS = 6
# The library measures as many lines below the titles.
MOST_MEASURED_LINES = 1001
SIDES = {"left": "left", "center": "center", "right": "right", "decimal": "right", "decimalComma": "right"}
DATE_FORMATS = {10: "yyyy-mm-dd", 16: "yyyy-mm-dd hh:mm:ss", 19: "yyyy-mm-dd hh:mm:ss"}
X14 = "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/main}"
XM = "{http://schemas.microsoft.com/office/excel/2006/main}"
FORMULA = re.compile(r"=SUBTOTAL\(9,([A-Z]+)([0-9]+):([A-Z]+)([0-9]+)\)")


def is_absolute(address: str) -> bool:
    return re.match("(https?|mailto):", address, re.IGNORECASE) is not None


class OpenpyxlJudge(CaseJudge):
    name = "openpyxl"

    def check(self, case: Case) -> None:
        for form in ("workbook", "records", "summed"):
            if form not in case.outputs:
                continue
            if form == "summed" and case.table and not self.has_sums(case.table):
                # Nothing is added up, so the workbooks must be equal.
                expect_equal(case.outputs[form], case.outputs["workbook"], "the workbook without sums")
                continue
            if form == "records" and case.table and lines(case.table, form) == lines(case.table, "workbook"):
                # The table has only rows.
                expect_equal(case.outputs[form], case.outputs["workbook"], "the workbook of records")
                continue
            sheet = self.sheet(case, form)
            values = self.sheet(case, form, data_only=True) if form == "summed" else sheet
            if case.table is None:
                self.check_results(sheet, values)
                continue
            table = typed(case.table)
            given = lines(table, form)
            self.check_cells(values, given, table, form)
            self.check_sheet(sheet, given, table, form)
            self.check_filter_name(content(case, form), sheet.title, filter_range(table, form))
            self.check_styles(sheet, given, table)
            self.check_bars(sheet, content(case, form), expected_bars(table, form), form)
            if form == "summed":
                self.check_sums(sheet, values, given)
            else:
                self.check_no_formulas(sheet)

    def has_sums(self, table: Table) -> bool:
        """Whether a foot has a number."""
        given = [line for line in lines(table, "summed") if line.part in ("foot", "total")]
        return any(is_number(cell) or cell.kind == "any" for line in given for cell in line.cells)

    def sheet(self, case: Case, form: str, data_only: bool = False) -> Worksheet:
        workbook = openpyxl.load_workbook(io.BytesIO(content(case, form)), data_only=data_only)
        expect_equal(len(workbook.worksheets), 1, "sheets")
        return workbook.worksheets[0]

    def found_cell(self, sheet: Worksheet, row: int, column: int) -> FoundCell:
        return sheet.cell(row + 1, column + 1)

    # MARK: Values and links

    def check_cells(self, sheet: Worksheet, given: list[Line], table: Table, form: str) -> None:
        if sheet.max_row > max(len(given), 1) or sheet.max_column > max(len(table.titles), 1):
            raise Refusal(f"{form}: {sheet.max_row} rows, {sheet.max_column} columns; expected {len(given)}")
        for row, line in enumerate(given):
            for column, cell in enumerate(table.filled(line.cells)):
                found = self.found_cell(sheet, row, column)
                place = f"{form} {line.part} {found.coordinate}"
                value = unescaped(found.value) if isinstance(found.value, str) else found.value
                expect_value(value, cell, place)
                if isinstance(value, str) and found.data_type != "s":
                    raise Refusal(f"{place}: a text of the type {found.data_type}")
                self.check_link(found, cell, place)

    def check_link(self, found: FoundCell, cell: Cell, place: str) -> None:
        link = found.hyperlink
        if link is not None and (link.location is not None or link.ref != found.coordinate):
            raise Refusal(f"{place}: a link to another place")
        found_links = [] if link is None else [str(link.target)]
        if not all(map(is_absolute, found_links)):
            raise Refusal(f"{place}: links to {found_links!a:.200}")
        if cell.kind == "any":
            # A file gives no links, but a value may be an address.
            cell = Cell("text", cell.value, role="link") if found_links else Cell("text", cell.value)
        addresses = [cell.link or "", (cell.value or "") if cell.role == "link" else ""]
        if all(address in ADDRESSES or not is_absolute(address) for address in addresses):
            page_addresses = [
                ADDRESSES.get(address) if is_absolute(address) else None for address in addresses
            ]
            safe = [address for address in page_addresses if address and cell.text]
            expect_equal(found_links, safe[:1], f"{place}: links")
        else:
            check_links(found_links, cell, may_be_value=True)
        if found_links and cell.role == "plain" and cell.kind != "any":
            expect_equal(found.font.u, "single", f"{place}: line below a link")

    # MARK: The sheet

    def check_sheet(self, sheet: Worksheet, given: list[Line], table: Table, form: str) -> None:
        has_titles = bool(table.titles)
        expect_equal(sheet.freeze_panes, "A2" if has_titles else None, f"{form}: frozen pane")
        expect_equal(sheet.print_title_rows or None, "$1:$1" if has_titles else None, f"{form}: print titles")
        expect_equal(sheet.auto_filter.ref, filter_range(table, form), f"{form}: filter")
        self.check_name(sheet.title, table)
        expect_equal(sheet.sheet_properties.outlinePr.summaryBelow, False, f"{form}: rows below the head")
        for row, line in enumerate(given):
            dimension = sheet.row_dimensions[row + 1]
            place = f"{form} {line.part} {row + 1}"
            expect_equal(dimension.outlineLevel, line.level, f"{place}: level")
            expect_equal(bool(dimension.hidden), line.is_hidden, f"{place}: hidden")
        if any(dimension.hidden for dimension in sheet.column_dimensions.values()):
            raise Refusal(f"{form}: a hidden column")

    def check_filter_name(self, archive: bytes, sheet: str, cells: str | None) -> None:
        """Excel needs a hidden name for the cells of a filter. openpyxl does not tell such names."""
        with zipfile.ZipFile(io.BytesIO(archive)) as file:
            root = ElementTree.fromstring(file.read(WORKBOOK))
        names = [
            (element.text, element.get("localSheetId"), element.get("hidden"))
            for element in root.iter(f"{{{NAMESPACE}}}definedName")
            if element.get("name") == "_xlnm._FilterDatabase"
        ]
        absolute = re.sub("([A-Z]+)([0-9]+)", r"$\1$\2", cells or "")
        reference = f"'{sheet.replace(chr(39), chr(39) * 2)}'!{absolute}"
        expect_equal(names, [(reference, "0", "1")] if cells else [], "name of the filter")

    def check_name(self, name: str, table: Table) -> None:
        if len(name.encode("utf-16-le")) > 62 or not name or re.search(r"[\\/?*\[\]:\x00-\x1f]", name):
            raise Refusal(f"{name!a} is no name of a sheet")
        if name[0] == "'" or name[-1] == "'" or name.lower() == "history":
            raise Refusal(f"{name!a} is no name of a sheet for Excel")
        if ESCAPE.search(name):
            raise Refusal(f"readers decode the name {name!a}, but not each reference to it")
        known = sheet_names(table)
        if known and name not in known:
            raise Refusal(f"the sheet has the name {name!a} instead of {known!a:.200}")

    # MARK: Styles

    def check_styles(self, sheet: Worksheet, given: list[Line], table: Table) -> None:
        decimals = [self.decimals(given, column) for column in range(len(table.titles))]
        for row, line in enumerate(given):
            for column, cell in enumerate(line.cells):
                if cell.kind == "any":
                    continue
                found = self.found_cell(sheet, row, column)
                if not found.has_style and found.value is None:
                    continue
                place = f"{line.part} {found.coordinate}"
                is_bold = line.part != "row" or cell.role == "strong"
                expect_equal(bool(found.font.b), is_bold, f"{place}: bold")
                expect_equal(
                    found.number_format, self.number_format(cell, decimals[column]), f"{place}: number format"
                )
                if found.data_type == "s" and str(found.value).startswith(("=", "+", "-", "@")):
                    expect_equal(found.quotePrefix, True, f"{place}: a text remains a text after an edit")
                side = SIDES.get(table.alignments[column]) if table.alignments else None
                if side and line.part != "title":
                    expect_equal(found.alignment.horizontal, side, f"{place}: side")

    def decimals(self, given: list[Line], column: int) -> int:
        """The number of decimals of the longest fraction in a column, without heads of one cell."""
        counts = [
            self.fraction_count(line.cells[column]) or 0
            for line in given[:MOST_MEASURED_LINES]
            if column < len(line.cells)
            and line.part != "title"
            and (line.part != "head" or len(line.cells) > 1)
        ]
        return max(counts, default=0)

    def fraction_count(self, cell: Cell) -> int | None:
        """The number of decimals of a number without an exponent; `None` for other cells."""
        match = PLAIN_NUMBER.fullmatch(cell.value or "") if is_number(cell) else None
        if match is None:
            return None
        digits = re.sub(r"^-?0*\.?0*|\.", "", cell.value or "")
        return len(match[1]) if len(digits) <= MOST_DIGITS and len(match[1]) <= MOST_DIGITS else None

    def number_format(self, cell: Cell, decimals: int) -> str:
        if cell.kind == "date" and date_of(cell.value or "") is not None:
            value = cell.value or ""
            if "." in value:
                return "yyyy-mm-dd hh:mm:ss.000"
            return DATE_FORMATS.get(len(value), "hh:mm:ss")
        if not is_number(cell):
            return "General"
        count = self.fraction_count(cell)
        if 1 <= decimals <= MOST_ALIGNED_DECIMALS and count is not None and count <= decimals:
            return "#,##0." + "0" * decimals
        return "0" if count == 0 else "General"

    # MARK: Bars

    def check_bars(self, sheet: Worksheet, archive: bytes, wanted: list[Bars], form: str) -> None:
        """Both forms of the bars have the expected cells and limits. openpyxl reads the older form."""
        rules = [
            (str(found.sqref), rule) for found in sheet.conditional_formatting for rule in found.rules
        ]
        older = []
        for number, (cells, rule) in enumerate(rules, start=1):
            place = f"{form} bars of {cells}"
            expect_equal((rule.type, rule.priority), ("dataBar", number), f"{place}: type and priority")
            bars = rule.dataBar
            expect_equal((bars.minLength, bars.maxLength), (0, 100), f"{place}: lengths")
            expect_equal([limit.type for limit in bars.cfvo], ["num", "num"], f"{place}: types of limits")
            if bars.showValue is False:
                raise Refusal(f"{place}: no numbers")
            older.append(Bars(cells, *[float(limit.val) for limit in bars.cfvo]))
        expect_equal(older, wanted, f"{form}: bars")
        self.check_newer_bars(archive, wanted, form)

    def check_newer_bars(self, archive: bytes, wanted: list[Bars], form: str) -> None:
        """The newer form is at the end of the sheet, and its ids are those of the older form."""
        with zipfile.ZipFile(io.BytesIO(archive)) as file:
            root = ElementTree.fromstring(file.read(SHEET))
        ids = [element.text for element in root.iter(f"{X14}id")]
        expect_equal(len(set(ids)), len(wanted), f"{form}: ids of bars")
        ends = [element for element in root if element.tag == f"{{{NAMESPACE}}}extLst"]
        expect_equal(ends, [root[-1]] if wanted else [], f"{form}: the end of the sheet")
        newer, newer_ids = [], []
        for found in root.iter(f"{X14}conditionalFormatting"):
            rule = found.find(f"{X14}cfRule")
            bars = None if rule is None else rule.find(f"{X14}dataBar")
            if rule is None or bars is None:
                raise Refusal(f"{form}: no bars in the newer form")
            lengths = bars.get("minLength"), bars.get("maxLength"), bars.get("axisPosition", "automatic")
            expect_equal(lengths, ("0", "100", "automatic"), f"{form}: lengths and axis of newer bars")
            limits = [float(limit.findtext(f"{XM}f", "")) for limit in bars.findall(f"{X14}cfvo")]
            newer.append(Bars(found.findtext(f"{XM}sqref", ""), *limits))
            newer_ids.append(rule.get("id"))
        expect_equal(newer, wanted, f"{form}: newer bars")
        expect_equal(newer_ids, ids, f"{form}: ids of newer bars")

    # MARK: Sums

    def check_no_formulas(self, sheet: Worksheet) -> None:
        for row in sheet.iter_rows():
            for found in row:
                if found.data_type == "f":
                    raise Refusal(f"{found.coordinate}: a formula {found.value!a:.200}")

    def check_results(self, sheet: Worksheet, values: Worksheet) -> None:
        """Computes the formulas of an unknown table. There must be some."""
        formulas = [found for row in sheet.iter_rows() for found in row if found.data_type == "f"]
        if not formulas:
            raise Refusal("there is no formula")
        for found in formulas:
            match = FORMULA.fullmatch(str(found.value))
            if match is None or match[1] != match[3] or match[1] != found.column_letter:
                raise Refusal(f"{found.coordinate}: a formula {found.value!a:.200}")
            rows = range(int(match[2]), int(match[4]) + 1)
            numbers = [
                values.cell(row, found.column).value
                for row in rows
                if sheet.cell(row, found.column).data_type != "f"
            ]
            result = sum(Decimal(repr(number)) for number in numbers if is_found_number(number))
            expect_equal(Decimal(repr(values[found.coordinate].value)), result, f"{found.coordinate}: sum")

    def check_sums(self, sheet: Worksheet, values: Worksheet, given: list[Line]) -> None:
        """A foot is a formula exactly if the formula has the foot as its result."""
        for row, line in enumerate(given):
            for column, cell in enumerate(line.cells):
                found = self.found_cell(sheet, row, column)
                place = f"summed {line.part} {found.coordinate}"
                can_be_sum = line.part in ("foot", "total") and is_number(cell)
                if not can_be_sum:
                    if found.data_type == "f":
                        raise Refusal(f"{place}: a formula {found.value!a:.200}")
                    continue
                start = self.first_row(given, row)
                result = self.result(sheet, values, given, column, range(start, row))
                digits = [self.decimals_of(given[at].cells, column) for at in [*range(start, row), row]]
                may_be_sum = self.is_sum(result, cell.value or "", digits[-1])
                is_sum = self.is_sum(result, cell.value or "", max(digits))
                if found.data_type == "f":
                    match = FORMULA.fullmatch(str(found.value))
                    name = letters(column)
                    expect_equal(
                        match and match.groups(), (name, str(start + 1), name, str(row)), f"{place}: formula"
                    )
                    if not may_be_sum:
                        raise Refusal(f"{place}: {cell.value} is no sum, but {result}")
                elif is_sum:
                    raise Refusal(f"{place}: no formula for a sum")

    def decimals_of(self, cells: list[Cell], column: int) -> int:
        """The decimals of a number, which are fewer than 0 for a large exponent."""
        cell = cells[column] if column < len(cells) else EMPTY
        if not is_number(cell) or not Decimal(cell.value or "").is_finite():
            return 0
        return -int(Decimal(cell.value or "").as_tuple().exponent)

    def is_sum(self, result: tuple[float, float] | None, text: str, decimals: int) -> bool:
        """Whether the sum of numbers and a number are equal, apart from their rounding to doubles and to decimals."""
        if result is None:
            return False
        number = float(text)
        rounding = max(float(Decimal(5).scaleb(-decimals - 1)), abs(number) * 1e-13)
        return abs(result[0] - number) <= min(result[1] * 1e-13, rounding)

    def first_row(self, given: list[Line], row: int) -> int:
        """The first row that a foot adds up: below the titles, or below the head or foot before."""
        start = row
        if given[row].part == "total":
            return 1 if given[0].part == "title" else 0
        while start > 0 and given[start - 1].part == "row" and given[start - 1].section is given[row].section:
            start -= 1
        return start

    def result(
        self, sheet: Worksheet, values: Worksheet, given: list[Line], column: int, rows: range
    ) -> tuple[float, float] | None:
        """The sum of the numbers in a column, and the sum of their sizes, as a spreadsheet computes them.

        Other sums are left out. It is `None` without rows, without a finite result, or if there is a date, a Boolean, or
        the number of a head or foot among them, which is no part of a sum for a person.
        """
        numbers: list[float] = []
        for row in rows:
            if self.found_cell(sheet, row, column).data_type == "f":
                continue
            found: Any = self.found_cell(values, row, column)
            is_of_row = given[row].part == "row"
            if found.data_type in "db" or (is_found_number(found.value) and found.value != 0 and not is_of_row):
                return None
            if is_found_number(found.value):
                numbers.append(found.value)
        size = sum(map(abs, numbers))
        if not rows or not math.isfinite(size):
            return None
        return math.fsum(numbers), size

    # MARK: Faults

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        def sheet(old: str, new: str, form: str = "workbook") -> Case:
            return changed(case, form, SHEET, swapped(old, new))

        for form in ("workbook", "records", "summed"):
            yield f"another value, {form}", sheet("<v>-1.50<", "<v>-1.51<", form)
            yield f"another text, {form}", sheet("<t>a1<", "<t>b1<", form)
            yield f"another title, {form}", sheet("<t>b<", "<t>B<", form)
            yield f"no level in the outline, {form}", sheet(*self.other_level(form), form)
            yield f"a formula from a text, {form}", sheet(r"<is><t>=a\tb</t></is>", "<f>a</f><v>1</v>", form)
            yield f"no frozen pane, {form}", sheet("<pane [^>]*>", "", form)
            yield f"a lost link, {form}", sheet("<hyperlink [^>]*>", "", form)
            yield f"a hidden row, {form}", sheet('<row r="3"', '<row r="3" hidden="1"', form)
        text = '<c r="C3" t="inlineStr"><is><t>-1.50</t></is></c>'
        yield "a number as text", sheet('<c r="C3".*?</c>', text)
        yield "a number as an error", sheet('<c r="C3".*?</c>', '<c r="C3" t="e"><v>#N/A</v></c>')
        yield "a Boolean as a number", sheet(' t="b"', "")
        yield "a Boolean as a text", sheet(r' t="b"><v>1</v>', ' t="inlineStr"><is><t>true</t></is>')
        yield "a date as a number", sheet('(<c r="C6") s="[0-9]+"', r"\1")
        yield "another date", sheet("<v>46053<", "<v>46054<")
        yield "a date as text", sheet(
            '<c r="C6".*?</c>', text.replace("C3", "C6").replace("-1.50", "2026-01-31")
        )
        yield "a row too many", sheet("</sheetData>", '<row r="7"><c r="A7"><v>1</v></c></row></sheetData>')
        yield "a cell too many", sheet("</row>", '<c r="D1"><v>1</v></c></row>')
        yield "a row missing", sheet('<row r="6".*?</row>', "")
        yield "an escape in a text", sheet("<t>a1<", "<t>a1_x000D_<")
        yield "a text without an escape", sheet("<t>a1<", "<t>_x0061_x0031_<")
        yield "a link at another cell", sheet('<hyperlink ref="B3"', '<hyperlink ref="A3"')
        yield "a link to another address", changed(
            case, "workbook", SHEET_LINKS, swapped("example.com", "example.org")
        )
        yield "a link to a script", changed(
            case, "workbook", SHEET_LINKS, swapped("https://example.com/", "javascript:1")
        )
        yield "a relative link", changed(
            case, "workbook", SHEET_LINKS, swapped("https://example.com/", "/orders/7")
        )
        yield "a second level", sheet('outlineLevel="1"', 'outlineLevel="2"')
        yield "a level of a foot", sheet('<row r="5"', '<row r="5" outlineLevel="1"')
        yield "the head below", sheet('summaryBelow="0"', 'summaryBelow="1"')
        yield "two frozen rows", sheet('ySplit="1" topLeftCell="A2"', 'ySplit="2" topLeftCell="A3"')
        yield "a filter of groups", sheet("</sheetData>", '</sheetData><autoFilter ref="A1:C6"/>')
        yield "no filter", sheet("<autoFilter [^>]*>", "", "records")
        yield "a filter without the last row", sheet(
            '<autoFilter ref="A1:C4', '<autoFilter ref="A1:C3', "records"
        )
        yield "no name of the filter", changed(
            case, "records", WORKBOOK, swapped('<definedName name="_xlnm._F.*?</definedName>', "")
        )
        yield "no print titles", changed(
            case, "workbook", WORKBOOK, swapped("<definedNames>.*</definedNames>", "")
        )
        yield "another name", changed(
            case, "workbook", WORKBOOK, swapped('<sheet name="Sound"', '<sheet name="sound"')
        )
        yield "a long name", changed(
            case, "workbook", WORKBOOK, swapped('<sheet name="Sound"', f'<sheet name="{"long" * 8}"')
        )
        yield "an escape in a name", changed(
            case, "workbook", WORKBOOK, lambda text: text.replace("Sound", "_x0041_ Sound")
        )
        yield "no bold text", changed(case, "workbook", STYLES, lambda text: text.replace("<b/>", ""))
        yield "a bold row", sheet('(<c r="A3") s="[0-9]+"', r'\1 s="79"')
        yield "a plain title", sheet('(<c r="A1") s="[0-9]+"', r'\1 s="7"')
        yield "a plain head", sheet('(<c r="A2") s="[0-9]+"', r'\1 s="7"')
        yield "fewer decimals", changed(case, "workbook", STYLES, swapped("#,##0.00", "#,##0.0"))
        yield "no number format", sheet('(<c r="C4") s="[0-9]+"', r"\1")
        yield "no apostrophe", changed(
            case, "workbook", STYLES, lambda text: text.replace(' quotePrefix="1"', "")
        )
        yield "no line below a link", changed(case, "workbook", STYLES, lambda text: text.replace("<u/>", ""))
        older, newer = "(<conditionalFormatting .*?)", "(<x14:conditionalFormatting .*?)"
        yield "bars of a head", sheet(f'{older}"C3:C4 C6"', r'\1"C2:C4 C6"')
        yield "bars without the last section", sheet(f'{older}"C3:C4 C6"', r'\1"C3:C4"')
        yield "newer bars of a foot", sheet(f"{newer}>C3:C4 C6<", r"\1>C3:C6<")
        yield "another limit of bars", sheet('val="-1.5"', 'val="-2"')
        yield "another limit of newer bars", sheet("<xm:f>8<", "<xm:f>10<")
        yield "bars from the least number", sheet('type="num" val="-1.5"', 'type="min"')
        yield "short bars", sheet(f'{older}maxLength="100"', r'\1maxLength="90"')
        yield "short newer bars", sheet(f'{newer}maxLength="100"', r'\1maxLength="90"')
        yield "bars without numbers", sheet(f"{older}<dataBar", r'\1<dataBar showValue="0"')
        yield "only newer bars", sheet("<conditionalFormatting .*</conditionalFormatting>", "")
        yield "only older bars", sheet("<extLst><ext [^>]*><x14:conditionalFormattings>.*</extLst>", "")
        yield "another id of bars", sheet("<x14:id>{0", "<x14:id>{1")
        yield "newer bars before the links", sheet(
            "(<hyperlinks>.*?)(<extLst><ext [^>]*><x14:conditionalFormattings>.*</extLst>)", r"\2\1"
        )
        yield "another sum", sheet("</f><v>5.50<", "</f><v>5.51<", "summed")
        yield "no result of a formula", sheet("</f><v>5.50</v>", "</f>", "summed")
        yield "a formula without its last row", sheet("C3:C4", "C3:C3", "summed")
        yield "a formula of another column", sheet("C3:C4", "B3:B4", "summed")
        yield "another formula", sheet(r"SUBTOTAL\(9,", "SUM(", "summed")
        yield "a sum without a formula", sheet("<f>.*?</f>", "", "summed")
        yield "a formula in a row", sheet("<v>7</v>", "<f>SUBTOTAL(9,C3:C3)</f><v>7</v>", "summed")
        yield "a sum that nobody asked for", sheet("<v>5.50<", "<f>SUBTOTAL(9,C3:C4)</f><v>5.50<")

    def other_level(self, form: str) -> tuple[str, str]:
        """A change of the level of a row, whose level is 0 among records."""
        return (
            ('<row r="3"', '<row r="3" outlineLevel="1"')
            if form == "records"
            else (' outlineLevel="1">', ">")
        )
