import TableAgent
import Testing

/// Tests of the heights of rows, heads, and feet.
@Suite struct ItemHeightTests {
    private enum TallTitle: GridLineItem, SectionItem {
        static func fill(_ line: inout GridLine, with title: String, in section: SectionState) {
            line.text(title)
        }
        static func height(of title: String) -> Double? { Double(title.count) * 2 }
    }

    private enum TallLine: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int) { line.integer(number) }
        static func height(of number: Int) -> Double? { number == 2 ? nil : Double(number) * 10 }
    }

    private enum TallOrder: GridLineItem {
        static func fill(_ line: inout GridLine, with order: Order) { line.text(order.customer) }
        static func height(of order: Order) -> Double? { 12.5 }
    }

    private enum ThinDivider: GridLineItem {
        static func fill(_ line: inout GridLine, with data: Void) {}
        static func height(of data: Void) -> Double? { 1 }
    }

    @Test func `By default, the surface chooses the height`() {
        let section = TableSection(id: 0) {
            Head("h", as: NoteLine.self)
            Rows([1, 2], id: \.self, as: NumberLine.self)
            Row(3, id: 3, as: NumberLine.self)
            Foot("f", as: NoteLine.self)
        }
        #expect(section.rows.map(\.height) == [nil, nil, nil])
        #expect(section.head?.height == nil)
        #expect(section.foot?.height == nil)
    }

    @Test func `A row, a head, and a foot each have their own height`() {
        let section = TableSection(id: 0) {
            Head("head", as: TallTitle.self)
            Rows([1, 2], id: \.self, as: TallLine.self)
            Row(3, id: 3, as: TallLine.self)
            Row(Order(id: 4, customer: "Ada"), as: TallOrder.self)
            Row((), id: 5, as: ThinDivider.self)
            Rows(byPosition: [6], as: TallLine.self)
            Rows([Order(id: 7, customer: "Ada")], as: TallOrder.self)
            Foot("foot!", as: TallTitle.self)
        }
        #expect(section.rows.map(\.height) == [10, nil, 30, 12.5, 1, 60, 12.5])
        #expect(section.head?.height == 8)
        #expect(section.foot?.height == 10)
    }

    @Test func `Heads and feet without data can have a height`() {
        let section = TableSection(id: 0) {
            Head((), as: ThinDivider.self)
            Foot((), as: ThinDivider.self)
        }
        #expect(section.head?.height == 1)
        #expect(section.foot?.height == 1)
    }

    @Test func `A height is computed only on request`() {
        final class Note {
            var askedCount = 0
        }
        enum NoteItem: GridLineItem {
            static func fill(_ line: inout GridLine, with note: Note) {}
            static func height(of note: Note) -> Double? {
                note.askedCount += 1
                return 1
            }
        }
        let notes = [Note(), Note(), Note()]
        let rows = Rows(byPosition: notes, as: NoteItem.self)
        #expect(notes.map(\.askedCount) == [0, 0, 0])
        #expect(rows[1].height == 1)
        #expect(notes.map(\.askedCount) == [0, 1, 0])
    }
}
