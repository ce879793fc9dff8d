"""What a judge is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .table import Case


class Refusal(Exception):
    """What a judge finds wrong with an output."""


class Judge(ABC):
    """An independent program that reads outputs and compares what it finds with what was put in."""

    name: str

    def __init__(self) -> None:
        # How much was left out, by the reason; see README.md.
        self.left_out: Counter[str] = Counter()

    @abstractmethod
    def refusals(self, cases: Sequence[Case]) -> Iterator[tuple[Case, str]]:
        """Judges all cases; yields those that are refused, with the reason."""

    @abstractmethod
    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        """Faulty outputs that the judge must refuse, each with what is wrong with it."""

    def reason_to_leave_out(self, case: Case) -> str | None:
        """Why this judge has no say on a case, where its rules are others; see README.md."""
        return None


class CaseJudge(Judge):
    """A judge that takes one case after the other."""

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
        """Raises for what is wrong with a case."""


def expect_equal(found: Any, expected: Any, what: str) -> None:
    """Refuses anything else than what was expected, and shows the first difference."""
    if found == expected:
        return
    if isinstance(found, list) and isinstance(expected, list):
        if len(found) != len(expected):
            raise Refusal(f"{what}: {len(found)} instead of {len(expected)}: {found!a:.200}")
        for index, (one, other) in enumerate(zip(found, expected)):
            expect_equal(one, other, f"{what} {index}")
    raise Refusal(f"{what}: found {found!a:.200}, expected {expected!a:.200}")


def expect_texts(found: list[list[str]], expected: list[list[str | None]], what: str) -> None:
    """Compares lines of text; a text of `None` is not known and equals any other."""
    known = [
        [text if wanted is not None else None for text, wanted in zip(line, texts)]
        if len(line) == len(texts)
        else line
        for line, texts in zip(found, expected)
    ]
    expect_equal(known if len(found) == len(expected) else found, expected, what)


def replaced(case: Case, form: str, change: Callable[[str], str]) -> Case:
    """The case with another output in one format, which must differ."""
    text = change(case.outputs[form])
    assert text != case.outputs[form], f"{form} is not spoiled"
    return case.with_output(form, text)
