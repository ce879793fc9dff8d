"""orjson: a JSON parser in Rust, which is stricter about text and keeps only the values of numbers."""

from __future__ import annotations

from typing import Any

import orjson

from .judge import Refusal, expect_equal
from .judge_json import JSONJudge
from .table import Cell


class OrjsonJudge(JSONJudge):
    name = "orjson"

    def loads(self, text: str) -> Any:
        return orjson.loads(text.encode())

    def check_value(self, found: Any, cell: Cell, form: str) -> None:
        if cell.kind == "any" and isinstance(found, (int, float)) and not isinstance(found, bool):
            return self.check_number(found, cell.value or "", form)
        super().check_value(found, cell, form)

    def check_number(self, found: Any, value: str, form: str) -> None:
        if isinstance(found, bool) or not isinstance(found, (int, float)):
            raise Refusal(f"{form}: {found!a:.100} is no number")
        expect_equal(float(found), float(value), form)
