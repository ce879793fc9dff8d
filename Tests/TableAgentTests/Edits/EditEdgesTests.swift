import TableAgent
import TableAgentTesting
import Testing

/// Tests of edits with refusals, other updates, shared values, and ids of unusual types.
struct EditEdgesTests {
    private typealias Sample = EditSample

    enum HiddenLine: GridLineItem {
        static func fill(_ line: inout GridLine, with text: String) { line.text(text) }
    }

    private let container = RecordingContainer(
        canShowItem: { $0 != HiddenLine.self }, appliesChanges: true)
    private let agent: Agent<KeyValuePairs<String, [Int]>>

    init() throws {
        agent = try Agent(container, rawData: ["a": [1], "b": [2]], reformer: EditSample.Board.self)
    }

    @Test func `An item that can't be shown is found wherever an edit inserted it`() throws {
        #expect(throws: TableError.self) {
            try agent.edit { try $0.append([Row("x", id: "x", as: HiddenLine.self)], to: .id("b")) }
        }
        let error = #expect(throws: TableError.self) {
            try agent.edit { table in
                try table.append([Row("x", id: "x", as: HiddenLine.self)], to: .id("a"))
                try table.moveRow(.id("x"), toEndOf: .id("b"))
            }
        }
        #expect(error?.position == RowPosition(section: 1, row: 1))
        try agent.edit { table in
            try table.append([Row("x", id: "x", as: HiddenLine.self)], to: .id("a"))
            try table.removeRow(.id("x"))
        }
        #expect(agent.tableInfo.noteIDs == ["a: 1", "b: 2"])
    }

    @Test func `An edit that is refused during an update has no effect`() throws {
        container.duringNextUpdate = { [agent] _ in
            #expect(throws: TableError.self) {
                try agent.edit { table in
                    try table.append([Row("x", id: "x", as: HiddenLine.self)], to: .id("a"))
                    try table.collapseSection(.id("a"))
                }
            }
            #expect(throws: Never.self) { try agent.edit { try $0.append([Sample.row(9)], to: .id("a")) } }
        }
        try agent.reload(["a": [1, 2]])
        #expect(agent.tableInfo.noteIDs == ["a: 1 2 9"])
        try agent.reload(["a": [1, 2, 3]])
        #expect(!agent.tableInfo.sections[0].isCollapsed)
    }

    @Test func `An edit from an event is applied, even during an update`() throws {
        agent.on(.select, of: EditSample.Note.self) { [unowned agent] note in
            #expect(throws: Never.self) { try agent.edit { try $0.removeRow(.id(note.id)) } }
        }
        try agent.reload(["a": [1, 2, 3]])
        try container.select(RowPosition(section: 0, row: 1))
        #expect(agent.tableInfo.noteIDs == ["a: 1 3"])
        container.duringNextUpdate = { [unowned container] _ in
            #expect(throws: Never.self) { try container.select(RowPosition(section: 0, row: 0)) }
        }
        try agent.edit { try $0.append([Sample.row(7)]) }
        #expect(agent.tableInfo.noteIDs == ["a: 3 7"])
    }

    @Test func `An edit returns what its closure returns`() throws {
        let count = try agent.edit { table in
            try table.append([Sample.row(7)])
            return table.table.rowCount
        }
        #expect(count == 3)
    }

    @Test func `A surface that fails after the commit keeps agent and data consistent`() throws {
        struct Failure: Error {}
        container.nextOutcome = .failAfterCommit(Failure())
        #expect(throws: Failure.self) { try agent.edit { try $0.removeRow(.id(1)) } }
        #expect(agent.tableInfo.noteIDs == ["a: ", "b: 2"])
    }

    @Test func `A value at several positions is found at the first one`() throws {
        let divider = Row("-", id: "divider", as: Sample.TextLine.self)
        var table = TableInfo { TableSection(id: 0) }
        for number in 0...20 {
            let isDivider = number.isMultiple(of: 10)
            try table.edit {
                try $0.append([isDivider ? divider : Row("n", id: number, as: Sample.TextLine.self)])
            }
        }
        #expect(table.position(of: .id("divider")) == RowPosition(section: 0, row: 0))
        try table.edit { try $0.removeRow(.at(section: 0, row: 10)) }
        #expect(table.position(of: .id("divider")) == RowPosition(section: 0, row: 0))
        let duplicates = table.duplicateIDs()
        #expect(duplicates.map(\.position) == [RowPosition(section: 0, row: 19)])
        #expect(duplicates[0].description.contains("\"divider\" is found at section 0, row 0 and again"))
        try table.edit { try $0.removeRow(.id("divider")) }
        #expect(table.position(of: .id("divider")) == RowPosition(section: 0, row: 18))
    }

    class Base: Hashable, @unchecked Sendable {  // which is immutable
        let number: Int

        init(_ number: Int) { self.number = number }

        static func == (lhs: Base, rhs: Base) -> Bool { lhs.number == rhs.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    final class Derived: Base, @unchecked Sendable {}  // which is immutable

    @Test func `Ids that are objects or floating-point numbers are found by type and value`() throws {
        var table = TableInfo {
            TableSection(id: "a") {
                Rows([1, 2, 3], id: { $0 == 2 ? Derived(2) : Base($0) }, as: NumberLine.self)
            }
        }
        #expect(table.position(of: .id(Base(1))) == RowPosition(section: 0, row: 0))
        #expect(table.position(of: .id(Derived(2))) == RowPosition(section: 0, row: 1))
        #expect(table.position(of: .id(Base(2))) == nil)
        try table.edit { try $0.removeRow(.id(Derived(2))) }
        #expect(table.position(of: .id(Base(3))) == RowPosition(section: 0, row: 1))

        var numbers = TableInfo {
            TableSection(id: "a") {
                Rows([1, 2, 3, 4], id: { [1, Double.nan, -0.0, 4][$0 - 1] }, as: NumberLine.self)
            }
        }
        #expect(numbers.position(of: .id(0.0)) == RowPosition(section: 0, row: 2))
        try numbers.edit { try $0.removeRow(.at(section: 0, row: 1)) }
        try numbers.edit { try $0.removeRow(.id(0.0)) }
        #expect(numbers.position(of: .id(4.0)) == RowPosition(section: 0, row: 1))
        #expect(numbers.position(of: .id(4)) == nil)
    }

    private enum NumberLine: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int) { line.integer(number) }
    }

    @Test func `A head of two sections is found in the first section, and then in the second`() throws {
        let head = Head("h", as: Sample.TextLine.self)
        var table = TableInfo {
            TableSection(id: 1) { head }
            TableSection(id: 2) { head }
        }
        let row = try #require(table.sections[1].head)
        #expect(table.index(ofSectionWith: row) == 0)
        try table.edit { try $0.setHead(nil, of: .at(0)) }
        #expect(table.index(ofSectionWith: row) == 1)
    }

    @Test func `Very many sections and single rows are edited without delay`() throws {
        var table = TableInfo()
        for number in 0..<10_000 {
            try table.edit { try $0.append([Sample.row(-1)], to: .id(number), creatingIfNeeded: true) }
        }
        for number in 0..<1000 {
            try table.edit { try $0.replaceData(ofRow: .id(-1, in: .id(number)), with: Sample.Note(-1, "x")) }
        }
        #expect(table.sections.count == 10_000)
        #expect(table.position(of: .id(-1, in: .id(999))) == RowPosition(section: 999, row: 0))

        var singles = TableInfo { TableSection(id: 0) }
        for number in 0..<5000 {
            try singles.edit { try $0.append([Row("n", id: number, as: Sample.TextLine.self)]) }
        }
        for number in 0..<2500 { try singles.edit { try $0.removeRow(.id(2 * number)) } }
        #expect(singles.rowCount == 2500)
        #expect(singles.position(of: .id(4999)) == RowPosition(section: 0, row: 2499))

        let same = TableInfo(sections: (0..<10_000).map { TableSection(id: "s", rows: [Sample.row($0)]) })
        #expect(same.duplicateIDs().count == 9999)
    }

    @Test func `An edit within an edit stops the program`() async {
        await #expect(processExitsWith: .failure) {
            let agent = try Agent(RecordingContainer(), rawData: ["a": [1]], reformer: EditSample.Board.self)
            try agent.edit { _ in try agent.edit { try $0.removeRow(.id(1)) } }
        }
    }
}
