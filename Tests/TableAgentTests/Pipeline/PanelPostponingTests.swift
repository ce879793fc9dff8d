import TableAgent
import TableAgentTesting
import Testing

/// Updates that wait until the surface is ready.
struct PanelPostponingTests {
    /// A surface that is busy until a test says otherwise.
    private final class BusyContainer: TableContainer {
        weak var panel: Panel?
        var isBusy = false
        var show: (() -> Void)?
        var shown: [[Int]] = []
        var error: (any Error)?

        func canShow(_ item: any TableItem.Type) -> Bool { true }

        func reload(_ update: TableUpdate) throws {
            if let error { throw error }
            update.commit()
            shown.append(update.new.numbers)
        }

        func postpone(_ show: @escaping () -> Void) -> Bool {
            if isBusy { self.show = show }
            return isBusy
        }

        func end() {
            isBusy = false
            let show = show
            self.show = nil
            show?()
        }
    }

    private let container = BusyContainer()
    private let agent = Agent<TableInfo>()

    init() throws {
        try agent.attach(container, dataSource: DataSource(.numbers(1, 2, 3), reformer: TableReformer()))
        container.shown = []
        container.isBusy = true
    }

    @Test func `Tables wait, edits start from the newest one, and all completions are called`() throws {
        var completions = 0
        try agent.edit(completion: { completions += 1 }) { try $0.removeRow(.id(1)) }
        try agent.edit(completion: { completions += 1 }) { try $0.removeRow(.id(3)) }
        #expect(container.shown == [] && completions == 0 && agent.tableInfo.numbers == [1, 2, 3])
        container.end()
        #expect(container.shown == [[2]] && completions == 2 && agent.tableInfo.numbers == [2])
        try agent.reload(.numbers(7))
        #expect(container.shown == [[2], [7]])
    }

    @Test func `A surface that is busy again postpones again`() throws {
        try agent.reload(.numbers(4))
        let show = container.show
        show?()
        #expect(container.shown == [])
        container.end()
        show?()
        #expect(container.shown == [[4]])
    }

    @Test func `A moved row is moved at once, and in the table that waits`() throws {
        try agent.reload(.numbers(9, 1, 2, 3))
        try container.panel?.moveRow(
            from: RowPosition(section: 0, row: 0), to: RowPosition(section: 0, row: 2))
        #expect(container.shown == [[2, 3, 1]])
        container.end()
        #expect(container.shown.last == [9, 2, 3, 1])
    }

    @Test func `A moved row that the waiting table does not have changes nothing there`() throws {
        try agent.reload(.numbers(2, 3))
        try container.panel?.moveRow(
            from: RowPosition(section: 0, row: 0), to: RowPosition(section: 0, row: 2))
        container.end()
        #expect(container.shown == [[2, 3, 1], [2, 3]])
        try container.panel?.moveRow(
            from: RowPosition(section: 0, row: 0), to: RowPosition(section: 0, row: 1))
        #expect(container.shown.last == [3, 2])
        try agent.reload(.numbers(5))
        #expect(container.shown.last == [5])
    }

    @Test func `After a detachment, nothing waits`() throws {
        try agent.reload(.numbers(4))
        agent.detach()
        let next = BusyContainer()
        try agent.attach(next, dataSource: DataSource(.numbers(6), reformer: TableReformer()))
        container.end()
        #expect(container.shown == [] && next.shown == [[6]])
    }

    @Test func `The failure of a table that has waited is an event`() throws {
        struct Refused: Error {}
        var failures = 0
        agent.on(.updateFailed) { (_: TableEvent, _: any Error) in failures += 1 }
        try agent.reload(.numbers(4))
        container.error = Refused()
        #expect(failures == 0)
        container.end()
        #expect(failures == 1 && agent.tableInfo.numbers == [1, 2, 3])
    }
}
