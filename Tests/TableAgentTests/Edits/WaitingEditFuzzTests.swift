import RandomTesting
import TableAgent
import TableAgentTesting
import Testing

/// Compares reloads and edits that wait behind a running update with the same calls one after another.
///
/// `TABLE_FUZZ=100` multiplies the number of runs by 100, and `TABLE_SEED=7` uses a single seed.
struct WaitingEditFuzzTests {
    private static let rounds =
        150 * SeededGenerator.fuzzFactor

    @Test(arguments: [false, true])
    func `Waiting edits receive and show the same tables as edits that do not wait`(
        appliesChanges: Bool
    ) throws {
        let seed = SeededGenerator.seed
        for round in 0..<Self.rounds {
            var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(round))
            let waiting = try User(appliesChanges)
            let direct = try User(appliesChanges)
            for step in 0..<6 {
                let verbs = (0..<Int.random(in: 1...6, using: &random)).map { _ in Verb(&random) }
                for verb in verbs { direct.perform(verb) }
                // All verbs but the first one are performed while the container performs the first one.
                var rest = verbs.dropFirst()
                func performRest() {
                    while let verb = rest.popFirst() { waiting.perform(verb) }
                }
                waiting.container.duringNextUpdate = { _ in performRest() }
                waiting.perform(verbs[0])
                // Without a change, there was no update.
                waiting.container.duringNextUpdate = nil
                performRest()
                guard waiting.record == direct.record, waiting.shown == direct.shown else {
                    Issue.record(
                        """
                        TABLE_SEED=\(seed), round \(round), step \(step), \(verbs):
                        \(waiting.record), then \(waiting.shown), in place of
                        \(direct.record), then \(direct.shown)
                        """)
                    return
                }
            }
        }
    }
}

/// A call of an agent.
private enum Verb {
    case reload([[Int]], collapsed: Int?)
    case toggle(Int)
    case collapse(Int)
    case expand(Int)
    case append(Int, to: Int)
    case remove
    case moveFirst(Int, to: Int)
    case moveSection(Int)

    init(_ random: inout SeededGenerator) {
        let section = Int.random(in: 0..<3, using: &random)
        let id = Int.random(in: 100..<200, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2:
            let rows = (0..<3).map { section in
                (0..<4).filter { _ in Bool.random(using: &random) }.map { 10 * section + $0 }
            }
            self = .reload(rows, collapsed: Bool.random(using: &random) ? section : nil)
        case 3...5: self = .toggle(section)
        case 6: self = .collapse(section)
        case 7: self = .expand(section)
        case 8: self = .append(id, to: section)
        case 9: self = .remove
        case 10: self = .moveFirst(section, to: (section + 1) % 3)
        default: self = .moveSection(section)
        }
    }
}

private final class User {
    private struct Sections: StatelessReformer {
        func reform(_ data: (rows: [[Int]], collapsed: Int?)) -> TableInfo {
            TableInfo(
                sections: data.rows.enumerated().map { index, ids in
                    var section = EditSample.section(["a", "b", "c"][index], ids)
                    section.isCollapsed = index == data.collapsed
                    return section
                })
        }
    }

    let container: RecordingContainer
    private let agent: Agent<(rows: [[Int]], collapsed: Int?)>
    /// The tables that edits received.
    private(set) var record: [String] = []

    init(_ appliesChanges: Bool) throws {
        container = RecordingContainer(appliesChanges: appliesChanges)
        agent = try Agent(container, rawData: ([[1, 2], [11], [21]], nil), reformer: Sections.self)
        agent.eventHandler.report = { _ in }
    }

    /// The visible table.
    var shown: String { Self.text(of: agent.tableInfo) + "\(container.sections.map(\.rows.count))" }

    private static func text(of table: TableInfo) -> String {
        zip(table.noteIDs, table.sections).map { $0 + ($1.isCollapsed ? " (collapsed)" : "") }
            .joined(separator: "; ")
    }

    func perform(_ verb: Verb) {
        do {
            if case .reload(let rows, let collapsed) = verb { return try agent.reload((rows, collapsed)) }
            try agent.edit { edit in
                record.append(Self.text(of: edit.table))
                try perform(verb, in: &edit)
            }
        } catch {
            Issue.record(error)
        }
    }

    private func perform(_ verb: Verb, in edit: inout TableEdit) throws {
        let full = edit.table.sections.firstIndex { $0.rows.count > 0 }
        switch verb {
        case .reload: break
        case .toggle(let index): try edit.toggleSection(.at(index))
        case .collapse(let index): try edit.collapseSection(.at(index))
        case .expand(let index): try edit.expandSection(.at(index))
        case .append(let id, let index): try edit.append(EditSample.rows(id), to: .at(index))
        case .remove: if let full { try edit.removeRow(.at(section: full, row: 0)) }
        case .moveFirst(let index, let target):
            guard edit.table.sections[index].rows.count > 0 else { return }
            try edit.moveRow(.at(section: index, row: 0), to: RowPosition(section: target, row: 0))
        case .moveSection(let index):
            if index != 1 { try edit.moveSection(.at(index), before: .at(1)) }
        }
    }
}
