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

    @Test func `Equatable data that differs is an update`() {
        let changes = changes(
            Rows(fruits([1, 2, 3, 4]), as: ChangesSample.Line.self),
            Rows(fruits([1, 5, 3, 6]), as: ChangesSample.Line.self))

        #expect(changes == updates(1, 3))
        #expect(changes.changesContent)
        #expect(!changes.changesStructure)
        #expect(!changes.isEmpty)
        #expect(changes.count == 2)
    }

    @Test func `Updates are at the new positions`() {
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

    @Test func `A row may move and change its content`() {
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

    @Test func `Data that can't be compared counts as changed in an array that both tables share, too`() {
        let memos = [Memo(id: 1), Memo(id: 2)]
        let changes = changes(
            Rows(memos, as: ChangesSample.MemoLine.self), Rows(memos, as: ChangesSample.MemoLine.self))

        #expect(changes == updates(0, 1))
    }

    @Test func `Rows that were made once and stand in both tables have not changed`() {
        let rows = Rows([Memo(id: 1), Memo(id: 2)], as: ChangesSample.MemoLine.self)

        #expect(changes(rows, rows).isEmpty)
    }

    @Test func `A closure decides what is unchanged`() {
        let old = [Memo(id: 1, text: "one"), Memo(id: 2, text: "two")]
        let new = [Memo(id: 1, text: "ONE"), Memo(id: 2, text: "three")]
        func rows(_ memos: [Memo]) -> Rows {
            Rows(memos, as: ChangesSample.MemoLine.self) { $0.text.lowercased() == $1.text.lowercased() }
        }
        #expect(changes(rows(old), rows(new)) == updates(1))
    }

    @Test func `A closure comes before the data's own equality`() {
        let changes = changes(
            Rows(fruits([1]), as: ChangesSample.Line.self, unchanged: { _, _ in true }),
            Rows(fruits([2]), as: ChangesSample.Line.self, unchanged: { _, _ in true }))

        #expect(changes.isEmpty)
    }

    @Test func `The closure of the new table is asked`() {
        let memos = ([Memo(id: 1)], [1].map { Memo(id: $0) })
        let changes = changes(
            Rows(memos.0, as: ChangesSample.MemoLine.self, unchanged: { _, _ in false }),
            Rows(memos.1, as: ChangesSample.MemoLine.self, unchanged: { _, _ in true }))

        #expect(changes.isEmpty)
    }

    @Test func `Single rows and arrays compare with each other`() {
        let (old, new) = (fruits([1, 2, 3]), fruits([1, 5, 3]))
        var singles = Rows()
        for fruit in new { singles.append(Row(fruit, as: ChangesSample.Line.self)) }

        #expect(changes(Rows(old, as: ChangesSample.Line.self), singles) == updates(1))
    }

    @Test func `Objects in another array count as changed, since they may have changed in place`() {
        let account = Account(id: 1, balance: 5)
        let old = Rows([account], as: ChangesSample.AccountLine.self)
        account.balance = 6

        #expect(changes(old, Rows([account], as: ChangesSample.AccountLine.self)) == updates(0))
    }

    @Test func `Objects count as changed in an array that both tables share, too`() {
        let accounts = [Account(id: 1, balance: 5)]
        let old = Rows(accounts, as: ChangesSample.AccountLine.self)
        accounts[0].balance = 6

        #expect(changes(old, Rows(accounts, as: ChangesSample.AccountLine.self)) == updates(0))
    }

    @Test func `An object that changed in place equals itself`() {
        let account = Account(id: 1, balance: 5)
        func rows() -> Rows {
            Rows([account], as: ChangesSample.AccountLine.self) { $0.balance == $1.balance }
        }
        let old = rows()
        account.balance = 6

        #expect(changes(old, rows()).isEmpty)
    }

    @Test func `Replaced objects are compared`() {
        func rows(_ balances: [Int]) -> Rows {
            let accounts = balances.enumerated().map { Account(id: $0.offset, balance: $0.element) }
            return Rows(accounts, as: ChangesSample.AccountLine.self) { $0.balance == $1.balance }
        }
        #expect(changes(rows([1, 2]), rows([1, 3])) == updates(1))
    }

    @Test func `Data without identity is compared place by place`() {
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
