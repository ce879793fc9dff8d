import TableAgent
import Testing

/// Tests of the verbs for rows, by id and by position.
struct EditingRowsTests {
    private typealias Sample = EditSample

    private var table = EditSample.table(["a": [1, 2, 3], "b": [4, 5]])

    /// Returns the code of the error that an edit throws, and checks that the edit changes nothing.
    private func code(_ edit: (inout TableEdit) throws -> Void) -> TableError.Code? {
        var edited = table
        let error = #expect(throws: TableError.self) { try edited.edit(edit) }
        #expect(edited.noteIDs == table.noteIDs)
        return error?.code
    }

    @Test mutating func `Rows are appended to a section, by default to the last one`() throws {
        try table.edit { try $0.append([Sample.row(6)], to: .id("a")) }
        try table.edit { try $0.append(Sample.rows(7, 8)) }
        try table.edit { try $0.append([Sample.row(9)], to: .at(0)) }

        #expect(table.noteIDs == ["a: 1 2 3 6 9", "b: 4 5 7 8"])
    }

    @Test mutating func `Rows are inserted by index, or before or after another row`() throws {
        try table.edit { try $0.insert(Sample.rows(6, 7), at: 1, in: .id("a")) }
        try table.edit { try $0.insert([Sample.row(8)], before: .id(4)) }
        try table.edit { try $0.insert([Sample.row(9)], after: .at(section: 1, row: 2)) }
        try table.edit { try $0.insert([Sample.row(10)], at: 5, in: .at(0)) }

        #expect(table.noteIDs == ["a: 1 6 7 2 3 10", "b: 8 4 5 9"])
    }

    @Test mutating func `A verb creates a missing section on request`() throws {
        try table.edit { edit in
            try edit.append([Sample.row(6)], to: .id("c"), creatingIfNeeded: true)
            try edit.insert([Sample.row(7)], at: 0, in: .id("d"), creatingIfNeeded: true)
            try edit.replaceRows(of: .id("e"), with: Sample.rows(8, 9), creatingIfNeeded: true)
            try edit.append([Sample.row(10)], to: .at(5), creatingIfNeeded: true)
            try edit.moveRow(.id(1), toEndOf: .id("f"), creatingIfNeeded: true)
            try edit.append([Sample.row(11)], to: .id("a"), creatingIfNeeded: true)
        }
        #expect(table.noteIDs == ["a: 2 3 11", "b: 4 5", "c: 6", "d: 7", "e: 8 9", "5: 10", "f: 1"])
    }

    @Test mutating func `A verb throws for a missing section and changes nothing`() throws {
        #expect(code { try $0.append([Sample.row(6)], to: .id("c")) } == .idNotFound)
        #expect(code { try $0.insert([Sample.row(7)], at: 0, in: .id("d")) } == .idNotFound)
        #expect(code { try $0.insert([Sample.row(7)], at: 9, in: .id("d")) } == .idNotFound)
        #expect(code { try $0.replaceRows(of: .id("e"), with: Sample.rows(8, 9)) } == .idNotFound)
        #expect(code { try $0.append([Sample.row(10)], to: .at(2)) } == .positionOutOfRange)
        #expect(code { try $0.moveRow(.id(1), toEndOf: .id("f")) } == .idNotFound)
        #expect(
            code { try $0.insert([Sample.row(7)], at: 1, in: .id("d"), creatingIfNeeded: true) }
                == .positionOutOfRange)
        table = TableInfo()
        #expect(code { try $0.append([Sample.row(1)]) } == .positionOutOfRange)
    }

    @Test func `A created section has an id that no other section has`() throws {
        var table = TableInfo(sections: [TableSection(id: 1)])
        try table.edit { try $0.append([Sample.row(6)], to: .at(1), creatingIfNeeded: true) }
        try table.edit { try $0.append([Sample.row(7)], to: .at(2), creatingIfNeeded: true) }

        #expect(table.sections.map(\.id) == [1, 2, 3])
        var empty = TableInfo()
        try empty.edit { try $0.append([Sample.row(1)], creatingIfNeeded: true) }
        #expect(empty.noteIDs == ["0: 1"])
    }

    @Test mutating func `A row keeps its position and item when its data is replaced`() throws {
        try table.edit { try $0.replaceData(ofRow: .id(2), with: Sample.Note(2, "new")) }
        try table.edit { try $0.replaceData(ofRow: .at(section: 1, row: 0), with: Sample.Note(4, "newer")) }

        #expect(table.noteIDs == ["a: 1 2 3", "b: 4 5"])
        #expect(table.row(.id(2))?.data() == Sample.Note(2, "new"))
        #expect(table.row(.id(4))?.data() == Sample.Note(4, "newer"))
    }

    @Test func `A separate id stays when the data is replaced`() throws {
        var table = TableInfo {
            TableSection(id: "s") {
                Row("one", id: "given", as: Sample.TextLine.self)
                Rows(byPosition: ["a", "b", "c"], as: Sample.TextLine.self)
            }
        }
        try table.edit { try $0.replaceData(ofRow: .id("given"), with: "two") }
        try table.edit { try $0.replaceData(ofRow: .id(1), with: "B") }

        #expect(table.noteIDs == ["s: given 0 1 2"])
        #expect(table.sections[0].rows.map { $0.data(as: String.self) } == ["two", "a", "B", "c"])
        #expect(table.position(of: .id(1)) == RowPosition(section: 0, row: 2))
    }

    @Test mutating func `Data with another id makes another row`() throws {
        try table.edit { try $0.replaceData(ofRow: .id(2), with: Sample.Note(20)) }

        #expect(table.noteIDs == ["a: 1 20 3", "b: 4 5"])
        #expect(table.position(of: .id(2)) == nil)
        #expect(table.position(of: .id(20)) == RowPosition(section: 0, row: 1))
    }

    @Test mutating func `Data of another type is refused`() throws {
        let table = table
        var edited = table
        #expect(throws: TableError.self) {
            try edited.edit { try $0.replaceData(ofRow: .id(2), with: "text") }
        }

        let error = #expect(throws: TableError.self) {
            try edited.edit { try $0.replaceData(ofRow: .at(section: 0, row: 1), with: 7) }
        }
        #expect(error?.code == .wrongDataType)
        #expect(error?.position == RowPosition(section: 0, row: 1))
        #expect(edited.noteIDs == table.noteIDs)
    }

    @Test mutating func `One row, the rows from an index on, or all rows can be replaced`() throws {
        try table.edit { try $0.replaceRow(.id(2), with: Sample.rows(6, 7)) }
        #expect(table.noteIDs == ["a: 1 6 7 3", "b: 4 5"])
        try table.edit { try $0.replaceRows(of: .id("a"), from: 1, with: [Sample.row(8)]) }
        #expect(table.noteIDs == ["a: 1 8", "b: 4 5"])
        try table.edit { try $0.replaceRows(of: .id("b"), from: 1, with: Sample.rows(9, 10)) }
        #expect(table.noteIDs == ["a: 1 8", "b: 4 9 10"])
        try table.edit { try $0.replaceRows(of: .id("a"), with: Sample.rows(8, 11)) }
        #expect(table.noteIDs == ["a: 8 11", "b: 4 9 10"])
        try table.edit { try $0.replaceRows(of: .last, with: []) }
        #expect(table.noteIDs == ["a: 8 11", "b: "])
    }

    @Test mutating func `Rows are removed by id, by position and from the end`() throws {
        try table.edit { try $0.removeRow(.id(2)) }
        try table.edit { try $0.removeRow(.at(section: 1, row: 0)) }
        try table.edit { try $0.removeRow(.last(in: .id("a"))) }
        #expect(table.noteIDs == ["a: 1", "b: 5"])
        try table.edit { try $0.removeRow(.last()) }
        #expect(table.noteIDs == ["a: 1", "b: "])
        try table.edit { try $0.removeRow(.last(in: .id("a"))) }
        #expect(table.noteIDs == ["a: ", "b: "])
    }

    @Test(arguments: [
        (3, 1, ["a: 3 1 2", "b: 4 5"]), (1, 3, ["a: 2 1 3", "b: 4 5"]), (1, 4, ["a: 2 3", "b: 1 4 5"]),
        (5, 1, ["a: 5 1 2 3", "b: 4"]), (2, 2, ["a: 1 2 3", "b: 4 5"]),
    ])
    func `A row moves before another row`(row: Int, other: Int, result: [String]) throws {
        var table = table
        try table.edit { try $0.moveRow(.id(row), before: .id(other)) }
        #expect(table.noteIDs == result)
    }

    @Test(arguments: [
        (3, 1, ["a: 1 3 2", "b: 4 5"]), (1, 3, ["a: 2 3 1", "b: 4 5"]), (1, 5, ["a: 2 3", "b: 4 5 1"]),
        (5, 3, ["a: 1 2 3 5", "b: 4"]), (2, 2, ["a: 1 2 3", "b: 4 5"]),
    ])
    func `A row moves after another row`(row: Int, other: Int, result: [String]) throws {
        var table = table
        try table.edit { try $0.moveRow(.id(row), after: .id(other)) }
        #expect(table.noteIDs == result)
    }

    @Test mutating func `A row moves to its new position, or to the end of a section`()
        throws
    {
        try table.edit { try $0.moveRow(.id(1), to: RowPosition(section: 0, row: 2)) }
        #expect(table.noteIDs == ["a: 2 3 1", "b: 4 5"])
        try table.edit { try $0.moveRow(.id(1), to: RowPosition(section: 1, row: 2)) }
        #expect(table.noteIDs == ["a: 2 3", "b: 4 5 1"])
        try table.edit { try $0.moveRow(.id(4), toEndOf: .id("b")) }
        try table.edit { try $0.moveRow(.id(2), toEndOf: .last) }
        #expect(table.noteIDs == ["a: 3", "b: 5 1 4 2"])
        #expect(throws: TableError.self) {
            try table.edit { try $0.moveRow(.id(5), to: RowPosition(section: 1, row: 4)) }
        }
        #expect(throws: TableError.self) {
            try table.edit { try $0.moveRow(.id(5), to: RowPosition(section: 2, row: 0)) }
        }
    }

    @Test func `A missing row, section, or position is an error`() {
        #expect(code { try $0.removeRow(.id(7)) } == .idNotFound)
        #expect(code { try $0.removeRow(.id(4, in: .id("a"))) } == .idNotFound)
        #expect(code { try $0.removeRow(.id(4, in: .id("z"))) } == .idNotFound)
        #expect(code { try $0.removeRow(.at(section: 0, row: 3)) } == .positionOutOfRange)
        #expect(code { try $0.removeRow(.at(section: -1, row: 0)) } == .positionOutOfRange)
        #expect(code { try $0.append([EditSample.row(9)], to: .at(3)) } == .positionOutOfRange)
        #expect(code { try $0.append([EditSample.row(9)], to: .at(-1)) } == .positionOutOfRange)
        #expect(code { try $0.insert([EditSample.row(9)], at: 4, in: .id("a")) } == .positionOutOfRange)
        #expect(code { try $0.insert([EditSample.row(9)], at: -1, in: .id("a")) } == .positionOutOfRange)
        #expect(code { try $0.insert([EditSample.row(9)], before: .id(7)) } == .idNotFound)
        #expect(code { try $0.moveRow(.id(1), after: .id(7)) } == .idNotFound)
        #expect(code { try $0.replaceRows(of: .id("a"), from: 4, with: []) } == .positionOutOfRange)
        #expect(code { try $0.reloadRow(.last(in: .id("z"))) } == .idNotFound)
    }

    @Test func `The last row of an empty section is an error`() {
        var table = EditSample.table(["a": []])
        let error = #expect(throws: TableError.self) { try table.edit { try $0.removeRow(.last()) } }
        #expect(error?.code == .positionOutOfRange)
        var empty = TableInfo()
        #expect(throws: TableError.self) { try empty.edit { try $0.removeRow(.last()) } }
    }

    @Test func `A row is searched by id in the named section`() throws {
        var table = EditSample.table(["a": [1, 2], "b": [1, 3]])
        try table.edit { try $0.removeRow(.id(1, in: .id("b"))) }
        #expect(table.noteIDs == ["a: 1 2", "b: 3"])
        try table.edit { try $0.removeRow(.id(1)) }
        #expect(table.noteIDs == ["a: 2", "b: 3"])
    }

    @Test mutating func `Errors contain the id and its type`() {
        let error = #expect(throws: TableError.self) {
            try table.edit { try $0.removeRow(.id("1", in: .id("a"))) }
        }
        #expect(
            error?.description
                == "No row of section \"a\" has the id \"1\" of type String; ids are equal only when their types "
                + "are, too.")
    }
}
