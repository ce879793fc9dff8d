import TableAgent
import TableAgentTesting
import Testing

/// Tests of the completions of reloads and edits, and of updates without animations.
struct TransitionTests {
    private func table(_ numbers: [Int]) -> TableInfo {
        TableInfo { TableSection(id: 0) { Rows(numbers, id: \.self, as: NumberLine.self) } }
    }

    private enum NumberLine: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int) { line.integer(number) }
    }

    private struct TableReformer: StatelessReformer {
        func reform(_ table: TableInfo) -> TableInfo { table }
    }

    /// A surface that ends its animations on request, and shows the number of rows.
    private final class SlowContainer: TableContainer {
        weak var panel: Panel?
        var isSlow = true
        var error: (any Error)?
        var onUpdate: () -> Void = {}
        private(set) var animated: [Bool] = []
        private var ends: [() -> Void] = []

        func canShow(_ item: any TableItem.Type) -> Bool { true }

        func reload(_ update: TableUpdate) throws {
            animated.append(update.isAnimated)
            if isSlow { ends.append(update.postponeCompletion()) }
            onUpdate()
            if let error { throw error }
            update.commit()
        }

        func endAnimations() {
            for end in ends { end() }
        }
    }

    private struct Failure: Error {}

    private let container = SlowContainer()
    private let agent: Agent<TableInfo>

    init() throws {
        agent = try Agent(container, rawData: TableInfo(), reformer: TableReformer())
    }

    @Test func `A completion waits for the animations of the surface`() throws {
        var count = 0
        try agent.reload(table([1]), animated: true) { count += 1 }
        #expect(count == 0 && agent.tableInfo.rowCount == 1)
        container.endAnimations()
        container.endAnimations()
        #expect(count == 1)
        container.isSlow = false
        try agent.edit(animated: false, completion: { count += 1 }) { try $0.removeRow(.id(1)) }
        #expect(count == 2)
        try agent.reload(table([2]))
        #expect(container.animated == [true, true, false, true])
    }

    @Test func `A visible table is completed even if the agent is detached`() throws {
        var calls: [String] = []
        try agent.reload(table([1]), animated: true) { calls.append("visible") }
        agent.detach()
        #expect(calls == [])
        container.endAnimations()
        #expect(calls == ["visible"])
    }

    @Test func `A table that takes the place of another one completes both`() throws {
        container.isSlow = false
        var calls: [String] = []
        var isFirst = true
        container.onUpdate = { [agent] in
            guard isFirst else { return }
            isFirst = false
            for name in ["a", "b"] {
                #expect(throws: Never.self) {
                    try agent.reload(table([1, 2]), animated: name == "a") { calls.append(name) }
                }
            }
            #expect(throws: Never.self) {
                try agent.edit(animated: false, completion: { calls.append("edit") }) {
                    try $0.removeRow(.id(1))
                }
            }
            #expect(calls == [])
        }
        try agent.reload(table([1]), animated: true) { calls.append("first") }
        #expect(calls == ["first", "a", "b", "edit"])
        #expect(agent.tableInfo.rowCount == 1 && container.animated.last == false)
    }

    @Test func `A failed update has no completion, but a waiting table has`() throws {
        var calls: [String] = []
        var isFirst = true
        container.onUpdate = { [agent, container] in
            guard isFirst else { return }
            isFirst = false
            try? agent.edit(animated: true, completion: { calls.append("waiting") }) { _ in }
            container.error = Failure()
        }
        #expect(throws: Failure.self) {
            try agent.reload(table([1]), animated: true) { calls.append("first") }
        }
        container.endAnimations()
        #expect(calls == ["waiting"])
        #expect(throws: TableError.self) {
            try agent.edit(animated: true, completion: { calls.append("edit") }) { try $0.removeRow(.id(7)) }
        }
        agent.detach()
        #expect(throws: TableError.self) {
            try agent.reload(nil, animated: true) { calls.append("detached") }
        }
        #expect(calls == ["waiting"])
    }

    @Test func `A waiting table that ends, is committed, and then fails is completed once`() throws {
        final class FailingContainer: TableContainer {
            weak var panel: Panel?
            var onUpdate: () -> Void = {}
            var error: (any Error)?

            func canShow(_ item: any TableItem.Type) -> Bool { true }

            func reload(_ update: TableUpdate) throws {
                let end = update.postponeCompletion()
                onUpdate()
                update.commit()
                end()
                if let error { throw error }
            }
        }
        let container = FailingContainer()
        let agent = try Agent(container, rawData: TableInfo(), reformer: TableReformer())
        var calls: [String] = []
        container.onUpdate = { [agent, container] in
            container.onUpdate = { container.error = Failure() }
            #expect(throws: Never.self) { try agent.reload(table([1, 2])) { calls.append("waiting") } }
        }
        try agent.reload(table([1])) { calls.append("first") }
        #expect(calls == ["first", "waiting"])
        #expect(agent.tableInfo.rowCount == 2)
    }
}
