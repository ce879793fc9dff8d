import RandomTesting
import Testing

@testable import TableAgent

/// Compares look-ups after edits of tables with many rows and sections with arrays.
struct ManyRowsIndexTests {
    @Test(arguments: 0..<6)
    func `Thousands of rows and sections are found wherever edits moved them`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
        // With every second seed, many ids are equal.
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
            #expect(table.index(of: .id(wanted.id)) == model.firstIndex { $0.id == wanted.id })
            guard let row = model[section % model.count].rows.randomElement(using: &random) else { continue }
            let first = model.firstIndex { $0.rows.contains(row) } ?? 0
            let expected = RowPosition(section: first, row: model[first].rows.firstIndex(of: row) ?? 0)
            #expect(table.position(of: .id(row)) == expected, "after step \(step) of seed \(seed)")
        }
        #expect(table.sections.map { $0.rows.map(\.id) } == model.map { $0.rows.map { AnyID($0) } })
        #expect(table.index.violation(in: table.sections) == nil)
    }

    @Test func `Rows that share an id are removed one by one without reading all of them`() throws {
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

    /// An object whose name, which is also its id, may change in place.
    private final class Named {
        var name: String
        init(_ name: String) { self.name = name }
    }

    private enum NamedLine: GridLineItem {
        static func fill(_ line: inout GridLine, with data: Named) { line.text(data.name) }
    }

    @Test(arguments: ["x3", "d", "new"])
    func `An id that changes in place does not affect other rows`(name: String) throws {
        for place in 0..<4 {
            let (changing, others) = (
                Named("a"), ["d", "d", "x0", "x1", "x2", "x3", "x4", "x5"].map(Named.init)
            )
            var lists = [[Named](), others, []]
            if place == 3 { lists[1].append(changing) } else { lists[place].insert(changing, at: 0) }
            var table = TableInfo(
                sections: lists.enumerated().map {
                    TableSection(id: $0, rows: Rows($1, id: \.name, as: NamedLine.self))
                })
            #expect(table.position(of: .id("a")) != nil)
            changing.name = name
            let section = place == 3 ? 1 : place
            let row = try #require(lists[section].firstIndex { $0 === changing })
            try table.edit { edit in
                if lists[section].count > 1 {
                    try edit.removeRow(.at(section: section, row: row))
                } else {
                    try edit.removeSection(.at(section))
                }
            }
            #expect(table.position(of: .id("a")) == nil)
            for id in ["d", "x0", "x3", "x5"] {
                let index = try #require(others.firstIndex { $0.name == id })
                let number = try #require(table.index(of: .id(1)))
                let first = RowPosition(section: number, row: index)
                #expect(table.position(of: .id(id)) == first)
            }
            try table.edit {
                try $0.insert(Rows([changing], id: \.name, as: NamedLine.self), at: 0, in: .id(1))
            }
            #expect(table.position(of: .id(name))?.row == 0)
        }
    }

    @Test func `Rows are found while a window slides over many rows`() throws {
        var table = TableInfo(sections: [
            TableSection(id: 0, rows: Rows(Array(0..<5000), id: \.self, as: NumberLine.self))
        ])
        for step in 0..<60 {
            let new = Array(5000 + step * 500..<5500 + step * 500)
            try table.edit { edit in
                try edit.append(Rows(new, id: \.self, as: NumberLine.self), to: .id(0))
                for id in step * 500..<step * 500 + 500 { try edit.removeRow(.id(id)) }
            }
            #expect(table.position(of: .id(step * 500 + 499)) == nil)
            for row in [0, 1, 2500, 4999] {
                #expect(
                    table.position(of: .id((step + 1) * 500 + row)) == RowPosition(section: 0, row: row))
            }
        }
    }

    @Test func `Sections whose rows share ids are found after a move`() throws {
        var order = Array(0..<30)
        var table = TableInfo(
            sections: order.map {
                TableSection(id: $0, rows: Rows(byPosition: [0, 1, 2], as: NumberLine.self))
            })
        for step in 0..<100 {
            let (source, target) = (step * 7 % 30, step * 11 % 30)
            guard source != target else { continue }
            order.insert(order.remove(at: source), at: target)
            try table.edit { edit in
                if target < source {
                    try edit.moveSection(.at(source), before: .at(target))
                } else {
                    try edit.moveSection(.at(source), after: .at(target))
                }
            }
            #expect(table.position(of: .id(2)) == RowPosition(section: 0, row: 2))
            #expect(
                table.position(of: .id(1, in: .id(order[9]))) == RowPosition(section: 9, row: 1))
        }
    }

    /// An id that counts its comparisons.
    private struct ComparedID: Hashable {
        // A single test uses the counter, without concurrency.
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
