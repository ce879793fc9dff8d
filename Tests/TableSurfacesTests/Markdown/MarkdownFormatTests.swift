import RandomTesting
import TableAgent
import TableSurfaces
import Testing

struct MarkdownFormatTests {
    private func markdown(_ columns: [GridColumn], _ rows: [[SampleCell]]) throws -> String {
        try MarkdownFormat().string(of: TableInfo(columns, rows: rows))
    }

    /// Returns the only cell of a table, read back.
    private func readBack(_ text: String) throws -> String? {
        try MarkdownReader.rows(markdown(["t"], [[.text(text)]])).last?.first?.text
    }

    @Test func `Markdown is one table, in which heads and feet are strong rows`() throws {
        #expect(
            try MarkdownFormat().string(of: .store) == """
                | Item | Count |
                | :--- | ---: |
                | **Fruit** | |
                | Apple | 3 |
                | Fig | 12 |
                | **Total** | **15** |
                | Nail | 100 |

                """)
    }

    @Test func `The second line shows the alignment of each column`() throws {
        let columns: [GridColumn] = [
            GridColumn("l", alignment: .left), GridColumn("c", alignment: .center),
            GridColumn("r", alignment: .right), "text", "number",
        ]
        let text = try markdown(columns, [["", "", "", "x", 1]])

        #expect(MeasuredText.lines(text)[1] == "| :--- | :---: | ---: | :--- | ---: |")
    }

    @Test func `Tables without titles or columns have a line of empty titles`() throws {
        #expect(try markdown(["", ""], [["a", "b"]]) == "| | |\n| :--- | :--- |\n| a | b |\n")
        #expect(try markdown([], [["a"], ["b", "c"]]) == "| | |\n| :--- | :--- |\n| a | |\n| b | c |\n")
    }

    @Test func `An empty table writes nothing, and a table without rows writes its titles`() throws {
        #expect(try markdown([], []) == "")
        #expect(try markdown(["A"], []) == "| A |\n| :--- |\n")
    }

    @Test func `Cells that a row does not write are blank`() throws {
        #expect(try markdown(["A", "B"], [["a"], []]) == "| A | B |\n| :--- | :--- |\n| a | |\n| | |\n")
    }

    @Test func `Rows of collapsed sections are omitted`() throws {
        let table = TableInfo(
            columns: ["A"], sections: [TableSection(0, head: ["h"], rows: [["a"]], isCollapsed: true)])

        #expect(try MarkdownFormat().string(of: table) == "| A |\n| :--- |\n| **h** |\n")
    }

    @Test func `The text of a cell is its displayed text, and strong cells are strong`() throws {
        let text = try markdown(["A", "B"], [[.decimal("1.5", shown: "€ 1.50"), .text("b", role: .strong)]])

        #expect(text.hasSuffix("| € 1.50 | **b** |\n"))
    }

    @Test(arguments: [
        "a|b", "||", "*a*", "**", "_a_", "`a`", "[a](b)", "![a](b)", "<b>", "</td>", "a\\b", "\\|", "\\",
        "~~a~~",
        "&amp;", "&#32;", "#1", "~", "| --- |", "- a", "1. a", "> a", "a & b", " a ", "  ",
        "http://a.b/c_d_e",
        "東京", "**bold", "$x$", ":tada:", "a\u{A0}b", "!", "<br>", "{}", "a\tb", "\t", "(a)", "'\"", "+a+",
    ])
    func `Markdown syntax in text is escaped, so that the text is read back`(text: String) throws {
        #expect(try readBack(text).map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test(arguments: [
        "original_title", "snake_case_name", "a__b", "größe_straße_x", "_private", "https:", "a@b.com",
        "first_last@x.org", "5 * 3", "*note", "~5 to ~7", #"C:\Users\x"#, "a < b", "<3", "a > b", "R&D",
        "& ;",
        "#1", "Hi!", "`a", "a]", "[", "- a", "1. a", "https://e.com/a_b?x=1&y=2#z",
    ])
    func `Characters without Markdown meaning are not escaped`(text: String) throws {
        #expect(try markdown(["t"], [[.text(text)]]).hasSuffix("| \(text) |\n"))
    }

    @Test(arguments: [
        ("_a_ b_c", #"\_a\_ b_c"#), ("__init__", #"\_\_init\_\_"#), ("2*3*4", #"2\*3\*4"#),
        ("*a _b*", #"\*a _b\*"#),
        ("~a~", #"\~a\~"#), ("`a``", #"\`a\`\`"#), ("[a](b)", #"\[a](b)"#), ("![a]", #"!\[a]"#),
        ("<b>", #"\<b>"#),
        ("<3@b.cd>", #"\<3@b.cd>"#), ("&amp;", #"\&amp;"#), ("&#38;", #"\&#38;"#), (#"a\*"#, #"a\\*"#),
        (#"a\"#, #"a\\"#),
        ("Ⓐ_b_", #"Ⓐ\_b\_"#), ("_(a)_b", "_(a)_b"), ("a~*b~*c", #"a~\*b~\*c"#), ("a|b", #"a\|b"#),
    ])
    func `Only text that would become markup is escaped`(text: String, expected: String) throws {
        #expect(try markdown(["t"], [[.text(text)]]).hasSuffix("| \(expected) |\n"))
    }

    @Test(arguments: [
        ("5*3", #"**5\*3**"#), ("*", #"**\***"#), ("~ a", #"**\~ a**"#), ("a_b", "**a_b**"),
        ("a * b", "**a * b**"),
    ])
    func `In strong text, stars and tildes next to other characters are escaped`(
        text: String, expected: String
    ) throws {
        #expect(try markdown(["t"], [[.text(text, role: .strong)]]).hasSuffix("| \(expected) |\n"))
    }

    @Test(arguments: [
        ("a\nb", "a<br>b"), ("a\r\nb", "a<br>b"), ("a\rb", "a<br>b"), ("a\n\nb", "a<br><br>b"),
        ("a\n\rb", "a<br><br>b"),
    ])
    func `A line break becomes a line break of the page`(text: String, expected: String) throws {
        #expect(try markdown(["t"], [[.text(text)]]).hasSuffix("| \(expected) |\n"))
    }

    @Test(arguments: [
        "\u{0}", "\u{1B}", "\u{7F}", "\u{8}", "\u{C}", "\u{80}", "\u{85}", "\u{9B}", "\u{202A}",
        "\u{202E}", "\u{2066}", "\u{2069}",
    ])
    func `A control character, or one that changes the direction of text, becomes a replacement character`(
        control: String
    ) throws {
        #expect(try readBack("a" + control + "b") == "a\u{FFFD}b")
    }

    @Test func `A row without cells has an empty cell`() throws {
        #expect(try markdown([], [[], []]) == "| |\n| :--- |\n| |\n| |\n")
    }

    @Test func `Titles and heads are escaped, too`() throws {
        let table = TableInfo(
            columns: ["a|b", "*c*"], sections: [TableSection(0, head: ["d|e"], foot: ["_f_", "g"])])
        let rows = try MarkdownReader.rows(MarkdownFormat().string(of: table))

        #expect(rows[0].map(\.text) == ["a|b", "*c*"])
        #expect(rows[2] == [.init(text: "d|e", isStrong: true), .init(text: "")])
        #expect(rows[3] == [.init(text: "_f_", isStrong: true), .init(text: "g", isStrong: true)])
    }

    @Test(arguments: [" ", "\u{A0}", "\u{3000}", "\u{2003}", "\n", "*", "!"])
    func `Strong text can begin and end with any character`(edge: String) throws {
        let text = edge + "a" + edge
        let rows = try MarkdownReader.rows(markdown(["t"], [[.text(text, role: .strong)]]))

        #expect(rows.last == [.init(text: text, isStrong: true)])
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `Random text is read back`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "|", "\\", "*", "_", "`", "[", "]", "(", ")", "<", ">", "~", "&", "#", "!", "-", "+", ".", ":",
            "amp;",
            "br", " ", "  ", "a", "1", "é", "東京", "👍", "\n", "\"", "'", "$", "=", "{", "}", "^", "/", "@",
        ]
        for _ in 0..<100 {
            let columns = Int.random(in: 1...4, using: &random)
            let cells = random.rows(columns: columns, of: pieces)
            let text = try markdown(
                Array(repeating: "t", count: columns), cells.map { $0.map { .text($0) } })

            let rows = try MarkdownReader.rows(text).dropFirst(2).map { $0.map(\.text) }

            #expect(rows == cells, "seed \(seed)\n\(text)")
        }
    }
}
