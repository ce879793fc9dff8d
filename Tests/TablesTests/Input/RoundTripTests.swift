import RandomTesting
import TableAgent
import TableSurfaces
import Testing

@testable import tables

/// The program reads its own data formats as the same table.
struct RoundTripTests {
    private static let formats: [(any TextualFormat & Sendable, InputFormat)] = [
        (CSVFormat(), .csv), (CSVFormat(lineEnd: .lf), .csv), (TSVFormat(), .tsv),
        (TSVFormat(usesEscapes: true), .tsvEscaped),
        (JSONFormat(), .json),
        (JSONFormat(layout: .rows), .json), (JSONLinesFormat(), .jsonl),
    ]

    private static let titles = [
        "", "", "a", "a_2", "column_1", "column_2_2", "\u{E9}", "e\u{301}", "\"", "\"a\"", "a\"b", "\t",
        "\ta", "a\tb", "\n",
        "a\r\nb", "\r", "\u{FEFF}", "\u{FEFF}a", "\\", "\\t", ",", ";", "a;b", "|", " ", "{", "sections",
        "rows", "NA",
    ]

    @Test(arguments: SeededGenerator.seeds(24))
    func `A table with hostile titles and texts is read back unchanged`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let count = Int.random(in: 1...5, using: &random)
            let records = (0...Int.random(in: 1...6, using: &random)).map { row in
                (0..<count).map { column in
                    row == 0 || column % 3 == 0
                        ? Self.titles.randomElement(using: &random) ?? ""
                        : column % 3 == 1 ? random.text() : "\(Int.random(in: -99...99, using: &random))e1"
                }
            }
            let text = records.map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
            let table = try InputFixture.table(text, as: .csv, InputOptions(delimiter: ","))
            #expect(Set(table.columns.map { Array($0.utf8) }).count == count && !table.columns.contains(""))
            try check(table, "seed \(seed)")
        }
    }

    @Test(arguments: SeededGenerator.seeds(24))
    func `Markdown is read back as the texts that it can represent`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let marks: [Unicode.Scalar] = Array(
            "|\\`*_~[]<>&#;:@$!()&lt;<br>/www. \t\n\r\u{A0}\u{3000}aé漢".unicodeScalars)
        for _ in 0..<40 {
            let count = Int.random(in: 1...4, using: &random)
            let records = (0...5).map { row in
                (0..<count).map {
                    "\(row == 0 ? "t\($0)" : "")" + random.text(of: marks) + random.text(of: marks)
                }
            }
            let text = records.map { $0.map(quoted).joined(separator: ",") + "\n" }.joined()
            let table = try InputFixture.table(text, as: .csv, InputOptions(delimiter: ","))
            let bytes = try MarkdownFormat().bytes(of: RecordsReformer().reform(table))
            let place: Comment = "seed \(seed): \(String(decoding: bytes, as: UTF8.self))"
            #expect(InputFormat(sniffing: bytes) == .markdown, place)
            let again = try InputFixture.table(bytes, as: .markdown)
            #expect(
                ([again.columns] + again.texts) == ([table.columns] + table.texts).map { $0.map(held) }, place
            )
        }
    }

    /// Returns a text with the line breaks that Markdown can represent.
    private func held(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\r" }.joined(separator: "\n")
    }

    @Test(arguments: SeededGenerator.seeds(8), TextFormat.Border.allCases.filter { $0 != .none })
    func `Text with a border is read back`(seed: UInt64, border: TextFormat.Border) throws {
        var random = SeededGenerator(seed: seed)
        let characters: [Unicode.Scalar] = Array("ab-+.,:=漢é1".unicodeScalars)
        for _ in 0..<10 {
            let count = Int.random(in: 1...4, using: &random)
            let records = (0...5).map { _ in (0..<count).map { "t\($0)" + random.text(of: characters) } }
            let text = records.map { $0.map(quoted).joined(separator: ",") + "\n" }.joined()
            let table = try InputFixture.table(text, as: .csv, InputOptions(delimiter: ","))
            let bytes = try TextFormat(border: border).bytes(of: RecordsReformer().reform(table))
            let place: Comment = "seed \(seed): \(String(decoding: bytes, as: UTF8.self))"
            #expect(InputFormat(sniffing: bytes) == .text, place)
            let again = try InputFixture.table(bytes, as: .text)
            #expect([again.columns] + again.texts == [table.columns] + table.texts, place)
        }
    }

    @Test func `Nested values, nulls, and missing keys are equal in every JSON format`() throws {
        let json = """
            [{"a": [1, {"b": "\\n"}], "": null}, {"": "[1]", "c": {}}, {}, {"c": true, "a": 1e5}, {"a": "x", "d": false}]
            """
        let table = try InputFixture.table(json, as: .json)
        for (format, input) in Self.formats where input == .json || input == .jsonl {
            let again = try read(RecordsReformer().reform(table), format, input)
            #expect(again.columns == ["a", "column_2", "c", "d"])
            #expect(again.texts == table.texts)
            #expect(again.kinds == table.kinds)
        }
    }

    @Test func `Sections are read back as their rows`() throws {
        let table = try InputFixture.table("k,n\na,1\nb,2\na,3\n", as: .csv)
        let info = try RecordsReformer(selection: RowSelection(groupBy: ["k"]), sums: .sums("n")).reform(
            table)
        let again = try read(info, JSONFormat(), .json)
        #expect(again.texts == [["a", "1"], ["a", "3"], ["b", "2"]])
    }

    private func check(_ table: SourceTable, _ place: Comment) throws {
        let info = try RecordsReformer().reform(table)
        for (format, input) in Self.formats {
            let again = try read(info, format, input)
            let isJSON = input == .json || input == .jsonl
            #expect(again.columns.map { Array($0.utf8) } == table.columns.map { Array($0.utf8) }, place)
            #expect(again.kinds == table.kinds, "\(place), \(input)")
            let texts = table.rows.indices.map { row in
                table.columns.indices.map { column in
                    let text = table.text(row: row, column: column)
                    return Array(
                        (isJSON && table.kind(row: row, column: column) == .number ? spelled(text) : text)
                            .utf8)
                }
            }
            #expect(again.texts.map { $0.map { Array($0.utf8) } } == texts, "\(place), \(input)")
        }
    }

    private func read(
        _ info: TableInfo, _ format: any TextualFormat, _ input: InputFormat
    ) throws -> SourceTable {
        // The only column of a table can contain another separator in every row.
        let options = InputOptions(
            delimiter: input == .csv ? "," : nil, quote: input == .tsv ? .double : nil)
        let bytes = try format.bytes(of: info)
        if input == .jsonl || input == .json, info.rowCount > 1 {
            #expect(InputFormat(sniffing: bytes) == input)
        }
        return try InputFixture.table(bytes, as: input, options)
    }

    /// Returns a number in the notation of JSON.
    private func spelled(_ number: String) -> String {
        if number.hasPrefix(".") { return "0" + number }
        if number.hasPrefix("-.") { return "-0" + number.dropFirst() }
        return number.hasSuffix(".") ? String(number.dropLast()) : number
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
