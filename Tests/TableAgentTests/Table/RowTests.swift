import TableAgent
import Testing

/// Tests of rows of several kinds, each filled with its typed data.
@Suite struct RowTests {
    private let section = TableSection(id: 0) {
        Rows([Order(id: 1, customer: "Ada", quantity: 3)], as: OrderLine.self)
        Row(7, id: "sum", as: NumberLine.self)
        Row((), id: "line", as: Divider.self)
        Row(Order(id: 2, customer: "Grace"), as: OrderLine.self)
        Row("note", id: 1.5, as: BadgeItem.self)
    }

    @Test func `A section contains rows of several kinds, each with its data and id`() {
        #expect(section.rows.map(\.id) == [1, "sum", "line", 2, AnyID(1.5)])
        #expect(section.rows.map { $0.data(as: Int.self) } == [nil, 7, nil, nil, nil])
        #expect(section.rows.map { $0.data(as: Order.self)?.id } == [1, nil, nil, 2, nil])
        #expect(section.rows.map { $0.data(as: Void.self) != nil } == [false, false, true, false, false])
    }

    @Test func `Each row fills a line with its data`() {
        var line = GridLine()
        let texts = section.rows.dropLast().map { row in
            #expect(row.fill(&line))
            return line.cells.indices.map(line.shown)
        }
        #expect(texts == [["Ada", "3"], ["7"], [], ["Grace", "1"]])
    }

    @Test func `A row fills only a view of its item's type`() throws {
        let row = try #require(section.rows.last)
        var line = GridLine()
        #expect(!row.fill(&line))
        #expect(!row.fill(&line))
        var badge = Badge()
        #expect(row.fill(&badge))
        #expect(badge.text == "note")
        #expect(!section.rows[0].fill(&badge))
        #expect(badge.text == "note")
    }

    @Test func `An item without data is unchanged, and fills its view as it likes`() {
        enum Rule: TableItem {
            static func fill(_ badge: inout Badge, with nothing: Void) {}
        }
        #expect(Rule.isUnchanged((), ()))
        var badge = Badge(text: "before")
        #expect(Row((), id: 0, as: Rule.self).fill(&badge))
        #expect(badge.text == "before")
    }

    @Test func `Data is returned as the same object`() {
        final class Note {}
        enum NoteItem: GridLineItem {
            static func fill(_ line: inout GridLine, with note: Note) {}
        }
        let note = Note()
        #expect(Row(note, id: 0, as: NoteItem.self).data(as: Note.self) === note)
        #expect(Row(note, id: 0, as: NoteItem.self).data(as: AnyObject.self) === note)
    }

    @Test func `Data can be a tuple, a closure, an enumeration, or an optional`() {
        enum TupleItem: GridLineItem {
            static func fill(_ line: inout GridLine, with data: (name: String, count: Int)) {
                line.text(data.name)
                line.integer(data.count)
            }
        }
        enum ClosureItem: GridLineItem {
            static func fill(_ line: inout GridLine, with data: () -> String) { line.text(data()) }
        }
        enum OptionalItem: GridLineItem {
            static func fill(_ line: inout GridLine, with data: Int?) { line.integer(data) }
        }
        var line = GridLine()
        Row(("a", 1), id: 0, as: TupleItem.self).fill(&line)
        #expect(line.shown(at: 1) == "1")
        Row({ "called" }, id: 0, as: ClosureItem.self).fill(&line)
        #expect(line.shown(at: 0) == "called")
        let row = Row(nil, id: 0, as: OptionalItem.self)
        row.fill(&line)
        #expect(line.cells.map(\.kind) == [.empty])
        #expect(row.data(as: Int?.self) == .some(nil))
        #expect(Row(5, id: 0, as: OptionalItem.self).data(as: Int.self) == 5)
    }

    @Test func `A view typed as a superclass or protocol is filled if it has the item's class`() {
        var view: View = LabelView()
        var labelled: any Labelled = LabelView()
        let row = Row("text", id: 0, as: LabelView.self)
        #expect(row.fill(&view))
        #expect((view as? LabelView)?.text == "text")
        #expect(row.fill(&labelled))
        #expect(labelled.text == "text")
        var plain = View()
        #expect(!row.fill(&plain))
    }

    private class View {}
    private protocol Labelled { var text: String { get } }
    private final class LabelView: View, TableItem, Labelled {
        var text = ""
        static func fill(_ view: inout LabelView, with text: String) { view.text = text }
    }
}
