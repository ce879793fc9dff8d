"""pandas: CSV as those read it who work with data."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pandas

from .judge import CaseJudge, expect_equal, expect_texts, replaced
from .judge_csv import expected_fields
from .table import Case


class PandasJudge(CaseJudge):
    name = "pandas"

    def reason_to_leave_out(self, case: Case) -> str | None:
        text = case.outputs.get("csv", "")
        if "\0" in text:
            return "it ends a field at a NUL"
        if text.startswith("\ufeff"):
            return "it takes U+FEFF at the start of a file for a byte order mark"
        return None

    def check(self, case: Case) -> None:
        text = case.outputs.get("csv")
        if not text:
            return
        frame = pandas.read_csv(
            io.BytesIO(text.encode()),
            header=None,
            dtype=str,
            na_filter=False,
            skip_blank_lines=False,
            encoding="utf-8",
        )
        if case.table:
            expect_texts(frame.to_numpy().tolist(), expected_fields(case.table), "csv")
        if any(case.table.titles) if case.table else True:
            titles = text.split("\r\n", 1)[0]
            if '"' not in titles:
                with_header = pandas.read_csv(io.BytesIO(text.encode()), dtype=str, na_filter=False)
                expect_equal(with_header.shape[1], titles.count(",") + 1, "columns")

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        yield "a row with a field too many", replaced(case, "csv", lambda text: text[:-2] + ",x\r\n")
        yield "another text", replaced(case, "csv", lambda text: text.replace("a", "b", 1))
        yield "an open quote", replaced(case, "csv", lambda text: text[:-2] + '\r\n"open')
