import ArticleTesting
import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// The examples of the article about changes.
struct ChangingArticleTests {
    struct Invoice: Identifiable {
        let id: Int
        var revision = 1
    }

    // block: unchanged
    enum InvoiceLine: GridLineItem {
        static func fill(_ line: inout GridLine, with invoice: Invoice) {
            line.integer(invoice.id)
        }

        static func isUnchanged(_ old: Invoice, _ new: Invoice) -> Bool {
            old.revision == new.revision
        }
    }
    // end of block

    /// An item that does not implement the comparison.
    enum DraftLine: GridLineItem {
        static func fill(_ line: inout GridLine, with invoice: Invoice) { line.integer(invoice.id) }
    }

    struct Invoices: StatelessReformer {
        func reform(_ invoices: [Invoice]) -> TableInfo {
            TableInfo {
                TableSection(id: "open") {
                    Rows(invoices, as: InvoiceLine.self)
                }
                TableSection(id: "paid") {}
                TableSection(id: "drafts") { Rows([Invoice(id: 90), Invoice(id: 91)], as: DraftLine.self) }
            }
        }
    }

    private let article: DocumentedCode
    private let container = RecordingContainer(appliesChanges: true)
    private let invoices = [Invoice(id: 1), Invoice(id: 2)]

    init() throws {
        article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Changing-a-table.md", test: #filePath)
    }

    @Test func `The article's examples are the compiled code, in order`() {
        #expect(["unchanged", "edit", "value", "duplicates"].map { article.compiled[$0] } == article.swift)
    }

    @Test func `An item determines what is unchanged, and other content counts as changed`() throws {
        let agent = try Agent(container, rawData: invoices, reformer: Invoices.self)
        container.removeCalls()
        try agent.reload([Invoice(id: 1), Invoice(id: 2, revision: 2)])
        var changes = TableChanges()
        changes.rowUpdates = [
            RowPosition(section: 0, row: 1), RowPosition(section: 2, row: 0), RowPosition(section: 2, row: 1),
        ]
        #expect(container.calls == [.apply(changes)])
    }

    @Test func `An edit is one batch`() throws {
        let agent = try Agent(container, rawData: invoices, reformer: Invoices.self)
        container.removeCalls()
        let invoice = Invoice(id: 3)
        let paid = Invoice(id: 2, revision: 2)
        // block: edit
        try agent.edit { edit in
            try edit.append([Row(invoice, as: InvoiceLine.self)], to: .id("open"), animation: .left)
            try edit.replaceData(ofRow: .id(paid.id), with: paid)
            try edit.moveRow(.id(paid.id), toEndOf: .id("paid"))
            try edit.removeRow(.last(in: .id("drafts")))
        }
        // end of block
        #expect(container.calls.count == 1)
        #expect(container.sections.map(\.texts) == [[["1"], ["3"]], [["2"]], [["90"]]])
        #expect(container.violations.isEmpty)
    }

    @Test func `A table is edited without an agent`() throws {
        let table = Invoices().reform(invoices)
        let paid = invoices[1]
        // block: value
        var edited = table
        try edited.edit { try $0.removeRow(.id(paid.id)) }
        let changes = TableChanges(from: table, to: edited)
        // end of block
        #expect(changes.rowDeletes == [RowPosition(section: 0, row: 1)])
        #expect(changes.count == 1)
    }

    // block: duplicates
    final class UniqueIDsPanel: Panel {
        override func prepare(_ table: TableInfo) throws -> TableInfo {
            if let duplicate = table.duplicateIDs().first { throw duplicate }
            return table
        }
    }
    // end of block

    @Test func `A panel refuses a table with equal ids`() throws {
        let agent = try Agent(
            container, rawData: [Invoice(id: 1)], reformer: Invoices(), panel: UniqueIDsPanel())
        let error = #expect(throws: TableError.self) {
            try agent.reload([Invoice(id: 1), Invoice(id: 1)])
        }
        #expect(
            error?.description.hasPrefix(
                "The id 1 is found at section 0, row 0 and again at section 0, row 1") == true)
        #expect(agent.tableInfo.rowCount == Invoices().reform([Invoice(id: 1)]).rowCount)
    }
}
