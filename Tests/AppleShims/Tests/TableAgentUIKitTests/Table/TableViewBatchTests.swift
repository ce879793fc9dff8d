import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct TableViewBatchTests {
    private func stage() throws -> TableStage<TableInfo> {
        try TableStage(
            TableInfo {
                TableSection(id: 0) { Rows(["a", "b", "c"], id: \.self, as: NoteLine.self) }
                TableSection(id: 1) { Rows(["d"], id: \.self, as: NoteLine.self) }
            })
    }

    @Test func `A batch uses the animations of the edit`() throws {
        let stage = try stage()
        try stage.agent.edit { table in
            try table.removeRow(.id("a"), animation: .left)
            try table.append([Row("e", id: "e", as: NoteLine.self)], to: .id(0), animation: .bottom)
            try table.removeSection(.id(1), animation: .fade)
        }
        #expect(stage.tableView.animations == [.fade, .left, .bottom])
        #expect(stage.tableView.shownLines == ["b", "c", "e"])
    }

    @Test func `Remaining rows keep their cells, even if their content changes`() throws {
        let stage = try stage()
        let path = IndexPath(row: 1, section: 0)
        let cell = stage.tableView.cellForRow(at: path)
        try stage.agent.edit { table in
            try table.removeRow(.id("a"))
            try table.replaceData(ofRow: .id("b"), with: "b")
            try table.reloadRow(.id("b"))
        }
        #expect(stage.tableView.cellForRow(at: IndexPath(row: 0, section: 0)) === cell)
    }

    @Test func `A section collapses and expands`() throws {
        let stage = try stage()
        try stage.agent.edit { try $0.collapseSection(.id(0), animation: .top) }
        #expect(stage.tableView.shownLines == ["d"])
        #expect(stage.tableView.animations == [.top, .top, .top])
        try stage.agent.edit { try $0.expandSection(.id(0)) }
        #expect(stage.tableView.shownLines == ["a", "b", "c", "d"])
    }

    @Test func `Remaining rows stay selected`() throws {
        let stage = try stage()
        stage.tableView.simulateTouch(at: IndexPath(row: 2, section: 0))
        try stage.agent.edit { try $0.removeRow(.id("a")) }
        #expect(stage.tableView.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
    }

    @Test func `More changes than the panel's limit cause a reload`() throws {
        let stage = try stage()
        stage.agent.panel.changeLimit = 0
        try stage.agent.edit { try $0.removeRow(.id("a"), animation: .left) }
        #expect(stage.tableView.animations == [])
        #expect(stage.tableView.shownLines == ["b", "c", "d"])
    }
}
