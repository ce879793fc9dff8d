import TableAgent
import TableSurfaces
import Testing

/// Tests of tables in narrow terminals, with late rows, and with large numbers.
extension TextFormatTests {
    @Test(arguments: 12...60)
    func `Long words never make a table wider than its limit`(width: Int) throws {
        let row: [SampleCell] = [
            "internationalization of software", "characteristically interesting",
            "uncharacteristic behaviour",
        ]
        for narrowing in TextFormat.Narrowing.allCases {
            let text = try TextFormat(width: width, narrowing: narrowing).string(
                of: TableInfo(["a", "b", "c"], rows: [row, row]))
            #expect(MeasuredText.lines(text).allSatisfy { $0.count <= width }, "\(text)")
        }
    }

    @Test(arguments: TextFormat.Narrowing.allCases)
    func `Absurd widths are limited`(narrowing: TextFormat.Narrowing) throws {
        let wide = GridColumn("a", width: .max ... .max, share: 2)
        let table = TableInfo(columns: [wide, wide]) {
            TableSection(id: 0) { Row("text", id: 0, as: GridTitle.self) }
        }
        let widths = try [nil, 80, .max].map { width in
            let text = try TextFormat(width: width, narrowing: narrowing).string(of: table)
            return text.split(separator: "\n").map(\.count).max() ?? 0
        }
        #expect(widths.allSatisfy { $0 <= 3_000_000 }, "\(widths)")
        let growing = TableInfo(columns: [GridColumn("a", share: 2), GridColumn("b", share: 1000)]) {
            TableSection(id: 0) { Row("text", id: 0, as: GridTitle.self) }
        }
        let text = try TextFormat(width: .max, narrowing: narrowing).string(of: growing)
        #expect(text.split(separator: "\n").first?.count == 1_000_000)
    }

    @Test func `Rows after the sample have the remaining width`() throws {
        let early: [[SampleCell]] = (0..<1000).map { [SampleCell(.integer($0)), "Ada", "ok"] }
        let late: [[SampleCell]] = (0..<9).map {
            [
                SampleCell(.integer($0)), "Ada Lovelace of London",
                "A sentence of more than sixty columns, which comes late in all",
            ]
        }
        let text = try TextFormat(width: 80).string(of: TableInfo(["i", "n", "t"], rows: early + late))

        let widths = MeasuredText.lines(text).map(\.count)
        #expect(widths.allSatisfy { 70...80 ~= $0 })
    }

    @Test(arguments: [TextFormat.Narrowing.automatic, .squeeze], [24, 32, 40])
    func `A number that fits stays whole, even beside a word in its column`(
        narrowing: TextFormat.Narrowing, width: Int
    ) throws {
        let rows: [[SampleCell]] = [
            [.decimal("8418349.75"), "a text that is quite long"], ["n/a", "another one, just as long"],
            [.decimal("12345678.5"), "on 2026-11-22 at 14:30"],
        ]
        let text = try TextFormat(width: width, narrowing: narrowing).string(
            of: TableInfo(["v", "t"], rows: rows))

        #expect(text.contains("8418349.75") && text.contains("12345678.5"), "\(text)")
        #expect(MeasuredText.lines(text).allSatisfy { $0.count <= width }, "\(text)")
    }

    @Test func `The number of rows can be the largest integer`() throws {
        let table = TableInfo(["n"], rows: [[1], [2], [3]])

        let all = try TextFormat(rows: .ends(.max)).string(of: table)
        #expect(all.hasSuffix("3 rows, 1 column\n") && all.contains("│ 2 │"))
    }

    @Test func `Omitted sections without rows are counted`() throws {
        let rows: [[SampleCell]] = (0..<5).map { [SampleCell(.integer($0)), "a text of some width"] }
        let empty = (0..<3).map { SampleSection(id: "\($0)", head: ["empty"], rows: []) }
        let ends = ["a", "z"].map { SampleSection(id: $0, rows: rows) }
        let sections = [ends[0]] + empty + [ends[1]]
        let text = try TextFormat(rows: .ends(3)).string(of: TableInfo(["n", "t"], sections))

        #expect(text.contains("│ … 3 sections ") && !text.contains("… 0"), "\(text)")
    }

    @Test func `A single line names some of the omitted columns`() throws {
        let columns = (0..<60).map { GridColumn("name\nno. \($0)") }
        let text = try TextFormat(width: 200, narrowing: .drop).string(
            of: TableInfo(columns, rows: [columns.map { _ in "eleven char" }]))

        let note = text.split(separator: "\n").drop { !$0.hasPrefix("60 columns") }.joined(separator: " ")
        #expect(note.contains("without name no. ") && note.contains(" more)"), "\(text)")
    }

    @Test func `A combining mark after a direction mark does not join the text before its cell`() throws {
        let text = try TextFormat(border: .ascii).string(of: TableInfo([""], rows: [["\u{200F}\u{301}x"]]))

        #expect(text.unicodeScalars.contains("\u{25CC}"))
    }
}
