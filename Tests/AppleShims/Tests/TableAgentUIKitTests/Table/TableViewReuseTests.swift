@testable import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// Rows that share views, and rows whose index paths mean other rows after a change.
@MainActor
@Suite struct TableViewReuseTests {
    private struct Panel: UIContentConfiguration {
        let title: String

        func makeContentView() -> any UIView & UIContentView {
            let view = PanelView()
            view.configuration = self
            return view
        }

        func updated(for state: any UIConfigurationState) -> Panel { self }
    }

    /// A view with a state that its configuration does not have, as a view of SwiftUI can have it.
    private final class PanelView: UIView, UIContentView {
        var isOpen = false
        lazy var label = UILabel(in: self)
        var configuration: any UIContentConfiguration = Panel(title: "") {
            didSet { label.text = (configuration as? Panel)?.title }
        }
    }

    @MainActor
    private enum PanelRow: @MainActor ContentItem {
        static func content(for number: Int, in context: ContentContext) -> Panel {
            Panel(title: "\(number)")
        }
    }

    private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

    private func panel(in view: UIView?) -> PanelView? {
        view.flatMap { $0 as? PanelView ?? $0.subviews.lazy.compactMap(panel).first }
    }

    @Test func `The state of a content view stays with its row`() throws {
        let stage = try TableStage(
            TableInfo { TableSection(id: 0) { Rows(Array(0..<60), id: \.self, as: PanelRow.self) } })
        panel(in: stage.tableView.cellForRow(at: path(0)))?.isOpen = true
        try stage.agent.edit { try $0.reloadRow(.id(0)) }
        #expect(panel(in: stage.tableView.cellForRow(at: path(0)))?.isOpen == true, "an update keeps it")
        for row in stride(from: 4, to: 60, by: 4) {
            stage.tableView.scrollToRow(at: path(row), at: .top, animated: false)
            stage.tableView.layoutIfNeeded()
            for path in stage.tableView.indexPathsForVisibleRows ?? [] {
                #expect(panel(in: stage.tableView.cellForRow(at: path))?.isOpen == (path.row == 0))
            }
        }
    }

    @Test func `The prefetching of the same row ends, also after an insertion`() throws {
        let log = EventLog()
        log.logsDisplay = true
        let stage = try TableStage(
            TableInfo { TableSection(id: 0) { Rows(Array(0..<60), id: \.self, as: PanelRow.self) } }, log)
        let prefetching = try #require(stage.tableView.prefetchDataSource)
        prefetching.tableView(stage.tableView, prefetchRowsAt: [path(30), path(31)])
        try stage.agent.edit { edit in
            try edit.insert([Row(100, id: 100, as: PanelRow.self)], before: .id(0))
            try edit.removeRow(.id(31))
        }
        prefetching.tableView(stage.tableView, cancelPrefetchingForRowsAt: [path(30), path(31), path(33)])
        RunLoop.main.simulateTurn()
        let cancelled = log.lines.filter { $0.hasPrefix("cancelPrefetch") }
        #expect(cancelled.suffix(2) == ["cancelPrefetch 30 0,31", "cancelPrefetch 33 0,33"])
        #expect(!cancelled.contains { $0.contains(" 31 ") }, "\(cancelled)")
    }

    @Test func `A row that can only be moved keeps its place in the editing mode`() throws {
        let stage = try TableStage(
            TableInfo { TableSection(id: 0) { Rows([1, 2], id: \.self, as: PanelRow.self) } })
        stage.container.canMove = { _ in true }
        stage.tableView.isEditing = true
        #expect(stage.tableView.simulatedIndentsWhileEditing(at: path(0)) == false)
        stage.tableView.allowsMultipleSelectionDuringEditing = true
        #expect(stage.tableView.simulatedIndentsWhileEditing(at: path(0)) == true)
    }

    @Test(arguments: [true, false])
    func `A row that can't be selected is not highlighted`(isTable: Bool) throws {
        let log = EventLog()
        let table = TableInfo { TableSection(id: 0) { Rows([1, 2], id: \.self, as: PanelRow.self) } }
        if isTable {
            let stage = try TableStage(table, log)
            stage.container.canSelect = { $0.data(as: Int.self) == 2 }
            for row in 0..<2 { stage.tableView.simulateTouch(at: path(row)) }
        } else {
            let stage = try CollectionStage(table, log)
            stage.container.canSelect = { $0.data(as: Int.self) == 2 }
            for row in 0..<2 { stage.collectionView.simulateTouch(at: path(row)) }
        }
        #expect(log.lines == ["highlight 2 0,1", "unhighlight 2 0,1", "select 2 0,1"])
        #expect(log.asked == ["select 2"])
    }
}
