import TableAgent
import TableAgentTesting
import Testing

private func at(_ section: Int, _ row: Int) -> RowPosition { RowPosition(section: section, row: row) }

/// The suite finds what only shows over time, and passes containers that keep their views.
struct DisplayConformanceTests {
    @Test func `A container that keeps the views of rows that move conforms`() throws {
        try ContainerConformance.check { Keeping() }
    }

    @Test func `A container that tells of rows and of no foot is found`() {
        #expect(throws: ContainerConformance.Failure.self) {
            try ContainerConformance.check(scroll: { try $0.scroll(to: $1) }) { Footless() }
        }
    }
}

/// Tells of lines as a table view does: the view of a row that moves stays on show, and its end of display
/// is told where it stands by then.
private final class Keeping: TableContainer {
    weak var panel: Panel?
    private var rows: [[RowSource]] = []
    var appliesChanges: Bool { true }

    func canShow(_ item: ItemType) -> Bool { item.view == GridLine.self }

    func reload(_ update: TableUpdate) throws {
        for row in rows.joined() { row.post(.didEndDisplay) }
        rows = []
        update.commit()
        try refresh()
        for row in rows.joined() { row.post(.willDisplay) }
    }

    func apply(_ changes: TableChanges, in update: TableUpdate) throws {
        let gone = Set(changes.rowDeletes)
        let sections = Set(changes.sectionDeletes)
        var ended: [RowSource] = []
        for (number, section) in rows.enumerated() {
            for (row, source) in section.enumerated()
            where sections.contains(number) || gone.contains(at(number, row)) {
                ended.append(source)
            }
        }
        update.commit()
        try refresh()
        for source in ended { source.post(.didEndDisplay) }
        let inserted = Set(changes.sectionInserts)
        for number in inserted { for source in rows[number] { source.post(.willDisplay) } }
        for place in changes.rowInserts { rows[place.section][place.row].post(.willDisplay) }
    }

    private func refresh() throws {
        guard let panel else { return }
        rows = try panel.tableInfo.sections.enumerated().map { number, section in
            try section.visibleRows.indices.map { try panel.source(at: at(number, $0)) }
        }
    }
}

/// Shows a dozen lines and tells of rows and heads, never of a foot.
private final class Footless: TableContainer {
    private enum Line {
        case row(RowSource), head(EntrySource)

        func post(_ name: EventName<Void>) {
            switch self {
            case .row(let source): source.post(name)
            case .head(let source): source.post(name)
            }
        }
    }

    weak var panel: Panel?
    private var lines: [Line] = []

    func canShow(_ item: ItemType) -> Bool { item.view == GridLine.self }

    func reload(_ update: TableUpdate) throws {
        update.commit()
        try show(around: nil)
    }

    func scroll(to position: RowPosition) throws { try show(around: position) }

    private func show(around position: RowPosition?) throws {
        for line in lines { line.post(.didEndDisplay) }
        lines = []
        guard let panel else { return }
        for (number, section) in panel.tableInfo.sections.enumerated() {
            if section.head != nil { lines.append(.head(try panel.source(of: .head, ofSection: number))) }
            let rows = section.visibleRows.indices
            let first = position.map { $0.section == number ? max(0, min($0.row, rows.count - 12)) : 0 } ?? 0
            for row in rows.dropFirst(first).prefix(12) {
                lines.append(.row(try panel.source(at: at(number, row))))
            }
        }
        for line in lines { line.post(.willDisplay) }
    }
}
