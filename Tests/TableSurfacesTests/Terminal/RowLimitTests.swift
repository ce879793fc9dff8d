import RandomTesting
import TableAgent
import Testing

@testable import TableSurfaces

struct RowLimitTests {
    @Test func `An omission has the number of rows or of whole sections`() throws {
        let sections = [
            SampleSection(
                id: "a", head: ["A head that is wide enough for a count"],
                rows: (0..<4).map { [SampleCell(.integer($0))] }),
            SampleSection(id: "b", rows: [["x"], ["y"]], foot: ["B"]),
            SampleSection(id: "c", rows: [["z"]]),
        ]
        let format = TextFormat(border: .none, rows: .ends(1))
        let text = try format.string(of: TableInfo(["N"], sections, foot: ["all"]))
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
            .filter { !$0.isEmpty }

        #expect(
            lines == [
                "N", "A head that is wide enough for a count", "0", "… 3 more rows", "… 2 rows in 1 section",
                "z", "all",
                "7 rows, 1 column",
            ])
    }

    /// The calls of a writer that shows the ends of a table: the positions of rows, heads and feet, and omissions.
    private static func calls(_ sections: [SampleSection], limit: Int) -> [String] {
        var calls: [String] = []
        func make(_ step: RowLimit.Step) {
            switch step {
            case .beginSection: calls.append("begin")
            case .line(let position, _):
                calls.append("\(position.part) \(position.sectionIndex) \(position.rowIndex)")
            case .endSection: calls.append("end")
            case .omission(let omission): calls.append(omission.text(in: .english))
            }
        }
        var ends = RowLimit(limit)
        func pass(_ step: RowLimit.Step) {
            if ends.passes(step.part) { make(step) } else { ends.append(step) }
        }
        for (index, section) in sections.enumerated() {
            let info = TableSection(id: section.id)
            pass(.beginSection)
            if section.head != nil { pass(.line(GridPosition(.head, of: info, at: index), GridLine())) }
            for row in section.rows.indices {
                pass(.line(GridPosition(.row, of: info, at: index, row: row), GridLine()))
            }
            if section.foot != nil { pass(.line(GridPosition(.foot, of: info, at: index), GridLine())) }
            pass(.endSection)
        }
        for step in ends.finish() { make(step) }
        return calls
    }

    /// The calls that follow from the plan of a table.
    private static func planned(_ sections: [SampleSection], limit: Int) -> [String] {
        let plan = RowPlan(ends: limit, of: sections.map(\.rows.count))
        var calls: [String] = []
        var skipped = TextFormat.Omission()
        func writeSkipped() {
            if skipped.sectionCount > 0 { calls.append(skipped.text(in: .english)) }
            skipped = TextFormat.Omission()
        }
        for (index, section) in sections.enumerated() {
            guard let omitted = plan.omittedRows(ofSection: index) else {
                skipped.rowCount += section.rows.count
                skipped.sectionCount += 1
                continue
            }
            writeSkipped()
            calls.append("begin")
            if section.head != nil { calls.append("head \(index) 0") }
            for row in section.rows.indices {
                if row == omitted.lowerBound, !omitted.isEmpty {
                    calls.append(TextFormat.Omission(rowCount: omitted.count).text(in: .english))
                }
                if !omitted.contains(row) { calls.append("row \(index) \(row)") }
            }
            if section.foot != nil { calls.append("foot \(index) 0") }
            calls.append("end")
        }
        writeSkipped()
        return calls
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `A limit passes on the same ends of a stream as a plan of a table`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let sections = random.sectionsOfWidth3(columns: 2)
            let count = Int.random(in: 1...6, using: &random)
            #expect(
                Self.calls(sections, limit: count) == Self.planned(sections, limit: count), "seed \(seed)")
        }
    }
}
