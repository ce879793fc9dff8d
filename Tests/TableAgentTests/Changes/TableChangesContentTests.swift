import TableAgent
import Testing

struct TableChangesContentTests {
    private typealias Fruit = ChangesSample.Fruit
    private typealias Memo = ChangesSample.Memo
    private typealias Account = ChangesSample.Account

    private func fruits(_ counts: [Int]) -> [Fruit] {
        counts.enumerated().map { Fruit(id: "\($0.offset)", count: $0.element) }
    }

    private func changes(_ old: Rows, _ new: Rows) -> TableChanges {
        TableChanges(from: .rows(old), to: .rows(new))
    }

    private func updates(_ rows: Int...) -> TableChanges {
        .with { $0.rowUpdates = rows.map { .at(0, $0) } }
    }

    @Test func `Different equatable data is an update`() {
        let changes = changes(
            Rows(fruits([1, 2, 3, 4]), as: ChangesSample.Line.self),
            Rows(fruits([1, 5, 3, 6]), as: ChangesSample.Line.self))

        #expect(changes == updates(1, 3))
        #expect(changes.changesContent)
        #expect(!changes.changesStructure)
        #expect(!changes.isEmpty)
        #expect(changes.count == 2)
    }

    @Test func `Updates contain the new positions`() {
        var later = fruits([1, 2, 3])
        later[2].count = 4
        let changes = changes(
            Rows(fruits([1, 2, 3]), as: ChangesSample.Line.self),
            Rows([Fruit(id: "new")] + later, as: ChangesSample.Line.self))
        let expected = TableChanges.with {
            $0.rowInserts = [.at(0, 0)]
            $0.rowUpdates = [.at(0, 3)]
        }
        #expect(changes == expected)
    }

    @Test func `A row can move and change its content`() {
        let changes = changes(
            Rows(fruits([1, 2, 3]), as: ChangesSample.Line.self),
            Rows([Fruit(id: "2", count: 9)] + fruits([1, 2]), as: ChangesSample.Line.self))
        let expected = TableChanges.with {
            $0.rowMoves = [.init(from: .at(0, 2), to: .at(0, 0))]
            $0.rowUpdates = [.at(0, 0)]
        }
        #expect(changes == expected)
    }

    @Test func `Content that can't be compared counts as changed`() {
        let changes = changes(
            Rows([Memo(id: 1), Memo(id: 2)], as: ChangesSample.MemoLine.self),
            Rows([1, 2].map { Memo(id: $0) }, as: ChangesSample.MemoLine.self))

        #expect(changes == updates(0, 1))
    }

    @Test func `Data that can't be compared counts as changed even in a shared array`() {
        let memos = [Memo(id: 1), Memo(id: 2)]
        let changes = changes(
            Rows(memos, as: ChangesSample.MemoLine.self), Rows(memos, as: ChangesSample.MemoLine.self))

        #expect(changes == updates(0, 1))
    }

    @Test func `Rows that are shared by both tables are unchanged`() {
        let rows = Rows([Memo(id: 1), Memo(id: 2)], as: ChangesSample.MemoLine.self)

        #expect(changes(rows, rows).isEmpty)
    }

    @Test func `An item decides whether data is unchanged`() {
        enum Line: TableItem {
            static func fill(_ view: inout Int, with memo: Memo) {}
            static func isUnchanged(_ old: Memo, _ new: Memo) -> Bool {
                old.text.lowercased() == new.text.lowercased()
            }
        }
        let old = [Memo(id: 1, text: "one"), Memo(id: 2, text: "two")]
        let new = [Memo(id: 1, text: "ONE"), Memo(id: 2, text: "three")]
        #expect(changes(Rows(old, as: Line.self), Rows(new, as: Line.self)) == updates(1))
    }

    @Test func `An item's own answer takes precedence over the data's equality`() {
        enum Line: TableItem {
            static func fill(_ view: inout Int, with fruit: Fruit) {}
            static func isUnchanged(_ old: Fruit, _ new: Fruit) -> Bool { true }
        }
        let changes = changes(Rows(fruits([1]), as: Line.self), Rows(fruits([2]), as: Line.self))

        #expect(changes.isEmpty)
    }

    @Test func `The item receives the old and the new data`() {
        enum Line: TableItem {
            static func fill(_ view: inout Int, with memo: Memo) {}
            static func isUnchanged(_ old: Memo, _ new: Memo) -> Bool { old.text == "a" && new.text == "b" }
        }
        let old = Rows([Memo(id: 1, text: "a"), Memo(id: 2, text: "b")], as: Line.self)
        let new = Rows([Memo(id: 1, text: "b"), Memo(id: 2, text: "a")], as: Line.self)
        #expect(changes(old, new) == updates(1))
    }

    @Test func `An item is also called through a generic function`() {
        enum Line<Data>: TableItem {
            static func fill(_ view: inout Int, with data: Data) {}
        }
        enum Own<Data: Equatable>: TableItem {
            static func fill(_ view: inout Int, with data: Data) {}
        }
        func count<Item: TableItem>(_ item: Item.Type, _ old: Item.Data, _ new: Item.Data) -> Int
        where Item.Context == Void {
            changes(
                Rows(byPosition: [old], as: Item.self), Rows(byPosition: [new], as: Item.self)
            ).count
        }
        #expect(count(ChangesSample.Title.self, "a", "a") == 0)
        #expect(count(ChangesSample.Title.self, "a", "b") == 1)
        #expect(count(Own<String>.self, "a", "a") == 0)
        #expect(count(ChangesSample.Divider.self, (), ()) == 0)
        // Its conformance applies to data of all types, including data that can't be compared.
        #expect(count(Line<String>.self, "a", "a") == 1)
    }

    @Test func `A different height is a change of content`() {
        func rows(_ heights: Int...) -> Rows { Rows(fruits(heights), as: ChangesSample.TallLine.self) }

        #expect(changes(rows(44, 44), rows(44, 44)).isEmpty)
        #expect(changes(rows(44, 44), rows(45, 45)) == updates(0, 1))
        #expect(changes(rows(44, 44), rows(0, 0)) == updates(0, 1))
        #expect(changes(rows(0, 0), rows(0, 0)).isEmpty)
        #expect(changes(rows(44, 44), rows(44, 45)) == updates(1))
    }

    @Test func `A different height of a single row is a change of content`() {
        var new: Rows = []
        for fruit in fruits([44, 45]) {
            new.append([Row(fruit, id: fruit.id, as: ChangesSample.TallLine.self)])
        }
        let read = Rows(fruits([44, 44]), id: \.id, as: ChangesSample.TallLine.self)
        #expect(changes(read, new) == updates(1))
        let own = Rows(fruits([44, 44]), as: ChangesSample.TallLine.self)
        #expect(changes(own, new) == updates(1))
    }

    @Test func `Single rows and arrays are compared with each other`() {
        let (old, new) = (fruits([1, 2, 3]), fruits([1, 5, 3]))
        var singles: Rows = []
        for fruit in new { singles.append([Row(fruit, as: ChangesSample.Line.self)]) }

        #expect(changes(Rows(old, as: ChangesSample.Line.self), singles) == updates(1))
    }

    @Test func `Objects in another array count as changed, because they may have changed in place`() {
        let account = Account(id: 1, balance: 5)
        let old = Rows([account], as: ChangesSample.AccountLine.self)
        account.balance = 6

        #expect(changes(old, Rows([account], as: ChangesSample.AccountLine.self)) == updates(0))
    }

    @Test func `Objects in a shared array count as changed`() {
        let accounts = [Account(id: 1, balance: 5)]
        let old = Rows(accounts, as: ChangesSample.AccountLine.self)
        accounts[0].balance = 6

        #expect(changes(old, Rows(accounts, as: ChangesSample.AccountLine.self)) == updates(0))
    }

    @Test
    func `An item that compares objects by content sees no change in an object changed in place`() {
        enum Line: TableItem {
            static func fill(_ view: inout Int, with account: Account) {}
            static func isUnchanged(_ old: Account, _ new: Account) -> Bool { old.balance == new.balance }
        }
        let account = Account(id: 1, balance: 5)
        let old = Rows([account], as: Line.self)
        account.balance = 6
        #expect(changes(old, Rows([account], as: Line.self)).isEmpty)

        let others = [Account(id: 1, balance: 6), Account(id: 2, balance: 1)]
        let later = [Account(id: 1, balance: 6), Account(id: 2, balance: 2)]
        #expect(changes(Rows(others, as: Line.self), Rows(later, as: Line.self)) == updates(1))
    }

    @Test func `Equatable objects are compared, but an identical object counts as changed`() {
        final class Tag: Identifiable, Equatable {
            let id: Int
            let text: String
            init(_ id: Int, _ text: String) { (self.id, self.text) = (id, text) }
            static func == (lhs: Tag, rhs: Tag) -> Bool { lhs.text == rhs.text }
        }
        enum Line: TableItem {
            static func fill(_ view: inout Int, with tag: Tag) {}
        }
        let same = Tag(3, "c")
        let old = Rows([Tag(1, "a"), Tag(2, "b"), same], as: Line.self)
        let new = Rows([Tag(1, "a"), Tag(2, "B"), same], as: Line.self)
        #expect(changes(old, new) == updates(1, 2))
    }

    @Test func `Data without identity is compared by position`() {
        let changes = changes(
            Rows(byPosition: ["a", "b"], as: ChangesSample.Title.self),
            Rows(byPosition: ["a", "c", "b"], as: ChangesSample.Title.self))
        let expected = TableChanges.with {
            $0.rowInserts = [.at(0, 2)]
            $0.rowUpdates = [.at(0, 1)]
        }
        #expect(changes == expected)
    }
}
