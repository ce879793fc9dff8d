import TableAgent
import Testing

@Suite struct ItemTypeTests {
    @Test func `An item's description names its data and view`() {
        let type = ItemType(OrderLine.self)
        #expect(type.item is OrderLine.Type)
        #expect(type.data is Order.Type)
        #expect(type.view is GridLine.Type)
        #expect("\(type)" == "OrderLine")
        #expect(ItemType(BadgeItem.self).view is Badge.Type)
        #expect(ItemType(Divider.self).data is Void.Type)
    }

    @Test func `Two descriptions are equal when they name one item`() {
        #expect(ItemType(OrderLine.self) == ItemType(OrderLine.self))
        #expect(ItemType(NoteLine.self) != ItemType(BadgeItem.self))
        let set: Set = [ItemType(OrderLine.self), ItemType(NoteLine.self), ItemType(OrderLine.self)]
        #expect(set.count == 2)
    }

    @Test func `Generic items are told apart by what they are made of`() {
        #expect(ItemType(ValueLine<Int>.self) != ItemType(ValueLine<String>.self))
        #expect("\(ItemType(ValueLine<Int>.self))" == "ValueLine<Int>")
    }

    private enum ValueLine<Value>: GridLineItem {
        static func fill(_ line: inout GridLine, with value: Value) { line.text("\(value)") }
    }
}
