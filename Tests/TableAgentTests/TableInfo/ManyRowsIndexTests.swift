import TableAgent
import Testing

/// Look-ups after edits of tables with many rows and sections, against arrays.
struct ManyRowsIndexTests {
    @Test(arguments: 0..<6)
    func `Rows and sections by the thousand are found where edits left them`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
        // Of the ids of each second seed, many are equal.
        let idCount = seed % 2 == 0 ? 1_000_000 : 40
        func ids(_ count: Int) -> [Int] { (0..<count).map { _ in number(0..<idCount) } }
        func rows(_ ids: [Int]) -> Rows { Rows(ids, id: \.self, as: NumberLine.self) }
        var model =
            [(id: 0, rows: ids(seed % 2 == 0 ? 5000 : 300))]
            + (1..<700).map { (id: $0, rows: ids(number(0..<2))) }
        var table = TableInfo(sections: model.map { TableSection(id: $0.id, rows: rows($0.rows)) })
        for step in 0..<150 {
            let section = number(0..<4) == 0 ? number(0..<model.count) : model.firstIndex { $0.id == 0 } ?? 0
            let count = model[section].rows.count
            switch number(0..<6) {
            case 0:
                let (new, place) = (ids(number(1..<20)), number(0..<count + 1))
                model[section].rows.insert(contentsOf: new, at: place)
                try table.edit { try $0.insert(rows(new), at: place, in: .at(section)) }
            case 1, 2:
                let (first, new) = (number(0..<count + 1), ids(number(0..<4)))
                guard count - first < 2000 else { continue }
                let kept = model[section].rows[..<first]
                model[section].rows = kept + new + ids(count - first)
                let added = Array(model[section].rows[first...])
                try table.edit { try $0.replaceRows(of: .at(section), from: first, with: rows(added)) }
            case 3:
                let target = number(0..<model.count)
                guard target != section else { continue }
                model.insert(model.remove(at: section), at: target)
                try table.edit { edit in
                    let other = SectionReference.at(target)
                    if target < section {
                        try edit.moveSection(.at(section), before: other)
                    } else {
                        try edit.moveSection(.at(section), after: other)
                    }
                }
            case 4:
                let other = number(0..<model.count)
                guard model[other].id != 0 else { continue }
                model.remove(at: other)
                try table.edit { try $0.removeSection(.at(other)) }
            default:
                guard let row = model[section].rows.randomElement(using: &random) else { continue }
                let first = model.firstIndex { $0.rows.contains(row) } ?? 0
                model[first].rows.remove(at: model[first].rows.firstIndex(of: row) ?? 0)
                try table.edit { try $0.removeRow(.id(row)) }
            }
            let wanted = model[number(0..<model.count)]
            #expect(table.index(ofSection: wanted.id) == model.firstIndex { $0.id == wanted.id })
            guard let row = model[section % model.count].rows.randomElement(using: &random) else { continue }
            let first = model.firstIndex { $0.rows.contains(row) } ?? 0
            let expected = RowPosition(section: first, row: model[first].rows.firstIndex(of: row) ?? 0)
            #expect(table.position(ofRow: row) == expected, "after step \(step) of seed \(seed)")
        }
        #expect(table.sections.map { $0.rows.map(\.id) } == model.map { $0.rows.map { AnyID($0) } })
    }

    @Test func `Rows that share an id are removed one after the other without a look at all of them`() throws
    {
        let counter = ComparedID.Counter()
        let ids = Array(repeating: ComparedID(counter: counter), count: 1000)
        var table = TableInfo {
            TableSection(id: "a") { Rows(ids, id: \.self, as: ComparedLine.self) }
        }
        try table.edit { edit in
            for _ in ids { try edit.removeRow(.id(ids[0])) }
        }
        #expect(table.rowCount == 0)
        #expect(counter.count < 20 * ids.count)
    }

    /// An id that counts how often it is compared.
    private struct ComparedID: Hashable {
        // Only one test counts, and does nothing else meanwhile.
        final class Counter: @unchecked Sendable {
            var count = 0
        }

        let counter: Counter

        static func == (lhs: ComparedID, rhs: ComparedID) -> Bool {
            lhs.counter.count += 1
            return true
        }

        func hash(into hasher: inout Hasher) {}
    }

    private enum ComparedLine: GridLineItem {
        static func fill(_ line: inout GridLine, with id: ComparedID) {}
    }
}
