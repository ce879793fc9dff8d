import Testing

/// Makes a random table and a random later version of the table.
struct RandomTables {
    /// The kind of tables and changes.
    struct Profile: Sendable, CustomTestStringConvertible {
        let name: String
        let pairs: Int
        var sections = 0...3
        var rows = 0...6
        var edits = 0...5
        /// The number of different row ids, or `nil` for ids that are unique in the table.
        var idCount: Int?
        var sectionIDCount: Int?
        /// The average number of consecutive rows of the same kind.
        var kindLength = 10
        var allowsBlocks = false
        var allowsShuffles = false

        var testDescription: String { name }
    }

    let profile: Profile
    var random: SeededGenerator
    private var lastID = 0

    init(_ profile: Profile, seed: UInt64) {
        self.profile = profile
        random = SeededGenerator(seed: seed)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// Returns `true` at random, with the probability of one in a number.
    mutating func happens(onceIn times: Int) -> Bool { number(1...times) == 1 }

    mutating func table() -> ModelTable {
        var table = ModelTable()
        for _ in 0..<number(profile.sections) { table.sections.append(section()) }
        table.foot = entry()
        return table
    }

    mutating func section() -> ModelSection {
        var section = ModelSection(id: id(profile.sectionIDCount))
        section.rows = rows(number(profile.rows))
        section.isCollapsed = happens(onceIn: 8)
        section.head = entry()
        section.foot = entry()
        return section
    }

    /// Returns random rows, mostly of the same kind.
    mutating func rows(_ count: Int) -> [ModelRow] {
        var kind = kind()
        return (0..<count).map { _ in
            if happens(onceIn: profile.kindLength) { kind = self.kind() }
            return ModelRow(
                id: id(profile.idCount), kind: kind, content: number(0...2),
                isSingle: happens(onceIn: 6), startsRun: happens(onceIn: 12))
        }
    }

    mutating func entry() -> ModelEntry? {
        guard happens(onceIn: 2) else { return nil }
        return ModelEntry(kind: ModelEntry.Kind.allCases[number(0...2)], content: number(0...2))
    }

    mutating func kind() -> ModelRow.Kind { ModelRow.Kind.allCases[number(0...4)] }

    private mutating func id(_ count: Int?) -> Int {
        if let count { return number(1...count) }
        lastID += 1
        return lastID
    }
}

extension RandomTables.Profile {
    /// The kinds of tables for tests with random batches.
    static let all: [RandomTables.Profile] = [
        .init(name: "tiny", pairs: 300, sections: 0...2, rows: 0...4, idCount: 6, sectionIDCount: 3),
        .init(name: "unique ids", pairs: 300, edits: 0...8),
        .init(name: "many equal ids", pairs: 250, rows: 0...12, idCount: 4, sectionIDCount: 2),
        .init(name: "many sections", pairs: 300, sections: 2...10, rows: 0...3, edits: 1...10),
        .init(
            name: "rearranged", pairs: 200, sections: 1...2, rows: 0...25, edits: 1...6,
            allowsBlocks: true, allowsShuffles: true),
        .init(
            name: "a few hundred rows", pairs: 30, sections: 1...2, rows: 100...300, edits: 1...10,
            allowsBlocks: true, allowsShuffles: true),
    ]
}

extension RandomTables {
    /// Returns a later version of a table.
    mutating func edited(_ table: ModelTable) -> ModelTable {
        var table = table
        if happens(onceIn: 4) { table.foot = entry() }
        for _ in 0..<number(profile.edits) {
            if table.sections.isEmpty || happens(onceIn: 4) {
                editSections(&table)
            } else {
                editRows(&table.sections[number(0...table.sections.count - 1)])
            }
        }
        return table
    }

    private mutating func editSections(_ table: inout ModelTable) {
        let count = table.sections.count
        guard count > 0 else {
            table.sections.append(section())
            return
        }
        let (a, b) = (number(0...count - 1), number(0...count - 1))
        switch number(0...9) {
        case 0: table.sections.remove(at: a)
        case 1: table.sections.insert(section(), at: number(0...count))
        case 2: table.sections.insert(table.sections.remove(at: a), at: b)
        case 3: table.sections[a].isCollapsed.toggle()
        case 4: table.sections[a].head = entry()
        case 5: table.sections[a].foot = entry()
        case 6:
            let rows = table.sections[a].rows
            table.sections[a].rows = table.sections[b].rows
            table.sections[b].rows = rows
        case 7 where profile.sectionIDCount != nil: table.sections[a].id = table.sections[b].id
        default: moveRowsAcross(&table, a, b)
        }
    }

    private mutating func moveRowsAcross(_ table: inout ModelTable, _ a: Int, _ b: Int) {
        guard a != b, !table.sections[a].rows.isEmpty else { return }
        let start = number(0...table.sections[a].rows.count - 1)
        let end = min(table.sections[a].rows.count, start + number(1...3))
        var rows = Array(table.sections[a].rows[start..<end])
        if happens(onceIn: 3) { rows[0].content += 1 }
        table.sections[a].rows.removeSubrange(start..<end)
        table.sections[b].rows.insert(contentsOf: rows, at: number(0...table.sections[b].rows.count))
        table.sections[a].forgetStorage()
        table.sections[b].forgetStorage()
    }

    private mutating func editRows(_ section: inout ModelSection) {
        section.forgetStorage()
        let count = section.rows.count
        guard count > 0 else {
            section.rows = rows(number(profile.rows))
            return
        }
        let (a, b) = (number(0...count - 1), number(0...count - 1))
        switch number(0...11) {
        case 0, 1: section.rows.remove(at: a)
        case 2, 3: section.rows.insert(contentsOf: rows(1), at: number(0...count))
        case 4: section.rows.insert(section.rows.remove(at: a), at: b)
        case 5, 6: section.rows[a].content += 1
        case 7: section.rows[a].kind = kind()
        case 8: section.rows[a].isSingle.toggle()
        case 9 where profile.idCount != nil: section.rows.insert(section.rows[a], at: b)
        case 10 where profile.allowsBlocks: editBlock(&section, min(a, b)...max(a, b))
        case 11 where profile.allowsShuffles: rearrange(&section)
        default: section.rows[b].content += 1
        }
    }

    private mutating func editBlock(_ section: inout ModelSection, _ block: ClosedRange<Int>) {
        switch number(0...4) {
        case 0: section.rows.removeSubrange(block)
        case 1 where profile.idCount != nil:
            section.rows.insert(contentsOf: section.rows[block], at: number(0...section.rows.count))
        case 1, 2: section.rows.insert(contentsOf: rows(block.count), at: block.lowerBound)
        case 3: section.rows.replaceSubrange(block, with: rows(number(0...block.count)))
        default:
            let rows = Array(section.rows[block])
            section.rows.removeSubrange(block)
            section.rows.insert(contentsOf: rows, at: number(0...section.rows.count))
        }
    }

    private mutating func rearrange(_ section: inout ModelSection) {
        switch number(0...3) {
        case 0: section.rows.reverse()
        case 1: section.rows.sort { $0.id < $1.id }
        case 2:
            // Move every other row to the end.
            let rows = section.rows.enumerated()
            section.rows =
                rows.filter { $0.offset.isMultiple(of: 2) }.map(\.element)
                + rows.filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
        default: section.rows.shuffle(using: &random)
        }
    }
}

extension ModelSection {
    /// Marks the rows for storage in new arrays.
    fileprivate mutating func forgetStorage() {
        for index in rows.indices { rows[index].storage = nil }
    }
}
