"""Makes the library write: through the program TableWriter, and through its programs like a user."""

from __future__ import annotations

import base64
import csv
import io
import json
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from .dates import iso_dates
from .judge_json import Number, loads, spelling
from .nasty_texts import NASTY
from .table import EMPTY, Case, Cell, Section, Table

# The names of the formats for the programs, by the judges' names.
FORMATS = {
    "text": "text",
    "markdown": "markdown",
    "html": "html",
    "csv": "csv",
    "tsv": "tsv",
    "escaped": "tsv",
    "json": "json",
    "rows": "json-rows",
    "jsonl": "jsonl",
    "workbook": "xlsx",
}


def written(writer: Path, tables: Iterable[tuple[str, Table]]) -> list[Case]:
    """The tables, written in every format."""
    named = list(tables)
    given = json.dumps([table.description() for _, table in named], ensure_ascii=False)
    run = subprocess.run([writer], input=given.encode(), capture_output=True, check=True)
    return [
        Case(name, outputs, table)
        for (name, table), outputs in zip(named, json.loads(run.stdout), strict=True)
    ]


def outputs(program: Path, *arguments: str | Path, forms: Iterable[str] = FORMATS) -> dict[str, str]:
    """What a program prints in each format."""

    def run(*options: str) -> bytes:
        return subprocess.run([program, *arguments, *options], capture_output=True, check=True).stdout

    def text(form: str) -> str:
        # CSV by RFC 4180 has another line end than that of the program.
        ends = ["--crlf"] if form == "csv" and arguments else []
        output = run("--to", FORMATS[form], *ends)
        return base64.b64encode(output).decode() if form == "workbook" else output.decode()

    return {form: text(form) for form in forms} | {"narrow": run("--width", "60").decode()}


class Demo:
    """The program TableDemo, judged by its output for its ledger."""

    def __init__(self, program: Path) -> None:
        self.program = program

    def ledger(self) -> Iterator[Case]:
        """The ledger. Data formats must have the values of its JSON; other formats are judged by their form."""
        forms = set(FORMATS) - {"escaped", "rows", "workbook"}
        written = outputs(self.program, forms=forms)
        data = {form: written.pop(form) for form in ("csv", "tsv", "json", "jsonl")}
        sections = [ledger_section(section) for section in loads(data["json"])["sections"]]
        titles = list(loads(data["jsonl"].split("\n")[0]))
        yield Case("the demo's ledger as data", data, Table(titles, sections))
        yield Case("the demo's ledger", written, None)


class Tables:
    """The program tables, judged by its output for files."""

    def __init__(self, program: Path) -> None:
        self.program = program

    def files(self, paths: Iterable[Path]) -> Iterator[Case]:
        """Files. All formats must have the values that Python reads."""
        for path in paths:
            table = csv_table(path) if path.suffix == ".csv" else json_table(path)
            # The program's TSV has escapes.
            written = outputs(self.program, path, forms=set(FORMATS) - {"tsv"})
            workbook = {"workbook": written.pop("workbook")}
            yield Case(path.name, written, table)
            yield Case(f"{path.name} as a workbook", workbook, dated(table))

    def grouped(self, path: Path, column: str, *sums: str) -> Case:
        """A file in sections with heads and feet, judged by its form."""
        options = [argument for name in sums for argument in ("--sum", name)]
        # Formats of rows alone refuse sums.
        forms = ("text", "markdown", "html", "json", "workbook")
        written = outputs(self.program, path, "--group-by", column, *options, forms=forms)
        written["summed"] = written.pop("workbook")
        return Case(f"{path.name} by {column}", written, None)

    def described(self, files: Iterable[tuple[str, dict[str, str]]], folder: Path) -> Iterator[Case]:
        """Files with the descriptions of their columns."""
        for name, file in files:
            path = folder / f"file.{file['format']}"
            path.write_bytes(file["source"].encode())
            options = ["--where", f"group = {file['group']}"] if "group" in file else []
            command = [self.program, path, "--describe", "--to", "json", *options]
            run = subprocess.run(command, capture_output=True, check=True)
            yield Case(name, file | {"description": run.stdout.decode()}, None)


def ledger_section(section: dict[str, Any]) -> Section:
    rows = [[Cell("any", spelling(value)) for value in row.values()] for row in section["rows"]]
    foot = [
        Cell("any", spelling(section["foot"][title])) if title in section["foot"] else EMPTY
        for title in section["rows"][0]
    ]
    return Section(rows, head=[Cell("any", None) for _ in section["head"]], foot=foot, id=section["id"])


def csv_table(path: Path) -> Table:
    titles, *rows = csv.reader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline=""), strict=True)
    cells = [[Cell("any", text) for text in row] for row in rows]
    return Table(titles, [Section(cells, id="all")], title=path.name)


def dated(table: Table) -> Table:
    """The table with dates in the columns that have only dates."""
    rows = [list(row) for row in table.rows()]
    for index in range(len(table.titles)):
        texts = [row[index].value if row[index].kind in ("any", "text") else None for row in rows]
        for row, date in zip(rows, iso_dates(texts) or []):
            row[index] = Cell("date", date)
    return replace(table, sections=[Section(rows, id="all")])


def json_table(path: Path) -> Table:
    objects = loads(path.read_text())
    titles = list(dict.fromkeys(key for record in objects for key in record))
    rows = [
        [json_cell(record[title]) if title in record else Cell("missing") for title in titles]
        for record in objects
    ]
    return Table(titles, [Section(rows, id="all")], title=path.name)


def json_cell(value: Any) -> Cell:
    if isinstance(value, (dict, list)):
        return Cell("any", None)  # the source text of a nested value
    if isinstance(value, Number):
        return Cell("decimal", str(value))
    return (
        Cell("empty")
        if value is None
        else Cell("boolean" if isinstance(value, bool) else "text", spelling(value))
    )


def nasty_files(folder: Path) -> Iterator[Path]:
    """Files of nasty texts, written by Python, for the program to read."""
    texts = [text for text in NASTY if "\ufeff" not in text]
    rows = [[str(index), text, texts[-index]] for index, text in enumerate(texts)]
    path = folder / "nasty.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["n", "text", 'other, "text"'], *rows])
    yield path
    path = folder / "nasty.json"
    records = [
        {"n": index, "text": text, "flag": index % 2 == 0, text or "t": None}
        for index, text in enumerate(texts)
    ]
    path.write_text(json.dumps(records, ensure_ascii=False), encoding="utf-8")
    yield path
