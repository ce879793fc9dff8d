import TableAgent
import TableAgentTesting
import Testing

struct UpdateOutcomeTests {
    private let container = RecordingContainer()

    /// Reloads the container without a panel.
    private func reload(to new: TableInfo = .numbers(1, 2)) throws -> TableUpdate {
        let update = TableUpdate(from: TableInfo(), to: new) { _ in }
        try container.reload(update)
        return update
    }

    @Test func `The container commits by default`() throws {
        #expect(try reload().isCommitted)
        #expect(container.sections[0].rows.count == 2)
    }

    @Test func `An error before the commit keeps the old table visible`() throws {
        container.nextOutcome = .failBeforeCommit(Refused())
        let update = TableUpdate(from: TableInfo(), to: .numbers(1)) { _ in }
        #expect(throws: Refused()) { try container.reload(update) }
        #expect(!update.isCommitted)
        #expect(container.sections.isEmpty)
        #expect(container.calls == [.reload(from: [], to: [1])])
    }

    @Test func `An error after the commit keeps the new table visible`() throws {
        container.nextOutcome = .failAfterCommit(Refused())
        let update = TableUpdate(from: TableInfo(), to: .numbers(1)) { _ in }
        #expect(throws: Refused()) { try container.reload(update) }
        #expect(update.isCommitted)
        #expect(container.sections[0].rows.count == 1)
    }

    @Test func `A commit can be skipped`() throws {
        container.nextOutcome = .skipCommit
        #expect(try !reload().isCommitted)
        #expect(container.sections.isEmpty)
    }

    @Test func `An outcome applies to one update`() throws {
        container.nextOutcome = .skipCommit
        #expect(try !reload().isCommitted)
        #expect(try reload().isCommitted)
    }

    @Test func `A closure runs once during the next update, before its commit`() throws {
        var wasCommitted: [Bool] = []
        container.duringNextUpdate = { wasCommitted.append($0.isCommitted) }
        #expect(try reload().isCommitted)
        #expect(try reload().isCommitted)
        #expect(wasCommitted == [false])
        #expect(container.duringNextUpdate == nil)
    }
}
