import RandomTesting
import TableAgent
import TableAgentTesting
import Testing

/// Compares reloads and edits that wait behind a running update with the same calls one after another.
///
/// `TABLE_FUZZ=100` multiplies the number of runs by 100, and `TABLE_SEED=7` uses a single seed.
struct WaitingEditFuzzTests {
    private static let rounds = 100 * SeededGenerator.fuzzFactor

    @Test(arguments: [false, true])
    func `Waiting calls receive and show the same tables as calls that do not wait`(
        appliesChanges: Bool
    ) throws {
        try compare(appliesChanges) { random, waiting, direct in
            let verbs = (0..<Int.random(in: 1...6, using: &random)).map { _ in Verb(&random) }
            for verb in verbs { direct.perform(verb) }
            waiting.perform(verbs[0], during: { verbs.dropFirst().forEach(waiting.perform) })
            if waiting.record == direct.record, waiting.shown == direct.shown { return nil }
            return """
                \(verbs): \(waiting.record), then \(waiting.shown), in place of \(direct.record), \
                then \(direct.shown)
                """
        }
    }

    /// An edit of a table that fails is lost with it, and an edit after a reload is not.
    @Test(arguments: [false, true])
    func `Calls behind a failed update show the same table as after a failed call`(
        appliesChanges: Bool
    ) throws {
        try compare(appliesChanges) { random, waiting, direct in
            // The table that a toggle receives would decide what it does.
            let verbs = (0..<Int.random(in: 1...6, using: &random)).map { _ in Verb(&random).withoutToggle }
            let failsFirst = Bool.random(using: &random)
            var failed = false
            waiting.failsNext = failsFirst
            waiting.perform(
                verbs[0],
                during: {
                    // Without a change, there was no update that could fail.
                    failed = failsFirst && !waiting.failsNext
                    waiting.failsNext = false
                    verbs.dropFirst().forEach(waiting.perform)
                    waiting.failsNext = !failsFirst
                })
            if !failsFirst { failed = !waiting.failsNext }
            waiting.failsNext = false
            direct.failsNext = failsFirst && failed
            direct.perform(verbs[0])
            let rest = verbs.dropFirst()
            if !failed { rest.forEach(direct.perform) }
            if failed, failsFirst { rest.drop { !$0.isReload }.forEach(direct.perform) }
            if waiting.shown == direct.shown { return nil }
            return """
                \(verbs), \(failsFirst ? "the first" : "the waiting") update \
                \(failed ? "fails" : "is committed"): \(waiting.shown) in place of \(direct.shown)
                """
        }
    }

    /// Repeats a random step with two users, until the step returns a difference between them.
    private func compare(
        _ appliesChanges: Bool,
        step: (_ random: inout SeededGenerator, _ waiting: User, _ direct: User) -> String?
    ) throws {
        let seed = SeededGenerator.seed
        for round in 0..<Self.rounds {
            var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(round))
            let waiting = try User(appliesChanges)
            let direct = try User(appliesChanges)
            for number in 0..<6 {
                guard let difference = step(&random, waiting, direct) else { continue }
                Issue.record("TABLE_SEED=\(seed), round \(round), step \(number), \(difference)")
                return
            }
        }
    }
}

/// A call of an agent.
private enum Verb {
    case reload([Section])
    case toggle(Int)
    case collapse(Int)
    case expand(Int)
    case append(Int, to: Int)
    case remove
    case moveFirst(Int, to: Int)
    case moveSection(Int, to: Int)
    case insertSection(Section, before: Int)
    case removeSection(Int)

    init(_ random: inout SeededGenerator) {
        let section = Int.random(in: 0..<4, using: &random)
        let other = Int.random(in: 0..<4, using: &random)
        let id = Int.random(in: 100..<200, using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0...2:
            // Sometimes several sections have the same id.
            let names =
                Bool.random(using: &random) ? ["a", "b", "c"].shuffled(using: &random) : ["a", "a", "b"]
            self = .reload(names.map { Section($0, &random) })
        case 3...4: self = .toggle(section)
        case 5...6: self = .collapse(section)
        case 7: self = .expand(section)
        case 8: self = .append(id, to: section)
        case 9: self = .remove
        case 10: self = .moveFirst(section, to: other)
        case 11: self = .moveSection(section, to: other)
        case 12:
            let new = Section(["a", "b", "c"].randomElement(using: &random) ?? "a", &random)
            self = .insertSection(new, before: section)
        default: self = .removeSection(section)
        }
    }

    var isReload: Bool { if case .reload = self { true } else { false } }

    var withoutToggle: Verb { if case .toggle(let section) = self { .collapse(section) } else { self } }
}

private struct Section {
    let name: String
    let rows: [Int]
    let isCollapsed: Bool

    init(_ name: String, _ random: inout SeededGenerator) {
        self.name = name
        rows = (0..<4).filter { _ in Bool.random(using: &random) }
        isCollapsed = Int.random(in: 0..<4, using: &random) == 0
    }

    var section: TableSection {
        var section = EditSample.section(name, rows)
        section.isCollapsed = isCollapsed
        return section
    }
}

private final class User {
    private struct Sections: StatelessReformer {
        func reform(_ data: [Section]) -> TableInfo { TableInfo(sections: data.map(\.section)) }
    }

    let container: RecordingContainer
    private let agent: Agent<[Section]>
    /// The tables that edits received.
    private(set) var record: [String] = []

    /// Whether the next update fails before its commit.
    var failsNext: Bool {
        get { if case .failBeforeCommit = container.nextOutcome { true } else { false } }
        set { container.nextOutcome = newValue ? .failBeforeCommit(CancellationError()) : .commit }
    }

    init(_ appliesChanges: Bool) throws {
        container = RecordingContainer(appliesChanges: appliesChanges)
        agent = try Agent(container, rawData: [], reformer: Sections.self)
        agent.eventHandler.report = { _ in }
    }

    /// The visible table.
    var shown: String { Self.text(of: agent.tableInfo) + "\(container.sections.map(\.rows.count))" }

    private static func text(of table: TableInfo) -> String {
        zip(table.noteIDs, table.sections).map { $0 + ($1.isCollapsed ? " (collapsed)" : "") }
            .joined(separator: "; ")
    }

    /// Performs a verb, and a closure while the container performs the verb.
    func perform(_ verb: Verb, during action: @escaping () -> Void) {
        var isDone = false
        func performAction() {
            if !isDone { action() }
            isDone = true
        }
        container.duringNextUpdate = { _ in performAction() }
        perform(verb)
        // Without a change, there was no update.
        container.duringNextUpdate = nil
        performAction()
    }

    func perform(_ verb: Verb) {
        do {
            if case .reload(let sections) = verb { return try agent.reload(sections) }
            try agent.edit { edit in
                record.append(Self.text(of: edit.table))
                try perform(verb, in: &edit)
            }
        } catch is CancellationError {
        } catch {
            Issue.record(error)
        }
    }

    private func perform(_ verb: Verb, in edit: inout TableEdit) throws {
        let sections = edit.table.sections
        func index(_ number: Int) -> Int { number % max(sections.count, 1) }
        func reference(_ number: Int) -> SectionReference { .at(index(number)) }
        if case .insertSection(let new, let number) = verb {
            return try edit.insert(new.section, at: index(number))
        }
        guard sections.count > 0 else { return }
        switch verb {
        case .reload, .insertSection: break
        case .toggle(let number): try edit.toggleSection(reference(number))
        case .collapse(let number): try edit.collapseSection(reference(number))
        case .expand(let number): try edit.expandSection(reference(number))
        case .append(let id, let number): try edit.append(EditSample.rows(id), to: reference(number))
        case .remove:
            guard let full = sections.firstIndex(where: { $0.rows.count > 0 }) else { return }
            try edit.removeRow(.at(section: full, row: 0))
        case .moveFirst(let number, let target):
            guard sections[index(number)].rows.count > 0 else { return }
            let position = RowPosition(section: index(target), row: 0)
            try edit.moveRow(.at(section: index(number), row: 0), to: position)
        case .moveSection(let number, let target):
            try edit.moveSection(reference(number), before: reference(target))
        case .removeSection(let number): try edit.removeSection(reference(number))
        }
    }
}
