import RandomTesting
import TableAgent
import TableSurfaces
import Testing

struct TSVFormatTests {
    private func tsv(_ columns: [GridColumn], _ rows: [[SampleCell]]) throws -> String {
        try TSVFormat().string(of: TableInfo(columns, rows: rows))
    }

    @Test func `TSV contains a line of titles and the rows of all sections, without heads and feet`() throws {
        #expect(try TSVFormat().string(of: .store) == "Item\tCount\nApple\t3\nFig\t12\nNail\t100\n")
    }

    @Test func `Titles can be omitted`() throws {
        #expect(
            try TSVFormat(includesTitles: false).string(of: .store) == "Apple\t3\nFig\t12\nNail\t100\n")
    }

    @Test(arguments: [
        ("plain", "plain"), ("a,b", "a,b"), ("say \"hi\"", "say \"hi\""), ("\"hi\"", "\"\"\"hi\"\"\""),
        ("a\tb", "\"a\tb\""), ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), ("a\r\n\"b", "\"a\r\n\"\"b\""),
        (#"a\tb"#, #"a\tb"#), (#"\"#, #"\"#), ("\u{FEFF}", "\"\u{FEFF}\""), ("a\u{FEFF}", "a\u{FEFF}"),
        ("東京", "東京"), ("", ""),
    ])
    func `Only a field that needs quotes is quoted, and none is escaped`(text: String, field: String) throws {
        #expect(try tsv([], [[.text(text), "x"]]) == field + "\tx\n")
        #expect(try tsv([GridColumn(text), "x"], []) == field + "\tx\n")
    }

    @Test func `An empty field alone on its line is quoted`() throws {
        #expect(try tsv(["A"], [[""], [nil], ["a"]]) == "A\n\"\"\n\"\"\na\n")
        #expect(try tsv([""], []) == "\"\"\n")
    }

    @Test(arguments: [
        ("plain", "plain"), ("a,b", "a,b"), ("\"hi\"", "\"hi\""), ("a\tb", #"a\tb"#),
        ("a\nb", #"a\nb"#), ("a\rb", #"a\rb"#), ("a\r\nb", #"a\r\nb"#), (#"a\tb"#, #"a\\tb"#),
        (#"\"#, #"\\"#), ("東京", "東京"), ("", ""),
    ])
    func `On request, only tabs, line breaks, and backslashes are escaped`(
        text: String, field: String
    ) throws {
        let format = TSVFormat(usesEscapes: true)

        #expect(try format.string(of: TableInfo([], rows: [[.text(text), "x"]])) == field + "\tx\n")
        #expect(try format.string(of: TableInfo([GridColumn(text), "x"], rows: [])) == field + "\tx\n")
        #expect(try format.string(of: TableInfo(["A"], rows: [[.text(text)]])) == "A\n" + field + "\n")
    }

    @Test func `With escapes, U+FEFF at the start of the file is doubled, because readers skip one`() throws {
        let table = TableInfo(["\u{FEFF}A", "\u{FEFF}B"], rows: [["\u{FEFF}", "x"]])
        let text = "\u{FEFF}\u{FEFF}A\t\u{FEFF}B\n\u{FEFF}\tx\n"

        #expect(try TSVFormat(usesEscapes: true).bytes(of: table) == Array(text.utf8))
    }

    @Test(arguments: [("=1", "'=1"), ("-a\tb", "\"'-a\tb\""), ("\tx", "\"'\tx\""), ("a", "a")])
    func `On request, text that looks like a formula gets an apostrophe`(
        text: String, field: String
    ) throws {
        let format = TSVFormat(guardsFormulas: true)

        #expect(try format.string(of: TableInfo([], rows: [[.text(text), -1]])) == field + "\t-1\n")
    }

    @Test func `Cells that a row does not write are empty fields`() throws {
        #expect(try tsv(["A", "B", "C"], [["a"], []]) == "A\tB\tC\na\t\t\n\t\t\n")
    }

    @Test func `A line of empty titles is written`() throws {
        #expect(try tsv(["", ""], [["a", "b"]]) == "\t\na\tb\n")
    }

    @Test func `A table without columns has no titles, and rows of any length`() throws {
        #expect(try tsv([], [["a"], ["b", "c"], [""]]) == "a\nb\tc\n\"\"\n")
    }

    @Test func `Fields contain values, and rows of collapsed sections are written`() throws {
        let table = TableInfo(sections: [
            TableSection(0, rows: [[.decimal("1.50", shown: "€"), .word("Total")]], isCollapsed: true)
        ])

        #expect(try TSVFormat().string(of: table) == "1.50\t\n")
    }

    private func unescaped(_ field: Substring) throws -> String {
        var result = ""
        var scalars = field.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "\\" else {
                result.unicodeScalars.append(scalar)
                continue
            }
            let known: [Unicode.Scalar: Unicode.Scalar] = ["t": "\t", "n": "\n", "r": "\r", "\\": "\\"]
            let escaped = scalars.next()
            result.unicodeScalars.append(try #require(escaped.flatMap { known[$0] }))
        }
        return result
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `A reader that decodes the escapes reads back the same values`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = ["\t", "\n", "\r", "\r\n", "\\", "\\t", "t", "n", " ", "\"", "é", "東京", "👍"]
        for _ in 0..<100 {
            let rows = random.rows(columns: Int.random(in: 1...5, using: &random), of: pieces)
            let table = TableInfo([], rows: rows.map { $0.map { .text($0) } })
            let text = try TSVFormat(usesEscapes: true).string(of: table)

            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            let read = try lines.map { line in
                try line.split(separator: "\t", omittingEmptySubsequences: false).map {
                    try Array(unescaped($0).utf8)
                }
            }

            #expect(read == rows.map { $0.map { Array($0.utf8) } }, "seed \(seed)\n\(text)")
        }
    }
}
