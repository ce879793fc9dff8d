"""Python's csv, strict: CSV by RFC 4180, CSV with guarded formulas, TSV, and TSV with escapes."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from .judge import CaseJudge, Refusal, expect_texts, replaced
from .table import Case, Cell, Table

FORMULA = re.compile("\ufeff*[=+\\-@＝＋－＠\t\r\n]")
TSV = re.compile(r'((F\t)*F\n)*'.replace("F", r'("([^"]|"")*"|[^"\t\r\n][^\t\r\n]*|)'))
ESCAPES = {r"\t": "\t", r"\n": "\n", r"\r": "\r", r"\\": "\\"}


def expected_fields(table: Table) -> list[list[str | None]]:
    """The line of names, if there is one, followed by the values of all rows."""
    names: list[list[str | None]] = [list(table.names)] if table.titles else []
    return names + [[cell.data for cell in row] for row in table.rows()]


def guarded_fields(table: Table) -> list[list[str | None]]:
    """The same fields, with an apostrophe before text that looks like a formula."""

    def guarded(cell: Cell) -> str | None:
        is_formula = cell.data is not None and not cell.is_number and FORMULA.match(cell.data)
        return f"'{cell.data}" if is_formula else cell.data

    names = [[guarded(Cell("text", name)) for name in table.names]] if table.titles else []
    return names + [[guarded(cell) for cell in row] for row in table.rows()]


def without_nul(case: Case) -> tuple[str, list[list[str | None]] | None]:
    """The CSV and fields of a case with a sign for each NUL, because the judge ends a field at a NUL."""

    def signed(text: str) -> str:
        return text.replace("\0", "\u2400")

    fields = expected_fields(case.table) if case.table else None
    signed_fields = fields and [[text if text is None else signed(text) for text in line] for line in fields]
    return signed(case.outputs.get("csv", "")), signed_fields


class CSVJudge(CaseJudge):
    name = "csv"

    def check(self, case: Case) -> None:
        for form, fields in (("csv", expected_fields), ("guarded", guarded_fields)):
            if form not in case.outputs:
                continue
            text = case.outputs[form]
            if text and not text.endswith("\r\n"):
                raise Refusal(f"{form}: the last line has no end")
            found = list(csv.reader(io.StringIO(text, newline=""), strict=True))
            if case.table:
                expect_texts(found, fields(case.table), form)
        for form, read in (("tsv", self.read_tsv), ("escaped", self.read_escaped)):
            if form in case.outputs:
                found = read(case.outputs[form])
                if case.table:
                    expect_texts(found, expected_fields(case.table), form)

    def read_tsv(self, text: str) -> list[list[str]]:
        if not TSV.fullmatch(text):
            raise Refusal("tsv: a field needs quotes, or a line does not end in LF")
        return list(csv.reader(io.StringIO(text, newline=""), delimiter="\t", strict=True))

    def read_escaped(self, text: str) -> list[list[str]]:
        if "\r" in text:
            raise Refusal("escaped: there is a carriage return")
        if text.startswith("\ufeff\ufeff"):
            text = text[1:]
        rows = csv.reader(io.StringIO(text, newline=""), delimiter="\t", quoting=csv.QUOTE_NONE, strict=True)
        return [[self.unescaped(field) for field in row or [""]] for row in rows]

    def unescaped(self, field: str) -> str:
        def character(match: re.Match[str]) -> str:
            if match[0] not in ESCAPES:
                raise Refusal(f"escaped: {match[0]!a} is no escape")
            return ESCAPES[match[0]]

        return re.sub(r"\\.?", character, field, flags=re.DOTALL)

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        yield "an open quote", replaced(case, "csv", lambda text: text[:-2] + '"open')
        yield "text behind a quote", replaced(case, "csv", lambda text: text.replace('",', '"x,', 1))
        yield "a field too many", replaced(case, "csv", lambda text: text[:-2] + ",x\r\n")
        yield "another text", replaced(case, "csv", lambda text: text.replace("a", "b", 1))
        for form in ("csv", "guarded", "tsv", "escaped"):
            yield (
                f"a title for a key, {form}",
                replaced(case, form, lambda text: text.replace("c-key", "c", 1)),
            )
            yield f"a caption, {form}", replaced(case, form, lambda text: "Sound\r\n" + text)
            yield f"a link, {form}", replaced(case, form, lambda text: text.replace("last", "/orders/7"))
        yield "a row missing", replaced(case, "csv", lambda text: text[: text[:-2].rindex("\r\n") + 2])
        yield "no guard", case.with_output("guarded", case.outputs["csv"])
        yield "a bare backslash", replaced(case, "escaped", lambda text: text.replace("a", "\\a", 1))
        yield "an escape in TSV", replaced(case, "tsv", lambda text: text.replace('"=a\tb"', "=a\\tb", 1))
        yield "a tab without quotes", replaced(case, "tsv", lambda text: text.replace('"=a\tb"', "=a\tb", 1))
        for form in ("tsv", "escaped"):
            yield f"a tab too many, {form}", replaced(case, form, lambda text: text.replace("\n", "\t\n", 1))
