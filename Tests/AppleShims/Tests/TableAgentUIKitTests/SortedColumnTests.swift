import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// Columns that are hard to sort, in a table view, in the order that the browser and the command give them.
@MainActor
@Suite struct SortedColumnTests {
    private struct Column: Decodable {
        let name: String
        let kind: String
        let sorted: [String?]
    }

    private struct Cell {
        let kind: String
        let value: String?
    }

    private enum Line: GridLineItem {
        static func fill(_ line: inout GridLine, with cell: Cell) {
            guard var value = cell.value else { return line.empty() }
            switch cell.kind {
            case "number": value.withUTF8 { line.decimal(utf8: $0) }
            case "boolean": line.boolean(value == "true")
            default: line.text(value)
            }
        }
    }

    @Test func `A table view shows the order of each column`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Fixtures/columns.json")
        let columns = try JSONDecoder().decode([Column].self, from: Data(contentsOf: file))
        #expect(columns.count == 20)
        for column in columns {
            let table = TableInfo(columns: ["Value"]) {
                TableSection(id: 0) {
                    Rows(
                        byPosition: column.sorted.reversed().map { Cell(kind: column.kind, value: $0) },
                        as: Line.self)
                }
            }
            let stage = try TableStage(table)
            for isDescending in [false, true] {
                try stage.agent.show(
                    TableQuery(sorts: [TableQuery.Sort("Value", isDescending: isDescending)]))
                RunLoop.main.simulateTurn()
                let values = column.sorted.filter { $0 != nil }
                let empty = column.sorted.filter { $0 == nil }
                let expected = (isDescending ? values.reversed() : values) + empty
                #expect(stage.tableView.shownLines == expected.map { $0 ?? "" }, "\(column.name)")
            }
        }
    }
}
