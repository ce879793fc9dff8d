import Foundation
import TableAgent
import Testing

struct TableChangesCodingTests {
    private let changes = TableChanges.with {
        $0.sectionDeletes = [1]
        $0.sectionInserts = [2]
        $0.rowDeletes = [.at(0, 1)]
        $0.rowInserts = [.at(0, 2)]
        $0.rowMoves = [.init(from: .at(0, 3), to: .at(0, 0))]
        $0.rowUpdates = [.at(0, 4)]
    }

    private func json(_ changes: TableChanges) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(changes), as: UTF8.self)
    }

    private func changes(_ json: String) throws -> TableChanges {
        try JSONDecoder().decode(TableChanges.self, from: Data(json.utf8))
    }

    @Test func `Changes are encoded with positions as pairs`() throws {
        #expect(
            try json(changes)
                == #"{"rowDeletes":[[0,1]],"rowInserts":[[0,2]],"rowMoves":[{"from":[0,3],"to":[0,0]}],"#
                + #""rowUpdates":[[0,4]],"sectionDeletes":[1],"sectionInserts":[2]}"#)
    }

    @Test func `No changes are encoded as empty lists`() throws {
        #expect(
            try json(TableChanges())
                == #"{"rowDeletes":[],"rowInserts":[],"rowMoves":[],"rowUpdates":[],"#
                + #""sectionDeletes":[],"sectionInserts":[]}"#)
    }

    @Test func `Updates of heads and feet are encoded where there are any`() throws {
        var changes = TableChanges()
        changes.headUpdates = [1]
        #expect(try json(changes).contains(#""headUpdates":[1]"#))
        #expect(try !json(changes).contains("footUpdates"))

        changes.footUpdates = [2]
        #expect(try json(changes).contains(#""footUpdates":[2]"#))
    }

    @Test func `What changes mean for listeners is encoded where there is anything`() throws {
        var changes = TableChanges()
        changes.removedRows = [.at(1, 2)]
        changes.removedSections = [3]
        changes.collapsedSections = [4]
        #expect(try json(changes).contains(#""removedRows":[[1,2]],"removedSections":[3]"#))
        #expect(try json(changes).contains(#""collapsedSections":[4]"#))
        #expect(try !json(changes).contains("expandedSections"))
    }

    @Test func `Changes survive a round trip`() throws {
        var changes = changes
        #expect(try self.changes(json(changes)) == changes)

        changes.headUpdates = [0]
        changes.footUpdates = [0, 3]
        changes.removedRows = [.at(0, 1)]
        changes.removedSections = [1]
        changes.collapsedSections = [0]
        changes.expandedSections = [1, 2]
        #expect(try self.changes(json(changes)) == changes)
    }

    @Test func `Changes that name only rows and sections can be read`() throws {
        let text = """
            {"sectionDeletes": [1], "sectionInserts": [2], "rowDeletes": [[0, 1]], "rowInserts": [[0, 2]],
             "rowMoves": [{"from": [0, 3], "to": [0, 0]}], "rowUpdates": [[0, 4]]}
            """
        #expect(try changes(text) == changes)
    }

    @Test func `Changes without one of their lists can't be read`() {
        #expect(throws: DecodingError.self) { try changes(#"{"sectionDeletes": []}"#) }
    }
}
