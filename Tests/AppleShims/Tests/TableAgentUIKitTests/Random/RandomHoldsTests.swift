import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// Random edits, reloads, and queries of objects, while a person drags rows and swipes them open.
@MainActor
@Suite(.serialized) struct RandomHoldsTests {
    /// An object that changes in place.
    private final class Task: Identifiable {
        let id: Int
        var note: Int

        init(id: Int, note: Int) {
            self.id = id
            self.note = note
        }
    }

    /// The faults of a round.
    private final class Problems {
        var texts: [String] = []
        func append(_ text: String) { texts.append(text) }
    }

    private enum TaskLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with task: Task) {
            line.integer(task.id)
            line.integer(task.note)
        }

        static func height(of task: Task) -> Double? { 30 + Double(task.note) }

        static func actions(_ place: RowAction.Placement, for task: Task) -> [RowAction] {
            place == .trailing ? [RowAction("Done", EventName<Void>("done"))] : []
        }
    }

    /// The actions of a person in a table view or a collection view.
    private struct Surface {
        let agent: Agent<TableInfo>
        let container: ViewContainer
        let screen: any Screen
        let grab: (IndexPath) -> Void
        let drop: (IndexPath) -> Void
        let isDragging: () -> Bool
        var swipe: (IndexPath) -> Void = { _ in }
        var endSwipe: () -> Void = {}

        @MainActor
        static func table(_ table: TableInfo) throws -> Surface {
            let stage = try TableStage(table)
            return Surface(
                agent: stage.agent, container: stage.container, screen: stage.tableView,
                grab: { stage.tableView.simulateGrab(of: $0) },
                drop: { stage.tableView.simulateDrop(at: $0) },
                isDragging: { stage.tableView.hasUncommittedUpdates },
                swipe: { _ = stage.tableView.simulateSwipe(fromLeading: false, at: $0) },
                endSwipe: { stage.tableView.simulateEndOfSwipe(at: nil) })
        }

        @MainActor
        static func collection(_ table: TableInfo) throws -> Surface {
            let stage = try CollectionStage(table)
            return Surface(
                agent: stage.agent, container: stage.container, screen: stage.collectionView,
                grab: { stage.collectionView.simulateGrab(of: $0) },
                drop: { stage.collectionView.simulateDrop(at: $0) },
                isDragging: { stage.collectionView.hasUncommittedUpdates })
        }

        /// Waits until every table is visible.
        @MainActor
        func settle() async throws {
            var isVisible = false
            try agent.edit(completion: { isVisible = true }) { _ in }
            while !isVisible {
                RunLoop.main.simulateTurn()
                try await _Concurrency.Task.sleep(for: .milliseconds(2))
            }
            RunLoop.main.simulateTurn()
        }
    }

    private static func table(_ tasks: [Task]) -> TableInfo {
        TableInfo(columns: ["id", "note"]) { TableSection(id: "tasks") { Rows(tasks, as: TaskLine.self) } }
    }

    private static func tasks(_ table: TableInfo) -> [Task] {
        table.sections.flatMap { $0.rows.compactMap { $0.data(as: Task.self) } }
    }

    /// Returns the rows that a query shows.
    private static func answer(_ query: TableQuery, _ tasks: [Task]) -> [Int] {
        var rows = tasks
        if case .column(_, .from(let least)) = query.filters.first {
            rows = rows.filter { $0.note >= Int(least) ?? 0 }
        }
        if let sort = query.sorts.first {
            rows = rows.enumerated().sorted { a, b in
                if a.element.note == b.element.note { return a.offset < b.offset }
                return sort.isDescending ? a.element.note > b.element.note : a.element.note < b.element.note
            }.map(\.element)
        }
        return rows.map(\.id)
    }

    @Test(arguments: ModelSurface.allCases)
    func `Views and table agree after drags and swipes among other changes`(kind: ModelSurface) async throws {
        let seed = SeededGenerator.seed
        for round in 0..<30 * SeededGenerator.fuzzFactor {
            var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(round))
            var steps: [String] = []
            let problems = Problems()
            let old = UIKitException.handler
            UIKitException.handler = { problems.append($0) }
            try await run(kind, &random, &steps, problems)
            UIKitException.handler = old
            guard problems.texts.isEmpty else {
                Issue.record(
                    "TABLE_SEED=\(seed), round \(round): \(problems.texts)\n\(steps.joined(separator: "\n"))")
                return
            }
        }
    }

    private func run(
        _ kind: ModelSurface, _ random: inout SeededGenerator, _ steps: inout [String],
        _ problems: Problems
    ) async throws {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        var tasks = (1...number(2...9)).map { Task(id: $0, note: number(0...4)) }
        var lastID = tasks.count
        let surface = try kind == .table ? Surface.table(Self.table(tasks)) : .collection(Self.table(tasks))
        surface.container.canMove = { _ in true }
        (surface.screen as? UITableView)?.isEditing = number(0...1) == 0
        let agent = surface.agent
        var held: (isDrag: Bool, path: IndexPath)?
        for _ in 0..<14 {
            let count = agent.tableInfo.rowCount
            let path = IndexPath(row: number(0...max(0, count - 1)), section: 0)
            switch number(0...9) {
            case 0:
                lastID += 1
                let task = Task(id: lastID, note: number(0...4))
                let place = number(0...tasks.count)
                steps.append("insert \(task.id) at \(place)")
                if place < tasks.count {
                    try agent.edit {
                        try $0.insert([Row(task, as: TaskLine.self)], before: .id(tasks[place].id))
                    }
                } else {
                    try agent.edit { try $0.append([Row(task, as: TaskLine.self)], to: .id("tasks")) }
                }
                tasks.insert(task, at: place)
            case 1 where tasks.count > 1:
                let task = tasks.remove(at: number(0...tasks.count - 1))
                steps.append("remove \(task.id)")
                try agent.edit { try $0.removeRow(.id(task.id)) }
            case 2, 3:
                guard let task = tasks.randomElement(using: &random) else { continue }
                task.note = number(0...4)
                steps.append("\(task.id) changes in place to \(task.note)")
                try agent.edit { try $0.reloadRow(.id(task.id)) }
            case 4:
                let query = [
                    TableQuery(), TableQuery(sorts: [.ascending("note")]),
                    TableQuery(filters: [.column("note", .from("2"))], sorts: [.descending("note")]),
                ][number(0...2)]
                steps.append("query \(query.sorts), \(query.filters.count) filters")
                try agent.show(query)
            case 5:
                tasks.shuffle(using: &random)
                steps.append("reload \(tasks.map(\.id))")
                try agent.reload(Self.table(tasks))
            case 6, 7:
                guard held == nil, count > 0 else { continue }
                held = (number(0...1) == 0, path)
                steps.append("\(held?.isDrag == true ? "grab" : "swipe") \(path.row)")
                if held?.isDrag == true { surface.grab(path) } else { surface.swipe(path) }
                if agent.query.changesRows, surface.isDragging() {
                    problems.append("a queried row is dragged")
                }
            default:
                guard let isDrag = held?.isDrag else { continue }
                held = nil
                steps.append(isDrag ? "drop at \(path.row)" : "end of swipe")
                if isDrag { surface.drop(path) } else { surface.endSwipe() }
                try await surface.settle()
                tasks = Self.tasks(agent.wholeTable)
            }
        }
        if let held { held.isDrag ? surface.drop(held.path) : surface.endSwipe() }
        try await surface.settle()
        let whole = Self.tasks(agent.wholeTable)
        if Set(whole.map(\.id)) != Set(tasks.map(\.id)) {
            problems.append("the table has \(whole.map(\.id)), not \(tasks.map(\.id))")
        }
        let expected = Self.answer(agent.query, whole)
        let shown = Self.tasks(agent.tableInfo)
        if shown.map(\.id) != expected { problems.append("\(shown.map(\.id)) are shown, not \(expected)") }
        let lines = surface.screen.pathsOnScreen.sorted().map { surface.screen.cell(on: $0)?.shownText ?? "" }
        let wanted = shown.map { "\($0.id) | \($0.note)" }
        if lines != Array(wanted.prefix(lines.count)) || lines.isEmpty != wanted.isEmpty {
            problems.append("the views show \(lines), not \(wanted)")
        }
        let heights = surface.screen.pathsOnScreen.sorted().compactMap {
            surface.screen.cell(on: $0)?.frame.height
        }
        let right = shown.prefix(heights.count).map { CGFloat(30 + $0.note) }
        if heights != right { problems.append("heights are \(heights), not \(right)") }
    }
}
