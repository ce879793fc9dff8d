import Foundation
import TableAgent
import TableSurfaces
import Testing

struct JSONFormatTests {
    /// Returns the table as JSON, read back by Foundation.
    static func sections(_ table: TableInfo) throws -> [[String: Any]] {
        let text = try JSONFormat().string(of: table)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let table = try #require(object as? [String: Any])
        #expect(table.keys.sorted() == ["sections"])
        return try #require(table["sections"] as? [[String: Any]])
    }

    private func rows(_ table: TableInfo) throws -> [[String: Any]] {
        let section = try #require(try Self.sections(table).first)
        return try #require(section["rows"] as? [[String: Any]])
    }

    /// Returns the output for one cell.
    private func value(_ cell: SampleCell) throws -> String {
        let text = try JSONLinesFormat().string(of: TableInfo(["v"], rows: [[cell]]))
        return String(text.dropFirst(6).dropLast(2))
    }

    @Test func `JSON is an object of sections with id, head, rows, and foot`() throws {
        #expect(
            try JSONFormat().string(of: .store) == """
                {"sections": [
                  {"id": "fruit", "head": ["Fruit"], "rows": [
                    {"Item": "Apple", "Count": 3},
                    {"Item": "Fig", "Count": 12}
                  ], "foot": {"Count": 15}},
                  {"id": "metal", "rows": [
                    {"Item": "Nail", "Count": 100}
                  ]}
                ]}

                """)
    }

    @Test func `The foot of a table is its total`() throws {
        var table = TableInfo.store
        let store = try JSONFormat().string(of: table)
        #expect(store.hasSuffix("\n]}\n"))
        table.setFoot(Foot([nil, 118] as [SampleCell], as: SampleLine.self))
        #expect(
            try JSONFormat().string(of: table) == store.dropLast(2) + ", \"total\": {\"Count\": 118}}\n")
        #expect(try !JSONFormat(layout: .rows).string(of: table).contains("total"))
        #expect(try !JSONLinesFormat().string(of: table).contains("118"))
        table.sections = []
        #expect(try JSONFormat().string(of: table) == "{\"sections\": [], \"total\": {\"Count\": 118}}\n")
    }

    @Test func `A section with only a foot is a section, even at the end`() throws {
        let sums = TableSection("sums", foot: [nil, 118])
        let text = try JSONFormat().string(
            of: TableInfo(columns: ["Item", "Count"], sections: [sums, sums]))
        let sumsJSON = #"  {"id": "sums", "rows": [], "foot": {"Count": 118}}"#
        #expect(text.replacing("\n", with: "") == #"{"sections": ["# + sumsJSON + "," + sumsJSON + "]}")
    }

    @Test func `An empty table has no sections, and an empty section has no rows`() throws {
        #expect(try Self.sections(TableInfo()).isEmpty)

        let section = try #require(try Self.sections(TableInfo(sections: [TableSection("s")])).first)
        #expect(section.keys.sorted() == ["id", "rows"])
        #expect((section["rows"] as? [Any])?.isEmpty == true)
    }

    @Test(
        arguments: [
            (7, "7"), (-7, "-7"), (SampleCell(.integer(.max)), "9223372036854775807"),
            (2.5, "2.5"), (100.0, "100.0"), (1e300, "1e+300"), (.decimal("12.50"), "12.50"),
            (.decimal("-0.10e-3"), "-0.10e-3"),
            (.decimal("12345678901234567890.5"), "12345678901234567890.5"),
            (true, "true"), (false, "false"), (nil, "null"), (.word("Total"), "null"),
            (SampleCell(.double(.nan)), "null"), (SampleCell(.double(.infinity)), "null"),
            (SampleCell(.double(-.infinity)), "null"), ("", "\"\""), ("12", "\"12\""), ("true", "\"true\""),
            (SampleCell(.date("2026-01-31")), "\"2026-01-31\""), (.decimal("1,5"), "\"1,5\""),
            (.text("v", shown: "s"), "\"v\""), (.decimal("1", shown: "€ 1"), "1"),
            (.decimal(".5"), "0.5"), (.decimal("-.5"), "-0.5"), (.decimal(".5E-3"), "0.5E-3"),
            (.decimal("12."), "12"), (.decimal("-0."), "-0"), (.decimal("-0"), "-0"),
            (.decimal("."), "\".\""),
            (.decimal("1.e5"), "\"1.e5\""), (.decimal("-"), "\"-\""),
            (SampleCell(.json("[1,\n\t{\"a\": null}]")), "[1,{\"a\": null}]"),
            (SampleCell(.json("[1,]")), "\"[1,]\""), (SampleCell(.json("\"x\"")), "\"x\""),
        ] as [(SampleCell, String)])
    func `Cells have the JSON types of their values`(cell: SampleCell, expected: String) throws {
        #expect(try value(cell) == expected)
    }

    @Test(arguments: 0..<0x20 as Range<UInt8>)
    func `Every control character is escaped`(byte: UInt8) throws {
        let text = "a\(Unicode.Scalar(byte))b"
        let table = TableInfo([GridColumn(text)], rows: [[.text(text)]])

        let written = try JSONFormat().string(of: table)

        #expect(!written.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(try rows(table).first?[text] as? String == text)
        #expect(written.contains("a\\"))
    }

    @Test(arguments: [
        ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#),
        ("a\u{8}\u{9}\u{A}\u{C}\u{D}b", #""a\b\t\n\f\rb""#),
        ("\u{0}", #""\u0000""#), ("\u{1F}", #""\u001f""#), ("東京 👍", #""東京 👍""#), ("\u{7F}", "\"\u{7F}\""),
        ("\u{2028}", "\"\u{2028}\""),
    ])
    func `Only text that needs escapes is escaped`(text: String, expected: String) throws {
        #expect(try value(.text(text)) == expected)
    }

    @Test
    func `A row omits missing cells, a foot omits cells without a value, and a head has null`()
        throws
    {
        let line: [SampleCell] = [SampleCell(.missing), nil, 1]
        let table = TableInfo(
            columns: ["A", "B", "C"],
            sections: [TableSection(0, head: line, rows: [line, [SampleCell(.missing)]], foot: line)])

        let text = try JSONFormat().string(of: table)

        #expect(text.contains(#""head": [null, null, 1]"#))
        #expect(text.contains("{\"B\": null, \"C\": 1},\n    {\"B\": null, \"C\": null}\n"))
        #expect(text.contains(#""foot": {"C": 1}"#))
        #expect(try CSVFormat().string(of: table) == "A,B,C\r\n,,1\r\n,,\r\n")
    }

    @Test func `A missing cell and JSON are kept with a line that is measured first`() throws {
        let row: [SampleCell] = [SampleCell(.missing), SampleCell(.json("[1, 2]"), shown: "two"), 12]
        let table = TableInfo(["A", "B", "C"], rows: [row, [1]])

        let text = try TextFormat(border: .ascii).string(of: table)

        #expect(text.contains("|   | two | 12 |\n| 1 |     |    |"))
    }

    @Test func `Columns beyond the end of a row are null`() throws {
        let text = try JSONLinesFormat().string(of: TableInfo(["A", "B"], rows: [["a"], []]))

        #expect(text == "{\"A\": \"a\", \"B\": null}\n{\"A\": null, \"B\": null}\n")
    }

    @Test(arguments: [
        (["total", "total", "total"], ["total", "total_2", "total_3"]),
        (["total", "total", "total_2"], ["total", "total_3", "total_2"]),
        (["total_2", "total", "total"], ["total_2", "total", "total_3"]),
        (["", "b", ""], ["column_1", "b", "column_3"]),
        (["", "column_1"], ["column_1_2", "column_1"]),
        (["column_2", ""], ["column_2", "column_2_2"]),
        (["a\"b", "a\"b"], [#"a\"b"#, #"a\"b_2"#]),
    ])
    func `Columns with equal or empty titles get unique keys`(
        titles: [String], keys: [String]
    ) throws {
        let table = TableInfo(
            titles.map { GridColumn($0) }, rows: [titles.indices.map { SampleCell(.integer($0)) }])
        let expected = zip(keys, keys.indices).map { "\"\($0)\": \($1)" }.joined(separator: ", ")

        #expect(try JSONLinesFormat().string(of: table) == "{\(expected)}\n")
        #expect(try rows(table).first?.count == titles.count)
    }

    @Test func `Titles with equal code points are equal`() throws {
        let table = TableInfo(["\u{E9}", "e\u{301}", "\u{E9}"], rows: [[1, 2, 3]])
        let text = "{\"\u{E9}\": 1, \"e\u{301}\": 2, \"\u{E9}_2\": 3}\n"

        #expect(try JSONLinesFormat().bytes(of: table) == Array(text.utf8))
    }

    @Test func `Without columns, keys are positions`() throws {
        let text = try JSONLinesFormat().string(of: TableInfo([], rows: [["a"], ["b", 2]]))

        #expect(text == "{\"column_1\": \"a\"}\n{\"column_1\": \"b\", \"column_2\": 2}\n")
    }

    @Test(arguments: [
        (AnyID(7), "7"), (AnyID(-7), "-7"), (AnyID(UInt64.max), "18446744073709551615"),
        (AnyID(UInt8(3)), "3"),
        (AnyID(true), "true"), (AnyID("a\"b"), #""a\"b""#), (AnyID("7"), "\"7\""), (AnyID(1.5), "\"1.5\""),
        (AnyID(TablePart.head), "\"head\""), (AnyID(Character("東")), "\"東\""),
        (AnyID(["a", "b"]), #""[\"a\", \"b\"]""#),
    ])
    func `Ids that are integers or Booleans keep their type, and others are text`(
        id: AnyID, expected: String
    ) throws {
        let text = try JSONFormat().string(of: TableInfo(sections: [TableSection(id)]))

        #expect(text.contains("{\"id\": \(expected), "))
    }

    @Test func `Rows of collapsed sections are written`() throws {
        let table = TableInfo(
            columns: ["A"], sections: [TableSection(0, rows: [["a"], ["b"]], isCollapsed: true)])

        #expect(try rows(table).count == 2)
    }

    @Test func `A head is an array of values, and a foot is an object of its present values`() throws {
        let table = TableInfo(
            columns: ["A", "B", "C"],
            sections: [
                TableSection(0, head: ["North", nil, 3], foot: [.word("Total"), 2.5]),
                TableSection(1, head: [], foot: []),
            ])

        let text = try JSONFormat().string(of: table)

        #expect(text.contains(#""head": ["North", null, 3]"#))
        #expect(text.contains(#""foot": {"B": 2.5}"#))
        #expect(text.contains(#""head": []"#))
        #expect(text.contains(#""foot": {}"#))
    }
}
