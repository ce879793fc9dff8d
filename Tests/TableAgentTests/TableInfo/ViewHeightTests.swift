import TableAgent
import Testing

/// F5: heights of rows, heads and feet; once a foot was given the head's.
@Suite struct ViewHeightTests {
    @Test func `Without a height the surface decides`() {
        let section = TableSection(id: 0) {
            Head("h", as: NoteLine.self)
            Rows([1, 2], id: \.self, as: NumberLine.self)
            Row(3, id: 3, as: NumberLine.self, height: .automatic)
            Foot("f", as: NoteLine.self)
        }
        #expect(section.rows.map(\.height) == [nil, nil, nil])
        #expect(section.head?.height == nil)
        #expect(section.foot?.height == nil)
    }

    @Test func `Rows, head and foot have each their own height`() {
        let section = TableSection(id: 0) {
            Head("h", as: NoteLine.self, height: 30)
            Rows([1, 2], id: \.self, as: NumberLine.self, height: 44)
            Row(3, id: 3, as: NumberLine.self, height: 12.5)
            Row(Order(id: 4, customer: "Ada"), as: OrderLine.self, height: .fixed(60))
            Row(id: 5, as: Divider.self, height: 1)
            Rows(byPosition: [6], as: NumberLine.self, height: 6)
            Rows([Order(id: 7, customer: "Ada")], as: OrderLine.self, height: 7)
            Foot("f", as: NoteLine.self, height: 20)
        }
        #expect(section.rows.map(\.height) == [44, 44, 12.5, 60, 1, 6, 7])
        #expect(section.head?.height == 30)
        #expect(section.foot?.height == 20)
    }

    @Test func `A height can depend on the data, row by row`() {
        let section = TableSection(id: 0) {
            Head("tall", as: NoteLine.self, height: .from { Double($0.count) })
            Rows(
                [1, 2, 3], id: \.self, as: NumberLine.self, height: .from { $0 == 2 ? nil : Double($0) * 10 })
            Foot("", as: CustomerTitle.self, height: .from { $0.isEmpty ? 0 : 9 })
        }
        #expect(section.rows.map(\.height) == [10, nil, 30])
        #expect(section.head?.height == 4)
        #expect(section.foot?.height == 0)
    }

    @Test func `Heads and feet without data can have a height`() {
        let section = TableSection(id: 0) {
            Head(as: Divider.self, height: 2)
            Foot(as: Divider.self, height: 3)
        }
        #expect(section.head?.height == 2)
        #expect(section.foot?.height == 3)
    }

    @Test func `A height is not asked for before somebody wants it`() {
        var asked: [Int] = []
        let rows = Rows(
            [1, 2, 3], id: \.self, as: NumberLine.self,
            height: .from {
                asked.append($0)
                return 1
            })
        #expect(asked.isEmpty)
        #expect(rows[1].height == 1)
        #expect(asked == [2])
    }
}
