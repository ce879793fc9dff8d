import ArticleTesting
import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

// block: lines
/// A list of text lines that an app draws. An update changes only the lines that differ.
final class LineList: TableContainer {
    struct Section: Equatable {
        var head: String?
        var rows: [String] = []
        var foot: String?
    }

    private(set) var sections: [Section] = []
    private var line = GridLine()

    weak var panel: Panel?

    func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }

    func reload(_ update: TableUpdate) {
        sections = update.new.sections.map { section(of: $0) }
        update.commit()
    }

    func select(_ position: RowPosition) throws {
        try panel?.source(.row(.at(position))).select()
    }

    private func section(of section: TableSection) -> Section {
        Section(
            head: section.head.map { text(of: $0, section.state) },
            rows: section.visibleRows.map { text(of: $0, section.state) },
            foot: section.foot.map { text(of: $0, section.state) })
    }

    private func text(of row: Row, _ state: SectionState) -> String {
        row.fill(&line, in: state)
        return line.cells.indices.map { line.shown(at: $0) }.joined(separator: "  ")
    }
}
// end of block

// block: changes
extension LineList {
    func apply(_ changes: TableChanges, in update: TableUpdate) {
        // 1. Remove deleted and moved rows: positions in the old table, from the bottom.
        var moving: [RowPosition: String] = [:]
        for position in (changes.rowDeletes + changes.rowMoves.map(\.from)).sorted(by: >) {
            moving[position] = sections[position.section].rows.remove(at: position.row)
        }
        for index in changes.sectionDeletes.reversed() { sections.remove(at: index) }

        // 2. Insert new and moved rows: positions in the new table, from the top.
        for index in changes.sectionInserts {
            sections.insert(section(of: update.new.sections[index]), at: index)
        }
        var coming = changes.rowMoves.map { (position: $0.to, text: moving[$0.from]) }
        coming += changes.rowInserts.map { (position: $0, text: nil) }
        for (position, text) in coming.sorted(by: { $0.position < $1.position }) {
            sections[position.section].rows.insert(
                text ?? self.text(at: position, in: update.new), at: position.row)
        }

        // 3. Commit: from now on, the panel has the new table.
        update.commit()

        // 4. Update rows, heads, and feet with other content: positions in the new table.
        for position in changes.rowUpdates {
            sections[position.section].rows[position.row] = text(at: position, in: update.new)
        }
        for index in changes.headUpdates {
            sections[index].head = section(of: update.new.sections[index]).head
        }
        for index in changes.footUpdates {
            sections[index].foot = section(of: update.new.sections[index]).foot
        }
    }

    private func text(at position: RowPosition, in table: TableInfo) -> String {
        let section = table.sections[position.section]
        return text(of: section.rows[position.row], section.state)
    }
}
// end of block

/// The examples of the article about containers.
struct ContainerArticleTests {
    struct Seat: Identifiable {
        let id: String
        var guest: String
    }

    enum SeatLine: GridLineItem {
        static func fill(_ line: inout GridLine, with seat: Seat) {
            line.text(seat.id)
            line.text(seat.guest)
        }

        static func isUnchanged(_ old: Seat, _ new: Seat) -> Bool { old.guest == new.guest }
    }

    struct Seats: StatelessReformer {
        func reform(_ rows: [[Seat]]) -> TableInfo {
            TableInfo {
                for (number, seats) in rows.enumerated() {
                    TableSection(id: seats.first?.id ?? "\(number)") {
                        Head("Row \(number + 1)", as: GridTitle.self)
                        Rows(seats, as: SeatLine.self)
                    }
                }
            }
        }
    }

    private let rows = [
        [Seat(id: "A1", guest: "Ada"), Seat(id: "A2", guest: "Bob"), Seat(id: "A3", guest: "Cy")],
        [Seat(id: "B1", guest: "Dot")],
    ]

    @Test func `The article's examples are the compiled code, in order`() throws {
        let article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Write-a-container.md", test: #filePath)
        #expect(["lines", "says", "changes", "conformance"].map { article.compiled[$0] } == article.swift)
    }

    @Test func `The container passes the conformance suite`() throws {
        // block: conformance
        try ContainerConformance.check(
            shown: { "\($0.sections)" },
            select: { try $0.select($1) }
        ) { LineList() }
        // end of block
    }

    @Test(arguments: [
        [["A3", "A1", "A2"], ["B1"]], [["A1"], ["B1", "A2", "A3"]], [["B1"], ["A1", "A2", "A3"]],
        [["B1", "A2"]], [["A1", "X", "A3"], ["Y"], ["B1"]], [],
    ])
    func `Changed lines equal those of a list that reloads`(ids: [[String]]) throws {
        var new = ids.map { $0.map { Seat(id: $0, guest: "new \($0)") } }
        for index in new.indices where !new[index].isEmpty { new[index][0].guest = "Ada" }
        let (list, fresh) = (LineList(), LineList())
        let agent = try Agent(list, rawData: rows, reformer: Seats.self)
        try agent.reload(new)
        let other = try Agent(fresh, rawData: new, reformer: Seats.self)
        #expect(list.sections == fresh.sections)
        #expect(other.tableInfo.rowCount == agent.tableInfo.rowCount)
    }
}

extension LineList {
    // block: says
    var appliesChanges: Bool { true }
    // end of block
}
