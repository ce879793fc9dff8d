import RandomTesting
import TableAgent
import TableAgentTesting
import Testing

@_spi(Internals) @testable import TableBrowser

/// Random edits while a person reads, beside a naive list of lines.
struct BrowserRandomTests {
    /// The filters and the sorts of the runs.
    enum Reading: CaseIterable {
        case plain, filtered, sorted, sortedByText, filteredAndSorted

        var keys: String {
            switch self {
            case .plain: ""
            case .filtered: "&paid\n"
            case .sorted: "lls"
            case .sortedByText: "lss"
            case .filteredAndSorted: "&paid\nlls"
            }
        }
    }

    /// The customers in the order of their names.
    private static let customers = Dictionary(
        uniqueKeysWithValues: ["Ada", "Barbara", "grace", "Linus", "Müller & Söhne", "株式会社さくら商店"]
            .enumerated().map { ($1, $0) })

    /// Returns the lines that a person should see.
    private func lines(of table: TableInfo, _ reading: Reading) -> [BrowserLine] {
        let (isFiltered, isSorted) = ([.filtered, .filteredAndSorted].contains(reading), reading != .plain)
        var lines: [BrowserLine] = []
        for (index, section) in table.sections.enumerated() {
            var rows = section.rows.compactMap { $0.data(as: SampleOrder.self) }.enumerated().map {
                ($0, $1)
            }
            if isFiltered { rows.removeAll { !$0.1.isPaid } }
            if isSorted, reading != .filtered {
                rows.sort { first, second in
                    if reading == .sortedByText {
                        let ranks = (Self.customers[second.1.customer], Self.customers[first.1.customer])
                        return ranks.0 == ranks.1 ? first.0 < second.0 : (ranks.0 ?? 0) < (ranks.1 ?? 0)
                    }
                    return (first.1.cents, first.0) < (second.1.cents, second.0)
                }
            }
            if isFiltered, rows.isEmpty { continue }
            let isHidden = rows.count < section.rows.count
            if section.isCollapsed { rows = [] }
            if section.hasHead { lines.append(BrowserLine(section: index, part: .head)) }
            lines += rows.map { BrowserLine(section: index, part: .row($0.0)) }
            // The sums are those of the visible rows, and a section without rows says so only in its foot. The line of a folded
            // section has them beside its head.
            if section.hasFoot, !(section.hasHead && section.isCollapsed),
                !isHidden || section.foot?.data(as: Int.self) != nil
            {
                lines.append(BrowserLine(section: index, part: .foot))
            }
        }
        if table.hasFoot { lines.append(BrowserLine(section: table.sections.count, part: .foot)) }
        return lines
    }

    private func edit(_ edit: inout TableEdit, _ next: inout Int, _ random: inout SeededGenerator) throws {
        let sections = edit.table.sections
        guard let section = sections.indices.randomElement(using: &random) else {
            next += 1
            return edit.append(TableSection(id: next) { Rows([SampleOrder(next)], as: SampleLine.self) })
        }
        let rows = sections[section].rows
        let row = Int.random(in: 0...rows.count, using: &random)
        let position = RowPosition(section: section, row: row)
        next += 10
        switch Int.random(in: 0..<14, using: &random) {
        case 0..<4:
            try edit.insert(
                Rows((0..<3).map { SampleOrder(next + $0) }, as: SampleLine.self), at: row, in: .at(section))
        case 4..<6 where row < rows.count: try edit.removeRow(.at(position))
        case 6..<8 where row < rows.count:
            guard var order = rows[row].data(as: SampleOrder.self) else { return }
            (order.cents, order.isPaid) = (next * 31 % 1_000, next % 20 == 0)
            try edit.replaceData(ofRow: .at(position), with: order)
        case 8: try edit.toggleSection(.at(section))
        case 9:
            try edit.moveSection(
                .at(section), before: .at(Int.random(in: 0..<sections.count, using: &random)))
        case 10: try edit.removeSection(.at(section))
        case 11:
            edit.append(
                TableSection(id: next, empty: "None") {
                    Head("New", as: OrderTitle.self)
                    Rows([SampleOrder(next)], as: SampleLine.self)
                })
        case 12 where row < rows.count:
            try edit.moveRow(.at(position), toEndOf: .at(Int.random(in: 0..<sections.count, using: &random)))
        case 13: try edit.setHead(Head("Head", as: OrderTitle.self), of: .at(section))
        default: break
        }
    }

    @Test(arguments: SeededGenerator.seeds(4), Reading.allCases)
    func `Random edits keep the lines and the row that a person reads`(seed: UInt64, reading: Reading) throws
    {
        for round in 0..<20 as Range<UInt64> {
            var random = SeededGenerator(seed: seed &+ round)
            let orders = (0..<Int.random(in: 0...120, using: &random)).map { SampleOrder($0) }
            var table = TableInfo.orders(orders, sections: Int.random(in: 1...7, using: &random))
            var state = BrowserState(table)
            state.type(reading.keys)
            var next = 10_000
            for _ in 0..<50 {
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let keys: [BrowserKey] = [.down, .down, .up, .pageDown, .pageUp, .end]
                    _ = state.handle(keys.randomElement(using: &random) ?? .down)
                }
                if Int.random(in: 0..<10, using: &random) == 0 {
                    state.resize(width: 80, height: Int.random(in: 1...40, using: &random))
                }
                let old = table
                let (row, y) = (state.cursorRow, state.cursorOffset)
                _ = try table.edit { edit in
                    for _ in 0..<Int.random(in: 1...4, using: &random) {
                        try self.edit(&edit, &next, &random)
                    }
                }
                state.update(TableChanges(from: old, to: table), to: table)
                state.type("")
                let expected = lines(of: table, reading)
                #expect(state.lines.all == expected)
                guard let row, let target = table.position(of: .id(row.row, in: .id(row.section)))
                else { continue }
                let line = BrowserLine(section: target.section, part: .row(target.row))
                guard expected.contains(line) else { continue }
                #expect(state.cursorLine == line, "seed \(seed), round \(round)")
                // Near the ends, there are too few lines to keep the offset.
                if expected.count > 100, 45..<expected.count - 45 ~= (expected.firstIndex(of: line) ?? 0) {
                    #expect(state.cursorOffset == y, "seed \(seed), round \(round)")
                }
            }
        }
    }
}

extension TableLines {
    /// All lines.
    var all: [BrowserLine] { (0..<count).map { self[$0] } }
}

extension BrowserState {
    /// The ids of the cursor's row and its section.
    fileprivate var cursorRow: (section: AnyID, row: AnyID)? {
        guard let position = cursorLine?.position else { return nil }
        let section = table.sections[position.section]
        return (section.id, section.rows[position.row].id)
    }
}
