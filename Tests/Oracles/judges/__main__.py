"""Runs the judges and prints a line for each, followed by a summary."""

from __future__ import annotations

import argparse
import importlib.util
import multiprocessing
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from .described_files import random_files, real_files
from .fixed_tables import fixed_tables
from .judge import Judge
from .judge_archive import ArchiveJudge
from .judge_charts import ChartsJudge
from .judge_cmarkgfm import CmarkgfmJudge
from .judge_csv import CSVJudge
from .judge_description import DescriptionJudge
from .judge_html5lib import HTML5libJudge
from .judge_json import JSONJudge
from .judge_markdown_it import MarkdownItJudge
from .judge_nu import NuJudge
from .judge_openxml_audit import OpenXMLAuditJudge
from .judge_openpyxl import OpenpyxlJudge
from .judge_orjson import OrjsonJudge
from .judge_pandas import PandasJudge
from .judge_queries import QueriesJudge, RandomQueries
from .judge_sqlite import SQLiteJudge
from .judge_wcwidth import WcwidthJudge
from .judge_workbook_values import CalamineJudge, PandasWorkbookJudge
from .random_tables import RandomTables
from .table import Case
from .written import Demo, Tables, nasty_files, written

JUDGES: list[type[Judge]] = [
    WcwidthJudge,
    CSVJudge,
    PandasJudge,
    SQLiteJudge,
    JSONJudge,
    OrjsonJudge,
    CmarkgfmJudge,
    MarkdownItJudge,
    HTML5libJudge,
    ChartsJudge,
    NuJudge,
    OpenpyxlJudge,
    PandasWorkbookJudge,
    CalamineJudge,
    OpenXMLAuditJudge,
    ArchiveJudge,
    DescriptionJudge,
    QueriesJudge,
]
# Whether a judge accepts what it judged, and the lines that say so.
Verdict = tuple[bool, list[str]]
verdict_on: Callable[[int], Verdict]
SHOWN_REFUSALS = 10
REAL_FILES = [
    "airports.csv",
    "la-riots.csv",
    "seattle-weather.csv",
    "stocks.csv",
    "barley.json",
    "cars.json",
    "driving.json",
    "wheat.json",
]


def main() -> int:
    options = parsed_options()
    judges = [judge() for judge in JUDGES if not options.judge or judge.name in options.judge]
    if options.self_check:
        return summary(
            verdicts(
                judges,
                lambda judge: spoiled_are_refused(
                    judge, written(options.writer, [("sound", judge.sound_table())])[0]
                ),
            )
        )
    print(f"seed {options.seed}, {options.tables} random tables", flush=True)
    cases = list(all_cases(options))
    return summary(verdicts(judges, lambda judge: passes(judge, cases)))


def parsed_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="judges", description=__doc__)
    parser.add_argument("--writer", type=Path, required=True, help="the program TableWriter")
    parser.add_argument("--demo", type=Path, required=True, help="the program TableDemo")
    parser.add_argument("--files", type=Path, required=True, help="the program tables")
    parser.add_argument(
        "--seed", type=int, default=secrets.randbits(32), help="makes the same random tables again"
    )
    parser.add_argument("--tables", type=int, default=100, help="the number of random tables (100)")
    parser.add_argument(
        "--judge", action="append", choices=[judge.name for judge in JUDGES], help="only this one; repeatable"
    )
    parser.add_argument(
        "--self-check", action="store_true", help="gives each judge faulty outputs, which it must refuse"
    )
    return parser.parse_args()


def all_cases(options: argparse.Namespace) -> Iterator[Case]:
    yield from written(options.writer, fixed_tables())
    yield from written(options.writer, RandomTables(options.seed).tables(options.tables))
    yield from Demo(options.demo).ledger()
    tables = Tables(options.files)
    data = real_data()
    yield from tables.files(data / name for name in REAL_FILES)
    yield tables.grouped(data / "seattle-weather.csv", "weather", "precipitation", "wind")
    yield tables.grouped(data / "cars.json", "Origin", "Weight_in_lbs")
    with tempfile.TemporaryDirectory() as folder:
        yield from tables.files(nasty_files(Path(folder)))
        yield from tables.described(real_files(data), Path(folder))
        yield from tables.described(random_files(options.seed, options.tables), Path(folder))
        yield from RandomQueries(options.files, options.seed, Path(folder)).cases(options.tables)


def real_data() -> Path:
    """The folder of vega-datasets' data."""
    specification = importlib.util.find_spec("vega_datasets")
    assert specification and specification.origin
    return Path(specification.origin).parent / "_data"


def passes(judge: Judge, cases: list[Case]) -> Verdict:
    """Whether a judge accepts all cases that it can judge."""
    start = time.monotonic()
    judged = []
    for case in cases:
        reason = judge.reason_to_leave_out(case)
        if reason is None:
            judged.append(case)
        else:
            judge.left_out[f"tables: {reason}"] += 1
    refusals = list(judge.refusals(judged))
    refused = len({id(case) for case, _ in refusals})
    lines = [
        f"{'FAILED' if refusals else 'ok'}: {judge.name}: {len(judged)} tables, {refused} refused "
        f"({time.monotonic() - start:.1f} s)"
    ]
    lines += [f"    left out {count} {reason}" for reason, count in judge.left_out.items()]
    lines += [f"    {case.name}: {reason}" for case, reason in refusals[:SHOWN_REFUSALS]]
    if len(refusals) > SHOWN_REFUSALS:
        lines.append(f"    and {len(refusals) - SHOWN_REFUSALS} more")
    return not refusals, lines


def spoiled_are_refused(judge: Judge, sound: Case) -> Verdict:
    """Whether a judge refuses each faulty output and accepts the correct one."""
    complaints = [f"refuses a sound table: {reason}" for _, reason in judge.refusals([sound])]
    spoiled = list(judge.spoiled(sound))
    for fault, case in spoiled:
        if not list(judge.refusals([case])):
            complaints.append(f"does not refuse {fault}")
    result = f"{'FAILED' if complaints else 'ok'}: {judge.name} refuses {len(spoiled)} faulty outputs"
    return not complaints, [result, *(f"    {complaint}" for complaint in complaints)]


def verdicts(judges: list[Judge], verdict: Callable[[Judge], Verdict]) -> Iterator[Verdict]:
    """The verdicts of all judges in their order. Each processor works for one judge at a time."""
    global verdict_on
    # A forked process has the cases already, so only the index of a judge is sent.
    verdict_on = lambda index: verdict(judges[index])  # noqa: E731
    with multiprocessing.get_context("fork").Pool() as pool:
        yield from pool.imap(verdict_of, range(len(judges)))


def summary(verdicts: Iterable[Verdict]) -> int:
    """Prints verdicts, and returns the status of the program."""
    results = []
    for is_ok, lines in verdicts:
        print("\n".join(lines), flush=True)
        results.append(is_ok)
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if results and all(results) else 1


def verdict_of(index: int) -> Verdict:
    return verdict_on(index)


if __name__ == "__main__":
    sys.exit(main())
