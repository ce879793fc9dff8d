"""pandas: CSV as data scientists read it."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pandas

from .judge import CaseJudge, expect_texts, replaced
from .judge_csv import without_nul
from .table import Case


class PandasJudge(CaseJudge):
    name = "pandas"

    def check(self, case: Case) -> None:
        text, expected = without_nul(case)
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
        if expected is not None:
            expect_texts(frame.to_numpy().tolist(), expected, "csv")

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        yield "a row with a field too many", replaced(case, "csv", lambda text: text[:-2] + ",x\r\n")
        yield "another text", replaced(case, "csv", lambda text: text.replace("a", "b", 1))
        yield "a title for a key", replaced(case, "csv", lambda text: text.replace("c-key", "c", 1))
        yield "a caption", replaced(case, "csv", lambda text: "Sound,,\r\n" + text)
        yield "an open quote", replaced(case, "csv", lambda text: text[:-2] + '\r\n"open')
