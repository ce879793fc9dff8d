"""Tables that are the same in every run: each nasty text at each position, and unusual shapes."""

from __future__ import annotations

from collections.abc import Iterator

from .nasty_texts import ADDRESSES, DATES, NASTY, NUMBERS, SERIES
from .table import EMPTY, Bar, Cell, Section, Table


def fixed_tables() -> Iterator[tuple[str, Table]]:
    """Tables that are the same in every run: each nasty text at each position, and unusual shapes."""
    yield "sound", sound_table()
    for index, text in enumerate(NASTY):
        cell = Cell("text", text)
        linked = Cell("text", text, link="/orders/7")
        table = Table(
            [text or "t", "b"],
            [
                Section(
                    [[cell, Cell("text", "x")], [Cell("text", "y"), cell], [linked, linked]],
                    head=[cell],
                    foot=[cell, linked],
                )
            ],
            caption=text,
            keys=[None, text],
            title=text,
        )
        yield f"nasty text {index} {text[:20]!a}", table
        yield (
            f"nasty text {index} alone",
            Table(["t"], [Section([[cell], [Cell("text", text, role="strong")]])]),
        )
    for index, address in enumerate(ADDRESSES):
        yield (
            f"address {address!a}",
            Table(
                ["t", "u"],
                [
                    Section(
                        [
                            [Cell("text", address, role="link"), Cell("text", address, "see", "link")],
                            [Cell("text", "a1", link=address), Cell("integer", "7", link=address)],
                            [Cell("date", "2026-01-31", link=address), Cell("boolean", "true", link=address)],
                            [Cell("decimal", "1.50", "€ 1.50", "strong", address), EMPTY],
                            [Cell("empty", link=address), Cell("empty", "", "none", link=address)],
                            [
                                Cell("text", address, role="link", link="/7"),
                                Cell("text", "/7", None, "link", address),
                            ],
                        ],
                        head=[Cell("text", address, link=address)],
                        foot=[Cell("empty", "", "Total", link=address), Cell("double", "0.5", link=address)],
                    )
                ],
            ),
        )
    numbers = [Cell(kind, value) for kind, value in NUMBERS]
    yield "numbers", Table(["n"], [Section([[number] for number in numbers])])
    yield (
        "numbers shown otherwise",
        Table(["n"], [Section([[Cell(kind, value, "€ 1")] for kind, value in NUMBERS])]),
    )
    yield (
        "numbers with bars",
        Table(
            ["n", "m"],
            [Section([[number, number]], id=f"{index}") for index, number in enumerate(numbers)],
            bars=[(), (-1e6, 1e300)],
        ),
    )
    for kind, value in NUMBERS:
        rows = [[Cell(kind, value)], [Cell(kind, value)]]
        yield f"bars of {value}", Table(["n"], [Section(rows)], bars=[()])
    yield "sound charts", sound_charts()
    for index, spelling in enumerate(SERIES):
        series = Cell("series", spelling)
        bars: list[Bar] = [None, (), (0.0, 10.0), (-5.0, 5.0), (5.0, 10.0), (-8.0, -5.0)]
        rows = [[series] * 6, [Cell("integer", "6")] * 6, []]
        yield f"series {index}", Table(
            ["s"] * 6, [Section(rows, head=[series], foot=[series] * 6)], bars=bars
        )
    words = [Cell("series", "[null,1,7,null]", text, "strong", "/orders/7") for text in NASTY if text]
    yield "words of series", Table(["s", "t"], [Section([[cell, cell] for cell in words])])
    one = Cell("text", "one")
    yield "no rows", Table(["a", "b"], [])
    yield "an empty section", Table(["a", "b"], [Section([])])
    yield "no titles, a head alone", Table(["", ""], [Section([], head=[one], foot=[one])])
    yield "no titles, a head of two", Table(["", ""], [Section([], head=[one, one])])
    yield "one title of two", Table(["", "b"], [Section([[one, one]])])
    yield "titles alike", Table(["a", "a", "A", "", "a_2", "column_4"], [Section([[one] * 6])])
    yield "keys alike", Table(["a"] * 5, [Section([[one] * 5])], keys=["k", "k", "", "k_2", "K"])
    yield "keys like titles", Table(["a", "b", ""], [Section([[one] * 3])], keys=["b", None, "a"])
    yield "keys without titles", Table(["", ""], [Section([[one] * 2], foot=[one, one])], keys=["a", "b"])
    yield "a caption above no rows", Table(["a", "b"], [], caption="Caption")
    yield "an empty caption", Table(["a"], [Section([[one]])], caption="")
    yield "titles that look alike", Table(["é", "e\u0301"], [Section([[one, one]])])
    yield "rows cut short", Table(["a", "b", "c"], [Section([[], [one], [one, one], [EMPTY, one]])])
    yield (
        "one column of blanks",
        Table(["a"], [Section([[], [EMPTY], [Cell("text", "")], [Cell("text", " ")], [one]])]),
    )
    dates = [[Cell("date", text)] for text in DATES]
    yield "dates", Table(["d"], [Section(dates)])
    nested = [Cell("json", '[1, {"a": [null, "b\\n"]}]'), Cell("missing"), EMPTY]
    yield "nested and missing", Table(["a", "b", "c"], [Section([nested, nested[1:], [one]], foot=nested)])
    total = [Cell("empty", "", "Total"), Cell("integer", "3")]
    yield (
        "a foot of the table",
        Table(
            ["a", "n"],
            [Section([[one, Cell("integer", "3")]], foot=total), Section([], foot=total, id="all")],
        ),
    )


def sound_table() -> Table:
    """A table with every feature. Faulty versions of its output test the judges."""
    return Table(
        ["a", "b", "c"],
        [
            Section(
                [
                    [
                        Cell("text", "a1"),
                        Cell("text", 'x|y,"z"', link="https://example.com/"),
                        Cell("decimal", "-1.50"),
                    ],
                    [
                        Cell("text", "=a\tb"),
                        Cell("text", "a, b", link="javascript:alert(1)"),
                        Cell("integer", "7", "7 pcs", "warning"),
                    ],
                ],
                head=[Cell("text", "Head", role="strong")],
                foot=[Cell("empty", "", "Total"), EMPTY, Cell("decimal", "5.50", role="strong")],
                id="s",
            ),
            Section(
                [
                    [
                        Cell("text", "last", link="/orders/7"),
                        Cell("boolean", "true"),
                        Cell("date", "2026-01-31"),
                    ]
                ],
                id="t",
            ),
        ],
        caption="Sound",
        keys=[None, None, "c-key"],
        bars=[None, None, ()],
    )


def sound_charts() -> Table:
    """A table with all kinds of bars and series. Faulty versions of its output test the judges of charts."""

    def line(name: str, amount: str, load: str, trend: str | None) -> list[Cell]:
        return [
            Cell("text", name),
            Cell("decimal", amount) if amount else EMPTY,
            Cell("integer", load) if load else Cell("missing"),
            EMPTY if trend is None else Cell("series", trend),
        ]

    rows = [
        line("first", "4.50", "50", "[1,null,7]"),
        line("second", "-1.25", "120", "[2,4,6.5]"),
        line("third", "", "-3", "[-1,1]"),
        line("fourth", "7.25", "0", "[]"),
        line("fifth", "0.00", "", None),
    ]
    long = f"[{','.join(str(number * number) for number in range(100))}]"
    last = line("last", "6.00", "1", long)
    total = line("Total", "16.50", "168", "[3,4]")
    return Table(
        ["name", "amount", "load", "trend"],
        [Section(rows, head=[Cell("text", "Head")], foot=total, id="s"), Section([last], id="t")],
        bars=[None, (), (0.0, 100.0), None],
    )
