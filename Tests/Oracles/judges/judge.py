"""The interface of a judge."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .fixed_tables import sound_table
from .table import Case, Table


class Refusal(Exception):
    """The reason why a judge refuses an output."""


class Judge(ABC):
    """An independent program that reads outputs and compares the result with the input."""

    name: str

    def __init__(self) -> None:
        # The number of exempt cases by reason; see README.md.
        self.left_out: Counter[str] = Counter()

    @abstractmethod
    def refusals(self, cases: Sequence[Case]) -> Iterator[tuple[Case, str]]:
        """Judges all cases, and yields the refused cases with the reasons."""

    @abstractmethod
    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        """Faulty outputs that the judge must refuse, each with a description of its fault."""

    def sound_table(self) -> Table:
        """The table whose output the judge must accept, and whose faulty outputs it must refuse."""
        return sound_table()

    def reason_to_leave_out(self, case: Case) -> str | None:
        """The reason why this judge can't judge a case, because its rules differ; see README.md."""
        return None


class CaseJudge(Judge):
    """A judge that checks cases one by one."""

    def refusals(self, cases: Sequence[Case]) -> Iterator[tuple[Case, str]]:
        for case in cases:
            try:
                self.check(case)
            except Refusal as refusal:
                yield case, str(refusal)
            except Exception as error:  # A parser that gives up refuses, too.
                yield case, f"{type(error).__name__}: {error}"

    @abstractmethod
    def check(self, case: Case) -> None:
        """Raises the refusal of a faulty case."""


def expect_equal(found: Any, expected: Any, what: str) -> None:
    """Refuses a result other than the expected one, and shows the first difference."""
    if found == expected:
        return
    if isinstance(found, list) and isinstance(expected, list):
        if len(found) != len(expected):
            raise Refusal(f"{what}: {len(found)} instead of {len(expected)}: {found!a:.200}")
        for index, (one, other) in enumerate(zip(found, expected)):
            expect_equal(one, other, f"{what} {index}")
    raise Refusal(f"{what}: found {found!a:.200}, expected {expected!a:.200}")


def expect_texts(found: list[list[str]], expected: list[list[str | None]], what: str) -> None:
    """Compares lines of text. A text of `None` is unknown and equals any text."""
    known = [
        [text if wanted is not None else None for text, wanted in zip(line, texts)]
        if len(line) == len(texts)
        else line
        for line, texts in zip(found, expected)
    ]
    expect_equal(known if len(found) == len(expected) else found, expected, what)


def replaced(case: Case, form: str, change: Callable[[str], str]) -> Case:
    """The case with a different output in one format."""
    text = change(case.outputs[form])
    assert text != case.outputs[form], f"{form} is not spoiled"
    return case.with_output(form, text)
