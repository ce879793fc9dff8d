import Testing

@testable import tables

struct MarkdownReaderTests {
    @Test(arguments: [
        "| a | b |\n|---|--:|\n| 1 | x |\n| 2 | y |\n", "a|b\n-|-\n1|x\n2|y",
        "\u{FEFF} a | b\r\n --- | :-: \r\n1 |x\r\n2| y \r\n",
        "# Title\n\nText | more\n\n| a | b |\n|:---|:---|\n| 1 | x |\n| 2 | y |\n\nText\n",
    ])
    func `A table is read, whatever its outer pipes and the text around it`(text: String) throws {
        let table = try InputFixture.table(text, as: .markdown)
        #expect(table.columns == ["a", "b"])
        #expect(table.texts == [["1", "x"], ["2", "y"]])
        #expect(table.kinds[0] == [.number, .text])
        #expect(table.lines[1] == table.lines[0] + 1)
    }

    @Test(arguments: [
        (#"x\|y"#, "x|y"), (#"\\\|"#, #"\|"#), (#"\*\_a\b"#, #"*_a\b"#), ("a<br>b<br />c", "a\nb<br />c"),
        ("&#32;a&#9;", " a\t"),
        ("&lt;&amp;amp;&#160;&x;&#;&#+9;&#-0;", "<&amp;\u{A0}&x;&#;&#+9;&#-0;"), ("<span>@</span>a", "@a"),
        (#"\<br>"#, "<br>"),
        ("", ""),
        (#"`a\*b<br>\|`\*"#, #"`a\*b<br>|`*"#), (#"`\*"#, "`*"), ("**x** y", "**x** y"), ("****", "****"),
        ("** x", "** x"),
        ("&#12288;&#32", "\u{3000}&#32"),
    ])
    func `A cell is unescaped`(cell: String, text: String) throws {
        let table = try InputFixture.table("| a | b |\n|---|---|\n| \(cell) | |\n", as: .markdown)
        #expect(table.texts == [[text, ""]])
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
        ("a\n---\n", 1), ("", 1), ("|a|b|\n|-|\n|1|\n", 1), ("|a|b|\n|-|-|\n|1|\n", 3),
        ("|a|b|\n|-|-|\n|1|2|\n|1|2|3|\n", 4), ("|a|b|\n|-|-|\n|1|2\n", 3), ("|a|b|\n|-|-|\n1|2|3|4\n", 3),
        ("|a|\n|-|\n|1|\nText\n", 4), ("|a|\n|-|\n|1|\n(1 row)\n", 4),
        ("Text\n\n| a |\n|--x|\n| 1 |\n", 3), ("Text\n|a|\n|-|\n|1|\nText\n", 5),
        ("|a|\n|-|\n|-|\n\n|b|\n|-|\n", 6), ("|a|b|\n|-|-|\n|1|2|\n| **Total** | |\n", 4),
    ])
    func `A Markdown text without one simple table is an error that names the line`(text: String, line: Int) {
        let found = InputFixture.message(text, as: .markdown)
        #expect(
            found?.hasPrefix("in:\(line): the line does not fit a simple table") == true,
            "\(found ?? "no error")")
    }
}

struct DrawnTextReaderTests {
    @Test(arguments: [
        " a |  b   \n---+------\n 1 | x \n 2 | 日本\n(2 rows)\n\n",
        " a │  b   \n───┼──────\n 1 │ x \n 2 │ 日本\n(2 rows)\n",
        "+---+------+\n| a | b    |\n+---+------+\n| 1 | x    |\n| 2 | 日本 |\n+---+------+\n2 rows in set (0.00 sec)\n",
        "\u{FEFF}\r\n ╔═══╦══════╗\r\n ║ a ║  b   ║\r\n ╠═══╬══════╣\r\n ║ 1 ║ x    ║\r\n ║ 2 ║ 日本 ║\r\n ╚═══╩══════╝\r\n(2 rows)",
    ])
    func `The tables of psql, mysql, and TextFormat are read`(text: String) throws {
        let table = try InputFixture.table(text, as: .text)
        #expect(table.columns == ["a", "b"])
        #expect(table.texts == [["1", "x"], ["2", "日本"]])
        #expect(table.kinds[0] == [.number, .text])
    }

    @Test(arguments: [
        "+---+---+\n| a | b |\n+---+---+\n+---+---+\n",
        "┌───┬───┐\n│ a │ b │\n├───┼───┤\n└───┴───┘\n(0 rows)\n", " a | b \n---+---\n(0 rows)\n",
    ])
    func `A table can have no rows`(text: String) throws {
        let table = try InputFixture.table(text, as: .text)
        #expect(table.columns == ["a", "b"])
        #expect(table.rows.isEmpty)
    }

    @Test(arguments: ["(1200 rows)", "(1,200 rows)"])
    func `The number of rows can be grouped`(end: String) throws {
        let rows = String(repeating: " 1\n", count: 1200)
        #expect(try InputFixture.table(" a \n---\n\(rows)\(end)\n", as: .text).rows.count == 1200)
    }

    @Test(arguments: ["-[ RECORD 1 ]-\na | 1\nb | 2\n", "┌─[ RECORD 1 ]─┐\n│ a │ 1 │\n└───┴───┘\n"])
    func `The expanded output of psql is an error that names its option`(text: String) {
        let message = InputFixture.message(text, as: InputFormat(sniffing: Array(text.utf8)))
        #expect(message == "in:1: this is the expanded output of psql; use \\x off, or psql --csv")
    }

    @Test func `Cells of psql can be empty`() throws {
        let table = try InputFixture.table(
            " a | b | c\n---+---+----\n 1 |   | \n   |   | x\n A | + | …\n(3 rows)\n", as: .text)
        #expect(table.texts == [["1", "", ""], ["", "", "x"], ["A", "+", "…"]])
        let column = try InputFixture.table(" a \n---\n \n 1\n \n(3 rows)\n", as: .text)
        #expect(column.texts == [[""], ["1"], [""]])
    }

    @Test func `Titles are a row on request, and null texts apply`() throws {
        let text = "+----+------+\n| NA | NULL |\n+----+------+\n|  2 | x    |\n+----+------+\n"
        let table = try InputFixture.table(text, as: .text, InputOptions(nulls: ["NULL"], hasHeader: false))
        #expect(table.columns == ["column_1", "column_2"])
        #expect(table.kinds == [[.text, .null], [.text, .text]])
        #expect(table.lines == [2, 4])
    }

    @Test func `Lines above the table are skipped by an option`() throws {
        let text = "List\n a | b \n---+---\n 1 | 2\n(1 row)\n"
        #expect(try InputFixture.table(text, as: .text, InputOptions(skippedLines: 1)).lines == [4])
        #expect(
            InputFixture.message(text, as: .text)?.hasPrefix("in:1: the line does not fit a simple table")
                == true)
    }

    @Test(arguments: [
        ("", 3), ("| 1 | 2 |\n", 4), ("| 1 | 2|3 |\n+---+---+\n", 4), ("| 1 | 2\nx |\n+---+---+\n", 4),
        ("| 1 | 2 |\n\n| 3 | 4 |\n+---+---+\n", 6), ("| 1 | 2 |\n|   | 3 |\n+---+---+\n", 5),
        ("| 1 | 2 |\n| 3 |   |\n+---+---+\n", 5), ("| 1 |x+|\n|   |y |\n+---+---+\n", 5),
        ("| 1 | 2 |\n+---+---+\n| 3 | 4 |\n+---+---+\n", 6),
        ("| 1 | 2 |\n+...+...+\n| 3 | 4 |\n+---+---+\n", 5),
        ("| 1 | 2 |\n+---+---+\n\n(3 rows)\n", 7), ("| 1 | 2 |\n+---+---+\n+---+---+\n| a | b |\n", 6),
    ])
    func `A row in a box that has two readings is an error that names the line`(rows: String, line: Int) {
        let found = InputFixture.message("+---+---+\n| a | b |\n+---+---+\n\(rows)", as: .text)
        #expect(
            found?.hasPrefix("in:\(line): the line does not fit a simple table") == true,
            "\(found ?? "no error")")
    }

    @Test(arguments: [
        ("", 1), ("┌─ 1 ─┐\n", 1), ("a  b\n-  -\n1  2\n", 1), ("│ a │ b │\n", 1),
        ("+-------+\n| a | b |\n+-------+\n", 2), ("+---+---+\n| a | b |\n| 1 | 2 |\n+---+---+\n", 1),
        ("-----\n a b\n-----\n 1 2\n-----\n", 1), ("| a | b |\n|---+---|\n| 1 | 2 |\n(1 row)\n", 1),
        ("┌───┐\n│ a │\n├───┤\n│ 1 │\n├╌╌╌┤\n│ 3 │\n└───┘\n", 5),
        ("┌───┬───┐\n│ a │ b │\n│ i │ v │\n├───┼───┤\n└───┴───┘\n", 1),
        ("┌───┬───┐\n│ a │ … │\n├───┼───┤\n│ 1 │ … │\n└───┴───┘\n", 2),
        ("┌───┬───┐\n│ a │ b │\n├───┼───┤\n│ … 3   │\n└───┴───┘\n", 4),
        ("┌────┐\n│ a  │\n├────┤\n│ x… │\n└────┘\n", 4),
        (" a | b+\n   | c \n---+---\n 1 | 2\n(1 row)\n", 1),
        (" a  | b\n----+---\n x +| 1\n y  | \n(1 row)\n", 5), (" a | b  \n---+----\n 1 | l1+\n   | l2\n", 4),
        (" a \n---\n 1\nTime: 1 ms\n", 4), (" a \n---\n 1\n(1 row)\n\nTime: 1 ms\n", 6),
        (" a \n---\n 1\n(11 rows)\n", 4), (" a \n---\n 1\n(1 row)\n\n b \n---\n(0 rows)\n", 6),
    ])
    func `A text with two readings is an error that names the line`(text: String, line: Int) {
        let found = InputFixture.message(text, as: .text)
        #expect(
            found?.hasPrefix("in:\(line): the line does not fit a simple table") == true,
            "\(found ?? "no error")")
    }
}
