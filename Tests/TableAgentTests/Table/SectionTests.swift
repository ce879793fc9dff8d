import TableAgent
import Testing

@Suite struct SectionTests {
    @Test(arguments: [true, false])
    func `A collapsed section has rows, but no visible rows`(_ isCollapsed: Bool) {
        let section = TableSection(id: 0, isCollapsed: isCollapsed) {
            Rows([1, 2, 3], id: \.self, as: NumberLine.self)
        }
        #expect(section.rows.count == 3)
        #expect(section.visibleRows.count == (isCollapsed ? 0 : 3))
        #expect(section.state == SectionState(isCollapsed: isCollapsed, rowCount: 3))
    }

    @Test func `A section can be created with the rows of another section`() {
        let section = TableSection(id: "a") {
            Head("head", as: NoteLine.self)
            Rows([1, 2], id: \.self, as: NumberLine.self)
            Foot("foot", as: NoteLine.self)
        }
        var copy = TableSection(id: "b", rows: section.rows)
        copy.setHead(Head("title", as: NoteLine.self))
        copy.setFoot(Foot("total", as: NoteLine.self))
        #expect(copy.id == "b")
        #expect(copy.head?.data(as: String.self) == "title")
        #expect(copy.row(of: .foot)?.data(as: String.self) == "total")
        copy.setHead(nil)
        #expect(copy.head == nil)
        #expect(copy.rows.map(\.id) == [1, 2])
        #expect(!copy.isCollapsed)
    }

    @Test func `A section without head or foot has no entry of that kind`() {
        let section = TableSection(id: 0)
        #expect(section.row(of: .head) == nil)
        #expect(section.row(of: .foot) == nil)
        #expect(section.rows.isEmpty)
    }

    @Test func `A wrapped id is kept unchanged`() {
        #expect(TableSection(id: AnyID("a")).id == "a")
    }

    @Test func `By default, the state of a section is expanded and empty`() {
        #expect(SectionState() == SectionState(isCollapsed: false, rowCount: 0))
    }
}
