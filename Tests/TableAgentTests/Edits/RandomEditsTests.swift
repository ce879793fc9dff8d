import RandomTesting
import TableAgent
import TableAgentTesting
import Testing

/// Random verbs have the same result on a table and on plain arrays, in legal batches.
struct RandomEditsTests {
    private typealias Sample = EditSample

    /// The expected table: the ids of sections and their notes.
    private struct Model {
        var sections: [(id: Int, notes: [Sample.Note])] = []

        var texts: [[[String]]] { sections.map { $0.notes.map { [$0.text] } } }
        var places: [RowPosition] {
            sections.enumerated().flatMap { section, content in
                content.notes.indices.map { RowPosition(section: section, row: $0) }
            }
        }
    }

    private struct Boards: StatelessReformer {
        func reform(_ sections: [[Sample.Note]]) -> TableInfo {
            TableInfo(
                sections: sections.enumerated().map { number, notes in
                    TableSection(id: number) { Rows(notes, as: Sample.NoteLine.self) }
                })
        }
    }

    @Test(arguments: 0..<60)
    func `Edits have the same result as edits of plain arrays`(run: Int) throws {
        var random = SeededGenerator(seed: UInt64(run))
        var nextID = 1000
        var model = Model()
        for section in 0..<Int.random(in: 0...4, using: &random) {
            let count = Int.random(in: 0...12, using: &random)
            model.sections.append((section, (0..<count).map { Sample.Note(section * 100 + $0) }))
        }
        let container = RecordingContainer(appliesChanges: true)
        let agent = try Agent(container, rawData: model.sections.map(\.notes), reformer: Boards.self)
        for _ in 0..<40 {
            try agent.edit { table in
                for _ in 0..<Int.random(in: 1...5, using: &random) {
                    try Self.change(&table, &model, &nextID, &random)
                }
            }
            #expect(agent.tableInfo.sections.map(\.id) == model.sections.map { AnyID($0.id) })
            #expect(container.sections.map(\.texts) == model.texts)
            #expect(container.violations.isEmpty)
            for place in model.places {
                let note = model.sections[place.section].notes[place.row]
                try #require(agent.tableInfo.position(of: .id(note.id)) == place)
            }
            try #require(agent.tableInfo.position(of: .id(-1)) == nil)
        }
        #expect(
            !container.calls.contains { if case .reload(let from, _) = $0 { !from.isEmpty } else { false } })
    }

    /// Applies one random verb to both.
    private static func change(
        _ table: inout TableEdit, _ model: inout Model, _ nextID: inout Int, _ random: inout SeededGenerator
    ) throws {
        func newNotes() -> [Sample.Note] {
            (0..<Int.random(in: 1...3, using: &random)).map { _ in
                nextID += 1
                return Sample.Note(nextID)
            }
        }
        func rows(_ notes: [Sample.Note]) -> Rows { Rows(notes, as: Sample.NoteLine.self) }
        func reference(_ place: RowPosition) -> RowReference {
            Bool.random(using: &random)
                ? .at(place) : .id(model.sections[place.section].notes[place.row].id)
        }
        let places = model.places
        guard let place = places.randomElement(using: &random), Int.random(in: 0..<8, using: &random) > 0
        else {
            return try changeSections(&table, &model, &nextID, &random)
        }
        let (section, row) = (place.section, place.row)
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            try table.removeRow(reference(place))
            model.sections[section].notes.remove(at: row)
        case 1:
            let notes = newNotes()
            try table.insert(rows(notes), before: reference(place))
            model.sections[section].notes.insert(contentsOf: notes, at: row)
        case 2:
            let notes = newNotes()
            try table.append(rows(notes), to: .at(section))
            model.sections[section].notes += notes
        case 3, 4:
            nextID += 1
            model.sections[section].notes[row].text = "changed \(nextID)"
            try table.replaceData(ofRow: reference(place), with: model.sections[section].notes[row])
        case 5:
            let notes = newNotes()
            try table.replaceRows(of: .at(section), from: row, with: rows(notes))
            model.sections[section].notes.replaceSubrange(row..., with: notes)
        case 6:
            let target = places.randomElement(using: &random) ?? place
            guard target != place else { return }
            try table.moveRow(reference(place), to: target)
            let note = model.sections[section].notes.remove(at: row)
            model.sections[target.section].notes.insert(note, at: target.row)
        default:
            try table.reloadRow(reference(place))
        }
    }

    private static func changeSections(
        _ table: inout TableEdit, _ model: inout Model, _ nextID: inout Int, _ random: inout SeededGenerator
    ) throws {
        nextID += 1
        let count = model.sections.count
        let number = Int.random(in: 0...count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where number < count:
            try table.removeSection(.at(number))
            model.sections.remove(at: number)
        case 1 where number < count:
            let target = Int.random(in: 0..<count, using: &random)
            let section = SectionReference.id(model.sections[number].id)
            if number < target {
                try table.moveSection(section, after: .at(target))
            } else {
                try table.moveSection(section, before: .at(target))
            }
            model.sections.insert(model.sections.remove(at: number), at: target)
        case 2 where number < count:
            try table.reloadSection(.at(number))
        default:
            let notes = [Sample.Note(nextID)]
            try table.insert(
                TableSection(id: nextID) { Rows(notes, as: Sample.NoteLine.self) }, at: number)
            model.sections.insert((nextID, notes), at: number)
        }
    }
}
