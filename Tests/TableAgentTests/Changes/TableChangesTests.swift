import TableAgent
import Testing

struct TableChangesTests {
    private func changes(
        _ old: KeyValuePairs<String, [String]>, _ new: KeyValuePairs<String, [String]>
    ) -> TableChanges {
        TableChanges(from: .fruits(old), to: .fruits(new))
    }

    @Test func `Equal tables have no changes`() {
        let changes = changes(["A": ["a", "b"], "B": []], ["A": ["a", "b"], "B": []])

        #expect(changes == TableChanges())
        #expect(changes.isEmpty)
        #expect(changes.count == 0)
    }

    @Test func `The first table consists of inserts`() {
        #expect(changes([:], ["A": ["a"], "B": ["b"]]) == .with { $0.sectionInserts = [0, 1] })
    }

    @Test func `A cleared table consists of deletes`() {
        #expect(
            changes(["A": ["a"], "B": ["b"]], [:])
                == .with {
                    $0.sectionDeletes = [0, 1]
                    $0.removedSections = [0, 1]
                })
    }

    @Test func `Two tables without a common section are deletes and inserts`() {
        let expected = TableChanges.with {
            $0.sectionDeletes = [0]
            $0.sectionInserts = [0, 1]
            $0.removedSections = [0]
        }
        #expect(changes(["A": ["a"]], ["B": ["a"], "C": []]) == expected)
    }

    @Test func `A new row is an insert`() {
        let expected = TableChanges.with { $0.rowInserts = [.at(0, 1)] }
        let changes = changes(["A": ["a", "c"]], ["A": ["a", "b", "c"]])

        #expect(changes == expected)
        #expect(changes.changesStructure)
        #expect(!changes.changesContent)
        #expect(changes.count == 1)
    }

    @Test func `A missing row is a delete`() {
        let expected = TableChanges.with {
            $0.rowDeletes = [.at(0, 1)]
            $0.removedRows = [.at(0, 1)]
        }
        #expect(changes(["A": ["a", "b", "c"]], ["A": ["a", "c"]]) == expected)
    }

    @Test func `A row out of order is a move`() {
        let expected = TableChanges.with { $0.rowMoves = [.init(from: .at(0, 2), to: .at(0, 0))] }

        #expect(changes(["A": ["a", "b", "c"]], ["A": ["c", "a", "b"]]) == expected)
    }

    @Test func `Rows that are only shifted by others do not move`() {
        let expected = TableChanges.with {
            $0.rowDeletes = [.at(0, 0)]
            $0.removedRows = [.at(0, 0)]
            $0.rowInserts = [.at(0, 1), .at(0, 3)]
        }
        #expect(changes(["A": ["x", "a", "b"]], ["A": ["a", "y", "b", "z"]]) == expected)
    }

    @Test func `A row in another section is a move`() {
        let expected = TableChanges.with { $0.rowMoves = [.init(from: .at(0, 1), to: .at(1, 0))] }

        #expect(changes(["A": ["a", "b"], "B": ["c"]], ["A": ["a"], "B": ["b", "c"]]) == expected)
    }

    @Test func `A row that moves to another section can also change its content`() {
        let (old, new) = (ChangesSample.Fruit(id: "a", count: 1), ChangesSample.Fruit(id: "a", count: 2))
        let before = TableInfo {
            TableSection(id: "A") { Row(old, as: ChangesSample.Line.self) }
            TableSection(id: "B") {}
        }
        let after = TableInfo {
            TableSection(id: "A") {}
            TableSection(id: "B") { Row(new, as: ChangesSample.Line.self) }
        }
        let expected = TableChanges.with {
            $0.rowMoves = [.init(from: .at(0, 0), to: .at(1, 0))]
            $0.rowUpdates = [.at(1, 0)]
        }
        #expect(TableChanges(from: before, to: after) == expected)
    }

    @Test func `A row from a deleted section is an insert in its new section`() {
        let expected = TableChanges.with {
            $0.sectionDeletes = [0]
            $0.removedSections = [0]
            $0.rowInserts = [.at(0, 0)]
        }
        #expect(changes(["A": ["a"], "B": []], ["B": ["a"]]) == expected)
    }

    @Test func `The section with fewer rows moves, as a delete and an insert`() {
        let expected = TableChanges.with {
            $0.sectionDeletes = [0]
            $0.sectionInserts = [1]
        }
        #expect(changes(["A": ["a"], "B": ["b", "c"]], ["B": ["b", "c"], "A": ["a"]]) == expected)
    }

    @Test func `A row with another item is a delete and an insert`() {
        let fruit = ChangesSample.Fruit(id: "a")
        let expected = TableChanges.with {
            $0.rowDeletes = [.at(0, 0)]
            $0.rowInserts = [.at(0, 0)]
            $0.relocatedRows = [.init(from: .at(0, 0), to: .at(0, 0))]
        }
        let changes = TableChanges(
            from: .rows(Rows([fruit], as: ChangesSample.Line.self)),
            to: .rows(Rows([fruit], as: ChangesSample.Card.self)))
        #expect(changes == expected)
    }

    @Test func `A collapsed section has no visible rows`() {
        let open = TableInfo.fruits(["A": ["a", "b"]])
        var closed = open
        closed.sections[0].isCollapsed = true
        let rows: [RowPosition] = [.at(0, 0), .at(0, 1)]

        let collapsing = TableChanges.with {
            $0.rowDeletes = rows
            $0.collapsedSections = [0]
        }
        let expanding = TableChanges.with {
            $0.rowInserts = rows
            $0.expandedSections = [0]
        }
        #expect(TableChanges(from: open, to: closed) == collapsing)
        #expect(TableChanges(from: closed, to: open) == expanding)
        #expect(TableChanges(from: closed, to: closed).isEmpty)
    }

    @Test func `Equal ids are matched in order`() {
        let (old, new): ([Int], [Int]) = ([1, 2, 3], [1, 5])
        let changes = TableChanges(
            from: .rows(Rows(old.map { .init(id: "a", count: $0) }, as: ChangesSample.Line.self)),
            to: .rows(Rows(new.map { .init(id: "a", count: $0) }, as: ChangesSample.Line.self)))
        let expected = TableChanges.with {
            $0.rowDeletes = [.at(0, 2)]
            $0.removedRows = [.at(0, 2)]
            $0.rowUpdates = [.at(0, 1)]
        }
        #expect(changes == expected)
    }

    @Test func `Sections with equal ids are matched in order`() {
        #expect(
            changes(["A": ["a"], "A": ["b"]], ["A": ["a"], "A": ["b", "c"], "A": []])
                == .with {
                    $0.sectionInserts = [2]
                    $0.rowInserts = [.at(1, 1)]
                })
    }

    @Test func `Ids of different types are different ids`() {
        let row = ChangesSample.Fruit(id: "a")
        let before = TableInfo.rows(
            Rows([row], id: { _ in 1 }, as: ChangesSample.Line.self))
        let after = TableInfo.rows(
            Rows([row], id: { _ in "1" }, as: ChangesSample.Line.self))
        let expected = TableChanges.with {
            $0.rowDeletes = [.at(0, 0)]
            $0.removedRows = [.at(0, 0)]
            $0.rowInserts = [.at(0, 0)]
        }
        #expect(TableChanges(from: before, to: after) == expected)
    }

    @Test func `Rows of a shared array are matched by the ids that are read from it`() {
        let fruits = [ChangesSample.Fruit(id: "a"), ChangesSample.Fruit(id: "b")]
        let before = TableInfo.rows(Rows(fruits, id: { "old \($0.id)" }, as: ChangesSample.Line.self))
        let after = TableInfo.rows(Rows(fruits, id: { "new \($0.id)" }, as: ChangesSample.Line.self))
        let expected = TableChanges.with {
            $0.rowDeletes = [.at(0, 0), .at(0, 1)]
            $0.removedRows = [.at(0, 0), .at(0, 1)]
            $0.rowInserts = [.at(0, 0), .at(0, 1)]
        }
        #expect(TableChanges(from: before, to: after) == expected)
    }

    @Test func `Rows are matched regardless of how their ids are given`() {
        let row = ChangesSample.Fruit(id: "a")
        let before = TableInfo.rows(Rows([row], as: ChangesSample.Line.self))
        let after = TableInfo.rows(Rows([row], id: \.id, as: ChangesSample.Line.self))

        #expect(!TableChanges(from: before, to: after).changesStructure)
    }

    @Test func `A row without data is matched by its id`() {
        func table(_ id: String) -> TableInfo {
            TableInfo { TableSection(id: "A") { Row((), id: id, as: ChangesSample.Divider.self) } }
        }
        let expected = TableChanges.with {
            $0.rowDeletes = [.at(0, 0)]
            $0.removedRows = [.at(0, 0)]
            $0.rowInserts = [.at(0, 0)]
        }
        #expect(TableChanges(from: table("x"), to: table("x")).isEmpty)
        #expect(TableChanges(from: table("x"), to: table("y")) == expected)
    }

    @Test(arguments: [10, 100, 1000, 5000])
    func `Replacing a block of rows leaves the other rows unchanged`(count: Int) {
        func table(_ ids: [Int]) -> TableInfo {
            .rows(Rows(ids.map { .init(id: "\($0)") }, as: ChangesSample.Line.self))
        }
        // The middle third is deleted, an equally long block is inserted before the last row, and the first
        // row remains.
        let third = count / 3
        let old = Array(0..<count)
        let block = Array(count..<count + third)
        let new = Array(old[..<third]) + old[(2 * third)..<(count - 1)] + block + [count - 1]
        let expected = TableChanges.with {
            $0.rowDeletes = (third..<2 * third).map { .at(0, $0) }
            $0.removedRows = $0.rowDeletes
            $0.rowInserts = (count - 1 - third..<count - 1).map { .at(0, $0) }
        }
        #expect(TableChanges(from: table(old), to: table(new)) == expected)
    }
}
