import RandomTesting
import TableAgent
import TableAgentTesting
import Testing

@_spi(Internals) @testable import TableBrowser

/// Columns that are hard to sort, in the browser and in an agent.
struct SortedColumnTests {
    private struct Cell {
        let kind: SortedColumn.Kind
        let value: String?
    }

    private enum Line: GridLineItem {
        static func fill(_ line: inout GridLine, with cell: Cell) {
            guard var value = cell.value else { return line.empty() }
            switch cell.kind {
            case .text: line.text(value)
            case .number: value.withUTF8 { line.decimal(utf8: $0) }
            case .boolean: line.boolean(value == "true")
            }
        }
    }

    private func table(of column: SortedColumn) -> TableInfo {
        TableInfo(columns: ["Value"]) {
            TableSection(id: 0) {
                Rows(byPosition: column.scrambled.map { Cell(kind: column.kind, value: $0) }, as: Line.self)
            }
        }
    }

    @Test func `There are twenty columns, none of them in order`() {
        #expect(SortedColumn.all.count == 20)
        for column in SortedColumn.all { #expect(column.scrambled != column.sorted, "\(column)") }
    }

    @Test(arguments: SortedColumn.all)
    func `The browser sorts a column by its rules`(column: SortedColumn) {
        let values = column.scrambled
        var state = BrowserState(table(of: column))
        func visible() -> [String?] { state.lines.all.compactMap(\.position).map { values[$0.row] } }
        state.type("s")
        #expect(visible() == column.sorted)
        state.type("s")
        #expect(visible() == column.descending)
    }

    @Test(arguments: SortedColumn.all)
    func `An agent sorts a column as the browser does`(column: SortedColumn) throws {
        let agent = try Agent(RecordingContainer(appliesChanges: true), rawData: column) { table(of: $0) }
        func visible() -> [String?] {
            agent.tableInfo.sections[0].rows.map { $0.data(as: Cell.self)?.value }
        }
        try agent.show(TableQuery(sorts: [.ascending("Value")]))
        #expect(visible() == column.sorted)
        try agent.show(TableQuery(sorts: [.descending("Value")]))
        #expect(visible() == column.descending)
    }
}
