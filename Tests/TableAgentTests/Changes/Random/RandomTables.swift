import RandomTesting
import Testing

/// Makes a random table and a random later version.
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
