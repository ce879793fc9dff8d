import TableAgent
import Testing

@Suite("Rows: picked from one table for another") struct RowsPickingTests {
    private enum TallLine: GridLineItem {
        static func fill(_ line: inout GridLine, with note: String) { line.text(note) }
        static func height(of note: String) -> Double? { Double(note.count) }
    }

    private let source = TableInfo {
        TableSection(id: "mixed") {
            Rows([Order(id: 10, customer: "Ada"), Order(id: 11, customer: "Grace")], as: OrderLine.self)
            Rows(["a", "bb", "ccc"], id: \.count, as: TallLine.self)
            Rows(byPosition: ["x", "y", "z"], as: NoteLine.self)
            Row((), id: "line", as: Divider.self)
        }
    }

    @Test(arguments: 0..<9)
    func `A picked row keeps its id, data, item, and height`(_ index: Int) {
        let row = source.sections[0].rows[index]
        let table = TableInfo {
            TableSection(id: "picked") {
                Row("above", id: "above", as: NoteLine.self)
                row
            }
        }
        let picked = table.sections[0].rows[1]
        #expect(picked.id == row.id)
        #expect(ObjectIdentifier(picked.item) == ObjectIdentifier(row.item))
        #expect(picked.height == row.height)
        #expect(picked.data(as: Order.self) == row.data(as: Order.self))
        #expect(picked.data(as: String.self) == row.data(as: String.self))
        #expect(table.position(of: .id(row.id)) == RowPosition(section: 0, row: 1))
    }

    @Test func `Rows of data without ids keep their old indices as ids`() {
        var rows: Rows = []
        for row in source.sections[0].rows[5..<8].reversed() { rows.append([row]) }
        #expect(rows.map(\.id) == [2, 1, 0])
        #expect(rows.map { $0.data(as: String.self) } == ["z", "y", "x"])
    }

    @Test func `A picked row can be picked again`() {
        var once: Rows = []
        once.append([source.sections[0].rows[1]])
        once.append([source.sections[0].rows[6]])
        var twice: Rows = []
        twice.append([once[1]])
        twice.append([once[0]])
        #expect(twice.map(\.id) == [1, 11])
    }

    @Test func `Picked rows do not keep their old table alive`() {
        final class Note {}
        enum NoteItem: GridLineItem {
            static func fill(_ line: inout GridLine, with note: Note) {}
        }
        weak var left: Note?
        var picked: Rows = []
        do {
            let notes = [Note(), Note()]
            left = notes[0]
            let rows = Rows(byPosition: notes, as: NoteItem.self)
            picked.append([rows[1]])
        }
        #expect(left == nil)
        #expect(picked.count == 1)
    }
}
