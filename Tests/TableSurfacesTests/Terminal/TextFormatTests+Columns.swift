import TableAgent
import TableSurfaces
import Testing

extension TextFormatTests {
    private static let long = "a text that takes what is left of the width"

    /// Returns the width of each column in a table with one row of equal long texts.
    private func widths(_ columns: [GridColumn], in width: Int, texts: [String]? = nil) throws -> [Int] {
        let cells = texts ?? Array(repeating: Self.long, count: columns.count)
        let text = try TextFormat(border: .light, width: width, overflow: .cut, narrowing: .squeeze).string(
            of: TableInfo(columns, rows: [cells.map { .text($0) }]))
        let rule = text.prefix { $0 != "\n" }.dropFirst().dropLast()
        return rule.split(separator: "┬").map { $0.count - 2 }
    }

    @Test func `Columns of the lowest priority shrink first, down to their minimum widths`() throws {
        let columns = [
            GridColumn(""), GridColumn("", width: 5...99, priority: -1), GridColumn("", priority: 1),
        ]

        let found = try [138, 101, 71, 56, 31, 22].map { try widths(columns, in: $0) }
        #expect(found == [[43, 42, 43], [43, 5, 43], [13, 5, 43], [5, 5, 36], [5, 5, 11], [2, 5, 5]])
    }

    @Test func `Free width goes to the columns with a share`() throws {
        let columns = [GridColumn("", share: 1), GridColumn(""), GridColumn("", share: 2)]
        let texts = ["a", "b", "c"]

        #expect(try widths(columns, in: 13, texts: texts) == [1, 1, 1])
        #expect(try widths(columns, in: 43, texts: texts) == [11, 1, 21])
        #expect(try widths(columns, in: 44, texts: texts) == [12, 1, 21])
    }

    @Test func `A share does not exceed the column's maximum width`() throws {
        let columns = [
            GridColumn("", width: 1...5, share: 900), GridColumn("", width: 2...4), GridColumn("", share: 1),
        ]

        #expect(try widths(columns, in: 50, texts: ["a", "b", "c"]) == [5, 2, 33])
        #expect(
            try widths([GridColumn("", width: 1...5, share: 1)], in: 50, texts: ["a"]) == [5])
    }

    @Test func `Without a limit, shares have no effect`() throws {
        let table = TableInfo([GridColumn("", share: 1)], rows: [["a"]])

        #expect(try TextFormat(border: .none).string(of: table) == "a\n")
    }

    @Test func `A column can override the handling of text that is too wide`() throws {
        let columns = [
            GridColumn("", width: 6...6, overflow: .cut), GridColumn("", width: 6...6),
            GridColumn("", width: 6...6, overflow: .wrapAnywhere),
        ]
        let table = TableInfo(columns, rows: [["one two three", "one two", "one two"]])

        #expect(
            try TextFormat(border: .ascii).string(of: table) == """
                +--------+--------+--------+
                | one t… | one    | one tw |
                |        | two    | o      |
                +--------+--------+--------+

                """)
        #expect(
            try TextFormat(border: .none, overflow: .cut).string(of: table)
                == "one t…  one t…  one tw\n                o     \n")
    }

    @Test func `A long title is broken between words before a number is broken`() throws {
        let table = TableInfo(["Number of employees", "Name"], rows: [[12, "a long name of a firm"]])

        #expect(
            try TextFormat(width: 30).string(of: table) == """
                ┌───────────┬─────────────┐
                │ Number of │ Name        │
                │ employees │             │
                ├───────────┼─────────────┤
                │        12 │ a long name │
                │           │ of a firm   │
                └───────────┴─────────────┘

                """)
    }

    @Test func `Dates stay whole as long as text can shrink`() throws {
        let rows: [[SampleCell]] = [[SampleCell(.date("2026-11-21")), "a text of many words"]]
        let text = try TextFormat(border: .none, width: 20).string(of: TableInfo(["", ""], rows: rows))

        #expect(text.hasPrefix("2026-11-21  a text"))
    }
}
