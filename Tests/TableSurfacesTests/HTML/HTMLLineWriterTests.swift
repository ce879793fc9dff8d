import RandomTesting
import TableAgent
import TableSurfaces
import Testing

struct HTMLLineWriterTests {
    private func randomTable(_ random: inout SeededGenerator) -> TableInfo {
        let columns = Int.random(in: 0...4, using: &random)
        func cells() -> [SampleCell] {
            (0..<Int.random(in: 0...max(columns, 1), using: &random)).map { _ in
                [.text("<t>"), 1, 2.5, nil, .word("Total"), .text("r", role: .warning)].randomElement(
                    using: &random)
                    ?? nil
            }
        }
        let sections = (0..<Int.random(in: 0...5, using: &random)).map { number in
            var section = TableSection(
                number, head: Bool.random(using: &random) ? cells() : nil,
                foot: Bool.random(using: &random) ? cells() : nil)
            let rows = (0..<Int.random(in: 0...4, using: &random)).map { row in
                SampleActionRow(
                    id: AnyID("\(row)/"), cells: cells(),
                    actions: Bool.random(using: &random) ? [.menu: [RowAction("Delete", .sampleDelete)]] : [:]
                )
            }
            section.rows = Rows(rows, as: SampleActionLine.self)
            section.isCollapsed = Int.random(in: 0..<5, using: &random) == 0
            section.emptyText = Bool.random(using: &random) ? "None" : nil
            return section
        }
        let titles = ["", "T"].randomElement(using: &random) ?? ""
        return TableInfo(
            columns: (0..<columns).map { _ in GridColumn(titles) }, sections: sections,
            foot: Bool.random(using: &random) ? Foot(cells(), as: SampleLine.self) : nil,
            empty: Bool.random(using: &random) ? "No rows" : nil)
    }

    private func controls(_ random: inout SeededGenerator) throws -> HTMLControls {
        let page = Bool.random(using: &random) ? TableQuery.Page(size: 5) : nil
        return try HTMLControls(
            TableQuery(page: page), result: QueryResult(matchingRowCount: 9, rowCount: 9, page: 0..<5),
            files: Bool.random(using: &random) ? ["csv"] : [])
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `Lines, tags, and the start form the whole table`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let table = randomTable(&random)
            let format = HTMLFormat(
                isKeyed: Bool.random(using: &random),
                actions: Bool.random(using: &random) ? HTMLActions(address: "/events") : nil,
                controls: Bool.random(using: &random) ? try controls(&random) : nil)

            var (counts, writer, sections, foot) = try HTMLLineWriter.write(table, in: format)
            var bytes = Array("<table>\n".utf8) + writer.caption + writer.columns
            for (number, lines) in sections.enumerated() {
                let tags = writer.tags(ofSection: number)
                bytes += tags.start + lines.flatMap(\.markup) + tags.end
            }
            bytes += foot.map { Array($0.markup) } ?? []
            #expect(
                try String(decoding: bytes, as: UTF8.self) + "</table>\n" == format.string(of: table),
                "seed \(seed)")

            var later = HTMLLineWriter(format, table, counts, writer.bars)
            for (number, section) in table.sections.enumerated() {
                #expect(
                    try later.lines(ofSection: number).map(\.bytes) == sections[number].map(\.bytes),
                    "seed \(seed)")
                let key = HTMLFormat.key(ofSection: section.id)
                for (index, row) in section.visibleRows.enumerated() {
                    let line = try later.line(
                        row, .row, at: RowPosition(section: number, row: index),
                        key: HTMLFormat.key(ofRow: row.id, inSectionWithKey: key))
                    let start = section.head == nil ? 0 : 1
                    #expect(line.bytes == sections[number][start + index].bytes, "seed \(seed)")
                }
            }
            #expect(try later.foot()?.bytes == foot?.bytes, "seed \(seed)")
        }
    }

    @Test func `A section of any length is complete`() throws {
        let table = TableInfo.long
        let lines = try HTMLLineWriter.write(table, in: HTMLFormat()).sections[0]
        let text = String(decoding: lines.flatMap(\.markup), as: UTF8.self)

        #expect(lines.count == table.sections[0].rows.count)
        #expect(try HTMLFormat().string(of: table).contains(text))
    }

    @Test func `A row with too many cells is an error`() {
        #expect(throws: TableError.self) {
            try HTMLLineWriter.write(TableInfo(["A"], rows: [["a", "b"]]), in: HTMLFormat())
        }
    }
}
