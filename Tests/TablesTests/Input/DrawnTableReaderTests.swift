import Testing

@testable import tables

struct MarkdownReaderTests {
    @Test(arguments: [
        "| a | b |\n|---|--:|\n| 1 | x |\n| 2 | y |\n", "a|b\n-|-\n1|x\n2|y",
        "\u{FEFF} a | b\r\n --- | :-: \r\n1 |x\r\n2| y \r\n",
        "# Title\n\nText | more\n\n| a | b |\n|:---|:---|\n| 1 | x |\n| 2 | y |\n\nText\n",
        "```\n|a|b|\n|-|-|\n|1|x|\n|2|y|\n```\n",
    ])
    func `A table is read, whatever its outer pipes and the text around it`(text: String) throws {
        let table = try InputFixture.table(text, as: .markdown)
        #expect(table.columns == ["a", "b"])
        #expect(table.texts == [["1", "x"], ["2", "y"]])
        #expect(table.kinds[0] == [.number, .text])
        #expect(table.lines[1] == table.lines[0] + 1)
    }

    @Test(arguments: [
        (#"x\|y"#, "x|y"), (#"\\\|"#, #"\|"#), (#"\*\_a\b"#, #"*_a\b"#), ("a<br>b<br />c", "a\nb\nc"),
        ("&#32;a&#9;", " a\t"),
        ("&lt;&amp;amp;&nbsp;&x;&#;&#+9;&#-0;", "<&amp;\u{A0}&x;&#;&#+9;&#-0;"), ("<span>@</span>a", "@a"),
        (#"\<br>"#, "<br>"),
        ("", ""),
        (#"`a\*b<br>\|`\*"#, #"`a\*b<br>|`*"#), (#"`\*"#, "`*"), ("**x** y", "**x** y"), ("****", "****"),
        ("&#65536;", "\u{10000}"),
    ])
    func `A cell is unescaped`(cell: String, text: String) throws {
        let table = try InputFixture.table("| a | b |\n|---|---|\n| \(cell) | - |\n", as: .markdown)
        #expect(table.texts == [[text, "-"]])
    }

    @Test func `Titles are unescaped, and options of rows apply`() throws {
        let text = "x\n| a\\|b | |\n|---|---|\n| NA | 01 |\n| | |\n| --- | 2 |\n"
        let table = try InputFixture.table(text, as: .markdown, InputOptions(nulls: ["NA"], skippedLines: 1))
        #expect(table.columns == ["a|b", "column_2"])
        #expect(table.kinds == [[.null, .text], [.text, .text], [.text, .text]])
        #expect(table.lines == [4, 5, 6])
        let rows = try InputFixture.table("|a|\n|-|\n|1|\n", as: .markdown, InputOptions(hasHeader: false))
        #expect(rows.columns == ["column_1"])
        #expect(rows.texts == [["a"], ["1"]])
    }

    @Test(arguments: [
        ("a\n---\n", "in: there is no Markdown table: titles above a line such as |---|---|"),
        ("", "in: there is no Markdown table: titles above a line such as |---|---|"),
        (
            "|a|\n|-|\n|-|\n\n|b|\n|-|\n\n\n|c|\n|-|\n",
            "in: there are 3 tables, at the lines 1, 5, 9; keep one of them, or add --skip 8 for the last one"
        ),
        ("|a|b|\n|-|\n|1|\n", "in:1: the line has 2 fields where the table has 1"),
        ("|a|b|\n|-|-|\n|1|\n", "in:3: the line has 1 field where the table has 2"),
        ("|a|b|\n|-|-|\n|1|2|\n|1|2|3|\n", "in:4: the line has 3 fields where the table has 2"),
        ("|a|\n|-|\n|1|\nText\n", "in:4: the line has 0 fields where the table has 1"),
        ("|a|b|\n|-|-|\n|1|2|\n| **Total** | |\n", "in:4: a bold line can be a row, a total, or the title"),
    ])
    func `A text without one plain table is an error`(text: String, message: String) {
        #expect(InputFixture.message(text, as: .markdown)?.hasPrefix(message) == true)
    }
}

struct DrawnTextReaderTests {
    @Test(arguments: [
        " a |  b   \n---+------\n 1 | x \n 2 | 日本\n(2 rows)\n\n",
        " a │  b   \n───┼──────\n 1 │ x \n 2 │ 日本\n",
        "+---+------+\n| a | b    |\n+---+------+\n| 1 | x    |\n| 2 | 日本 |\n+---+------+\n2 rows in set (0.00 sec)\n",
        "\u{FEFF}\r\n ╔═══╤══════╗\r\n ║ a │  b   ║\r\n ╠═══╪══════╣\r\n ║ 1 │ x    ║\r\n ║ 2 │ 日本 ║\r\n ╚═══╧══════╝\r\n(2 rows)",
        "| a | b |\n|---+---|\n| 1 | x |\n| 2 | 日本 |\n",
    ])
    func `The tables of psql, mysql, and others are read`(text: String) throws {
        let table = try InputFixture.table(text, as: .text)
        #expect(table.columns == ["a", "b"])
        #expect(table.texts == [["1", "x"], ["2", "日本"]])
        #expect(table.kinds[0] == [.number, .text])
    }

    @Test(arguments: [
        "+---+---+\n| a | b |\n+---+---+\n", "┌───┬───┐\n│ a │ b │\n├───┼───┤\n└───┴───┘\n(0 rows)\n",
        " a | b \n---+---\n(0 rows)\n",
    ])
    func `A table can have no rows`(text: String) throws {
        let table = try InputFixture.table(text, as: .text)
        #expect(table.columns == ["a", "b"])
        #expect(table.rows.isEmpty)
    }

    @Test func `Empty cells are read where they cannot continue a row`() throws {
        let plain = try InputFixture.table(
            " a | b | c\n---+---+----\n 1 |   | \n   |   | x\n A | + | A+\n(3 rows)\n", as: .text)
        #expect(plain.texts == [["1", "", ""], ["", "", "x"], ["A", "+", "A+"]])
        let framed =
            "+---+---+---+\n| a | b | c |\n+---+---+---+\n|   | x |   |\n| 1 |   | y |\n+---+---+---+\n"
        #expect(try InputFixture.table(framed, as: .text).texts == [["", "x", ""], ["1", "", "y"]])
    }

    @Test func `Rows without titles need an option, and so do null texts`() throws {
        let text = "+----+------+\n| NA | NULL |\n|  2 | x    |\n+----+------+\n"
        let table = try InputFixture.table(text, as: .text, InputOptions(nulls: ["NULL"], hasHeader: false))
        #expect(table.columns == ["column_1", "column_2"])
        #expect(table.kinds == [[.text, .null], [.text, .text]])
        #expect(
            InputFixture.message(text, as: .text)?.contains("in:3: the titles do not take one line") == true)
    }

    @Test func `Lines above the table are skipped by an option`() throws {
        let text = "List\n a | b \n---+---\n 1 | 2\n"
        #expect(try InputFixture.table(text, as: .text, InputOptions(skippedLines: 1)).lines == [4])
        #expect(InputFixture.message(text, as: .text)?.hasPrefix("in:1: no line such as +---+---+") == true)
    }

    private static let top = "+---+---+\n| a | b |\n+---+---+\n"
    private static let end = "+---+---+\n"

    @Test(arguments: [
        ("", "in:1: no line such as +---+---+ or ---+---"), ("┌─ 1 ─┐\n", "in:1: no line such as"),
        ("a  b\n-  -\n1  2\n", "in:1: no line such as"),
        ("│ a │ b │\n", "in:1: no line such as"),
        (top + "| 1 | 2 |\n", "in:4: the table has no line below this one"),
        (
            top + "| 1 | 2|3 |\n" + end,
            "in:4: the line has 3 fields where the table has 2; escape"
        ),
        ("+-------+\n| a | b |\n+-------+\n", "in:2: the line has 2 fields where the table has 1"),
        (top + "| 1 | 2\nx |\n" + end, "in:4: a cell without a space after it can continue below"),
        (
            top + "| 1 | 2 |\n|   | 3 |\n" + end,
            "in:5: with its empty cells, the line can continue the row above"
        ),
        (
            top + "| 1 | 2 |\n| 3 |   |\n" + end,
            "in:5: with its empty cells, the line can continue the row above"
        ),
        (top + "| 1 | 2 |\n" + end + "| 3 | 4 |\n" + end, "in:6: the table ends above this line"),
        (top + "| 1 | 2 |\n+...+...+\n| 3 | 4 |\n" + end, "in:6: the table ends above this line"),
        (top + "| 1 |x+|\n|   |y |\n" + end, "in:4: a cell without a space after it can continue below"),
        (
            top + "| 1 | 2 |\n" + end + "\n(3 rows)\n",
            "in:7: the table ends above this line, which is not the number of its rows, 1"
        ),
        (top + "| 1 | 2 |\n" + end + top, "in:7: the table ends above this line"),
        ("┌───┬───┐\n│ a │ b │\n│ i │ v │\n├───┼───┤\n└───┴───┘\n", "in:3: the titles do not take one line"),
        (
            "┌───┬───┐\n│ a │   │\n├───┼───┤\n│ 1 │ … │\n└───┴───┘\n",
            "in:4: '…' can stand for omitted rows, columns, or text"
        ),
        ("┌───┬───┐\n│ a │ b │\n├───┼───┤\n│ … 3   │\n└───┴───┘\n", "in:4: '…' can stand for omitted rows"),
        ("┌────┐\n│ a  │\n├────┤\n│ x… │\n└────┘\n", "in:4: '…' can stand for omitted rows"),
        (
            " a  | b\n----+---\n x +| 1\n y  | \n(2 rows)\n",
            "in:3: a cell without a space after it can continue below"
        ),
        (
            " a | b  \n---+----\n 1 | l1+\n   | l2\n",
            "in:3: a cell without a space after it can continue below"
        ),
        (
            " a │ b  \n───┼────\n 1 │ 日↵\n   │ l2\n",
            "in:3: a cell without a space after it can continue below"
        ),
        (" a \n---\n 1\nTime: 1 ms\n", "in:4: the table ends above this line"),
    ])
    func `A text with two readings is an error that names the line`(text: String, message: String) {
        let found = InputFixture.message(text, as: .text)
        #expect(found?.hasPrefix(message) == true, "\(found ?? "no error")")
    }
}
