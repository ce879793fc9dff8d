#!/usr/bin/env python3
"""Writes DisplayWidth+Table.swift, which contains the effect of each Unicode scalar on the width of a text.

The data are the tables of the Python package wcwidth, made by its authors from the Unicode Character
Database (EastAsianWidth, DerivedGeneralCategory, GraphemeBreakProperty, emoji-data,
emoji-variation-sequences, IndicSyllabicCategory). Install it with
`pip install -r Tests/Oracles/requirements.txt`.

    generate_width_table.py           writes the table
    generate_width_table.py --check   exits with 1 if the committed table differs
"""

import itertools
import pathlib
import sys

import wcwidth
from wcwidth import (
    _constants, table_ambiguous, table_grapheme, table_mc, table_vs16, table_wide, table_zero)

PACKAGE_VERSION = "0.7.0"
UNICODE_VERSION = "17.0.0"
ROOT = pathlib.Path(__file__).resolve().parents[2]
OUTPUT = ROOT / "Sources/TableSurfaces/Terminal/DisplayWidth+Table.swift"

# Scalars from this one on follow five rules, which the Swift source contains.
TABLE_END = 0x20000
# Entries are written as printable ASCII, beginning with "A". Numbers up to 61 fit below DEL.
FIRST_CHARACTER = 0x41
LINE = 100

# A scalar with one or two columns, depending on the terminal.
AMBIGUOUS_WIDTH = 3

# The kinds, in the order of `DisplayWidth.Kind`. From `COMPLEX` on, a scalar can join its neighbours.
(PLAIN, PICTOGRAPHIC, EMOJI_TEXT, KEYCAP, CONSONANT,
 COMPLEX, MODIFIER, MARK, SPACING_MARK, VIRAMA, SELECTOR, REGIONAL, JOINER, CONTROL) = range(14)


def members(ranges):
    return {scalar for first, last in ranges for scalar in range(first, last + 1)}


ZERO = members(table_zero.ZERO_WIDTH[UNICODE_VERSION])
WIDE = members(table_wide.WIDE_EASTASIAN[UNICODE_VERSION])
AMBIGUOUS = members(table_ambiguous.AMBIGUOUS_EASTASIAN[UNICODE_VERSION]) - ZERO
SPACING = members(table_mc.CATEGORY_MC[UNICODE_VERSION])
EMOJI_SELECTABLE = members(table_vs16.VS16_NARROW_TO_WIDE["9.0.0"])
PICTOGRAPHICS = members(table_grapheme.EXTENDED_PICTOGRAPHIC)
CONSONANTS = members(table_grapheme.ISC_CONSONANT)
REGIONALS = members(table_grapheme.GRAPHEME_REGIONAL_INDICATOR)
MODIFIERS = set(range(0x1F3FB, 0x1F400))
VIRAMAS = set(_constants._ISC_VIRAMA_SET)
JOINING = set().union(*(
    members(getattr(table_grapheme, "GRAPHEME_" + name))
    for name in ("EXTEND", "SPACINGMARK", "PREPEND", "L", "V", "T")))
# Control characters, scalars that reorder or end a line, and scalars that are never visible (deprecated
# controls, annotations, tags, noncharacters). CellText shows a symbol in place of each.
OBEYED = set(range(0x20)) | set(range(0x7F, 0xA0))
REORDERING = ({0x2028, 0x2029}
              | set(range(0x202A, 0x202F)) | set(range(0x2066, 0x206A)))
TAGS = set(range(0xE0000, 0xE0080))
NONCHARACTERS = set(range(0xFDD0, 0xFDF0)) | {
    plane << 16 | last for plane in range(17) for last in (0xFFFE, 0xFFFF)}
UNSEEN = set(range(0x206A, 0x2070)) | set(range(0xFFF9, 0xFFFC)) | TAGS | NONCHARACTERS


def kind(scalar):
    if scalar in OBEYED or scalar in REORDERING or scalar in UNSEEN:
        return CONTROL
    if scalar == 0x200D:
        return JOINER
    if scalar == 0xFE0F:
        return SELECTOR
    if scalar in REGIONALS:
        return REGIONAL
    if scalar in MODIFIERS:
        return MODIFIER
    if scalar in ZERO:
        return SPACING_MARK if scalar in SPACING else VIRAMA if scalar in VIRAMAS else MARK
    if scalar in JOINING:
        return COMPLEX
    if scalar in CONSONANTS:
        return CONSONANT
    if scalar in EMOJI_SELECTABLE:
        return EMOJI_TEXT if scalar in PICTOGRAPHICS else KEYCAP
    return PICTOGRAPHIC if scalar in PICTOGRAPHICS else PLAIN


def entry(scalar):
    if scalar in OBEYED:
        width = 1
    elif scalar in ZERO:
        width = 0
    elif scalar in WIDE:
        width = 2
    else:
        width = AMBIGUOUS_WIDTH if scalar in AMBIGUOUS else 1
    return kind(scalar) << 2 | width


def check_assumptions():
    """Checks the assumptions of the Swift source about the data."""
    assert wcwidth.__version__ == PACKAGE_VERSION, f"needs wcwidth {PACKAGE_VERSION}"
    assert wcwidth.list_versions()[-1] == UNICODE_VERSION
    assert not ZERO & WIDE and not AMBIGUOUS & WIDE and SPACING <= ZERO and VIRAMAS <= ZERO
    assert not CONSONANTS & (JOINING | ZERO | WIDE)
    assert not EMOJI_SELECTABLE & (JOINING | ZERO | WIDE)
    assert REGIONALS | MODIFIERS <= WIDE and not MODIFIERS & PICTOGRAPHICS
    assert "".join(map(chr, sorted(EMOJI_SELECTABLE - PICTOGRAPHICS))) == "#*0123456789"
    for scalar in range(TABLE_END, 0x110000):
        if scalar & 0xFFFE == 0xFFFE:
            expected = CONTROL << 2 | 1
        elif scalar < 0x40000:
            expected = PLAIN << 2 | 2
        elif 0xE0000 <= scalar <= 0xE0FFF:
            expected = (CONTROL if scalar < 0xE0080 else MARK) << 2
        elif scalar >= 0xF0000:
            expected = PLAIN << 2 | AMBIGUOUS_WIDTH
        else:
            expected = PLAIN << 2 | 1
        assert entry(scalar) == expected, hex(scalar)


def run_lengths(entries):
    """Each run of equal entries as its length, if that is not 1, and the character of the entry."""
    runs = ((entry, len(list(run))) for entry, run in itertools.groupby(entries))
    return "".join(
        (str(count) if count > 1 else "") + chr(FIRST_CHARACTER + entry) for entry, count in runs)


def swift_source():
    entries = [entry(scalar) for scalar in range(TABLE_END)]
    assert max(entries) < 0x7F - FIRST_CHARACTER
    text = run_lengths(entries)
    lines = "\\#\n".join(f"        {text[i:i + LINE]}" for i in range(0, len(text), LINE))
    return f"""\
// Generated by Tests/Oracles/generate_width_table.py; change that and run it again.
// Unicode {UNICODE_VERSION}, from the tables of the Python package wcwidth {PACKAGE_VERSION}.

extension DisplayWidth {{
    /// The entries of the scalars below U+{TABLE_END:X}, as runs of equal entries: the length of the run, if it is
    /// not 1, and the entry, written as "A" plus its value. The two lower bits of an entry are the width in
    /// columns, {AMBIGUOUS_WIDTH} if it is ambiguous, and the four bits above them are the `Kind`.
    static let runs = #\"""
{lines}
        \"""#
}}
"""


def main():
    check_assumptions()
    source = swift_source()
    if "--check" in sys.argv[1:]:
        if not OUTPUT.exists() or OUTPUT.read_text() != source:
            print(f"{OUTPUT.relative_to(ROOT)} is not what this script writes: run it without --check.")
            sys.exit(1)
        print(f"{OUTPUT.relative_to(ROOT)} is up to date.")
    else:
        OUTPUT.write_text(source)


if __name__ == "__main__":
    main()
