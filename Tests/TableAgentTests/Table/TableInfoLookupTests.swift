import TableAgent
import Testing

/// Tests of look-ups by id and by position.
struct TableInfoLookupTests {
    private let table = TableInfo {
        TableSection(id: "a") {
            Head("head of a", as: EditSample.TextLine.self)
            EditSample.rows(1, 2)
            Row("total", id: "total", as: EditSample.TextLine.self)
        }
        TableSection(id: 7) {
            EditSample.rows(3)
            Row("total", id: "total", as: EditSample.TextLine.self)
            Foot("foot of 7", as: EditSample.TextLine.self)
        }
    }

    @Test func `Each row is found by its id, and its id by its position`() {
        for (section, content) in table.sections.enumerated() {
            for (row, entry) in content.rows.enumerated() {
                let position = RowPosition(section: section, row: row)
                #expect(table.row(.at(position))?.id == entry.id)
                #expect(table.position(of: .id(entry.id, in: .id(content.id))) == position)
            }
        }
        #expect(table.position(of: .id(3)) == RowPosition(section: 1, row: 0))
        #expect(table.position(of: .id("total")) == RowPosition(section: 0, row: 2))
        #expect(table.position(of: .id("3")) == nil)
        #expect(table.position(of: .id(3, in: .id("a"))) == nil)
        #expect(table.position(of: .id(3, in: .id("z"))) == nil)
    }

    @Test func `Each section is found by its id, its head, and its foot`() throws {
        #expect(table.index(of: .id("a")) == 0)
        #expect(table.index(of: .id(7)) == 1)
        #expect(table.index(of: .id("7")) == nil)
        #expect(table.index(ofSectionWith: try #require(table.sections[0].head)) == 0)
        #expect(table.index(ofSectionWith: try #require(table.sections[1].foot)) == 1)
        let other = TableSection(id: "a", head: Head("head of a", as: EditSample.TextLine.self))
        #expect(table.index(ofSectionWith: try #require(other.head)) == nil)
    }

    @Test func `Data is found by comparison`() {
        #expect(table.position(ofData: "total") == RowPosition(section: 0, row: 2))
        #expect(table.position(ofData: "head of a") == nil)
        #expect(table.position(ofData: 3) == nil)
    }

    @Test func `Rows and sections are named by id, by position, and as the last one`() {
        #expect(table.row(.id(3))?.id == 3)
        #expect(table.row(.id(3, in: .id("a"))) == nil)
        #expect(table.row(.at(section: 0, row: 2))?.data(as: String.self) == "total")
        #expect(table.row(.at(section: 0, row: 3)) == nil)
        #expect(table.row(.at(section: -1, row: 0)) == nil)
        #expect(table.position(of: .last(in: .id("a"))) == RowPosition(section: 0, row: 2))
        #expect(table.section(.last)?.id == table.sections.last?.id)
        #expect(table.section(.id("a"))?.rows.count == 3)
        #expect(table.section(.at(table.sections.count)) == nil)
        #expect(TableInfo().section(.last) == nil)
        #expect(TableInfo().position(of: .last()) == nil)
    }

    @Test func `Look-ups see changes of the sections in the changed table`() {
        var other = table
        #expect(other.position(of: .id(3)) == RowPosition(section: 1, row: 0))
        other.sections.swapAt(0, 1)
        #expect(other.position(of: .id(3)) == RowPosition(section: 0, row: 0))
        #expect(other.index(of: .id(7)) == 0)
        #expect(table.position(of: .id(3)) == RowPosition(section: 1, row: 0))
        other.sections[0].rows.append([EditSample.row(8)])
        #expect(other.position(of: .id(8)) == RowPosition(section: 0, row: 2))
        #expect(table.position(of: .id(8)) == nil)
    }

    @Test func `Look-ups see an edit in the edited table, and not in the old one`() throws {
        var other = table
        #expect(other.position(of: .id(2)) == RowPosition(section: 0, row: 1))
        try other.edit { try $0.removeRow(.id(1)) }
        try other.edit { try $0.append([EditSample.row(9)], to: .id("a")) }
        #expect(other.position(of: .id(2)) == RowPosition(section: 0, row: 0))
        #expect(other.position(of: .id(1)) == nil)
        #expect(other.position(of: .id(9)) == RowPosition(section: 0, row: 3 - 1))
        #expect(table.position(of: .id(2)) == RowPosition(section: 0, row: 1))
        #expect(table.position(of: .id(1)) == RowPosition(section: 0, row: 0))
        #expect(table.position(of: .id(9)) == nil)
    }

    @Test func `Ids of every type are found, including wrapped and optional ids`() throws {
        struct Wrapped: Identifiable {
            let id: AnyID
        }
        enum WrappedLine: GridLineItem {
            static func fill(_ line: inout GridLine, with data: Wrapped) { line.text("\(data.id)") }
        }
        let ids: [AnyID] = [
            1, "one", AnyID(1.5), AnyID(UInt8(1)), AnyID(Optional(3)), AnyID(Int?.none), AnyID(true),
        ]
        var table = TableInfo {
            TableSection(id: "wrapped") { Rows(ids.map { Wrapped(id: $0) }, as: WrappedLine.self) }
            TableSection(id: "optional") {
                Rows([4, nil], id: { AnyID($0) }, as: OptionalLine.self)
            }
        }
        for (row, id) in ids.enumerated() {
            let position = table.position(of: .id(id, in: .id("wrapped")))
            #expect(position == RowPosition(section: 0, row: row))
        }
        #expect(table.position(of: .id(4)) == nil)
        #expect(table.position(of: .id(AnyID(Optional(4)))) == RowPosition(section: 1, row: 0))
        #expect(table.position(of: .id(UInt8(1))) == RowPosition(section: 0, row: 3))
        try table.edit { try $0.removeRow(.id("one")) }
        #expect(table.position(of: .id(1.5)) == RowPosition(section: 0, row: 1))
    }

    private enum OptionalLine: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int?) { line.integer(number) }
    }

    @Test func `Sections with the same id, and rows in two of them, are found in order`() throws {
        let rows = EditSample.rows(1, 2)
        var table = TableInfo(sections: [
            TableSection(id: "x", rows: EditSample.rows(5)), TableSection(id: "x", rows: rows),
            TableSection(id: "y", rows: rows),
        ])
        #expect(table.index(of: .id("x")) == 0)
        #expect(table.position(of: .id(2)) == RowPosition(section: 1, row: 1))
        #expect(table.position(of: .id(2, in: .id("y"))) == RowPosition(section: 2, row: 1))
        try table.edit { try $0.removeRow(.id(2, in: .id("y"))) }
        #expect(table.noteIDs == ["x: 5", "x: 1 2", "y: 1"])
        try table.edit { try $0.removeRow(.id(2)) }
        #expect(table.noteIDs == ["x: 5", "x: 1", "y: 1"])
    }

    @Test func `The same id in very many rows and sections is found and removed without delay`() throws {
        var table = TableInfo(
            sections: (0..<20_000).map { TableSection(id: $0, rows: [EditSample.row(-1)]) })
        #expect(table.position(of: .id(-1)) == RowPosition(section: 0, row: 0))
        #expect(
            table.position(of: .id(-1, in: .id(19_999))) == RowPosition(section: 19_999, row: 0))
        try table.edit { try $0.removeRow(.id(-1, in: .id(5000))) }
        #expect(table.position(of: .id(-1, in: .id(5000))) == nil)
        var same = TableInfo {
            TableSection(
                id: "s",
                rows: Rows((0..<100_000).map { _ in EditSample.Note(1) }, as: EditSample.NoteLine.self))
        }
        #expect(same.position(of: .id(1)) == RowPosition(section: 0, row: 0))
        try same.edit { try $0.replaceRows(of: .id("s"), from: 60_000, with: [EditSample.row(2)]) }
        #expect(same.position(of: .id(2)) == RowPosition(section: 0, row: 60_000))
        #expect(same.duplicateIDs().count == 59_999)
    }
}
