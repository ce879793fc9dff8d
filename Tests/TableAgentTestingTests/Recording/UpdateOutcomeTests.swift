import TableAgent
import TableAgentTesting
import Testing

@Suite struct UpdateOutcomeTests {
    private let container = RecordingContainer()

    /// Has the container reload, without any panel between.
    private func reload(to new: TableInfo = .numbers(1, 2)) throws -> TableUpdate {
        let update = TableUpdate(from: TableInfo(), to: new) {}
        try container.reload(update)
        return update
    }

    @Test("A container commits unless it is told otherwise")
    func commits() throws {
        #expect(try reload().isCommitted)
        #expect(container.sections[0].rows.count == 2)
    }

    @Test("An error before the commit leaves the update uncommitted and what is on show as it was")
    func failsBefore() throws {
        container.nextOutcome = .failBeforeCommit(Refused())
        let update = TableUpdate(from: TableInfo(), to: .numbers(1)) {}
        #expect(throws: Refused()) { try container.reload(update) }
        #expect(!update.isCommitted)
        #expect(container.sections.isEmpty)
        #expect(container.calls == [.reload(from: [], to: [1])])
    }

    @Test("An error after the commit leaves the new table on show")
    func failsAfter() throws {
        container.nextOutcome = .failAfterCommit(Refused())
        let update = TableUpdate(from: TableInfo(), to: .numbers(1)) {}
        #expect(throws: Refused()) { try container.reload(update) }
        #expect(update.isCommitted)
        #expect(container.sections[0].rows.count == 1)
    }

    @Test("A commit can be left out")
    func skips() throws {
        container.nextOutcome = .skipCommit
        #expect(try !reload().isCommitted)
        #expect(container.sections.isEmpty)
    }

    @Test("An outcome holds for one update")
    func holdsOnce() throws {
        container.nextOutcome = .skipCommit
        #expect(try !reload().isCommitted)
        #expect(try reload().isCommitted)
    }

    @Test("A closure runs once in the midst of the next update, before its commit")
    func duringUpdate() throws {
        var wasCommitted: [Bool] = []
        container.duringNextUpdate = { wasCommitted.append($0.isCommitted) }
        #expect(try reload().isCommitted)
        #expect(try reload().isCommitted)
        #expect(wasCommitted == [false])
        #expect(container.duringNextUpdate == nil)
    }
}
