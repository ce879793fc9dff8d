"""Python's fractions, statistics, and collections: the figures of `tables --describe`."""

from __future__ import annotations

import csv
import io
import json
import re
import statistics
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from .dates import iso_dates
from .judge import CaseJudge, Refusal, expect_equal
from .judge_json import Number, loads
from .table import Case

KEYS = "column type empty distinct min max median mean most_common times shape".split()
RANGES, COMMON, DIGITS = 10, 8, 38
NUMBER = re.compile(r"-?(0|[1-9]\d*)?(\.\d*)?([eE][+-]?\d+)?", re.ASCII)
DECIMAL_COMMA = re.compile(r"-?(0|[1-9]\d*),(\d\d?|\d{4,})", re.ASCII)
DATE = re.compile(
    r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?)?", re.ASCII
)


class DescriptionJudge(CaseJudge):
    name = "description"

    def reason_to_leave_out(self, case: Case) -> str | None:
        return None if "description" in case.outputs else "they have no description"

    def check(self, case: Case) -> None:
        if self.reason_to_leave_out(case):
            return
        columns = described_columns(case.outputs)
        rows = loads(case.outputs["description"])["sections"][0]["rows"] if columns else []
        expect_equal([row["column"] for row in rows], list(columns), "columns")
        for row, values in zip(rows, columns.values()):
            expect_equal(list(row), KEYS, "keys")
            check_column(row, values)

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        rows = list(sound_rows())
        sound = described_case("sound", {"source": SOURCE, "format": "csv"}, rows)
        self.check(sound)

        def spoil(rows: list[str]) -> Case:
            return described_case("spoiled", sound.outputs, rows)

        yield "a missing column", spoil(rows[1:])
        yield "columns in another order", spoil(rows[::-1])
        for index, line in enumerate(rows):
            row = loads(line)
            yield f"another order of keys in {row['column']}", spoil(
                [*rows[:index], written_row(dict(reversed(row.items()))), *rows[index + 1 :]]
            )
            for key, value in row.items():
                for other in spoiled_values(value):
                    text = written_row(row | {key: other})
                    yield (
                        f"{other!a} for {value!a} in {key} of {row['column']}",
                        spoil([*rows[:index], text, *rows[index + 1 :]]),
                    )


def described_case(name: str, outputs: dict[str, str], rows: list[str]) -> Case:
    text = '{"sections": [{"id": "columns", "rows": [' + ", ".join(rows) + "]}]}"
    return Case(name, {**outputs, "description": text}, None)


def sound_rows() -> Iterator[str]:
    """The rows of a description whose figures are right, and whose faults must be found."""
    none = [None] * 4
    half, third = Number("0.5"), Number("0.333333")

    def shape(*shares: tuple[int, str]) -> list[Number]:
        return [Number(dict(shares).get(index, "0")) for index in range(RANGES)]

    numbers = [map(Number, ["1", "2", "2", "1.67"]), map(Number, ["1.50", "900.10", "5.625", "228.2125"])]
    prices = shape((0, half), (2, "0.25"), (9, "0.25"))
    dates = ["2026-10-01", "2026-10-11", None, None]
    for values in [
        ["n", "integer", 1, 2, *numbers[0], Number(2), 2, shape((0, third), (9, "0.666667"))],
        ["price", "decimal", 0, 4, *numbers[1], None, None, prices],
        ["word", "text", 0, 3, *none, "a", 2, [half, Number("0.25"), Number("0.25")]],
        ["id", "text", 0, 4, *none, None, None, None],
        ["day", "date", 1, 3, *dates, None, None, shape((0, third), (3, third), (9, third))],
        ["none", "empty", 4, 0, *none, None, None, None],
    ]:
        yield written_row(dict(zip(KEYS, values)))


def written_row(row: dict[str, Any]) -> str:
    """A row as JSON in which numbers keep their spelling."""

    def text(value: Any) -> str:
        if isinstance(value, list):
            return f"[{','.join(map(text, value))}]"
        return str(value) if isinstance(value, Number) else json.dumps(value)

    return "{" + ", ".join(f"{json.dumps(key)}: {text(value)}" for key, value in row.items()) + "}"


SOURCE = """n,price,word,id,day,none
1,1.50,a,u,2026-10-01,
2,2.25,b,v,2026-10-11,
2,9,a,w,2026-10-04,
,900.10,c,x,,
"""


def spoiled_values(value: Any) -> Iterator[Any]:
    """Other values for a cell."""
    if isinstance(value, Number):
        yield from [None, str(value), *(Number(Decimal(value) + step) for step in (1, Decimal("-0.01")))]
    elif isinstance(value, list):
        yield from [None, value[1:], [*value, Number(0)], [Number("0.33"), *value[1:]]]
        yield value[::-1] if value != value[::-1] else [Number(0)] * len(value)
    elif value is None:
        yield from [Number(1), "x"]
    else:
        yield from [None, value + "x", "mixed", "2026-10-03"]


def described_columns(outputs: dict[str, str]) -> dict[str, list[Any]]:
    """The values of each column, without the rows that a condition leaves out."""
    if outputs["format"] == "csv":
        titles, *lines = csv.reader(io.StringIO(outputs["source"], newline=""), strict=True)
        columns = {title: [line[index] for line in lines] for index, title in enumerate(titles)}
        columns = {title: numbers_of(values) for title, values in columns.items()}
    else:
        records = loads(outputs["source"])
        titles = list(dict.fromkeys(key for record in records for key in record))
        columns = {title: [record.get(title) for record in records] for title in titles}
    columns = {
        title: iso_dates(values) or numbers_with_comma(values) or values
        for title, values in columns.items()
    }
    if "group" in outputs:
        kept = [value == outputs["group"] for value in columns["group"]]
        columns = {
            title: [value for value, is_kept in zip(values, kept) if is_kept]
            for title, values in columns.items()
        }
    return columns


def numbers_with_comma(texts: list[Any]) -> list[Any] | None:
    """The numbers of a column of decimals with a comma. Three digits after each comma could be a group."""
    values = [text for text in texts if text not in (None, "")]
    if not values or not all(isinstance(text, str) and DECIMAL_COMMA.fullmatch(text) for text in values):
        return None
    return [Number(text.replace(",", ".")) if text else text for text in texts]


def numbers_of(texts: list[str]) -> list[Any]:
    """The numbers of a column of CSV if all of its texts are numbers, unless they look like codes."""
    values = list(filter(None, texts))
    has_exponent = any("e" in text.lower() for text in values)
    are_codes = has_exponent and not any(set(text) & set(".+-") for text in values)
    if are_codes or not all(map(is_number, values)) or not any(map(is_short, values)):
        return texts
    return [Number(text) for text in texts]


def is_number(text: str) -> bool:
    match = NUMBER.fullmatch(text)
    if not match or not re.search(r"\d", text.lower().split("e")[0]):
        return False
    whole, fraction, exponent = match.groups()
    # "5.e1" and "." are no numbers.
    if fraction == "." and (whole is None or exponent):
        return False
    return True


def is_short(text: str) -> bool:
    """Whether a number has so few digits that it is no identifier."""
    digits = re.sub(r"\D", "", text.lower().split("e")[0]).lstrip("0")
    is_int64 = re.fullmatch(r"-?\d+", text) and -(2**63) <= int(text) < 2**63
    return len(digits) <= 18 or bool(is_int64)


def kind(value: Any) -> str:
    match value:
        case Number():
            return "number"
        case bool():
            return "boolean"
        case str():
            return "text"
        case _:
            return "JSON"


def spelling(value: Any) -> tuple[str, str]:
    return kind(value), json.dumps(value)


def check_column(row: dict[str, Any], column: list[Any]) -> None:
    name = row["column"]
    values = [value for value in column if value is not None and value != ""]
    counts = Counter(map(spelling, values))
    common = counts.most_common(COMMON)
    expect_count(row["empty"], len(column) - len(values), f"empty of {name}")
    expect_count(row["distinct"], len(counts), f"distinct of {name}")
    form = type_of(values)
    expect_equal(row["type"], form, f"type of {name}")
    is_common = bool(common) and common[0][1] > 1
    if is_common:
        expect_equal(spelling(row["most_common"]), common[0][0], f"most common of {name}")
        expect_count(row["times"], common[0][1], f"times of {name}")
    else:
        expect_equal([row["most_common"], row["times"]], [None, None], f"most common of {name}")
    figures = [row["min"], row["max"], row["median"], row["mean"]]
    shares: list[int] | None = None
    if form in ("integer", "decimal"):
        shares = check_numbers(row, values)
    elif form == "date":
        dates = [instant(value) for value in values]
        expect_equal([instant(text) for text in figures[:2]], [min(dates), max(dates)], f"ends of {name}")
        expect_equal(figures[2:], [None, None], f"median and mean of {name}")
        shares = equal_ranges(dates)
    else:
        expect_equal(figures, [None] * 4, f"figures of {name}")
        rest = len(values) - sum(count for _, count in common)
        if is_common:
            shares = [count for _, count in common] + ([rest] if rest else [])
    check_shape(row["shape"], shares, len(values), f"shape of {name}")


def expect_count(found: Any, count: int, what: str) -> None:
    expect_equal([kind(found), found], ["number", str(count)], what)


def type_of(values: list[Any]) -> str:
    kinds = set(map(kind, values))
    if len(kinds) != 1:
        return "mixed" if kinds else "empty"
    form = kinds.pop()
    if form == "number":
        return "integer" if all(re.fullmatch(r"-?\d+", value) for value in values) else "decimal"
    return "date" if form == "text" and all(instant(value) is not None for value in values) else form


def instant(text: Any) -> Fraction | None:
    """The seconds since 1970 of a date, perhaps with a time."""
    if not isinstance(text, str) or not DATE.fullmatch(text):
        return None
    try:
        date = datetime.fromisoformat(text)
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=timezone.utc)
    return Fraction((date - datetime(1970, 1, 1, tzinfo=timezone.utc)) // timedelta(microseconds=1), 1_000_000)


def fraction_digits(text: str) -> int:
    mantissa, _, exponent = text.lower().partition("e")
    digits = len(mantissa.partition(".")[2])
    return max(0, digits - int(exponent or 0)) if Fraction(text) else digits


def is_wide(texts: list[str]) -> bool:
    """Whether a sum may have more digits than the program allows."""
    whole = max(len(str(abs(int(Fraction(text))))) for text in texts)
    return whole + max(map(fraction_digits, texts)) + 10 > DIGITS


def check_numbers(row: dict[str, Any], values: list[Number]) -> list[int] | None:
    name, numbers = row["column"], [Fraction(value) for value in values]
    for key in ("min", "max", "median", "mean"):
        if row[key] is not None and not isinstance(row[key], Number):
            raise Refusal(f"{key} of {name}: {row[key]!a} is no number")
    expect_equal(Fraction(row["min"] or "1e-99"), min(numbers), f"min of {name}")
    expect_equal(Fraction(row["max"] or "1e-99"), max(numbers), f"max of {name}")
    wide = is_wide(values)
    if row["median"] is not None or not wide:
        expect_equal(Fraction(row["median"] or "1e-99"), statistics.median(numbers), f"median of {name}")
    if row["mean"] is not None or not wide:
        places = max(map(fraction_digits, values)) + 2
        scaled = sum(numbers) / len(numbers) * 10**places
        # Halves are rounded away from zero.
        rounded = int(abs(scaled) + Fraction(1, 2)) * (-1 if scaled < 0 else 1)
        expect_equal(Fraction(row["mean"] or "1e-99"), Fraction(rounded, 10**places), f"mean of {name}")
        expect_equal(fraction_digits(row["mean"]), places, f"digits of the mean of {name}")
    doubles = [as_double(value) for value in (min(numbers), max(numbers))]
    if None in doubles:
        return None
    if doubles[0] == doubles[1]:
        return [len(numbers)]
    equal = equal_ranges(numbers)
    if doubles[0] <= 0 or max(numbers) < 10 * min(numbers) or max(equal) * 2 <= len(numbers):
        # The ends of ranges are exact if sums of the numbers are.
        return equal if not wide else [-1] * RANGES
    return growing_ranges(numbers)


def as_double(number: Fraction) -> float | None:
    try:
        return float(number)
    except OverflowError:
        return None


def equal_ranges(numbers: list[Fraction]) -> list[int]:
    low, high = min(numbers), max(numbers)
    if low == high:
        return [len(numbers)]
    parts = Counter(min(int((number - low) * RANGES / (high - low)), RANGES - 1) for number in numbers)
    return [parts[index] for index in range(RANGES)]


def growing_ranges(numbers: list[Fraction]) -> list[int]:
    with localcontext() as context:
        context.prec = 60

        def logarithm(number: Fraction) -> Decimal:
            return (Decimal(number.numerator) / Decimal(number.denominator)).ln()

        low, width = logarithm(min(numbers)), logarithm(max(numbers)) - logarithm(min(numbers))
        places = {
            number: int((logarithm(number) - low) / width * RANGES + Decimal("1e-9"))
            for number in set(numbers)
        }
    parts = Counter(min(places[number], RANGES - 1) for number in numbers)
    return [parts[index] for index in range(RANGES)]


def check_shape(found: Any, counts: list[int] | None, total: int, what: str) -> None:
    if counts is None or found is None:
        return expect_equal(found, counts, what)
    expect_equal(len(found), len(counts), f"parts of the {what}")
    for share, count in zip(found, counts):
        if count >= 0 and abs(Fraction(share) - Fraction(count, total)) > Fraction(51, 10**8):
            raise Refusal(f"{what}: found {found}, expected {counts} of {total}")
    if abs(sum(map(Fraction, found)) - 1) > Fraction(1, 10**5):
        raise Refusal(f"{what}: the sum of {found} is not 1")
