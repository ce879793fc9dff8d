import Testing

@testable import TableAgent

@Suite struct ItemTypesTests {
    @Test func `An item has the types of its data and view`() {
        let item: any TableItem.Type = OrderLine.self
        #expect(item is OrderLine.Type)
        #expect(item.dataType is Order.Type)
        #expect(item.viewType is GridLine.Type)
        #expect("\(item)" == "OrderLine")
        #expect(BadgeItem.viewType is Badge.Type)
        #expect(Divider.dataType is Void.Type)
    }

    @Test func `A row keeps the item that it was created with`() {
        func note(_ id: Int) -> Row { Row("note", id: id, as: NoteLine.self) }

        let rows = [note(1), note(2), Row("x", id: 3, as: BadgeItem.self)]
        let items = rows.map { ObjectIdentifier($0.item) }
        #expect(items == [.init(NoteLine.self), .init(NoteLine.self), .init(BadgeItem.self)])
    }

    @Test func `Generic items with different arguments are different items`() {
        let rows = [Row(1, id: 1, as: ValueLine<Int>.self), Row("1", id: 2, as: ValueLine<String>.self)]
        #expect(ObjectIdentifier(rows[0].item) != ObjectIdentifier(rows[1].item))
        #expect("\(rows[0].item)" == "ValueLine<Int>")
    }

    private enum ValueLine<Value>: GridLineItem {
        static func fill(_ line: inout GridLine, with value: Value) { line.text("\(value)") }
    }
}
