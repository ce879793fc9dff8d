"""Files for the judge of descriptions: random ones, and real ones from Python packages."""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from .judge_description import SOURCE

HOSTILE = [
    "5e-324", "1e-323", "1.7976931348623157e308", "-1.7976931348623157e308", "0", "-0", "0.0", "0.1", "0.30",
    "1e400", "-1e400", "1e-400", "12345678901234567890123", "12345678901234567890124", "1E2", "100",
]


def random_files(seed: int, count: int) -> Iterator[tuple[str, dict[str, str]]]:
    """CSV and JSON with columns of all types. Some files have the group whose rows are described."""
    yield "the file of the faulty descriptions", {"source": SOURCE, "format": "csv"}
    source = random.Random(seed)
    for index in range(count):
        form = source.choice(["csv", "json"])
        rows = source.choice([0, 1, 2, 3, 10, 100, 1000])
        kinds = source.choices(list(COLUMNS), k=source.randint(1, 6))
        if form == "csv":
            kinds = [kind for kind in kinds if not kind.startswith("json")] or ["integer"]
        columns = {f"{kind} {number}": column(source, kind, rows) for number, kind in enumerate(kinds)}
        groups = [source.choice(["g1", "g2", "g3"]) for _ in range(rows)]
        outputs = {"format": form}
        if source.random() < 0.3 and "g1" in groups:
            outputs["group"] = "g1"
        columns["group"] = [json.dumps(group) for group in groups]
        outputs["source"] = (csv_text if form == "csv" else json_text)(columns, rows)
        yield f"random {form} {index}", outputs


def column(source: random.Random, kind: str, rows: int) -> list[str]:
    """The JSON spellings of random values; `null` for an empty cell."""
    make = COLUMNS[kind](source)
    emptiness = source.choice([0, 0, 0.1, 0.9])
    return ["null" if source.random() < emptiness else make() for _ in range(rows)]


def choosing(values: list[str]) -> Callable[[random.Random], Callable[[], str]]:
    def make(source: random.Random) -> Callable[[], str]:
        chosen = source.sample(values, source.randint(1, len(values)))
        return lambda: source.choice(chosen)

    return make


def decimals(source: random.Random) -> Callable[[], str]:
    places, width = source.randint(0, 6), source.choice([1, 10, 1000, 10**9])
    start = source.choice([-width, 0, 1, width // 2])
    return lambda: f"{start + source.random() * width:.{places}f}"


def integers(source: random.Random) -> Callable[[], str]:
    low, high = sorted([source.randint(-(2**62), 2**62) >> source.randint(0, 62) for _ in range(2)])
    return lambda: str(source.randint(low, high))


def dates(source: random.Random) -> Callable[[], str]:
    has_time, years = source.random() < 0.5, source.choice([1, 30, 300])

    def make() -> str:
        day = f"{2026 - source.randrange(years):04}-{source.randint(1, 12):02}-{source.randint(1, 28):02}"
        if not has_time:
            return f'"{day}"'
        zone = source.choice(["", "Z", "+02:00", "-0530", "+01"])
        return f'"{day}{source.choice("T ")}{source.randint(0, 23):02}:{source.randint(0, 59):02}:07{zone}"'

    return make


COLUMNS: dict[str, Callable[[random.Random], Callable[[], str]]] = {
    "integer": integers,
    "decimal": decimals,
    "few": choosing([str(number) for number in range(12)]),
    "skewed": lambda source: lambda: f"{source.lognormvariate(3, 2):.2f}",
    "powers": lambda source: lambda: str(10 ** source.randint(0, 10)),
    "long": lambda source: lambda: str(9_007_199_254_740_992_000 + source.randint(0, 20)),
    "exponents": choosing(["1e3", "1E-3", "-2.5e2", "0e5", "7", "1000", "0.5e1", "1e9"]),
    "equal": choosing(["7.50"]),
    "text": choosing(['"red"', '"green"', '"blue, or so"', '"é"', '"e\u0301"', '"007"', '"nan"', '"1,5"']),
    "unique": lambda source: lambda: f'"{source.getrandbits(64):016x}"',
    "dates": dates,
    "days or not": choosing(['"2026-02-28"', '"2026-02-29"', '"2026-03-01"']),
    "json flags": choosing(["true", "false"]),
    "json mixed": choosing(["1", '"1"', "true", '"true"', "[1]", "2.5", '"2026-10-19"']),
    "json lists": choosing(["[1, 2]", "[2, 1]", '{"a": null}', "[]"]),
    "json hostile": choosing(HOSTILE),
    "json extremes": choosing(["1.7976931348623157e308", "-1.7976931348623157e308", "0", "1"]),
}


def csv_text(columns: dict[str, list[str]], rows: int) -> str:
    def field(value: str) -> str:
        return "" if value == "null" else json.loads(value) if value.startswith('"') else value

    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    for index in range(rows):
        writer.writerow([field(values[index]) for values in columns.values()])
    return text.getvalue()


def json_text(columns: dict[str, list[str]], rows: int) -> str:
    records = [
        ", ".join(f"{json.dumps(name)}: {values[index]}" for name, values in columns.items())
        for index in range(rows)
    ]
    return "[" + ",\n".join(f"{{{record}}}" for record in records) + "]"


def real_files(data: Path, most: int = 50) -> Iterator[tuple[str, dict[str, str]]]:
    """Files of vega-datasets, and the types of schemas of openxml-audit, which are nested."""
    paths = sorted(path for path in data.iterdir() if path.suffix in (".csv", ".json"))
    for path in paths:
        source = path.read_bytes().decode("utf-8-sig")
        if path.suffix == ".csv" or source.lstrip().startswith("["):
            yield path.name, {"format": path.suffix[1:], "source": source}
    specification = importlib.util.find_spec("openxml_audit")
    assert specification and specification.origin
    schemas = (Path(specification.origin).parent / "data/openxml/schemas").glob("*.json")
    for path in sorted(schemas, key=lambda path: (-path.stat().st_size, path.name))[: most - len(paths)]:
        yield path.name, {"format": "json", "source": json.dumps(json.loads(path.read_text())["Types"])}
