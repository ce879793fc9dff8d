import TableAgent
import Testing

/// Heads and feet receive the collapsed state and the number of rows.
@Suite struct HeadFootTests {
    /// An item that needs only the section's state.
    private enum CountLine: GridLineItem, SectionItem {
        static func fill(_ line: inout GridLine, with data: Void, in section: SectionState) {
            line.integer(section.rowCount, role: section.isCollapsed ? .muted : .plain)
        }
    }

    private func section(isCollapsed: Bool) -> TableSection {
        TableSection(id: 0, isCollapsed: isCollapsed) {
            Head("Ada", as: CustomerTitle.self)
            Rows([1, 2, 3], id: \.self, as: NumberLine.self)
            Foot("Sum", as: CustomerTitle.self)
        }
    }

    private func text(_ entry: Row?, of section: TableSection) throws -> String {
        var line = GridLine()
        #expect(try #require(entry).fill(&line, in: section.state))
        return line.shown(at: 0)
    }

    @Test func `A head and a foot show the collapsed state and the number of all rows`() throws {
        let open = section(isCollapsed: false)
        #expect(try text(open.head, of: open) == "Ada: 3")
        #expect(try text(open.foot, of: open) == "Sum: 3")
        let closed = section(isCollapsed: true)
        #expect(try text(closed.head, of: closed) == "Ada: 3, hidden")
        #expect(try text(closed.foot, of: closed) == "Sum: 3, hidden")
    }

    @Test func `The state of a head follows changes of the section`() throws {
        var section = section(isCollapsed: false)
        section.isCollapsed = true
        section.rows.append([Row(4, id: 4, as: NumberLine.self)])
        #expect(try text(section.head, of: section) == "Ada: 4, hidden")
    }

    @Test func `A head and a foot without data receive the state, too`() throws {
        let section = TableSection(id: 0) {
            Head((), as: CountLine.self)
            Rows([1, 2, 3], id: \.self, as: NumberLine.self)
            Foot((), as: CountLine.self)
        }
        #expect(try text(section.head, of: section) == "3")
        #expect(try text(section.foot, of: section) == "3")
    }

    @Test func `A head with a generic item receives the state, too`() throws {
        func makeHead<Item: TableItem>(_ data: Item.Data, as item: Item.Type) -> Head
        where Item.Context == Void {
            Head(data, as: item)
        }
        let section = TableSection(id: 0) {
            makeHead("Ada", as: CustomerTitle.self)
            Rows([1, 2], id: \.self, as: NumberLine.self)
        }
        #expect(try text(section.head, of: section) == "Ada: 2")
    }

    @Test func `A row with a section item is filled as in an empty expanded section`() {
        var line = GridLine()
        Row("Ada", id: 0, as: CustomerTitle.self).fill(&line)
        #expect(line.shown(at: 0) == "Ada: 0")
    }

    @Test func `A head or foot returns its item and typed data`() throws {
        let section = TableSection(
            id: 0, head: Head("Ada", as: CustomerTitle.self), foot: Foot((), as: Divider.self))
        let head = try #require(section.head)
        #expect(head.item is CustomerTitle.Type)
        #expect(head.data(as: String.self) == "Ada")
        #expect(head.data(as: Int.self) == nil)
        #expect(section.foot?.item is Divider.Type)
    }

    @Test func `A head or foot fills only a view of its item's type`() throws {
        let section = TableSection(id: 0, head: Head("Ada", as: BadgeItem.self))
        let entry = try #require(section.head)
        var line = GridLine()
        line.text("before")
        #expect(!entry.fill(&line, in: SectionState()))
        #expect(line.cells.isEmpty)
        var badge = Badge()
        #expect(entry.fill(&badge, in: SectionState()))
        #expect(badge.text == "Ada")
    }
}
