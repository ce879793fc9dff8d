"""sqlite3, the program: CSV through the command .import."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from .judge import Judge, Refusal, expect_texts, replaced
from .judge_csv import without_nul
from .table import Case


class SQLiteJudge(Judge):
    name = "sqlite3"

    def reason_to_leave_out(self, case: Case) -> str | None:
        return None if case.table else "it needs to know the columns"

    def refusals(self, cases: Sequence[Case]) -> Iterator[tuple[Case, str]]:
        for case in cases:
            try:
                self.check(case)
            except Refusal as refusal:
                yield case, str(refusal)

    def check(self, case: Case) -> None:
        text, expected = without_nul(case)
        if not text or not expected:
            return
        columns = [f"c{index}" for index in range(len(expected[0]))]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "table.csv")
            path.write_bytes(text.encode())
            commands = [
                f"CREATE TABLE t({', '.join(f'{name} TEXT' for name in columns)});",
                f'.import --csv "{path}" t',
                f"SELECT {', '.join(f'hex({name})' for name in columns)} FROM t ORDER BY rowid;",
            ]
            run = subprocess.run(
                ["sqlite3", "-batch", "-list", "-separator", ",", ":memory:"],
                input="\n".join(commands),
                capture_output=True,
                text=True,
            )
        if run.returncode != 0 or run.stderr:
            raise Refusal(f"csv: {run.stderr.strip():.300}")
        found = [
            [bytes.fromhex(field).decode() for field in line.split(",")] for line in run.stdout.splitlines()
        ]
        expect_texts(found, expected, "csv")

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        yield "a row with a field too many", replaced(case, "csv", lambda text: text[:-2] + ",x\r\n")
        yield "another text", replaced(case, "csv", lambda text: text.replace("a", "b", 1))
        yield "a title for a key", replaced(case, "csv", lambda text: text.replace("c-key", "c", 1))
        yield "a caption", replaced(case, "csv", lambda text: "Sound,,\r\n" + text)
        yield "an open quote", replaced(case, "csv", lambda text: text[:-2] + '\r\n"open')
