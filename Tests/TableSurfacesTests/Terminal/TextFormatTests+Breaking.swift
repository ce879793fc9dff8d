import TableAgent
import Testing

@testable import TableSurfaces

/// Tests of the line breaks in a cell.
extension CellTextTests {
    private func lines(_ text: String, _ width: Int, _ overflow: TextFormat.Overflow = .wrap) -> [String] {
        var (text, cell) = (text, CellText())
        text.withUTF8 { cell.set($0, width: width, overflow: overflow) }
        return cell.lines.map { String(decoding: cell.bytes[$0.range], as: UTF8.self) }
    }

    @Test(arguments: "/_-,.:?&=")
    func `In a line without spaces, a break follows a sign`(sign: Character) {
        #expect(lines("abc\(sign)def", 5) == ["abc\(sign)", "def"])
        #expect(lines("abc\(sign)def", 4) == ["abc\(sign)", "def"])
        #expect(lines("abc\(sign)def", 5, .wrapAnywhere) == ["abc\(sign)d", "ef"])
    }

    @Test(arguments: "+;!@#()'\"%~|")
    func `Other signs never precede a break`(sign: Character) {
        #expect(lines("abc\(sign)def", 5) == ["abc\(sign)d", "ef"])
    }

    @Test(arguments: [
        ("https://example.com/a/b", 12, ["https://", "example.com/", "a/b"]), ("a://b", 4, ["a://", "b"]),
        ("well-known word", 6, ["well-", "known", "word"]), ("a_b_c", 2, ["a_", "b_", "c"]),
        ("1,234,567", 6, ["1,234,", "567"]), ("1,234,567", 9, ["1,234,567"]), ("ab, cd", 4, ["ab,", "cd"]),
        ("a...b", 4, ["a...", "b"]), ("2026-11-21", 8, ["2026-11-", "21"]),
        ("?q=one&r=two", 8, ["?q=one&", "r=two"]),
    ])
    func `Consecutive signs stay together, and with the word before them`(
        text: String, width: Int, wrapped: [String]
    ) {
        #expect(lines(text, width) == wrapped)
    }

    @Test(arguments: [
        ("ab cd-efgh", 8, ["ab", "cd-efgh"]), ("ab cd-efghijkl", 8, ["ab", "cd-", "efghijkl"]),
        ("see a/b/c or d", 9, ["see a/b/c", "or d"]), ("see aa/bb/cc", 9, ["see", "aa/bb/cc"]),
    ])
    func `A line breaks at a space rather than after a sign`(text: String, width: Int, wrapped: [String]) {
        #expect(lines(text, width) == wrapped)
    }

    @Test(arguments: [
        ("x -5", 3, ["x", "-5"]), ("-5 -12", 4, ["-5", "-12"]), ("-12", 2, ["-1", "2"]),
        (".5", 1, [".", "5"]),
        ("ab /cd", 5, ["ab", "/cd"]), ("/usr/local", 6, ["/usr/", "local"]),
    ])
    func `A sign that begins a word stays with it`(text: String, width: Int, wrapped: [String]) {
        #expect(lines(text, width) == wrapped)
    }

    @Test(arguments: [
        ("one two", 3, 0), ("ab-cd", 3, 0), ("abcdefgh", 3, 2), ("abcdefgh", 8, 0), ("漢字東京", 4, 0),
        ("ab-cdefg", 3, 1),
    ])
    func `Breaks inside a word are counted`(text: String, width: Int, count: Int) {
        var (text, cell) = (text, CellText())
        text.withUTF8 { cell.set($0, width: width, overflow: .wrap) }
        #expect(cell.wordBreakCount == count)
        text.withUTF8 { cell.set($0, width: width, overflow: .cut) }
        #expect(cell.wordBreakCount == (cell.isBroken ? 1 : 0))
    }
}

/// Tests of which cells are broken.
extension TextFormatTests {
    private static var people: TableInfo {
        let names = ["Muhammad", "Aleksandra", "Jo", "Bartholomew", "Constantin"]
        let cities = ["Ouagadougou", "Rio", "Antananarivo", "Ulaanbaatar", "Bern"]
        return TableInfo(
            ["Name", "About", "City"],
            rows: zip(names, cities).map { name, city in
                [
                    .text(name), "writes programs that make tables of business data, and reads them",
                    .text(city),
                ]
            })
    }

    @Test(arguments: 16..<110)
    func `A cell of up to twelve columns stays whole, or its column is omitted`(width: Int) throws {
        for narrowing in [TextFormat.Narrowing.automatic, .drop] {
            let text = try TextFormat(width: width, narrowing: narrowing).string(of: Self.people)
            // Below their titles, cells have fewer than twelve columns.
            if width < 24, text.hasPrefix("┌─ 1 ") { continue }
            let left = text.replacing(MeasuredText.withoutCount(text), with: "").replacing("\n", with: " ")
            for (column, words) in [
                ("Name", ["Muhammad", "Aleksandra", "Bartholomew", "Constantin"]),
                ("City", ["Ouagadougou", "Rio", "Antananarivo", "Ulaanbaatar", "Bern"]),
            ] where !left.contains(column) {
                #expect(words.allSatisfy { text.contains(" \($0) ") }, "\(text)")
            }
        }
    }

    @Test func `An address uses the width beside a column of two letters`() throws {
        let address = "https://example.com/some/path/to/a/page?query=1&other=2"
        let table = TableInfo(
            ["Code", "Link", "Name"],
            rows: [["de", .text(address), "Muhammad"], ["fr", "https://example.org/", "Al"]])

        #expect(try TextFormat(width: 79).string(of: table) == TextFormat().string(of: table))
        #expect(
            try TextFormat(width: 60).string(of: table) == """
                ┌──────┬────────────────────────────────┬──────────┐
                │ Code │ Link                           │ Name     │
                ├──────┼────────────────────────────────┼──────────┤
                │ de   │ https://example.com/some/path/ │ Muhammad │
                │      │ to/a/page?query=1&other=2      │          │
                │ fr   │ https://example.org/           │ Al       │
                └──────┴────────────────────────────────┴──────────┘

                """)
    }
}
