"""Python's json, strict: no repeated key in an object, no NaN, numbers by their spelling."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from .judge import CaseJudge, Refusal, expect_equal, replaced
from .table import Case, Cell, Section, Table

Row = dict[str, Any]


class Number(str):
    """A number with its spelling."""


def loads(text: str) -> Any:
    return json.loads(
        text,
        object_pairs_hook=unique_keys,
        parse_constant=refuse_constant,
        parse_int=Number,
        parse_float=Number,
    )


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    twice = [key for key, count in Counter(key for key, _ in pairs).items() if count > 1]
    if twice:
        raise Refusal(f"there is a key twice: {twice[0]!a}")
    return dict(pairs)


def refuse_constant(name: str) -> Any:
    raise Refusal(f"{name} is no JSON")


def json_number(spelling: str) -> str:
    """The JSON spelling of a number that may lack a digit before or after its point."""
    return re.sub(r"^(-?)\.", r"\g<1>0.", spelling).removesuffix(".")


def spelling(value: Any) -> str:
    """The spelling of a JSON value in a CSV file."""
    match value:
        case None:
            return ""
        case True:
            return "true"
        case False:
            return "false"
        case _:
            return str(value)


class JSONJudge(CaseJudge):
    name = "json"

    def loads(self, text: str) -> Any:
        return loads(text)

    def check(self, case: Case) -> None:
        if "json" in case.outputs:
            found = self.loads(case.outputs["json"])
            if case.table:
                caption = {"caption": case.table.caption} if case.table.caption else {}
                total = {"total": {}} if self.total(case.table) else {}
                beside = {key: {} if key == "total" else value for key, value in found.items()}
                expect_equal({**beside, "sections": []}, {**caption, **total, "sections": []}, "caption")
            self.check_sections(found["sections"], found.get("total"), case.table)
        if "rows" in case.outputs:
            self.check_rows(self.loads(case.outputs["rows"]), case.table, "rows")
        if "jsonl" in case.outputs:
            lines = case.outputs["jsonl"].split("\n")
            expect_equal(lines.pop(), "", "what follows the last line")
            self.check_rows([self.loads(line) for line in lines], case.table, "jsonl")

    def total(self, table: Table) -> Section | None:
        """The last section, if it stands behind others and has a foot and nothing else: that of the table."""
        last = table.sections[-1] if len(table.sections) > 1 else None
        return last if last and last.foot is not None and last.head is None and not last.rows else None

    def check_sections(self, found: list[Row], total: Row | None, table: Table | None) -> None:
        if table is None:
            return
        sections = table.sections
        if (last := self.total(table)) is not None:
            sections = sections[:-1]
            self.check_foot(total or {}, last, table)
        expect_equal([section["id"] for section in found], [section.id for section in sections], "ids")
        for part, section in zip(found, sections):
            self.check_rows(part["rows"], replace(table, sections=[section]), "json")
            expect_equal("head" in part, section.head is not None, "head")
            expect_equal("foot" in part, section.foot is not None, "foot")
            for index, cell in enumerate(section.head or []):
                self.check_value(part["head"][index], cell, "head")
            if section.foot is not None:
                self.check_foot(part["foot"], section, table)

    def check_foot(self, found: Row, section: Section, table: Table) -> None:
        valued = [(index, cell) for index, cell in enumerate(section.foot or []) if cell.has_value]
        keys = self.keys(table)
        expect_equal(len(found), len(valued), "values of the foot")
        for (key, value), (index, cell) in zip(found.items(), valued):
            expect_equal(key, keys[index] or key, "key of the foot")
            self.check_value(value, cell, "foot")

    def check_rows(self, found: list[Row], table: Table | None, form: str) -> None:
        if table is None:
            return
        rows = table.rows()
        expect_equal(len(found), len(rows), f"rows of {form}")
        names = self.keys(table)
        for row, line in zip(found, rows):
            cells = [cell for cell in line if cell.kind != "missing"]
            keys = [name for name, cell in zip(names, line) if cell.kind != "missing"]
            expect_equal(
                [key if wanted else None for key, wanted in zip(row, keys)]
                if len(row) == len(keys)
                else list(row),
                keys,
                f"keys of {form}",
            )
            for value, cell in zip(row.values(), cells):
                self.check_value(value, cell, form)

    def keys(self, table: Table) -> list[str | None]:
        """The keys. `None` marks a repeated name, whose key differs."""
        counts = Counter(table.names)
        return [name if name and counts[name] == 1 else None for name in table.names]

    def check_value(self, found: Any, cell: Cell, form: str) -> None:
        if cell.value is None:
            return
        match cell.kind:
            case "any":
                expect_equal(spelling(found), cell.value, form)
            case "empty" | "missing":
                expect_equal(found, None, form)
            case "json":
                expect_equal(found, self.loads(cell.value), form)
            case "series":
                expect_equal(found, self.loads(cell.data or ""), form)
            case "boolean":
                expect_equal(found, cell.value == "true", form)
            case "integer" | "decimal":
                self.check_number(found, cell.value, form)
            case "double":
                if cell.value in ("nan", "inf", "-inf"):
                    expect_equal(found, None, form)
                else:
                    expect_equal(float(found), float(cell.value), form)
            case _:
                expect_equal(found if not isinstance(found, Number) else None, cell.value, form)

    def check_number(self, found: Any, value: str, form: str) -> None:
        if not isinstance(found, Number):
            raise Refusal(f"{form}: {found!a:.100} is no number")
        expect_equal(str(found), json_number(value), form)

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        yield "a key twice", replaced(case, "rows", lambda text: text.replace('"b": ', '"a": ', 1))
        for form in ("json", "rows", "jsonl"):
            yield (
                f"a title for a key, {form}",
                replaced(case, form, lambda text: text.replace('"c-key"', '"c"')),
            )
            yield f"a link, {form}", replaced(case, form, lambda text: text.replace("last", "/orders/7"))
        yield "another caption", replaced(case, "json", lambda text: text.replace("Sound", "sound"))
        yield "no caption", replaced(case, "json", lambda text: text.replace('"caption": "Sound", ', ""))
        yield (
            "a caption around rows",
            replaced(case, "rows", lambda text: '{"caption": "Sound", "rows": ' + text + "}"),
        )
        yield "a caption above rows", replaced(case, "jsonl", lambda text: '{"caption": "Sound"}\n' + text)
        yield "a comma too many", replaced(case, "json", lambda text: text.replace("\n]}", ",\n]}"))
        yield "another text", replaced(case, "jsonl", lambda text: text.replace("a1", "b1", 1))
        yield "a row missing", replaced(case, "jsonl", lambda text: text[text.index("\n") + 1 :])
        yield "a number as text", replaced(case, "rows", lambda text: text.replace("-1.50", '"-1.50"', 1))
        yield "not a number", replaced(case, "rows", lambda text: text.replace("-1.50", "NaN", 1))
        yield "a control character", replaced(case, "json", lambda text: text.replace("a1", "a\t1", 1))
