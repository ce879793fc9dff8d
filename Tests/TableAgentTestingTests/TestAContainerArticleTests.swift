import Foundation
import TableAgent
import TableAgentTesting
import Testing

extension EventName<String> {
    fileprivate static var rename: Self { Self("rename") }
}

/// The unchanged examples of the article "Test a container".
struct TestAContainerArticleTests {
    final class NoticeBoard: TableContainer {
        weak var panel: Panel?
        private(set) var lines: [String] = []

        func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }

        func reload(_ update: TableUpdate) {
            update.commit()
            lines = []
            for section in update.new.sections {
                append(section.head, in: section)
                for row in section.visibleRows { append(row, in: section) }
                append(section.foot, in: section)
            }
        }

        private func append(_ row: Row?, in section: TableSection) {
            var line = GridLine()
            guard let row, row.fill(&line, in: section.state) else { return }
            lines.append(line.cells.indices.map(line.shown).joined(separator: " "))
        }

        /// A user presses a row.
        func press(_ position: RowPosition) throws {
            try panel?.source(.row(.at(position))).select()
        }
    }

    /// The article's container with a defect: it sends `select` without asking.
    private enum Hasty {
        final class NoticeBoard: TableContainer {
            weak var panel: Panel?

            func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }
            func reload(_ update: TableUpdate) { update.commit() }
            func press(_ position: RowPosition) throws {
                try panel?.source(.row(.at(position))).post(.select)
            }
        }
    }

    private enum WordLine: GridLineItem {
        static func fill(_ line: inout GridLine, with word: String) { line.text(word) }
    }

    private struct Order: Identifiable {
        let id: Int
        var article: String
    }

    private enum OrderLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.integer(order.id)
            line.text(order.article)
        }

        static func actions(_ place: RowAction.Placement, for order: Order) -> [RowAction] {
            let article = ActionField.text("article", label: "Article", initial: order.article)
            return place == .menu ? [RowAction("Rename", .rename, asking: article)] : []
        }
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the article's code blocks in a language, without indentation.
    private func blocks(_ language: String) throws -> [String] {
        let path = "Sources/TableAgentTesting/TableAgentTesting.docc/Test-a-container.md"
        let article = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
        return article.components(separatedBy: "\n```").filter { $0.hasPrefix(language + "\n") }
            .map { unindented(String($0.dropFirst(language.count + 1))) }
    }

    private func unindented(_ code: String) -> String {
        code.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n")
    }

    @Test func `The examples are compiled unchanged`() throws {
        let test = unindented(try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8))
        let blocks = try blocks("swift")
        #expect(blocks.count == 7)
        for block in blocks { #expect(test.contains(block)) }
    }

    @Test func `The article shows the failure that the suite throws`() throws {
        let failure = #expect(throws: ContainerConformance.Failure.self) {
            try ContainerConformance.check(select: { try $0.press($1) }) { Hasty.NoticeBoard() }
        }
        #expect(try blocks("text") == [failure?.description])
    }

    @Test func `The notice board conforms`() throws {
        try ContainerConformance.check(
            shown: { $0.lines.joined(separator: "\n") }, select: { try $0.press($1) }
        ) { NoticeBoard() }
    }

    @Test func `A row can't be reloaded and moved in one batch`() {
        let old = TableInfo { TableSection(id: 0) { Rows(["a", "b"], id: \.self, as: WordLine.self) } }
        let new = TableInfo { TableSection(id: 0) { Rows(["b", "a"], id: \.self, as: WordLine.self) } }
        var batch = TableBatch()
        batch.rowReloads = [RowPosition(section: 0, row: 0)]
        batch.rowMoves = [.init(from: RowPosition(section: 0, row: 0), to: RowPosition(section: 0, row: 1))]

        let violations = BatchSimulator(from: old, to: new).violations(of: batch)
        #expect(violations.map(\.kind) == [.deleteAndMove])
    }

    @Test func `A touched order is opened`() throws {
        var opened: [Int] = []
        let orders = [Order(id: 7, article: "Lamp"), Order(id: 8, article: "Desk")]
        let container = RecordingContainer(appliesChanges: true)
        let agent = try Agent(container, list: orders, as: OrderLine.self) { opened.append($0.id) }
        #expect(container.sections[0].texts == [["7", "Lamp"], ["8", "Desk"]])

        try container.touch(RowPosition(section: 0, row: 1))
        #expect(opened == [8])

        try agent.edit { try $0.removeRow(.id(7)) }
        var changes = TableChanges()
        changes.rowDeletes = [RowPosition(section: 0, row: 0)]
        changes.removedRows = changes.rowDeletes
        #expect(container.calls.last == .apply(changes))
        #expect(container.violations.isEmpty)
    }

    @Test func `A user renames an order`() throws {
        var names: [String] = []
        let container = RecordingContainer()
        let agent = try Agent(container, list: [Order(id: 7, article: "Lamp")], as: OrderLine.self)
        agent.on(.rename) { (_: CellEvent, name) in names.append(name) }

        let first = RowPosition(section: 0, row: 0)
        try container.choose("Rename", .menu, at: first, inputs: ["article": "Desk"])
        #expect(names == ["Desk"])
    }

    @Test func `A table that the surface can't show changes nothing`() throws {
        let container = RecordingContainer()
        let agent = try Agent(container, list: [Order(id: 7, article: "Lamp")], as: OrderLine.self)
        container.nextOutcome = .failBeforeCommit(CancellationError())
        #expect(throws: CancellationError.self) { try agent.reload([]) }
        #expect(agent.tableInfo.rowCount == 1)
    }

    @Test func `Scrolling displays one row and ends the display of another`() throws {
        var displayed: [String] = []
        let orders = (1...100).map { Order(id: $0, article: "Lamp") }
        let container = RecordingContainer(height: 2)
        let agent = try Agent(container, list: orders, as: OrderLine.self)
        agent.on(.willDisplay) { (event: CellEvent) in displayed.append("+\(event.rowID)") }
        agent.on(.didEndDisplay) { (event: CellEvent) in displayed.append("-\(event.rowID)") }

        try container.scroll(to: RowPosition(section: 0, row: 2))
        #expect(displayed == ["-1", "+3"])
    }
}
