"""pandas and calamine: the values of workbooks by their type."""

from __future__ import annotations

import base64
import io
import re
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

import pandas
import python_calamine

from .judge import CaseJudge, expect_equal
from .table import EMPTY, Case, Cell
from .workbook import SHEET, changed, content, expect_value, lines, swapped, typed, unescaped

Row = list[Any]
UNKNOWN = Cell("any", None)


class WorkbookValuesJudge(CaseJudge):
    """A judge that reads a workbook as rows of values."""

    forms: tuple[str, ...]

    @abstractmethod
    def rows(self, archive: bytes) -> list[Row]:
        """The values of all rows."""

    def value(self, found: Any) -> Any:
        """The value as the rules compare it."""
        return found

    def known(self, cells: list[Cell]) -> list[Cell]:
        """The cells that this judge can compare."""
        return cells

    def check(self, case: Case) -> None:
        for form in self.forms:
            if form not in case.outputs:
                continue
            found = self.rows(content(case, form))
            if case.table is None:
                continue
            given = lines(typed(case.table), form)
            width = max([len(case.table.titles), *map(len, found)], default=0)
            rows = [self.known(line.cells) + [EMPTY] * (width - len(line.cells)) for line in given]
            # Readers leave out rows and columns without values behind the others.
            expect_equal(len(found) <= len(rows), True, f"{form}: at most {len(rows)} rows")
            for number, row in enumerate(rows):
                values = found[number] if number < len(found) else []
                self.check_row(values + [None] * (width - len(values)), row, f"{form} {number + 1}")

    def check_row(self, values: Row, cells: list[Cell], place: str) -> None:
        for column, (value, cell) in enumerate(zip(values, cells, strict=True)):
            expect_value(self.value(value), cell, f"{place}, {column + 1}")

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        text = '<c r="A2" t="inlineStr"><is><t>-1.50</t></is></c>'
        faults = [
            ("another value", "<v>-1.50<", "<v>-1.51<"),
            ("another text", "<t>a1<", "<t>b1<"),
            ("another title", "<t>b<", "<t>B<"),
            ("a number as text", "<c [^>]*><v>-1.50</v></c>", text.replace("A2", "C2")),
            ("a Boolean as a number", ' t="b"', ""),
            ("a Boolean as text", ' t="b"><v>1</v>', ' t="inlineStr"><is><t>true</t></is>'),
            ("a date as a number", ' s="[0-9]+"><v>46053<', "><v>46053<"),
            ("another date", "<v>46053<", "<v>46054<"),
            ("an escape in a text", "<t>a1<", "<t>a1_x000D_<"),
            ("a cell missing", "<c [^>]*><v>-1.50</v></c>", ""),
            ("a cell too many", "</row>", '<c r="D1"><v>1</v></c></row>'),
            ("a row too many", "</sheetData>", '<row r="9"><c r="A9"><v>1</v></c></row></sheetData>'),
            ("an open element", "</sheetData>", ""),
        ]
        for form in self.forms:
            for fault, old, new in faults:
                yield f"{fault}, {form}", changed(case, form, SHEET, swapped(old, new))
        archive = content(case, self.forms[0])
        for fault, part in (("half of an archive", archive[: len(archive) // 2]), ("no archive", b"a,b\r\n")):
            yield fault, case.with_output(self.forms[0], base64.b64encode(part).decode())


class PandasWorkbookJudge(WorkbookValuesJudge):
    name = "pandas.read_excel"
    forms = ("records",)

    def rows(self, archive: bytes) -> list[Row]:
        frame = pandas.read_excel(
            io.BytesIO(archive), header=None, dtype=object, na_filter=False, engine="openpyxl"
        )
        rows: list[Row] = frame.to_numpy().tolist()
        return rows

    def known(self, cells: list[Cell]) -> list[Cell]:
        """The judge takes a mark of the byte order at the start of a sheet for that of a file."""
        return [UNKNOWN if (cell.text or "").startswith("\ufeff") else cell for cell in cells]

    def value(self, found: Any) -> Any:
        if isinstance(found, int) and not isinstance(found, bool):
            # The judge turns a whole double into its exact value.
            return float(found)
        return unescaped(found) if isinstance(found, str) else found


class CalamineJudge(WorkbookValuesJudge):
    name = "calamine"
    forms = ("records", "workbook")

    def rows(self, archive: bytes) -> list[Row]:
        workbook = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(archive))
        expect_equal(len(workbook.sheet_names), 1, "sheets")
        return workbook.get_sheet_by_index(0).to_python(skip_empty_area=False)

    def value(self, found: Any) -> Any:
        """The judge leaves the escapes of noncharacters as they are."""
        return (
            re.sub("_x(FFF[EF])_", lambda match: chr(int(match[1], 16)), found)
            if isinstance(found, str)
            else found
        )
