import RandomTesting
import Testing

@testable import TableAgent

/// Rows are edited like an array, and the remaining rows are not copied.
struct RowsEditingTests {
    private typealias Note = EditSample.Note

    private func rows(_ ids: some Sequence<Int>) -> Rows {
        Rows(ids.map { Note($0) }, as: EditSample.NoteLine.self)
    }

    private func ids(_ rows: Rows) -> [Int] { rows.compactMap { $0.id.base as? Int } }

    @Test func `Any range of rows can be replaced, as in an array`() {
        for count in 0...5 {
            for start in 0...count {
                for end in start...count {
                    for inserted in 0...2 {
                        var (rows, array) = (rows(0..<count), Array(0..<count))
                        rows.replaceSubrange(start..<end, with: self.rows(10..<10 + inserted))
                        array.replaceSubrange(start..<end, with: 10..<10 + inserted)
                        #expect(ids(rows) == array)
                        rows.replaceSubrange(0..<min(2, rows.count), with: [])
                        array.removeSubrange(0..<min(2, array.count))
                        #expect(ids(rows) == array)
                    }
                }
            }
        }
    }

    @Test(arguments: [1, 2, 3])
    func `Very many slices are edited like an array, and their shared rows are found`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var rows = rows(0..<5000)
        var array = Array(0..<5000)
        var next = 5000
        for _ in 0..<3000 {
            let former = (rows: rows, array: array)
            let start = Int.random(in: 0...array.count, using: &random)
            let most = random.next() % 600 == 0 ? array.count / 3 : 3
            let end = min(array.count, start + Int.random(in: 0...most, using: &random))
            let new = (0..<Int.random(in: 0...5, using: &random)).map { next + $0 }
            next += new.count
            // One slice for each row, so that there are many slices.
            var inserted: Rows = []
            for id in new { inserted.append(self.rows([id])) }
            rows.replaceSubrange(start..<end, with: inserted)
            array.replaceSubrange(start..<end, with: new)
            let shared = former.rows.sharedEnds(with: rows)
            #expect(former.array.prefix(shared.first) == array.prefix(shared.first))
            #expect(former.array.suffix(shared.last) == array.suffix(shared.last))
            #expect(shared.first + shared.last <= min(former.array.count, array.count))
            #expect(rows.count == array.count)
        }
        #expect(rows.slices.count > 1000)
        #expect(ids(rows) == array)
        #expect(ids(rows.part(100..<array.count - 50)) == Array(array[100..<array.count - 50]))
        for (row, id) in array.enumerated() {
            let element = rows.element(ofRow: row)
            #expect(element.run.id(at: element.index) == AnyID(id))
        }
        let former = rows
        rows.replaceSubrange(700..<701, with: self.rows([-1]))
        let shared = former.sharedEnds(with: rows)
        #expect(shared.first <= 700 && shared.first > 600)
        #expect(shared.last < array.count - 700 && shared.last > array.count - 800)
    }

    @Test func `An edit does not change a copy`() {
        let former = rows(0..<4)
        var rows = former
        rows.replaceSubrange(1..<3, with: self.rows([9]))
        #expect(ids(former) == [0, 1, 2, 3])
        #expect(ids(rows) == [0, 9, 3])
    }

    @Test func `Rows that are inserted at their old position form one slice again`() {
        var rows = rows(0..<10)
        let row = rows[4].rows
        rows.replaceSubrange(4..<5, with: [])
        #expect(rows.slices.count == 2)
        rows.replaceSubrange(4..<4, with: self.rows([4]))
        #expect(rows.slices.count == 3)
        var again = self.rows(0..<10)
        let part = again
        again.replaceSubrange(3..<10, with: [])
        var end = part
        end.replaceSubrange(0..<3, with: [])
        again.append(end)
        #expect(again.slices.count == 1)
        #expect(ids(again) == Array(0..<10))
        #expect(ids(row) == [4])
    }

    @Test func `Many slices of comparable data are joined, and all rows stay`() throws {
        var table = TableInfo { TableSection(id: "s") { rows(0..<10_000) } }
        var model = (0..<10_000).map { Note($0) }
        var most = 0
        for step in 0..<2000 {
            let number = step * 7919 % 10_000
            model[number].text = "step \(step)"
            try table.edit { try $0.replaceData(ofRow: .id(number), with: model[number]) }
            most = max(most, table.sections[0].rows.slices.count)
        }
        #expect(most > 900 && most < 1100)
        #expect(table.sections[0].rows.compactMap { $0.data(as: Note.self) } == model)
        #expect(table.position(of: .id(9999)) == RowPosition(section: 0, row: 9999))
    }

    @Test func `Ids by position stay with their rows if slices are joined`() throws {
        var table = TableInfo {
            TableSection(id: "s") {
                Rows(byPosition: (0..<1000).map { Note($0) }, as: EditSample.NoteLine.self)
            }
        }
        try table.edit { try $0.removeRow(.id(500)) }
        for number in stride(from: 0, to: 1000, by: 2) where number != 500 {
            try table.edit { try $0.replaceData(ofRow: .id(number), with: Note(number, "new")) }
        }
        #expect(table.sections[0].rows.slices.count < 400)
        let expected = (0..<1000).filter { $0 != 500 }
        #expect(ids(table.sections[0].rows) == expected)
        #expect(
            table.sections[0].rows.map { $0.data(as: Note.self)?.text }
                == expected.map { $0.isMultiple(of: 2) ? "new" : "note \($0)" })
    }

    @Test func `Data that can't be compared is not joined, because it would count as changed`() throws {
        struct Memo: Identifiable {
            let id: Int
        }
        enum MemoLine: GridLineItem {
            static func fill(_ line: inout GridLine, with memo: Memo) { line.integer(memo.id) }
        }
        var table = TableInfo {
            TableSection(id: "s") { Rows((0..<1000).map { Memo(id: $0) }, as: MemoLine.self) }
        }
        for number in stride(from: 0, to: 1000, by: 2) {
            try table.edit { try $0.replaceData(ofRow: .id(number), with: Memo(id: number)) }
        }
        let former = table
        try table.edit { try $0.replaceData(ofRow: .id(1), with: Memo(id: 1)) }
        #expect(TableChanges(from: former, to: table).rowUpdates == [RowPosition(section: 0, row: 1)])
    }

    @Test func `Single rows are joined, and keep their ids`() throws {
        enum TallLine: GridLineItem {
            static func fill(_ line: inout GridLine, with note: Note) { line.text(note.text) }
            static func height(of note: Note) -> Double? { Double(note.id) }
        }
        func table(_ row: (Note) -> Row) throws -> Rows {
            var table = TableInfo { TableSection(id: "s") }
            for number in 0..<600 {
                try table.edit { try $0.append([row(Note(number))]) }
            }
            return table.sections[0].rows
        }
        let apart = try table { note in Row(note, id: note.id, as: TallLine.self) }
        let alike = try table { note in Row(note, as: TallLine.self) }
        for rows in [apart, alike] {
            #expect(rows.slices.count < 300)
            #expect(ids(rows) == Array(0..<600))
            #expect(rows.map(\.height) == (0..<600).map { Double($0) })
        }
    }

    @Test func `Reloaded rows are not joined, because they would count as unchanged`() throws {
        var rows: Rows = []
        for number in 0..<600 { rows.append([Row(Note(number), as: EditSample.NoteLine.self)]) }
        let old = TableInfo { TableSection(id: "s") { rows } }
        var table = old
        for number in 0..<600 { try table.edit { try $0.reloadRow(.id(number)) } }
        for number in 0..<700 {
            try table.edit { try $0.append([Row(Note(1000 + number), as: EditSample.NoteLine.self)]) }
        }
        #expect(TableChanges(from: old, to: table).rowUpdates.count == 600)
    }
}
