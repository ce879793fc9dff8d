import RandomTesting
import TableAgent
import TableAgentTesting
import Testing

/// Tests random reloads, edits, and events, some of them during an update, with a container that fails at
/// random.
///
/// `TABLE_FUZZ=100` multiplies the number of runs by 100, and `TABLE_SEED=7` uses a single seed.
struct ReentrancyFuzzTests {
    private static let rounds =
        250 * SeededGenerator.fuzzFactor

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `The visible table is the agent's table and comes from its raw data`(part: UInt64) throws {
        let seed = SeededGenerator.seed &+ part
        for round in 0..<Self.rounds {
            let user = try User(seed: seed &* 1_000_003 &+ UInt64(round))
            for step in 0..<30 {
                user.act()
                if let problem = user.problem {
                    Issue.record("TABLE_SEED=\(seed), round \(round), step \(step): \(problem)")
                    return
                }
            }
        }
    }
}

/// The raw data: a number, and the rows that the reformer makes.
private struct Version {
    let number: Int
    let rows: [Int]
}

private struct VersionReformer: StatelessReformer {
    func reform(_ version: Version) throws -> TableInfo {
        guard version.number % 11 != 0 else { throw Refused() }
        return TableInfo {
            // Contains the number of the raw data, and is not edited.
            TableSection(id: "version", head: Head(version.number, as: NumberLine.self))
            TableSection(id: "rows") { Rows(version.rows, id: \.self, as: NumberLine.self) }
        }
    }
}

/// Performs random actions on an agent, also during events and updates.
private final class User: EventDelegate {
    private let container = RecordingContainer(appliesChanges: true)
    private let agent = Agent<Version>()
    private var random: SeededGenerator
    private var latestNumber = 0
    private var depth = 0

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        agent.eventHandler.report = { _ in }
    }

    private func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private func newVersion() -> Version {
        latestNumber += 1
        return Version(
            number: latestNumber, rows: (0..<6).filter { _ in number(0...1) == 0 }.shuffled(using: &random))
    }

    func act() {
        guard depth < 4 else { return }
        depth += 1
        defer { depth -= 1 }
        switch number(0...5) {
        case 0: container.nextOutcome = .failBeforeCommit(Refused())
        case 1: container.nextOutcome = .failAfterCommit(Refused())
        case 2: container.nextOutcome = .skipCommit
        default: break
        }
        if number(0...2) == 0 { container.duringNextUpdate = { [unowned self] _ in act() } }
        do {
            switch number(0...9) {
            case 0: agent.detach()
            case 1:
                let dataSource = DataSource(
                    number(0...1) == 0 ? newVersion() : nil, reformer: VersionReformer())
                try agent.attach(container, dataSource: dataSource, eventDelegate: self)
            case 2: try agent.reload(nil)
            case 3...5: try agent.reload(newVersion())
            case 6: try agent.post(EventName<Void>("look"), from: .table)
            default:
                try agent.edit { table in
                    guard table.table.sections.count == 2 else { return }
                    switch number(0...2) {
                    case 0:
                        try table.append(
                            [Row(number(0...9), id: number(0...9), as: NumberLine.self)], to: .id("rows"))
                    case 1: try table.toggleSection(.id("rows"))
                    default:
                        if table.table.sections[1].rows.count > 0 {
                            try table.removeRow(.at(RowPosition(section: 1, row: 0)))
                        }
                    }
                }
            }
        } catch {
            guard error is Refused || error is TableError else {
                Issue.record(error)
                return
            }
        }
    }

    func didReceive(_ event: TableEvent) { act() }
    func didReceive(_ event: SectionEvent) { act() }
    func didReceive(_ event: CellEvent) { if number(0...3) == 0 { act() } }

    /// The inconsistency between agent and container while no update is running, if any.
    var problem: String? {
        let table = agent.tableInfo
        let numbers = table.sections.map { section in
            section.visibleRows.map { $0.data(as: Int.self) ?? -1 }
        }
        if !container.violations.isEmpty { return "\(container.violations)" }
        guard container.panel === agent.panel else {
            return table.sections.isEmpty && agent.dataSource == nil ? nil : "a table without a container"
        }
        let shown = container.sections.map { section in section.rows.map { Int($0.texts[0]) ?? -1 } }
        // A container on which an agent has shown no table yet keeps its previous content.
        if shown != numbers, !table.sections.isEmpty { return "\(shown) is visible in place of \(numbers)" }
        let version = table.sections.first?.head?.data(as: Int.self)
        if let version, version != agent.dataSource?.rawData?.number {
            return "the table of \(version) with the raw data of \(agent.dataSource?.rawData?.number ?? -1)"
        }
        return nil
    }
}
