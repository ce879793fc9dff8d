import RandomTesting
import TableAgentTesting
import Testing

@testable import TableAgent

/// Compares edits of tables with repeated ids and shared values with plain arrays.
///
/// `TABLE_FUZZ=100` multiplies the number of runs by 100, and `TABLE_SEED=7` uses a single seed.
struct EditFuzzTests {
    private static let rounds =
        200 * SeededGenerator.fuzzFactor

    private struct Section: Equatable {
        let id: Int
        var rows: [Int]
    }

    /// A table and its expected content.
    private struct Pair {
        var table = TableInfo()
        var model: [Section] = []

        var places: [RowPosition] {
            model.indices.flatMap { section in
                model[section].rows.indices.map { RowPosition(section: section, row: $0) }
            }
        }

        /// The error in the table or in its look-ups, if any.
        var problem: String? {
            let found = table.sections.map {
                Section(id: $0.id.base as? Int ?? -1, rows: $0.rows.map { $0.id.base as? Int ?? -1 })
            }
            if found != model { return "\(found) in place of \(model)" }
            if let violation = table.index.violation(in: table.sections) { return violation }
            for id in 0...EditFuzzTests.idCount {
                let place = places.first { model[$0.section].rows[$0.row] == id }
                if table.position(of: .id(id)) != place {
                    return "row \(id) is not found at \(String(describing: place)) of \(model)"
                }
                let section = model.firstIndex { $0.id == id }
                if table.index(of: .id(id)) != section {
                    return "section \(id) is not found at \(section ?? -1) of \(model)"
                }
                guard let section else { continue }
                for row in 0...EditFuzzTests.idCount {
                    let place = model[section].rows.firstIndex(of: row).map {
                        RowPosition(section: section, row: $0)
                    }
                    if table.position(of: .id(row, in: .id(id))) != place {
                        return
                            "row \(row) of section \(id) is not found at \(String(describing: place)) of \(model)"
                    }
                }
            }
            return nil
        }
    }

    private static let idCount = 5

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `Rows and sections are found after each verb, even if ids and values repeat`(part: UInt64) throws {
        let seed = SeededGenerator.seed &+ part
        for round in 0..<Self.rounds {
            var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(round))
            // Values that may occur in several sections, and several times in one section.
            let values = (0..<3).map { _ in
                Rows(
                    (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        Int.random(in: 0...Self.idCount, using: &random)
                    }, id: \.self, as: NumberLine.self)
            }
            var pair = Pair()
            var former = pair
            for verb in 0..<30 {
                try Self.change(&pair, values, &random)
                // The edited table takes the index from its copy, which then builds its own index on request.
                if verb % 5 == 0 { swap(&former, &pair) }
                if verb % 5 == 2 { former = pair }
                if let problem = pair.problem ?? (verb % 5 == 4 ? former.problem : nil) {
                    Issue.record("TABLE_SEED=\(seed), round \(round), verb \(verb): \(problem)")
                    return
                }
            }
        }
    }

    /// Applies one random verb to both.
    private static func change(_ pair: inout Pair, _ values: [Rows], _ random: inout SeededGenerator) throws {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        let rows = values[number(0...2)]
        let ids = rows.map { $0.id.base as? Int ?? -1 }
        let sectionID = number(0...idCount)
        let count = pair.model.count
        guard count > 0, number(0...3) > 0 else {
            let index = number(0...count)
            try pair.table.edit { try $0.insert(TableSection(id: sectionID, rows: rows), at: index) }
            pair.model.insert(Section(id: sectionID, rows: ids), at: index)
            return
        }
        let section = number(0...count - 1)
        // The id names the first row with that id.
        let isByID = number(0...1) == 0
        let target = isByID ? pair.model.firstIndex { $0.id == pair.model[section].id } ?? section : section
        let reference = isByID ? SectionReference.id(pair.model[section].id) : .at(section)
        var changed = pair.model
        var table = pair.table
        switch number(0...7) {
        case 0:
            try table.edit { try $0.removeSection(reference) }
            changed.remove(at: target)
        case 1:
            let other = number(0...count - 1)
            guard other != target else { return }
            try table.edit { try $0.moveSection(reference, before: .at(other)) }
            let moved = changed.remove(at: target)
            changed.insert(moved, at: other > target ? other - 1 : other)
        case 2, 3:
            try table.edit { try $0.append(rows, to: reference) }
            changed[target].rows += ids
        case 4:
            let row = number(0...changed[target].rows.count)
            try table.edit { try $0.insert(rows, at: row, in: reference) }
            changed[target].rows.insert(contentsOf: ids, at: row)
        default:
            let places = pair.places
            guard let any = places.randomElement(using: &random) else { return }
            let id = changed[any.section].rows[any.row]
            let place = isByID ? places.first { changed[$0.section].rows[$0.row] == id } ?? any : any
            let row = isByID ? RowReference.id(id) : .at(any)
            if number(0...1) == 0 {
                try table.edit { try $0.removeRow(row) }
                changed[place.section].rows.remove(at: place.row)
            } else {
                try table.edit { try $0.replaceRow(row, with: rows) }
                changed[place.section].rows.replaceSubrange(place.row..<place.row + 1, with: ids)
            }
        }
        (pair.table, pair.model) = (table, changed)
    }
}
