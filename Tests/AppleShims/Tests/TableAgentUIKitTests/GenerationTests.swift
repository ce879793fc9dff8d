import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// Views and records hold the data of one table, or of single rows that left it.
@MainActor
@Suite struct GenerationTests {
    /// An element of an array, whose release shows that the array was released.
    private final class Ballast {}

    private struct Task: Identifiable {
        let id: Int
        let text: String
        let ballast: Ballast
    }

    private enum TaskLine: GridLineItem {
        static func fill(_ line: inout GridLine, with task: Task) { line.text(task.text) }
        static func isUnchanged(_ old: Task, _ new: Task) -> Bool { old.text == new.text }
    }

    private final class TaskView: UIView, EventView, @MainActor TableItem {
        var source: EventSource?
        lazy var label = UILabel(in: self)
        static func fill(_ view: inout TaskView, with task: Task) { view.label.text = task.text }
        static func isUnchanged(_ old: Task, _ new: Task) -> Bool { old.text == new.text }
    }

    private final class TaskCell: UITableViewCell, EventView, @MainActor TableItem {
        var source: EventSource?
        lazy var label = UILabel(in: contentView)
        static func fill(_ cell: inout TaskCell, with task: Task) { cell.label.text = task.text }
        static func isUnchanged(_ old: Task, _ new: Task) -> Bool { old.text == new.text }
    }

    private func table(_ ids: [Int], _ ballast: Ballast) -> TableInfo {
        let tasks = ids.map { Task(id: $0, text: "\($0)", ballast: ballast) }
        return TableInfo {
            TableSection(id: "line") { Rows(Array(tasks.prefix(3)), as: TaskLine.self) }
            TableSection(id: "view") { Rows(Array(tasks.prefix(3)), as: TaskView.self) }
            TableSection(id: "cell") { Rows(tasks, as: TaskCell.self) }
        }
    }

    @Test(
        arguments: [Array(0..<50), Array(1..<50), [7] + Array(0..<7) + Array(8..<60), []])
    func `An update releases the previous data, also if nothing changed`(ids: [Int]) throws {
        weak var old: Ballast?
        let stage = TableStage<TableInfo>()
        do {
            let ballast = Ballast()
            old = ballast
            try stage.attach(table(Array(0..<50), ballast), TableReformer(), EventLog())
        }
        stage.tableView.simulateDrag(to: 400)
        stage.tableView.simulateDrag(to: 0)
        stage.tableView.simulateTouch(at: IndexPath(row: 1, section: 0))
        #expect(old != nil)
        try stage.agent.reload(table(ids, Ballast()))
        // The animations end, and their events are sent.
        for _ in 0..<3 { RunLoop.main.simulateTurn() }
        #expect(old == nil)
        #expect(stage.tableView.shownLines.count == (ids.isEmpty ? 0 : 10))
    }

    @Test func `A collection view releases the previous data, also if nothing changed`() throws {
        weak var old: Ballast?
        let stage = CollectionStage<TableInfo>()
        func table(_ ballast: Ballast) -> TableInfo {
            let tasks = (0..<20).map { Task(id: $0, text: "\($0)", ballast: ballast) }
            return TableInfo { TableSection(id: 0) { Rows(tasks, as: TaskView.self) } }
        }
        do {
            let ballast = Ballast()
            old = ballast
            try stage.attach(table(ballast), TableReformer())
        }
        try stage.agent.reload(table(Ballast()))
        RunLoop.main.simulateTurn()
        #expect(old == nil)
    }

    @Test func `A view that was filled ahead and is reused without a report keeps no old data`() throws {
        weak var old: Ballast?
        let stage = TableStage<TableInfo>()
        do {
            let ballast = Ballast()
            old = ballast
            try stage.attach(table(Array(0..<50), ballast), TableReformer())
            stage.tableView.simulatePreparation(of: (20..<24).map { IndexPath(row: $0, section: 2) })
        }
        try stage.agent.reload(table(Array(0..<50), Ballast()))
        #expect(old == nil)
        // If a prepared cell becomes visible after all, it is filled again.
        let count = stage.tableView.simulatedCellCount
        stage.tableView.simulateDrag(to: 44 * 24)
        let cell = stage.tableView.cellForRow(at: IndexPath(row: 20, section: 2)) as? TaskCell
        #expect(cell?.source?.position == RowPosition(section: 2, row: 20) && cell?.shownText == "20")
        #expect(stage.tableView.simulatedCellCount <= count + 8)
    }

    @Test(arguments: ModelSurface.allCases)
    func `A prepared cell follows its row through a batch, and shows its new data`(kind: ModelSurface) throws
    {
        let names = (0..<60).map { "row \($0)" }
        let table = TableInfo { TableSection(id: 0) { Rows(names, id: \.self, as: NoteLine.self) } }
        let agent: Agent<TableInfo>
        let screen: any Screen
        let stages: [AnyObject]
        let paths = (40..<46).map { IndexPath(item: $0, section: 0) }
        if kind == .table {
            let stage = try TableStage(table)
            stage.tableView.simulatePreparation(of: paths)
            (agent, screen, stages) = (stage.agent, stage.tableView, [stage])
        } else {
            let stage = try CollectionStage(table)
            stage.collectionView.simulatePreparation(of: paths)
            (agent, screen, stages) = (stage.agent, stage.collectionView, [stage])
        }
        let cell = screen.cell(on: paths[2])
        #expect(cell?.shownText == "row 42")
        try agent.edit {
            try $0.removeRow(.id("row 0"))
            try $0.replaceRow(.id("row 42"), with: [Row("new", id: "new", as: NoteLine.self)])
            try $0.replaceData(ofRow: .id("row 43"), with: "row 43")
            try $0.removeRow(.id("row 41"))
        }
        let maximum = screen.contentSize.height - screen.bounds.height
        screen.simulateDrag(to: maximum)
        let wanted = names.filter { !["row 0", "row 41"].contains($0) }.map { $0 == "row 42" ? "new" : $0 }
        for path in screen.pathsOnScreen { #expect(screen.cell(on: path)?.shownText == wanted[path.item]) }
        withExtendedLifetime(stages) {}
    }

    @Test func `A selected item that is only prepared is scrolled to`() throws {
        let names = (0..<60).map { "row \($0)" }
        let stage = try CollectionStage(
            TableInfo { TableSection(id: 0) { Rows(names, id: \.self, as: NoteLine.self) } })
        let path = IndexPath(item: 45, section: 0)
        stage.collectionView.simulatePreparation(of: [path])
        #expect(stage.collectionView.cellForItem(at: path) != nil)
        try stage.agent.select(.id("row 45"), scrolls: true)
        #expect(stage.collectionView.indexPathsForSelectedItems == [path])
        #expect(stage.collectionView.indexPathsForVisibleItems.contains(path))
    }

    /// Data that counts how often its id is read.
    private struct Counted: Identifiable {
        nonisolated(unsafe) static var count = 0
        let number: Int
        var id: Int {
            Self.count += 1
            return number
        }
    }

    private enum CountedLine: GridLineItem {
        static func fill(_ line: inout GridLine, with data: Counted) { line.text("\(data.number)") }
    }

    @Test func `A removed visible row costs no pass over all rows`() throws {
        let log = EventLog()
        let rows = (0..<10_000).map(Counted.init)
        let stage = try TableStage(
            TableInfo { TableSection(id: 0) { Rows(rows, as: CountedLine.self) } }, log)
        log.logsDisplay = true
        stage.tableView.allowsMultipleSelection = true
        for row in 2...4 { stage.tableView.simulateTouch(at: IndexPath(row: row, section: 0)) }
        Counted.count = 0
        try stage.agent.edit { try $0.removeRow(.at(RowPosition(section: 0, row: 3))) }
        for _ in 0..<3 { RunLoop.main.simulateTurn() }
        #expect(Counted.count < 1_000)
        #expect(log.lines.contains("didEndDisplay 3 gone"))
        #expect(stage.tableView.indexPathsForSelectedRows?.map(\.row) == [2, 3])
    }

    @Test func `Scrolling reads each id a few times, also with 300 visible rows`() throws {
        let rows = (0..<2_000).map(Counted.init)
        let stage = TableStage<TableInfo>()
        stage.tableView.frame.size.height = 44 * 300
        try stage.attach(
            TableInfo { TableSection(id: 0) { Rows(rows, as: CountedLine.self) } }, TableReformer(),
            EventLog())
        Counted.count = 0
        stage.tableView.simulateDrag(to: 44 * 300)
        // 300 rows appear, and 300 disappear.
        #expect(Counted.count < 600 * 12)
    }

    @Test func `A routine event without a listener is not made`() throws {
        let rows = (0..<100).map(Counted.init)
        let stage = try TableStage(TableInfo { TableSection(id: 0) { Rows(rows, as: CountedLine.self) } })
        let source = try stage.agent.panel.source(.row(.at(RowPosition(section: 0, row: 50))))
        try stage.agent.edit { try $0.removeRow(.at(RowPosition(section: 0, row: 0))) }
        Counted.count = 0
        source.post(.willDisplay)
        #expect(Counted.count == 0)
        var events = 0
        stage.agent.on(.willDisplay) { (_: CellEvent) in events += 1 }
        source.post(.willDisplay)
        #expect(events == 1 && Counted.count > 0)
    }
}
