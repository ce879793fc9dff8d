import RandomTesting
import TableAgent
import TableAgentTesting
import Testing

/// Compares the positions of kept sources with a model that follows each row within its section.
///
/// The same ids occur in several sections, and sections share their `Rows`. `TABLE_FUZZ=100` multiplies the number of
/// runs by 100, and `TABLE_SEED=7` uses a single seed.
struct EventSourceFuzzTests {
    private static let rounds =
        100 * SeededGenerator.fuzzFactor

    @Test(arguments: [false, true], 0..<2 as Range<UInt64>)
    func `A source finds its row in its section, and never a row of another section`(
        appliesChanges: Bool, part: UInt64
    ) throws {
        let seed = SeededGenerator.seed &+ part
        for round in 0..<Self.rounds {
            var user = try User(seed: seed &* 1_000_003 &+ UInt64(round), appliesChanges)
            for step in 0..<40 {
                let verb = try user.act()
                if let problem = user.problem {
                    Issue.record("TABLE_SEED=\(seed), round \(round), step \(step), \(verb): \(problem)")
                    return
                }
            }
        }
    }
}

/// A row by its section and its id.
private struct Place: Hashable {
    let section: String
    let id: Int
}

/// A source with the place of its row, according to the model.
private struct KeptSource {
    let source: EventSource
    let place: Place
}

private struct User {
    private let agent: Agent<TableInfo>
    private var random: SeededGenerator
    private var model: [(section: String, ids: [Int])]
    private var sources: [KeptSource] = []

    init(seed: UInt64, _ appliesChanges: Bool) throws {
        random = SeededGenerator(seed: seed)
        let shared = EditSample.rows(0, 1, 2, 3)
        model = ["all", "open", "paid"].map { ($0, $0 == "paid" ? [] : [0, 1, 2, 3]) }
        let table = TableInfo(
            sections: model.map { TableSection(id: $0.section, rows: $0.ids.isEmpty ? Rows() : shared) })
        agent = try Agent(
            RecordingContainer(appliesChanges: appliesChanges), rawData: table, reformer: TableReformer.self)
        agent.eventHandler.report = { _ in }
    }

    private mutating func number(below count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private func position(of place: Place) -> RowPosition? {
        guard let section = model.firstIndex(where: { $0.section == place.section }),
            let row = model[section].ids.firstIndex(of: place.id)
        else { return nil }
        return RowPosition(section: section, row: row)
    }

    /// Performs one random verb on both, and returns its name.
    mutating func act() throws -> String {
        guard !model.isEmpty else {
            model.append(("new", []))
            try agent.edit { $0.append(TableSection(id: "new")) }
            return "new"
        }
        let section = number(below: model.count)
        let (name, ids) = model[section]
        let reference = SectionReference.id(name)
        let row = ids.isEmpty ? 0 : number(below: ids.count)
        switch number(below: ids.isEmpty ? 3 : 9) {
        case 0:
            let id = number(below: 8)
            guard !ids.contains(id) else { return "none" }
            let index = number(below: ids.count + 1)
            try agent.edit { try $0.insert(EditSample.rows(id), at: index, in: reference) }
            model[section].ids.insert(id, at: index)
            return "insert \(id) into \(name)"
        case 1 where number(below: 6) == 0:
            try agent.edit { try $0.removeSection(reference) }
            model.remove(at: section)
            return "remove \(name)"
        case 1, 2:
            let other = number(below: model.count)
            guard other != section else { return "none" }
            try agent.edit { try $0.moveSection(reference, before: .at(other)) }
            let moved = model.remove(at: section)
            model.insert(moved, at: other > section ? other - 1 : other)
            return "move \(name)"
        case 3:
            try agent.edit { try $0.removeRow(.id(ids[row], in: reference)) }
            model[section].ids.remove(at: row)
            return "remove \(ids[row]) from \(name)"
        case 4:
            try agent.edit {
                try $0.replaceData(
                    ofRow: .id(ids[row], in: reference), with: EditSample.Note(ids[row], "new"))
            }
            return "replace \(ids[row]) of \(name)"
        case 5:
            try agent.edit { try $0.reloadSection(reference) }
            return "reload \(name)"
        case 6:
            let other = number(below: model.count)
            guard !model[other].ids.contains(ids[row]) else { return "none" }
            let target = SectionReference.id(model[other].section)
            try agent.edit { try $0.moveRow(.id(ids[row], in: reference), toEndOf: target) }
            model[section].ids.remove(at: row)
            model[other].ids.append(ids[row])
            return "move \(ids[row]) from \(name) to \(model[other].section)"
        default:
            let place = Place(section: name, id: ids[row])
            let source = try agent.panel.source(.row(.at(section: section, row: row)))
            sources.append(KeptSource(source: source, place: place))
            return "keep \(place)"
        }
    }

    /// The first source that does not find its row, if any.
    var problem: String? {
        for kept in sources {
            let expected = position(of: kept.place)
            if kept.source.position != expected {
                return "\(kept.place) is found at "
                    + "\(String(describing: kept.source.position)) in place of \(String(describing: expected))"
            }
        }
        return nil
    }
}
