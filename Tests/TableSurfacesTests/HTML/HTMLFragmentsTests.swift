import RandomTesting
import TableAgent
import TableSurfaces
import Testing

struct HTMLFragmentsTests {
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
            return section
        }
        let titles = ["", "T"].randomElement(using: &random) ?? ""
        return TableInfo(
            columns: (0..<columns).map { _ in GridColumn(titles) }, sections: sections,
            foot: Bool.random(using: &random) ? Foot(cells(), as: SampleLine.self) : nil)
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `Fragments equal the parts of the whole table, and together form it`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let table = randomTable(&random)
            let format = HTMLFormat(
                page: Bool.random(using: &random) ? "P" : nil, isKeyed: Bool.random(using: &random),
                actions: Bool.random(using: &random) ? HTMLActions(address: "/events") : nil)

            let whole = try format.string(of: table)
            let fragments = try format.fragments(of: table)
            var sections = ""
            for (number, section) in table.sections.enumerated() {
                let text = try #require(try fragments.section(at: number))
                var lines = try fragments.head(ofSection: number) ?? ""
                for row in section.visibleRows.indices {
                    let position = RowPosition(section: number, row: row)
                    lines += try #require(try fragments.row(at: position), "seed \(seed)")
                }
                lines += try fragments.foot(ofSection: number) ?? ""
                let group = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
                #expect(group.count == 2 && group[0].hasPrefix("<t"), "seed \(seed)")
                #expect(group[1] == "\(lines)</\(group[0].dropFirst().prefix(5))>\n", "seed \(seed)")
                sections += text
            }
            sections += try fragments.foot() ?? ""
            let frame = whole.split(separator: sections, maxSplits: 1, omittingEmptySubsequences: false)
            #expect(sections.isEmpty || frame.count == 2, "seed \(seed)")
            #expect(sections.isEmpty || !frame.joined().contains("<tbody"), "seed \(seed)")
        }
    }

    @Test func `The fragment of a missing part is nil`() throws {
        var table = TableInfo(["A"], rows: [["a"]])
        var fragments = try HTMLFormat().fragments(of: table)
        for position in [
            RowPosition(section: 0, row: 1), RowPosition(section: 1, row: 0),
            RowPosition(section: -1, row: 0),
        ] {
            #expect(try fragments.row(at: position) == nil)
        }
        #expect(try fragments.head(ofSection: 0) == nil)
        #expect(try fragments.foot(ofSection: 1) == nil)
        #expect(try fragments.section(at: 1) == nil)
        #expect(try fragments.row(at: RowPosition(section: 0, row: 0)) != nil)

        table.sections[0].isCollapsed = true
        fragments = try HTMLFormat().fragments(of: table)
        #expect(try fragments.row(at: RowPosition(section: 0, row: 0)) == nil)
    }

    @Test func `A section of any length is complete`() throws {
        let table = TableInfo.long
        let text = try HTMLFormat().fragments(of: table).section(at: 0)

        #expect(try HTMLFormat().string(of: table).contains(#require(text)))
    }

    @Test func `A row with too many cells is an error`() {
        #expect(throws: TableError.self) {
            try HTMLFormat().fragments(of: TableInfo(["A"], rows: [["a", "b"]]))
        }
    }
}
