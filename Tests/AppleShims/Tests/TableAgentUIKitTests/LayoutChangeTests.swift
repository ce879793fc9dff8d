import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct LayoutChangeTests {
    private func numbers(_ count: Int) -> TableInfo {
        TableInfo { TableSection(id: 0) { Rows(Array(0..<count), id: \.self, as: NumberLine.self) } }
    }

    enum NumberLine: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int) { line.integer(number) }
    }

    @Test(arguments: [true, false])
    func `A listener appends rows when the last one becomes visible`(isTable: Bool) throws {
        var count = 5
        let raised = try UIKitException.collect {
            let agent = Agent<TableInfo>()
            agent.on(.willDisplay, of: Int.self) { [weak agent] number in
                guard number == count - 1, count < 100 else { return }
                let new = count..<count + 5
                count += 5
                _ = try? agent?.edit {
                    try $0.append(Rows(Array(new), id: \.self, as: NumberLine.self), to: .at(0))
                }
            }
            let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
            let view: any Screen
            if isTable {
                let table = UITableView(frame: window.frame, style: .plain)
                window.addSubview(table)
                try agent.attach(
                    TableViewContainer(table), dataSource: DataSource(numbers(5), reformer: TableReformer()))
                view = table
            } else {
                let layout = LineFlowLayout(itemsPerLine: 1, margin: 0)
                layout.itemHeight = 44
                let collection = UICollectionView(frame: window.frame, collectionViewLayout: layout)
                window.addSubview(collection)
                let container = CollectionViewContainer(collection)
                try agent.attach(container, dataSource: DataSource(numbers(5), reformer: TableReformer()))
                view = collection
            }
            view.layoutIfNeeded()
            #expect(count == 15)
            #expect(view.lines(ofSections: 1) == (0..<10).map(String.init))
            for y in stride(from: 0, through: 4000, by: 110) { view.simulateDrag(to: CGFloat(y)) }
            #expect(count == 100)
            #expect(agent.tableInfo.rowCount == 100)
        }
        #expect(raised == [])
    }

    /// The listener's use of the agent when a row appears or disappears.
    enum Deed: CaseIterable {
        case append, remove, reload, clear, detach

        func perform(on agent: Agent<TableInfo>) throws {
            let rows = { (numbers: Range<Int>) in Rows(Array(numbers), id: \.self, as: NumberLine.self) }
            switch self {
            case .append: try agent.edit { try $0.append(rows(100..<105), to: .at(0)) }
            case .remove: try agent.edit { try $0.removeRow(.id(12)) }
            case .reload: try agent.reload(TableInfo { TableSection(id: 0) { rows(5..<40) } })
            case .clear: try agent.reload(nil)
            case .detach: agent.detach()
            }
        }
    }

    @Test(arguments: [EventName<Void>.willDisplay, .didEndDisplay], Deed.allCases)
    func
        `What a listener does while a finger drags is seen at once, and each row appears and disappears once`(
            name: EventName<Void>, deed: Deed
        ) throws
    {
        let audit = DisplayAudit()
        let raised = try UIKitException.collect {
            let stage = try TableStage(numbers(30), audit)
            let agent = stage.agent
            var isDone = false
            agent.on(name) { [weak agent] (_: CellEvent) in
                guard !isDone, let agent else { return }
                isDone = true
                #expect(throws: Never.self) { try deed.perform(on: agent) }
            }
            stage.tableView.simulateDrag(to: 100)
            #expect(isDone)
            let count = agent.tableInfo.rowCount
            #expect(count == [.append: 35, .remove: 29, .reload: 35, .clear: 0, .detach: 0][deed])
            #expect(stage.tableView.shownLines.isEmpty == (count == 0))
            guard deed != .detach else { return }
            // A batch compares the view's current counts with the new ones.
            try agent.edit { table in
                let rows = Rows([200], id: \.self, as: NumberLine.self)
                try table.append(rows, to: .at(0), creatingIfNeeded: true)
            }
            stage.tableView.layoutIfNeeded()
            RunLoop.main.simulateTurn()
            let rows = agent.tableInfo.sections[0].rows
            let visible = stage.tableView.indexPathsForVisibleRows ?? []
            #expect(audit.shown == Set(visible.map { "0/\(rows[$0.row].id)" }))
        }
        #expect(raised == [])
        #expect(audit.problems == [])
    }
}
