import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct TableViewScrollingTests {
    private func stage() throws -> TableStage<TableInfo> {
        try TableStage(
            TableInfo {
                TableSection(id: "few") { Rows((0..<5).map(String.init), id: \.self, as: NoteLine.self) }
                TableSection(id: "many") { Rows((0..<100).map(String.init), id: \.self, as: NoteLine.self) }
                TableSection(id: "hidden", isCollapsed: true) { Row("x", id: "x", as: NoteLine.self) }
            })
    }

    @Test func `The table scrolls to a row by its id`() throws {
        let stage = try stage()
        try stage.container.scroll(to: .id("50", in: .id("many")), at: .top, animated: false)
        #expect(stage.tableView.shownLines.first == "50")
        try stage.container.scroll(to: .last(in: .id("many")), animated: false)
        #expect(stage.tableView.shownLines.last == "99")
    }

    @Test func `Scrolling to a row that is missing or hidden throws`() throws {
        let stage = try stage()
        #expect(throws: TableError.self) { try stage.container.scroll(to: .id("none")) }
        let hidden = #expect(throws: TableError.self) { try stage.container.scroll(to: .id("x")) }
        #expect(hidden?.code == .rowHidden)
        #expect(hidden?.description.contains("expand the section") == true)
        stage.agent.detach()
        let detached = #expect(throws: TableError.self) { try stage.container.scroll(to: .id("1")) }
        #expect(detached?.code == .notAttached)
    }

    @Test(arguments: [true, false])
    func `On request, the topmost remaining row keeps its position`(reloads: Bool) throws {
        let stage = try stage()
        stage.container.keepsScrollPosition = true
        try stage.container.scroll(to: .id("20", in: .id("many")), at: .top, animated: false)
        stage.tableView.simulateDrag(to: stage.tableView.contentOffset.y + 10)
        if reloads { stage.agent.panel.changeLimit = 0 }
        try stage.agent.edit { table in
            try table.removeRow(.id("20", in: .id("many")))
            for number in 0..<3 {
                try table.insert(
                    [Row("new \(number)", id: "new \(number)", as: NoteLine.self)],
                    before: .at(section: 0, row: 0))
            }
        }
        #expect(stage.tableView.shownLines.first == "19", "21 stays, so that a part of 19 is seen above it")
        let top = stage.tableView.rectForRow(at: IndexPath(row: 20, section: 1)).minY
        #expect(top - stage.tableView.contentOffset.y == 34)
    }

    @Test func `The topmost remaining row keeps its position when its section collapses`() throws {
        let numbers = (0..<100).map(String.init)
        let stage = try TableStage(
            TableInfo {
                TableSection(id: "above") { Rows(numbers, id: \.self, as: NoteLine.self) }
                TableSection(id: "middle") { Rows(["a", "b", "c", "d", "e"], id: \.self, as: NoteLine.self) }
                TableSection(id: "below") { Rows(numbers, id: \.self, as: NoteLine.self) }
            })
        stage.container.keepsScrollPosition = true
        try stage.container.scroll(to: .id("a"), at: .top, animated: false)
        try stage.agent.edit { try $0.collapseSection(.id("middle")) }
        #expect(stage.tableView.contentOffset.y == 4180, "the first row below is where it was")
    }

    @Test func `Scrolling does not go beyond the remaining rows`() throws {
        let stage = try TableStage(
            TableInfo {
                TableSection(id: 0) { Rows((0..<100).map(String.init), id: \.self, as: NoteLine.self) }
            })
        stage.container.keepsScrollPosition = true
        try stage.container.scroll(to: .last(), animated: false)
        try stage.agent.edit { table in for _ in 0..<9 { try table.removeRow(.last(in: .at(0))) } }
        #expect(stage.tableView.contentOffset.y == 3564)
        #expect(stage.tableView.shownLines.last == "90")
    }

    /// Scrolls, inserts a row above all others, and returns the resulting offset.
    private func offset(
        from offset: CGFloat, estimates: Bool = true, keepsPosition: Bool = false, reloads: Bool
    ) throws -> CGFloat {
        let stage = try stage()
        if !estimates { stage.tableView.estimatedRowHeight = 0 }
        stage.container.keepsScrollPosition = keepsPosition
        stage.tableView.simulateDrag(to: offset)
        if reloads { stage.agent.panel.changeLimit = 0 }
        try stage.agent.edit {
            try $0.insert([Row("new", id: "new", as: NoteLine.self)], before: .at(section: 0, row: 0))
        }
        return stage.tableView.contentOffset.y
    }

    @Test
    func `By default, the view keeps its first row in a batch, and the row's index in a reload`()
        throws
    {
        #expect(try offset(from: 440, reloads: false) == 484)
        #expect(try offset(from: 440, reloads: true) == 440)
    }

    @Test(arguments: [true, false])
    func `By default, the offset stays at the top and without estimated heights`(reloads: Bool)
        throws
    {
        #expect(try offset(from: 0, reloads: reloads) == 0)
        #expect(try offset(from: 440, estimates: false, reloads: reloads) == 440)
    }

    @Test(arguments: [true, false], [true, false])
    func
        `On request the topmost row keeps its place at the top, in a reload, and without estimated heights, too`(
            reloads: Bool, estimates: Bool
        ) throws
    {
        #expect(try offset(from: 0, estimates: estimates, keepsPosition: true, reloads: reloads) == 44)
        #expect(try offset(from: 440, estimates: estimates, keepsPosition: true, reloads: reloads) == 484)
    }

    @Test(arguments: [true, false])
    func `Rows that keep their position stay visible, and rows inserted above never appear`(reloads: Bool)
        throws
    {
        let stage = try stage()
        let log = EventLog()
        log.logsDisplay = true
        stage.agent.eventDelegate = log
        stage.container.keepsScrollPosition = true
        if reloads { stage.agent.panel.changeLimit = 0 }
        try stage.agent.edit { table in
            let numbers = (200..<230).map(String.init)
            try table.insert(Rows(numbers, id: \.self, as: NoteLine.self), before: .at(section: 0, row: 0))
        }
        stage.tableView.layoutIfNeeded()
        RunLoop.main.simulateTurn()
        #expect(stage.tableView.shownLines.first == "0")
        #expect(log.lines.filter { $0.contains("Display") } == [])
    }

    @Test func `The scroll position is kept while a finger drags`() throws {
        let stage = try stage()
        let view = stage.tableView
        view.estimatedRowHeight = 0
        stage.container.keepsScrollPosition = true
        view.simulateDrag(to: 440)
        view.simulateDrag(by: 10) {
            try? stage.agent.edit {
                try $0.insert([Row("new", id: "new", as: NoteLine.self)], before: .at(section: 0, row: 0))
            }
        }
        #expect(view.contentOffset == CGPoint(x: 0, y: 440 + 10 + 44 + 10))
    }

    private enum TallLine: GridLineItem {
        static func fill(_ line: inout GridLine, with task: String) { line.text(task) }
        static func height(of task: String) -> Double? { task == "tall" ? 88 : nil }
    }

    @Test func `Explicit heights are exact before the rows are visible`() throws {
        let stage = try TableStage(
            TableInfo { TableSection(id: 0) { Rows(["tall", "b"], id: \.self, as: TallLine.self) } })
        let view = stage.tableView
        let delegate = try #require(view.delegate)
        func estimates() -> [CGFloat] {
            (0..<3).map { delegate.tableView(view, estimatedHeightForRowAt: IndexPath(row: $0, section: 0)) }
        }
        #expect(estimates() == [88, UITableView.automaticDimension, UITableView.automaticDimension])
        view.estimatedRowHeight = 50
        #expect(estimates() == [88, 50, 50], "a row that is missing has an estimate, too")
        (view.estimatedRowHeight, view.rowHeight) = (0, 30)
        #expect(estimates() == [88, 30, 30], "an estimate of 0 is no legal answer")
    }
}
