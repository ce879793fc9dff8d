import TableAgent
import Testing

/// Tests of the verbs for sections, by id and by index.
struct EditingSectionsTests {
    private var table = EditSample.table(["a": [1, 2], "b": [3], "c": []])

    @Test mutating func `Sections are appended and inserted`() throws {
        table.edit { $0.append(section("d", 4)) }
        try table.edit { try $0.insert(section("e"), at: 0) }
        try table.edit { try $0.insert(section("f", 5), before: .id("b")) }
        try table.edit { try $0.insert(section("g"), after: .last) }
        try table.edit { try $0.insert(section("h"), at: 7) }

        #expect(table.noteIDs == ["e: ", "a: 1 2", "f: 5", "b: 3", "c: ", "d: 4", "g: ", "h: "])
        #expect(table.position(of: .id(5)) == RowPosition(section: 2, row: 0))
        #expect(table.index(of: .id("g")) == 6)
    }

    @Test mutating func `Sections are removed, one or all`() throws {
        #expect(table.position(of: .id(3)) == RowPosition(section: 1, row: 0))
        try table.edit { try $0.removeSection(.id("a")) }
        try table.edit { try $0.removeSection(.at(1)) }
        #expect(table.noteIDs == ["b: 3"])
        #expect(table.position(of: .id(3)) == RowPosition(section: 0, row: 0))
        #expect(table.position(of: .id(1)) == nil)
        table.edit { $0.removeAllSections() }
        #expect(table.sections.isEmpty)
        #expect(table.position(of: .id(3)) == nil)
        #expect(table.index(of: .id("b")) == nil)
    }

    @Test(arguments: [
        ("a", "c", ["b: 3", "a: 1 2", "c: "]), ("c", "a", ["c: ", "a: 1 2", "b: 3"]),
        ("b", "b", ["a: 1 2", "b: 3", "c: "]),
    ])
    func `A section moves before another section`(section: String, other: String, result: [String]) throws {
        var table = table
        _ = table.position(of: .id(1))
        try table.edit { try $0.moveSection(.id(section), before: .id(other)) }
        #expect(table.noteIDs == result)
        #expect(table.index(of: .id(section)) == result.firstIndex { $0.hasPrefix(section) })
        #expect(table.position(of: .id(1))?.section == result.firstIndex { $0.hasPrefix("a") })
    }

    @Test mutating func `A section moves after another section`() throws {
        try table.edit { try $0.moveSection(.id("a"), after: .id("b")) }
        #expect(table.noteIDs == ["b: 3", "a: 1 2", "c: "])
        try table.edit { try $0.moveSection(.id("c"), after: .id("b")) }
        #expect(table.noteIDs == ["b: 3", "c: ", "a: 1 2"])
        try table.edit { try $0.moveSection(.at(0), after: .last) }
        #expect(table.noteIDs == ["c: ", "a: 1 2", "b: 3"])
    }

    @Test mutating func `Heads and feet are set and removed`() throws {
        try table.edit { try $0.setHead(Head("new", as: EditSample.CountTitle.self), of: .id("a")) }
        try table.edit { try $0.setFoot(Foot("end", as: EditSample.TextLine.self), of: .id("a")) }
        try table.edit { try $0.setHead(nil, of: .id("b")) }

        #expect(table.sections[0].head?.data(as: String.self) == "new")
        #expect(table.sections[0].foot?.data(as: String.self) == "end")
        #expect(table.sections[1].head == nil)
        let foot = try #require(table.sections[0].foot)
        #expect(table.index(ofSectionWith: foot) == 0)
    }

    @Test func `A missing section is an error with a description`() {
        func code(_ edit: (inout TableEdit) throws -> Void) -> TableError.Code? {
            var table = table
            let error = #expect(throws: TableError.self) { try table.edit(edit) }
            #expect(table.noteIDs == self.table.noteIDs)
            return error?.code
        }
        #expect(code { try $0.removeSection(.id("z")) } == .idNotFound)
        #expect(code { try $0.removeSection(.at(3)) } == .positionOutOfRange)
        #expect(code { try $0.insert(section("d"), at: 4) } == .positionOutOfRange)
        #expect(code { try $0.insert(section("d"), before: .id("z")) } == .idNotFound)
        #expect(code { try $0.moveSection(.id("a"), before: .at(3)) } == .positionOutOfRange)
        #expect(code { try $0.moveSection(.id("z"), before: .id("a")) } == .idNotFound)
        #expect(code { try $0.reloadSection(.id("z")) } == .idNotFound)
        #expect(code { try $0.setHead(nil, of: .id("z")) } == .idNotFound)
        #expect(code { try $0.collapseSection(.id("z")) } == .idNotFound)
        #expect(code { try $0.expandSection(.at(-1)) } == .positionOutOfRange)
        var empty = TableInfo()
        #expect(throws: TableError.self) { try empty.edit { try $0.removeSection(.last) } }
        #expect(throws: TableError.self) { try empty.edit { try $0.removeSection(.at(0)) } }
    }
}

private func section(_ name: String, _ ids: Int...) -> TableSection { EditSample.section(name, ids) }
