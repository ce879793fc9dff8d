"""wcwidth: every line of a text table is as wide as the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from wcwidth import table_grapheme, table_mc, wcswidth, wcwidth

from .judge import CaseJudge, Refusal, replaced
from .table import Case


def has(ranges: Iterable[tuple[int, int]], character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in ranges)


def is_pictograph(character: str) -> bool:
    return has(table_grapheme.EXTENDED_PICTOGRAPHIC, character)


def is_spacing_mark(character: str) -> bool:
    return has(next(iter(table_mc.CATEGORY_MC.values())), character)


def is_lone_joiner(line: str, index: int) -> bool:
    """Whether a joiner joins no emoji; wcwidth then passes over what follows, be it a line of the table."""
    before = line[:index].rstrip("\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")[-1:]
    after = line[index + 1 : index + 2] or " "
    return not (before and is_pictograph(before) and is_pictograph(after)) and not is_spacing_mark(after)


def width(line: str) -> int:
    """The columns of a line; negative for one that a terminal would obey."""
    if "\u200d" not in line:
        return wcswidth(line)
    kept = [
        character
        for index, character in enumerate(line)
        if character != "\u200d" or not is_lone_joiner(line, index)
    ]
    return wcswidth("".join(kept))


def begins_with_spacing_mark(line: str) -> bool:
    """Whether a cell of the line does; wcwidth gives such a mark a width only if a blank is before it."""
    for start, character in enumerate(line):
        if character == " ":
            marks = takewhile(lambda mark: wcwidth(mark) == 0, line[start + 1 :])
            if any(map(is_spacing_mark, marks)):
                return True
    return False


# The demo writes two tables of its ledger.
BETWEEN_TABLES = "\nWhat the business hears while a person uses the table:\n"


class WcwidthJudge(CaseJudge):
    name = "wcwidth"
    forms = ("text", "narrow", "tiny")

    def check(self, case: Case) -> None:
        for form in self.forms:
            if form in case.outputs:
                self.check_lines(case.outputs[form], form)

    def check_lines(self, text: str, form: str) -> None:
        if not text:
            return
        if not text.endswith("\n"):
            raise Refusal(f"{form}: the last line has no end")
        for table in text.split(BETWEEN_TABLES):
            lines = table.removesuffix("\n").split("\n")
            expected = width(lines[0])
            for line in lines:
                found = width(line)
                if found == expected:
                    continue
                if found < 0 or not begins_with_spacing_mark(line):
                    raise Refusal(f"{form}: {found} columns instead of {expected}: {line!a:.300}")
                self.left_out["lines in which a cell begins with a spacing mark"] += 1

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        yield "a blank too many", replaced(case, "text", lambda text: text.replace(" │\n", "  │\n", 1))
        yield "a blank missing", replaced(case, "narrow", lambda text: text.replace(" │\n", "│\n", 1))
        yield "an escape sequence", replaced(case, "text", lambda text: text.replace("│ ", "│\x1b[2J ", 1))
        yield "no end of the last line", replaced(case, "text", lambda text: text.removesuffix("\n"))
