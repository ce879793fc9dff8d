"""SQLite, through Python's sqlite3: the rows that `tables` selects and sorts.

The conditions, sorts, and limits are options of the command line, parts of a query in JSON, or both.
"""

from __future__ import annotations

import csv
import io
import json
import random
import re
import shlex
import sqlite3
import string
import subprocess
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from .judge import CaseJudge, Refusal, expect_equal
from .table import Case

NUMBER = re.compile(r"-?(0|[1-9]\d*)?(\.\d*)?([eE][+-]?\d+)?", re.ASCII)
DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
COUNT = re.compile(r"0|[1-9]\d*", re.ASCII)
SIGNS = {"=": "=", "==": "=", "!=": "!=", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "~": "~"}
BOUNDS = {"from": ">=", "above": ">", "through": "<=", "below": "<"}
Value = int | float | str | None


class QueriesJudge(CaseJudge):
    name = "queries"

    def __init__(self) -> None:
        super().__init__()
        self.database: Database | None = None

    def reason_to_leave_out(self, case: Case) -> str | None:
        return None if "query" in case.outputs else "they have no query"

    def check(self, case: Case) -> None:
        if self.reason_to_leave_out(case):
            return
        outputs = case.outputs
        # All queries of a file follow each other.
        if not self.database or self.database.source is not outputs["source"]:
            self.database = Database(outputs["source"])
        try:
            if problem := outputs["problem"].strip():
                raise Refusal(problem.splitlines()[0])
            titles, *rows = csv.reader(io.StringIO(outputs["found"], newline=""), strict=True)
            found = [int(row[titles.index("id")]) for row in rows]
            expect_equal(found, self.database.ids(json.loads(outputs["query"])), "ids")
        except Refusal as refusal:
            raise Refusal(f"{refusal}; {outputs['query']}; {outputs['command']}") from None

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        def answered(query: dict[str, Any], ids: list[int], problem: str = "") -> Case:
            found = "".join(f"{line}\n" for line in ["id", *ids])
            outputs = {"source": SOURCE, "query": json.dumps(query), "found": found, "problem": problem}
            return Case("sound", outputs | {"command": "none"}, None)

        for query, ids in SOUND:
            self.check(answered(query, ids))
            others = {
                "no row": [],
                "a missing row": ids[1:],
                "no last row": ids[:-1],
                "a row twice": ids + ids[:1],
                "the other order": ids[::-1],
                "another row": ids + sorted({1, 2, 3, 4, 5, 6} - set(ids))[:1],
                "two rows in another order": ids[1::-1] + ids[2:],
            }
            for fault, other in others.items():
                if other != ids:
                    yield f"{fault} for {query}", answered(query, other)
            yield f"an error for {query}", answered(query, ids, "error")


# A file, and queries with the ids of their rows, as the rules say.
SOURCE = """id,whole,price,day,word,code
1,9007199254740993,1.50,2026-10-19,Beta,10
2,9007199254740992,,2026-02-01,alpha,9
3,,1.5,,beta,x
4,-5,10,2026-10-02,,
5,10,-0.25,1999-12-31,Alphabet,X
6,9,9.75,2026-10-19,ALPHA,a
"""
SOUND: list[tuple[dict[str, Any], list[int]]] = [
    ({}, [1, 2, 3, 4, 5, 6]),
    ({"where": [["whole", ">", "9007199254740992"]]}, [1]),
    ({"where": [["whole", "!=", "10"]]}, [1, 2, 3, 4, 6]),
    ({"where": [["whole", "<", "10.5"]]}, [4, 5, 6]),
    ({"where": [["price", "=", "1.500"]]}, [1, 3]),
    ({"where": [["price", "=", ""]]}, [2]),
    ({"where": [["price", "~", "5"], ["whole", "<>", ""]]}, [1, 5, 6]),
    ({"where": [["word", ">", "alpha"]]}, [1, 3, 5]),
    ({"where": [["word", "<=", "alphabet"]]}, [2, 5, 6]),
    ({"where": [["word", "==", "alpha"]]}, [2]),
    ({"where": [["word", "~", "PHA"]]}, [2, 5, 6]),
    ({"where": [["day", ">=", "2026-10"]]}, [1, 4, 6]),
    ({"where": [["code", "=", "10"]]}, [1]),
    ({"sort": [["word", False]]}, [6, 2, 5, 1, 3, 4]),
    ({"sort": [["word", True]]}, [3, 1, 5, 2, 6, 4]),
    ({"sort": [["price", False]]}, [5, 1, 3, 6, 4, 2]),
    ({"sort": [["price", True]]}, [4, 6, 1, 3, 5, 2]),
    ({"sort": [["whole", False]]}, [4, 6, 5, 2, 1, 3]),
    ({"sort": [["code", False]]}, [2, 1, 6, 5, 3, 4]),
    ({"sort": [["day", True], ["word", False]]}, [6, 1, 4, 2, 5, 3]),
    ({"sort": [["whole", False]], "limit": 2}, [4, 6]),
    ({"saved": {"search": "beta 1"}}, [1, 3]),
    ({"saved": {"search": "1", "columns": ["word", "id"]}}, [1]),
    ({"saved": {"search": "1", "columns": ["word", "id"]}, "columns": ["id", "code"]}, [1]),
    ({"saved": {"search": "2026", "columns": ["day", "id"]}, "columns": ["id", "word"]}, []),
    ({"saved": {"filters": [{"not": {"column": "price", "above": "1.5"}}]}}, [1, 2, 3, 5]),
    ({"saved": {"filters": [{"column": "price", "from": "1.5"}]}}, [1, 3, 4, 6]),
    ({"saved": {"filters": [{"column": "day", "empty": False}, {"column": "word", "empty": True}]}}, [4]),
    (
        {
            "saved": {
                "filters": [
                    {"any": [{"column": "word", "begins": "BE"}, {"column": "whole", "is": ["-5", "9.0"]}]}
                ]
            }
        },
        [1, 3, 4, 6],
    ),
    ({"saved": {"filters": [{"any": []}]}}, []),
    ({"saved": {"filters": [{"column": "word", "through": "beta"}]}}, [1, 2, 3, 5, 6]),
    ({"saved": {"filters": [{"column": "word", "below": "BETA"}]}}, [2, 5, 6]),
    ({"saved": {"filters": [{"column": "word", "is": ["ALPHA", "BETA"]}]}}, [6]),
    ({"saved": {"page": {"size": 4, "last": True}}}, [5, 6]),
    ({"saved": {"page": {"size": 4, "offset": 1}}}, [2, 3, 4, 5]),
    ({"saved": {"page": {"size": 4, "offset": 6}}}, [5, 6]),
    ({"saved": {"page": {"size": 4, "offset": 6}}, "limit": 3}, [1, 2, 3]),
    ({"sort": [["day", True]], "saved": {"sorts": [{"column": "word"}]}}, [6, 1, 4, 2, 5, 3]),
]


# MARK: Asking SQLite


class Database:
    """The rows of a file in SQLite: the value of each cell, and its text.

    Columns have no type, so that SQLite compares integers and doubles by their exact values, and both precede texts.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        titles, *rows = csv.reader(io.StringIO(source, newline=""), strict=True)
        self.columns = {title: index for index, title in enumerate(titles)}
        self.kinds = {title: kind(row[index] for row in rows) for title, index in self.columns.items()}
        self.connection = sqlite3.connect(":memory:")
        names = ", ".join(f"c{index}, t{index} TEXT" for index in range(len(titles)))
        self.connection.execute(f"CREATE TABLE t(place INTEGER PRIMARY KEY, {names})")
        marks = ", ".join("?" * (1 + 2 * len(titles)))
        self.connection.executemany(
            f"INSERT INTO t VALUES ({marks})",
            (
                [
                    place,
                    *(part for title, text in zip(titles, row) for part in (self.value(title, text), text)),
                ]
                for place, row in enumerate(rows)
            ),
        )

    def value(self, title: str, text: str) -> Value:
        """The value of a text in a column. Counts in a column of texts precede words, in the order of their values."""
        if text == "":
            return None
        if self.kinds[title] == "number":
            return number(text)
        return int(text) if COUNT.fullmatch(text) else text

    def ids(self, query: dict[str, Any]) -> list[int]:
        """The ids of the rows that a query shows, in their order."""
        saved = query.get("saved", {})
        select = Select(self)
        conditions = [select.where(*condition) for condition in query.get("where", [])]
        conditions += [select.met(condition) for condition in saved.get("filters", [])]
        visible = query.get("columns", saved.get("columns", list(self.columns)))
        conditions += [select.has_word(word, visible) for word in saved.get("search", "").split()]
        rows = f"FROM t WHERE {' AND '.join(conditions) or '1'}"
        (count,) = self.connection.execute(f"SELECT count(*) {rows}", select.values).fetchone()
        sorts = query.get("sort", []) + [
            [sort["column"], sort.get("descending", False)] for sort in saved.get("sorts", [])
        ]
        order = [term for title, is_descending in sorts for term in self.order(title, is_descending)]
        size, offset = page(query.get("limit"), saved.get("page"), count)
        statement = (
            f"SELECT t{self.columns['id']} {rows} ORDER BY {', '.join([*order, 'place'])} "
            f"LIMIT {size} OFFSET {offset}"
        )
        return [int(text) for (text,) in self.connection.execute(statement, select.values)]

    def order(self, title: str, is_descending: bool) -> list[str]:
        """The terms of an order: empty cells last, texts without regard to case, and finally by their characters."""
        name, way = f"c{self.columns[title]}", "DESC" if is_descending else "ASC"
        return [f"{name} IS NULL", f"{name} COLLATE NOCASE {way}", f"{name} COLLATE BINARY {way}"]


class Select:
    """Conditions in SQL, each 0 or 1, and the values of their parameters."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.values: list[Value] = []

    def where(self, title: str, sign: str, text: str) -> str:
        """A condition of the command line."""
        match SIGNS[sign]:
            case "=":
                return self.equals(title, text)
            case "!=":
                return f"NOT {self.equals(title, text)}"
            case "~":
                return self.contains(title, text)
            case comparison:
                return self.compares(title, comparison, text)

    def met(self, condition: dict[str, Any]) -> str:
        """A filter of a query in JSON."""
        match condition:
            case {"not": other}:
                return f"NOT {self.met(other)}"
            case {"any": others}:
                return f"({' OR '.join(map(self.met, others)) or '0'})"
        title = condition["column"]
        (form,) = condition.keys() - {"column"}
        text = condition[form]
        match form:
            case "is":
                marks = ", ".join(self.mark(self.database.value(title, value)) for value in text)
                return f"coalesce(c{self.index(title)} IN ({marks}), 0)"
            case "contains":
                return self.contains(title, text)
            case "begins":
                # The parameters have the order of the text.
                length, lower = self.mark(text), self.mark(text)
                return f"(substr(lower(t{self.index(title)}), 1, length({length})) = lower({lower}))"
            case "empty":
                return f"(c{self.index(title)} IS {'' if text else 'NOT '}NULL)"
        return self.compares(title, BOUNDS[form], text)

    def equals(self, title: str, text: str) -> str:
        """A missing value equals an empty text."""
        name = f"c{self.index(title)}"
        return f"({name} IS {self.mark(self.database.value(title, text))})"

    def contains(self, title: str, text: str) -> str:
        return f"(instr(lower(t{self.index(title)}), lower({self.mark(text)})) > 0)"

    def compares(self, title: str, comparison: str, text: str) -> str:
        """No bound is met without a value. Every text is at or after an empty text."""
        value = "" if text == "" else self.database.value(title, text)
        return f"coalesce(c{self.index(title)} COLLATE NOCASE {comparison} {self.mark(value)}, 0)"

    def has_word(self, word: str, titles: list[str]) -> str:
        return f"({' OR '.join(self.contains(title, word) for title in titles)})"

    def index(self, title: str) -> int:
        return self.database.columns[title]

    def mark(self, value: Value) -> str:
        self.values.append(value)
        return "?"


def page(limit: int | None, saved: dict[str, Any] | None, count: int) -> tuple[int, int]:
    """The size and the start of a page. A limit precedes a saved page, and a page beyond the end is the last one."""
    if limit is not None or not saved:
        return -1 if limit is None else limit, 0
    size, offset = saved["size"], saved.get("offset", 0)
    if saved.get("last") or offset >= count:
        offset = max(0, count - 1) // size * size
    return size, offset


def is_number(text: str) -> bool:
    match = NUMBER.fullmatch(text)
    return bool(match) and any(character.isdigit() for character in re.split("[eE]", text)[0])


def number(text: str) -> int | float:
    """A whole number in any spelling is exact, and other numbers have few digits."""
    value = Fraction(text)
    return int(value) if value.denominator == 1 else float(value)


def kind(texts: Iterator[str]) -> str:
    """The kind of a column: numbers if all of its values are and look unlike codes such as 1E5, or texts."""
    values = [text for text in texts if text]
    has_exponent = any("e" in text.lower() for text in values)
    are_codes = has_exponent and not any(set(text) & set(".+-") for text in values)
    return "number" if values and not are_codes and all(map(is_number, values)) else "text"


# MARK: Asking tables


class RandomQueries:
    """Makes random files and random queries, and has `tables` answer them. The same seed makes the same ones."""

    queries_of_file = 6
    large_file = 40_000

    def __init__(self, program: Path, seed: int, folder: Path) -> None:
        self.program = program
        self.random = random.Random(seed)
        self.folder = folder

    def cases(self, count: int) -> Iterator[Case]:
        for index in range(count):
            # The program reads large files in parts if it can.
            is_large = index % 50 == 49
            columns = self.columns(
                self.large_file if is_large else self.random.choice([0, 1, 3, 20, 20, 60, 60, 300, 2000])
            )
            source = self.written(columns)
            path = self.folder / f"{index}.csv"
            path.write_bytes(source.encode())
            for query in range(self.queries_of_file):
                yield self.answered(f"random queries {index}, {query}", source, path, self.query(columns))

    def answered(self, name: str, source: str, path: Path, query: dict[str, Any]) -> Case:
        command: list[str | Path] = [self.program, path, "--to", "csv", *self.options(query)]
        if "saved" in query:
            saved = self.folder / f"{name}.json"
            saved.write_text(json.dumps(query["saved"]))
            command += ["--query", saved]
        run = subprocess.run(command, capture_output=True, text=True)
        problem = run.stderr or (f"exit status {run.returncode}" if run.returncode else "")
        outputs = {"source": source, "query": json.dumps(query), "found": run.stdout, "problem": problem}
        return Case(name, outputs | {"command": shlex.join(map(str, command))}, None)

    # MARK: Files

    def columns(self, rows: int) -> dict[str, list[str]]:
        """The texts of columns by their titles. One of them has ids."""
        choose = self.random
        columns = {"id": [str(index + 1) for index in range(rows)]}
        count = choose.randint(1 if rows < self.large_file else 4, 6)
        for index, make in enumerate(choose.choices(MAKERS, k=count)):
            # Signs of options can be a part of a title.
            title = choose.choice(["{}{}", "{}{}", "{} {}", "{}={}", "{}~{}:desc"]).format(
                make.__name__.upper() if choose.random() < 0.3 else make.__name__,
                string.ascii_lowercase[index],
            )
            value = make(choose, rows)
            emptiness = choose.choice([0, 0, 0.1, 0.5, 0.95])
            texts = ["" if choose.random() < emptiness else value(row) for row in range(rows)]
            columns[title] = texts
        if choose.random() < 0.5:
            titles = list(columns)
            choose.shuffle(titles)
            columns = {title: columns[title] for title in titles}
        return columns

    def written(self, columns: dict[str, list[str]]) -> str:
        text = io.StringIO()
        end = self.random.choice(["\n", "\r\n"])
        if self.random.random() < 0.3:
            writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator=end)
        else:
            writer = csv.writer(text, lineterminator=end)
        writer.writerow(columns)
        writer.writerows(zip(*columns.values()))
        return text.getvalue()

    # MARK: Queries

    def query(self, columns: dict[str, list[str]]) -> dict[str, Any]:
        """A query with the parts of the command line, and a saved query."""
        choose = self.random
        kinds = {title: kind(iter(texts)) for title, texts in columns.items()}
        query: dict[str, Any] = {}
        is_saved, is_given = choose.choice([(True, False), (False, True), (True, True)])
        # Without conditions and sorts, a large file is read in parts.
        is_plain = choose.random() < (0.1 if len(columns["id"]) < self.large_file else 0.4)
        if is_given:
            if not is_plain:
                query["where"] = [self.condition(columns, kinds) for _ in range(choose.choice([0, 1, 1, 2]))]
                query["sort"] = [[title, choose.random() < 0.5] for title in self.sorted_titles(columns)]
            if choose.random() < 0.3:
                query["limit"] = self.size(columns)
            if choose.random() < 0.3:
                query["columns"] = self.visible(columns)
        if is_saved:
            query["saved"] = self.saved(columns, kinds)
            if is_plain:
                for part in ("search", "filters", "sorts"):
                    query["saved"].pop(part, None)
        return query

    def condition(self, columns: dict[str, list[str]], kinds: dict[str, str]) -> list[str]:
        """A condition of the command line."""
        title, sign = self.random.choice(list(columns)), self.random.choice(list(SIGNS))
        return [title, sign, self.operand(columns[title], kinds[title], sign)]

    def saved(self, columns: dict[str, list[str]], kinds: dict[str, str]) -> dict[str, Any]:
        choose = self.random
        saved: dict[str, Any] = {}
        if choose.random() < 0.4:
            saved["search"] = " ".join(
                self.part(choose.choice(list(columns.values()))) for _ in range(choose.choice([0, 1, 1, 2]))
            )
        if choose.random() < 0.7:
            saved["filters"] = [self.filter(columns, kinds) for _ in range(choose.choice([0, 1, 1, 2]))]
        if titles := self.sorted_titles(columns):
            ways = [{}, {"descending": True}, {"descending": False}]
            saved["sorts"] = [{"column": title} | choose.choice(ways) for title in titles]
        if choose.random() < 0.3:
            saved["columns"] = self.visible(columns)
        if choose.random() < 0.4:
            starts: list[dict[str, Any]] = [
                {},
                {"last": True},
                {"last": False},
                *[{"offset": self.size(columns) - 1}] * 3,
            ]
            saved["page"] = {"size": self.size(columns)} | choose.choice(starts)
        return saved

    def filter(self, columns: dict[str, list[str]], kinds: dict[str, str], depth: int = 0) -> dict[str, Any]:
        choose = self.random
        chance = choose.random()
        if chance < 0.4 and depth < 3:
            if chance < 0.2:
                return {"not": self.filter(columns, kinds, depth + 1)}
            return {
                "any": [self.filter(columns, kinds, depth + 1) for _ in range(choose.choice([0, 1, 2, 2, 3]))]
            }
        title = choose.choice(list(columns))
        texts = columns[title]
        form = choose.choice(["is", "is", "contains", "begins", "from", "above", "through", "below", "empty"])
        value: Any
        if form == "empty":
            value = choose.random() < 0.5
        elif form == "is":
            value = [self.value(texts, kinds[title]) for _ in range(choose.choice([0, 1, 1, 2, 5]))]
        else:
            value = self.operand(texts, kinds[title], BOUNDS.get(form, "~"))
        return {"column": title, form: value}

    def visible(self, columns: dict[str, list[str]]) -> list[str]:
        titles = [title for title in columns if title == "id" or self.random.random() < 0.5]
        self.random.shuffle(titles)
        return titles

    def sorted_titles(self, columns: dict[str, list[str]]) -> list[str]:
        return self.random.choices(list(columns), k=self.random.choice([0, 1, 1, 2, 3]))

    def size(self, columns: dict[str, list[str]]) -> int:
        rows = len(columns["id"])
        some = self.random.randint(1, rows + 2)
        return self.random.choice([1, 2, 7, max(1, rows - 1), rows + 1, 2 * rows + 1, some, some, 2**63 - 1])

    def operand(self, texts: list[str], kind: str, sign: str) -> str:
        """A value for a comparison."""
        match SIGNS[sign]:
            case "~":
                return "" if self.random.random() < 0.05 else self.part(texts)
            case "=" | "!=":
                return "" if self.random.random() < 0.1 else self.value(texts, kind)
        return self.bound(texts, kind)

    def part(self, texts: list[str]) -> str:
        """A word, often a part of a cell, in any case."""
        choose = self.random
        text = choose.choice(texts or [""]) if choose.random() < 0.9 else choose.choice("abx-19")
        # A large part of the cells can be empty.
        text = text or choose.choice("aB1")
        start = choose.randrange(len(text))
        text = text[start : start + choose.choice([1, 2, 3, 20])]
        return self.recased(text).strip() or "a"

    def recased(self, text: str) -> str:
        return self.random.choice([text, text.lower(), text.upper(), text.swapcase()])

    def value(self, texts: list[str], kind: str) -> str:
        """A value of a column, perhaps in another spelling."""
        choose = self.random
        text = choose.choice(texts or [""])
        if dates := self.dates(texts):
            return choose.choice(dates)
        if kind == "text":
            return (self.recased(text) if choose.random() < 0.3 else text) or choose.choice(["a", "B", "9"])
        if not text or choose.random() < 0.2:
            return str(choose.randint(-20, 20))
        # A number of JSON has digits on both sides of the point.
        text = re.sub(r"^(-?)\.", r"\g<1>0.", re.sub(r"\.(?!\d)", ".0", text))
        if choose.random() < 0.3 and "e" not in text.lower():
            text += choose.choice(
                ["e0", "E+00", "0e0" if "." in text else ".0e0", "0" if "." in text else ".000"]
            )
        return text

    def dates(self, texts: list[str]) -> list[str]:
        """The dates of a column of dates, in which other values are errors."""
        dates = [text for text in texts if text]
        return dates if all(map(DATE.fullmatch, dates)) else []

    def bound(self, texts: list[str], kind: str) -> str:
        """A value for a range. In a column of texts, a number is an error."""
        choose = self.random
        if kind == "number":
            return self.value(texts, kind)
        if dates := self.dates(texts):
            return choose.choice(dates)
        text = choose.choice(texts or [""])
        if not text or is_number(text) or choose.random() < 0.2:
            return choose.choice(["a", "B", "mm", "Zz"])
        if choose.random() < 0.3 and not re.fullmatch(r"[\d-]+", text):
            text = text[: choose.randint(1, len(text))].strip() or "a"
        elif choose.random() < 0.3 and "-" in text and text[:1].isdigit():
            text = text[:7]
        return self.recased(text)

    # MARK: Options

    def options(self, query: dict[str, Any]) -> list[str]:
        """The options of the command line for a query."""
        choose = self.random
        options: list[str] = []
        for title, sign, text in query.get("where", []):
            mark = choose.choice("'\"")
            is_plain = not re.search(r"^[=<>~'\"]| (and|or) ", text)
            value = text if is_plain and choose.random() < 0.7 else f"{mark}{text}{mark}"
            options += [
                "--where",
                f"{title}{choose.choice(['', ' '])}{sign}{choose.choice(['', ' ', '  '])}{value}",
            ]
        sorts = [
            title + (":desc" if is_descending else choose.choice(["", ":asc"]))
            for title, is_descending in query.get("sort", [])
        ]
        if choose.random() < 0.3 and sorts:
            sorts = [",".join(sorts)]
        options += [option for sort in sorts for option in ("--sort", sort)]
        if "columns" in query:
            options += ["--columns", ",".join(query["columns"])]
        return options + (["--limit", str(query["limit"])] if "limit" in query else [])


# MARK: Values. Each function makes one that makes the text of a row.

Maker = Callable[[int], str]


def whole(source: random.Random, rows: int) -> Maker:
    """Whole numbers that SQLite contains exactly, often beyond those of a double."""
    low, high = source.choice(
        [
            (-5, 5),
            (0, 10**6),
            (2**53 - 3, 2**53 + 3),
            (-(2**53) - 9, 9 - 2**53),
            (2**63 - 9, 2**63 - 1),
            (-(2**63), 2**63 - 1),
        ]
    )
    return lambda row: str(source.randint(low, high))


def decimal(source: random.Random, rows: int) -> Maker:
    """Decimals of few digits, so that different ones are different doubles, in several spellings."""
    places, width = source.randint(1, 4), source.choice([5, 1000, 10**8])
    oddities = source.choice(
        [[], ["0", "-0", "0.0", "-0.00", ".5", "0.50", "5.", "5", "5e-1", "1e3", "1000.0", "-2.5E+2"]]
    )

    def make(row: int) -> str:
        if oddities and source.random() < 0.3:
            return source.choice(oddities)
        number = source.randint(-width, width)
        text = f"{'-' if number < 0 else ''}{abs(number) // 10**places}.{abs(number) % 10**places:0{places}}"
        return text + "0" * source.choice([0, 0, 0, 1, 2])

    return make


def mixed(source: random.Random, rows: int) -> Maker:
    makers = [whole(source, rows), decimal(source, rows)]
    return lambda row: source.choice(makers)(row)


def date(source: random.Random, rows: int) -> Maker:
    first, last = source.choice([(2026, 2026), (1999, 2030), (1, 9999)])
    days = source.choice([3, 28])
    return lambda row: (
        f"{source.randint(first, last):04}-{source.randint(1, 12):02}-{source.randint(1, days):02}"
    )


def word(source: random.Random, rows: int) -> Maker:
    """Texts without digits. Long equal beginnings take more than one step of a sort."""
    letters = source.choice(["abAB", "xyzXYZ", string.ascii_letters, "aB _-", "aA.<=>~&'\"[]^`,;:|\\#%"])
    start = source.choice(["", "", "Department of ", "the same long beginning of all the texts "])
    longest = source.choice([1, 3, 12])
    known = ["true", "FALSE", "null", "NaN", "nan", "inf", "-inf", "e", "E", "a or b = c", "a and b"]
    share = source.choice([0, 0, 0.2])

    def make(row: int) -> str:
        if source.random() < share:
            return source.choice(known)
        text = "".join(source.choice(letters) for _ in range(source.randint(1, longest))).strip()
        return start + (text or "a")

    return make


def code(source: random.Random, rows: int) -> Maker:
    """Counts and words. The first words may be at the end of the file."""
    first_word = source.choice([0, rows * 9 // 10])
    return lambda row: (
        str(source.randint(0, 120))
        if row < first_word or source.random() < 0.5
        else "".join(source.choice("abcXYZ") for _ in range(source.randint(1, 2)))
    )


def nothing(source: random.Random, rows: int) -> Maker:
    return lambda row: ""


MAKERS = [whole, whole, decimal, decimal, mixed, date, word, word, word, code, nothing]


# MARK: The program
