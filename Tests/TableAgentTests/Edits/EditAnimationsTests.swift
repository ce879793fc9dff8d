import TableAgent
import TableAgentTesting
import Testing

/// Each verb has an animation. A replaced row disappears in the opposite direction.
struct EditAnimationsTests {
    /// The animations that a surface receives with its next update.
    private struct Animations: Equatable {
        var deletes: [RowAnimation] = []
        var inserts: [RowAnimation] = []
        var sectionDeletes: [RowAnimation] = []
        var sectionInserts: [RowAnimation] = []
    }

    private final class AnimatedContainer: TableContainer {
        weak var panel: Panel?
        var latest = Animations()

        let appliesChanges = true

        func canShow(_ item: any TableItem.Type) -> Bool { true }
        func reload(_ update: TableUpdate) { update.commit() }

        func apply(_ changes: TableChanges, in update: TableUpdate) {
            latest = Animations(
                deletes: changes.rowDeletes.map(update.animation(ofDeletedRow:)),
                inserts: changes.rowInserts.map(update.animation(ofInsertedRow:)),
                sectionDeletes: changes.sectionDeletes.map(update.animation(ofDeletedSection:)),
                sectionInserts: changes.sectionInserts.map(update.animation(ofInsertedSection:)))
            update.commit()
        }
    }

    private let container = AnimatedContainer()
    private let agent: Agent<KeyValuePairs<String, [Int]>>

    init() throws {
        agent = try Agent(
            container, rawData: ["a": [1, 2, 3], "b": [4, 5]], reformer: EditSample.Board.self)
    }

    private func animations(_ edit: (inout TableEdit) throws -> Void) throws -> Animations {
        container.latest = Animations()
        try agent.edit(edit)
        return container.latest
    }

    @Test func `Rows are inserted and deleted with the animations of their verbs`() throws {
        let animations = try animations { table in
            try table.removeRow(.id(1), animation: .left)
            try table.removeRow(.id(2))
            try table.removeRow(.last(in: .id("a")), animation: .fade)
            try table.append(EditSample.rows(6, 7), to: .id("a"), animation: .top)
            try table.insert([EditSample.row(8)], before: .id(4), animation: .none)
            try table.insert([EditSample.row(9)], after: .id(4))
        }
        #expect(animations.deletes == [.left, .automatic, .fade])
        #expect(animations.inserts == [.top, .top, .none, .automatic])
    }

    @Test(arguments: [
        (RowAnimation.left, RowAnimation.right), (.right, .left), (.top, .bottom), (.bottom, .top),
        (.fade, .fade), (.none, .none), (.middle, .middle), (.automatic, .automatic),
    ])
    func `A replaced row leaves in the opposite direction`(animation: RowAnimation, opposite: RowAnimation)
        throws
    {
        let row = try animations {
            try $0.replaceRow(.id(2), with: EditSample.rows(6, 7), animation: animation)
        }
        #expect(row.deletes == [opposite])
        #expect(row.inserts == [animation, animation])
        let rows = try animations {
            try $0.replaceRows(of: .id("b"), with: [EditSample.row(8)], animation: animation)
        }
        #expect(rows.deletes == [opposite, opposite])
        #expect(rows.inserts == [animation])
    }

    @Test func `Sections are inserted and deleted with the animations of their verbs`() throws {
        let animations = try animations { table in
            try table.removeSection(.id("a"), animation: .left)
            table.append(EditSample.section("c", [6]), animation: .bottom)
            try table.append([EditSample.row(7)], to: .id("d"), creatingIfNeeded: true, animation: .fade)
        }
        #expect(animations.sectionDeletes == [.left])
        #expect(animations.sectionInserts == [.bottom, .fade])
        let all = try self.animations { $0.removeAllSections(animation: .right) }
        #expect(all.sectionDeletes == [.right, .right, .right])
    }

    @Test func `Rows of a collapsing or expanding section have the verb's animation`() throws {
        let hidden = try animations { try $0.collapseSection(.id("b"), animation: .top) }
        #expect(hidden.deletes == [.top, .top])
        let shown = try animations { try $0.expandSection(.id("b"), animation: .bottom) }
        #expect(shown.inserts == [.bottom, .bottom])
    }

    /// An id that counts its hash calls.
    private struct CountedID: Hashable {
        final class Counter: @unchecked Sendable {
            // A single test uses the counter, without concurrency.
            var count = 0
        }

        let number: Int
        let counter: Counter

        static func == (lhs: CountedID, rhs: CountedID) -> Bool { lhs.number == rhs.number }

        func hash(into hasher: inout Hasher) {
            counter.count += 1
            hasher.combine(number)
        }
    }

    @Test func `Animations of many sections are independent of each other`() throws {
        let counter = CountedID.Counter()
        let ids = (0..<500).map { CountedID(number: $0, counter: counter) }
        var table = TableInfo(sections: ids.map { TableSection(id: $0, rows: EditSample.rows(1)) })
        try table.edit { edit in
            for id in ids { try edit.collapseSection(.id(id), animation: .fade) }
        }
        #expect(counter.count < 20 * ids.count)
    }

    @Test func `An animation applies to one edit`() throws {
        _ = try animations { try $0.append([EditSample.row(6)], to: .id("a"), animation: .left) }
        #expect(try animations { try $0.removeRow(.id(6)) }.deletes == [.automatic])
        try agent.reload(["a": [1, 2, 3, 6], "b": []])
        #expect(container.latest.inserts == [.automatic])
        #expect(container.latest.deletes == [.automatic, .automatic])
    }

    @Test func `A moved row keeps its animation until a later verb for the row replaces it`() throws {
        let animations = try animations { table in
            try table.append([EditSample.row(6)], to: .id("a"), animation: .left)
            try table.moveRow(.id(6), before: .id(1))
        }
        #expect(animations.inserts == [.left])
        let row = EditSample.row(7)
        let again = try self.animations { table in
            try table.append([row], to: .id("a"), animation: .left)
            try table.removeRow(.id(7), animation: .right)
            try table.append([row], to: .id("a"), animation: .top)
        }
        #expect(again.inserts == [.top])
    }

    @Test func `An animation is kept during other edits of the row`() throws {
        let many = try animations { table in
            for id in 10..<410 { try table.append([EditSample.row(id)], to: .id("a"), animation: .left) }
        }
        #expect(many.inserts == Array(repeating: .left, count: 400))
        let changed = try animations { table in
            try table.replaceData(ofRow: .id(2), with: EditSample.Note(2, "paid"))
            try table.removeRow(.id(2), animation: .left)
            try table.append([EditSample.row(6)], to: .id("b"), animation: .top)
            try table.replaceData(ofRow: .id(6), with: EditSample.Note(6, "paid"))
        }
        #expect(changed.deletes == [.left])
        #expect(changed.inserts == [.top])
    }
}
