"""wcwidth: all lines of a text table have the same width."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import takewhile

from wcwidth import table_grapheme, table_mc, wcswidth, wcwidth

from .judge import CaseJudge, Refusal, replaced
from .table import Case, Table, lines_as_newlines


def has(ranges: Iterable[tuple[int, int]], character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in ranges)


def is_pictograph(character: str) -> bool:
    return has(table_grapheme.EXTENDED_PICTOGRAPHIC, character)


def is_spacing_mark(character: str) -> bool:
    return has(next(iter(table_mc.CATEGORY_MC.values())), character)


def is_lone_joiner(line: str, index: int) -> bool:
    """Whether a joiner joins no emoji. wcwidth then skips the next character, even a line of the table."""
    before = line[:index].rstrip("\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")[-1:]
    after = line[index + 1 : index + 2] or " "
    return not (before and is_pictograph(before) and is_pictograph(after)) and not is_spacing_mark(after)


def width(line: str) -> int:
    """The columns of a line. Negative if the line contains a control character."""
    if "\u200d" not in line:
        return wcswidth(line)
    kept = [
        character
        for index, character in enumerate(line)
        if character != "\u200d" or not is_lone_joiner(line, index)
    ]
    return wcswidth("".join(kept))


def begins_with_spacing_mark(line: str) -> bool:
    """Whether a cell of the line begins with a spacing mark, whose width wcwidth counts only after a blank."""
    for start, character in enumerate(line):
        if character == " ":
            marks = takewhile(lambda mark: wcwidth(mark) == 0, line[start + 1 :])
            if any(map(is_spacing_mark, marks)):
                return True
    return False


def shown_pattern(line: str) -> str:
    """A pattern for a displayed line, which may be wrapped and contain symbols."""

    def shown(character: str) -> str:
        if character == " ":
            return "(?: |\n|(?=\n))"
        if character < " " or character == "\x7f":
            return chr(0x2421 if character == "\x7f" else 0x2400 + ord(character))
        symbol = "\ufffd" if unicodedata.category(character)[0] in "CZ" else ""
        # A mark at the start gets a dotted circle as its base, even after a direction mark.
        base = "\u25cc?" if character in "\u061c\u200e\u200f" else ""
        return f"[{re.escape(character + symbol)}]{base}"

    return "\u25cc?" + "\n?".join(map(shown, line))


# The demo writes two tables for its ledger.
BETWEEN_TABLES = "\nWhat the business hears while a person uses the table:\n"
# The start of the line below a table, up to the titles of omitted columns.
LEFT_OUT = r"\s\([\d,]+\sshown,\swithout\s"
COUNT = rf"(?:[\d,]+\srows?,\s)?[\d,]+\scolumns?(?:,\sbars\somitted(?:$|{LEFT_OUT})|{LEFT_OUT})"


class WcwidthJudge(CaseJudge):
    name = "wcwidth"
    # The maximum widths of the forms.
    forms = {"text": sys.maxsize, "ascii": sys.maxsize, "narrow": 60, "tiny": 16}

    def check(self, case: Case) -> None:
        for form, limit in self.forms.items():
            if form in case.outputs:
                text = case.outputs[form]
                if case.table and case.table.caption:
                    text = self.below_caption(text, case.table.caption, form, limit)
                self.check_lines(text, form, limit)
        if case.table and "text" in case.outputs:
            self.check_hidden(case.table, case.outputs["text"])

    def below_caption(self, text: str, caption: str, form: str, limit: int) -> str:
        """Refuses lines above the table other than the caption. Returns the table below them."""
        match = re.match("\n".join(map(shown_pattern, lines_as_newlines(caption).split("\n"))) + "\n", text)
        if match is None:
            raise Refusal(f"{form}: there is no caption {caption!a:.100} above {text!a:.300}")
        for line in match[0].removesuffix("\n").split("\n"):
            if not 0 <= width(line) <= limit:
                raise Refusal(f"{form}: {width(line)} columns in the caption: {line!a:.300}")
        return text[match.end() :]

    def check_hidden(self, table: Table, text: str) -> None:
        """Refuses keys and addresses, unless a text, or two adjacent texts, can contain them."""
        cells = [cell for line in table.lines() for cell in line]
        shown = "\n".join([table.caption or "", *table.titles, *(cell.text or "" for cell in cells)])
        for hidden in [*table.keys, *(cell.link for cell in cells)]:
            if hidden and re.fullmatch(r"\S{5,}", hidden) and hidden not in shown and hidden in text:
                raise Refusal(f"text: {hidden!a:.100} is shown")

    def above_count(self, lines: list[str], form: str, limit: int) -> list[str]:
        """Refuses lines below a table other than the count of omitted parts. Returns the table above them."""
        # Without a border, an empty line ends the table. Every line of the table contains at least blanks.
        ends = {""} if form == "tiny" else {"└", "╰"}
        end = next((index for index, line in enumerate(lines) if line[:1] in ends), len(lines))
        below = lines[end + 1 :]
        if below and not re.match(COUNT, "\n".join(below)):
            raise Refusal(f"{form}: {below[0]!a:.300} below the table")
        for line in below:
            if not 0 <= width(line) <= limit:
                raise Refusal(f"{form}: {width(line)} columns below the table: {line!a:.300}")
        return [line for line in lines[: end + 1] if line]

    def check_lines(self, text: str, form: str, limit: int) -> None:
        if not text:
            return
        if not text.endswith("\n"):
            raise Refusal(f"{form}: the last line has no end")
        for table in text.split(BETWEEN_TABLES):
            lines = self.above_count(table.removesuffix("\n").split("\n"), form, limit)
            expected = width(lines[0])
            if expected > limit:
                raise Refusal(f"{form}: {expected} columns: {lines[0]!a:.300}")
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
        yield (
            "other words for omitted bars",
            case.with_output("narrow", case.outputs["narrow"] + "2 columns, bars omitted too\n"),
        )
        yield "a bar too long", replaced(case, "text", lambda text: text.replace("━", "━━", 1))
        yield "a bar too long, ASCII", replaced(case, "ascii", lambda text: text.replace("= ", "== ", 1))
        for form in self.forms:
            yield (
                f"another caption, {form}",
                replaced(case, form, lambda text: text.replace("Sound", "sound")),
            )
            yield f"no caption, {form}", replaced(case, form, lambda text: text.replace("Sound\n", "", 1))
        yield "a link shown", replaced(case, "text", lambda text: text.replace("─" * 9, "/orders/7", 1))
        yield "a key shown", replaced(case, "text", lambda text: text.replace("─" * 5, "c-key", 1))
        yield "an escape sequence", replaced(case, "text", lambda text: text.replace("│ ", "│\x1b[2J ", 1))
        yield "another line below the table", replaced(case, "narrow", lambda text: text + "1 row\n")
        yield "no end of the last line", replaced(case, "text", lambda text: text.removesuffix("\n"))
