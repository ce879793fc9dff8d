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
        $0.headUpdates = [3]
        $0.footUpdates = [4, 5]
        $0.updatesTableFoot = true
        $0.removedRows = [.at(1, 2)]
        $0.relocatedRows = [.init(from: .at(1, 1), to: .at(2, 1))]
        $0.removedSections = [1]
        $0.collapsedSections = [6]
        $0.expandedSections = [7, 8]
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
                == #"{"collapsedSections":[6],"expandedSections":[7,8],"footUpdates":[4,5],"headUpdates":[3],"#
                + #""relocatedRows":[{"from":[1,1],"to":[2,1]}],"removedRows":[[1,2]],"removedSections":[1],"rowDeletes":[[0,1]],"rowInserts":[[0,2]],"#
                + #""rowMoves":[{"from":[0,3],"to":[0,0]}],"rowUpdates":[[0,4]],"#
                + #""sectionDeletes":[1],"sectionInserts":[2],"updatesTableFoot":true}"#)
    }

    @Test func `No changes are encoded as empty lists and false`() throws {
        #expect(
            try json(TableChanges())
                == #"{"collapsedSections":[],"expandedSections":[],"footUpdates":[],"headUpdates":[],"#
                + #""relocatedRows":[],"removedRows":[],"removedSections":[],"rowDeletes":[],"rowInserts":[],"rowMoves":[],"#
                + #""rowUpdates":[],"sectionDeletes":[],"sectionInserts":[],"updatesTableFoot":false}"#)
    }

    @Test func `Changes survive a round trip`() throws {
        #expect(try changes(json(changes)) == changes)
    }

    @Test func `Changes without one of their lists can't be read`() throws {
        let text = try json(changes).replacingOccurrences(of: #""headUpdates":[3],"#, with: "")
        #expect(throws: DecodingError.self) { try changes(text) }
    }
}
