import TableAgent
import TableAgentTesting
import Testing

@Suite struct TableErrorTests {
    private let container = RecordingContainer()

    @Test func `An error is matched by its code, which may be the app's own code`() {
        let code = TableError.Code(rawValue: "shelfIsEmpty")
        let position = RowPosition(section: 1, row: 2)
        let error = TableError(code, "The shelf is empty; fill it.", position: position)
        #expect(error.code == code)
        #expect(error.code != .itemNotShown)
        #expect(error.position == position)
        #expect("\(error)" == "The shelf is empty; fill it.")
        #expect(error == TableError(code, "The shelf is empty; fill it.", position: position))
    }

    @Test func `The error of an agent without a container names the call to make`() {
        let error = #expect(throws: TableError.self) { try Agent<Ledger>().reload(.sample) }
        expect(error, .notAttached, says: ["not attached", "attach("])
    }

    @Test func `The error of an item without a view names the surface, the position, and the solution`()
        throws
    {
        container.canShowItem = { $0.viewType == GridLine.self }
        let agent = try Agent<TableInfo>(container, reformer: TableReformer.self)
        let table = TableInfo {
            TableSection(id: 0) { Rows(["a"], id: \.self, as: NoteLine.self) }
            TableSection(id: 1) {
                Rows(["a", "b"], id: \.self, as: NoteLine.self)
                Row("c", id: "c", as: BadgeItem.self)
            }
        }
        let error = #expect(throws: TableError.self) { try agent.reload(table) }
        expect(
            error, .itemNotShown,
            says: ["BadgeItem", "Badge", "RecordingContainer", "section 1, row 2", "register"])
        #expect(error?.position == RowPosition(section: 1, row: 2))
    }

    @Test func `The error of an update without a commit names the container`() throws {
        let agent = try Agent<TableInfo>(container, reformer: TableReformer.self)
        container.nextOutcome = .skipCommit
        let error = #expect(throws: TableError.self) { try agent.reload(.numbers(1)) }
        expect(error, .updateNotCommitted, says: ["RecordingContainer", "reload(_:)", "commit()"])
        #expect(error?.position == nil)
    }

    @Test func `The error of a position outside the table contains the size of the table`() throws {
        let agent = try Agent(container, rawData: .numbers(1, 2), reformer: TableReformer.self)
        var error = #expect(throws: TableError.self) {
            try container.select(RowPosition(section: 0, row: 2))
        }
        expect(error, .positionOutOfRange, says: ["section 0, row 2", "2 rows"])
        error = #expect(throws: TableError.self) { try container.select(RowPosition(section: 4, row: 0)) }
        expect(error, .positionOutOfRange, says: ["section 4, row 0", "1 section"])
        let panel = try #require(container.panel)
        error = #expect(throws: TableError.self) { try panel.source(.head(.at(7))).post(.fold, 1) }
        expect(error, .positionOutOfRange, says: ["section 7", "1 section"])
        #expect(agent.panel.container != nil)
    }

    @Test func `The error of a missing row contains its id and the id's type`() {
        let error = #expect(throws: TableError.self) {
            var table = TableInfo.numbers(1, 2)
            try table.edit { try $0.removeRow(.id("2")) }
        }
        expect(error, .idNotFound, says: ["No row has the id \"2\" of type String;", "types"])
    }

    @Test func `The error of a row that is missing in its section names the section`() {
        var table = TableInfo.numbers(1, 2)
        let section = table.sections[0].id
        var error = #expect(throws: TableError.self) {
            try table.edit { try $0.removeRow(.id("2", in: .id(section))) }
        }
        expect(
            error, .idNotFound,
            says: ["No row of section \(String(reflecting: section.base)) has the id \"2\" of type String;"])
        error = #expect(throws: TableError.self) { try table.edit { try $0.removeSection(.id("none")) } }
        expect(error, .idNotFound, says: ["No section has the id \"none\" of type String;"])
    }

    @Test func `The error of too many cells contains both numbers, the item, and the position`() {
        let position = RowPosition(section: 0, row: 3)
        let error = TableError.tooManyCells(
            5, columns: 4, item: OrderLine.self, place: "\(position)", position: position)
        expect(error, .tooManyCells, says: ["OrderLine", "5 cells", "4 columns", "section 0, row 3"])
        #expect(error.position == position)
    }

    private func expect(
        _ error: TableError?, _ code: TableError.Code, says words: [String],
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(error?.code == code, sourceLocation: location)
        let description = error?.description ?? ""
        #expect(description.hasSuffix("."), "\(description)", sourceLocation: location)
        for word in words {
            #expect(description.contains(word), "\(description)", sourceLocation: location)
        }
    }
}

extension EventName<Int> {
    fileprivate static var fold: Self { Self("fold") }
}
