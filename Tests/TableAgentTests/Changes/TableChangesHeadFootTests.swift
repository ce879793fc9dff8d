import TableAgent
import Testing

struct TableChangesHeadFootTests {
    private func changes(from old: TableSection, to new: TableSection) -> TableChanges {
        TableChanges(from: TableInfo(sections: [old]), to: TableInfo(sections: [new]))
    }

    private func section(
        head: Head? = nil, foot: Foot? = nil, rows: [Int] = [], isCollapsed: Bool = false
    ) -> TableSection {
        TableSection(
            id: "A", head: head,
            rows: Rows(rows.map { ChangesSample.Fruit(id: "\($0)") }, as: ChangesSample.Line.self),
            foot: foot, isCollapsed: isCollapsed)
    }

    private let headUpdate = TableChanges.with { $0.headUpdates = [0] }

    @Test func `A head and a foot with different data are updates`() {
        let old = section(
            head: Head("a", as: ChangesSample.Title.self), foot: Foot("b", as: ChangesSample.Title.self))
        let new = section(
            head: Head("c", as: ChangesSample.Title.self), foot: Foot("d", as: ChangesSample.Title.self))
        let changes = changes(from: old, to: new)

        #expect(
            changes
                == .with {
                    $0.headUpdates = [0]
                    $0.footUpdates = [0]
                })
        #expect(changes.count == 2)
        #expect(changes.changesContent)
        #expect(!changes.changesStructure)
    }

    @Test func `A head with equal data is not an update`() {
        let head = Head("a", as: ChangesSample.Title.self)

        #expect(changes(from: section(head: head), to: section(head: head)).isEmpty)
        #expect(
            changes(
                from: section(head: head), to: section(head: Head("a", as: ChangesSample.Title.self))
            ).isEmpty)
    }

    @Test func `An inserted or deleted head is an update`() {
        let head = Head("a", as: ChangesSample.Title.self)

        #expect(changes(from: section(), to: section(head: head)) == headUpdate)
        #expect(changes(from: section(head: head), to: section()) == headUpdate)
    }

    @Test func `A head with another item is an update`() {
        let old = section(head: Head("a", as: ChangesSample.Title.self))
        let new = section(head: Head("a", as: ChangesSample.CountingTitle.self))

        #expect(changes(from: old, to: new) == headUpdate)
    }

    @Test func `A head that shows the section's state changes with the number of rows`() {
        let head = Head("a", as: ChangesSample.CountingTitle.self)
        let expected = TableChanges.with {
            $0.rowInserts = [.at(0, 1)]
            $0.headUpdates = [0]
        }
        #expect(
            changes(from: section(head: head, rows: [1]), to: section(head: head, rows: [1, 2])) == expected)
        #expect(
            changes(from: section(head: head, rows: [1]), to: section(head: head, rows: [2])).headUpdates
                == [])
    }

    @Test func `A head that shows the section's state changes when the section collapses`() {
        let head = Head("a", as: ChangesSample.CountingTitle.self)

        #expect(
            changes(from: section(head: head), to: section(head: head, isCollapsed: true))
                == .with {
                    $0.headUpdates = [0]
                    $0.collapsedSections = [0]
                })
    }

    @Test func `A foot that shows the section's state changes with hidden rows`() {
        let foot = Foot("a", as: ChangesSample.CountingTitle.self)
        let changes = changes(
            from: section(foot: foot, rows: [1], isCollapsed: true),
            to: section(foot: foot, rows: [1, 2], isCollapsed: true))

        #expect(changes == .with { $0.footUpdates = [0] })
    }

    @Test func `A head that shows data alone does not change with the rows`() {
        let head = Head("a", as: ChangesSample.Title.self)
        let changes = changes(from: section(head: head), to: section(head: head, rows: [1]))

        #expect(changes == .with { $0.rowInserts = [.at(0, 0)] })
    }

    @Test func `A head whose data can't be compared counts as changed`() {
        func head() -> Head { Head(ChangesSample.Memo(id: 1), as: ChangesSample.MemoLine.self) }

        #expect(changes(from: section(head: head()), to: section(head: head())) == headUpdate)
    }

    @Test func `An item decides whether a head has changed`() {
        enum Title: TableItem {
            static func fill(_ view: inout Int, with memo: ChangesSample.Memo) {}
            static func isUnchanged(_ old: ChangesSample.Memo, _ new: ChangesSample.Memo) -> Bool {
                old.text == new.text
            }
        }
        func head(_ text: String) -> Head { Head(ChangesSample.Memo(id: 1, text: text), as: Title.self) }
        #expect(changes(from: section(head: head("a")), to: section(head: head("a"))).isEmpty)
        #expect(changes(from: section(head: head("a")), to: section(head: head("b"))) == headUpdate)
    }

    @Test func `A different height of a head or foot is an update`() {
        func section(_ head: Int, _ foot: Int) -> TableSection {
            self.section(
                head: Head(ChangesSample.Fruit(id: "a", count: head), as: ChangesSample.TallLine.self),
                foot: Foot(ChangesSample.Fruit(id: "a", count: foot), as: ChangesSample.TallLine.self))
        }
        #expect(changes(from: section(1, 1), to: section(1, 1)).isEmpty)
        #expect(changes(from: section(1, 1), to: section(2, 1)) == headUpdate)
        #expect(changes(from: section(1, 1), to: section(1, 2)) == .with { $0.footUpdates = [0] })
    }

    @Test func `A head without data never changes`() {
        func head() -> Head { Head((), as: ChangesSample.Divider.self) }

        #expect(changes(from: section(head: head()), to: section(head: head())).isEmpty)
    }

    @Test func `Updated heads have the sections' new indices`() {
        let old = [
            TableSection(id: "gone"),
            TableSection(id: "A", head: Head("a", as: ChangesSample.Title.self)),
        ]
        let new = [
            TableSection(id: "new"), TableSection(id: "newer"),
            TableSection(id: "A", head: Head("b", as: ChangesSample.Title.self)),
        ]
        let changes = TableChanges(from: TableInfo(sections: old), to: TableInfo(sections: new))

        #expect(changes.headUpdates == [2])
        #expect(changes.sectionDeletes == [0])
        #expect(changes.sectionInserts == [0, 1])
    }
}
