import Foundation
import TableAgent
import TableSurfaces
import Testing

@testable import tables

/// The rows that a person sees, as the commands of the browser use them.
struct BrowsedRowsTests {
    private static let text = "g,n,t\na,1,x\nb,$2,\na,3,x\nc,4,y\nb,5,x\n"

    private func rows(
        _ rows: [Int]?, columns: [String] = ["g", "n", "t"], selection: RowSelection = RowSelection()
    ) throws -> BrowsedRows {
        let table = try InputFixture.table(Self.text, as: .csv)
        return BrowsedRows(rows: rows, columns: columns, selection: selection, parts: [table])
    }

    @Test func `Values are counted in the visible rows, the most frequent one first`() throws {
        let table = try InputFixture.table(Self.text, as: .csv)
        let all = try ColumnValues(column: "t", rows: Array(0..<5), form: nil).reform(table)
        #expect(try csv(all) == "t,Rows,Share\nx,3,60.0\ny,1,20.0\n,1,20.0\n")
        let some = try ColumnValues(column: "g", rows: [3, 1, 4], form: nil).reform(table)
        #expect(try csv(some) == "g,Rows,Share\nb,2,66.7\nc,1,33.3\n")
        let none = try ColumnValues(column: "g", rows: [], form: nil).reform(table)
        #expect(none.rowCount == 0 && none.caption == "g: 0 values in 0 rows")
    }

    @Test func `Values are a condition of their column, and a missing one, too`() throws {
        let table = try InputFixture.table(Self.text, as: .csv)
        let values = try ColumnValues(column: "t", rows: Array(0..<5), form: nil).reform(table)
            .sections[0].rows.compactMap { $0.data(as: ColumnValue.self) }
        #expect(values.map(\.text) == ["x", "y", "(empty)"])
        #expect(values.map(\.plain) == ["x", "y", ""])
        #expect(
            TableQuery.Filter.equals("2", values.map(\.plain))
                == .any([.column("2", .isOneOf(["x", "y"])), .column("2", .isEmpty)]))
    }

    @Test func `Numbers of the same value are one value, because a filter shows the rows of both`() throws {
        let table = try InputFixture.table("n\n1\n1.0\n2\n1.00\n1e0\n", as: .csv)
        let values = try ColumnValues(column: "n", rows: Array(0..<5), form: nil).reform(table)
        #expect(try csv(values) == "n,Rows,Share\n1,4,80.0\n2,1,20.0\n")
        let german = try InputFixture.table("n\n\"1.234,50\"\n\"1.234,5\"\n\"2,00\"\n", as: .csv)
        let form = german.form(ofColumn: 0).form
        let numbers = try ColumnValues(column: "n", rows: [0, 1, 2], form: form).reform(german)
        #expect(try csv(numbers) == "n,Rows,Share\n1234.50,2,66.7\n2.00,1,33.3\n")
    }

    @Test func `Dates, and values of several types, are one value if a filter shows the rows of both`() throws
    {
        let dates = try InputFixture.table("d\n5.1.2026\n05.01.2026\n6.1.2026\n", as: .csv)
        let form = dates.form(ofColumn: 0).form
        let values = try ColumnValues(column: "d", rows: [0, 1, 2], form: form).reform(dates)
        #expect(try csv(values) == "d,Rows,Share\n2026-01-05,2,66.7\n2026-01-06,1,33.3\n")
        let fine = try InputFixture.table(
            "t\n2024-05-01T10:00:00.1234561\n2024-05-01T10:00:00.1234562\n", as: .csv)
        let instants = ColumnValues(column: "t", rows: [0, 1], form: fine.form(ofColumn: 0).form)
        #expect(try instants.reform(fine).rowCount == 2)
        let late = try InputFixture.table("t\n2024-05-01T10:00Z\n2024-05-01T12:00+02:00\nn/a\n", as: .csv)
        let texts = ColumnValues(column: "t", rows: [0, 1, 2], form: .date(.iso))
        #expect(try texts.reform(late).rowCount == 3)
        let lines = ["1", "\"1\"", "1.0", "\"x\"", "true", "\"true\""].map { "{\"a\":\($0)}\n" }.joined()
        let mixed = try InputFixture.table(lines, as: .jsonl)
        let types = try ColumnValues(column: "a", rows: Array(0..<6), form: nil).reform(mixed)
        #expect(try csv(types) == "a,Rows,Share\n1,2,33.3\ntrue,2,33.3\n1.0,1,16.7\nx,1,16.7\n")
    }

    @Test func `Chosen rows are those of a selection, in their order`() throws {
        #expect(try rows([4, 0]).source().rows == [4, 0])
        #expect(try rows(nil, selection: RowSelection(conditions: ["g = b"])).source().rows == [1, 4])
    }

    @Test func `A sum is that of the rows that a filter shows`() throws {
        let table = try InputFixture.table("g,n\na,1\nb,2\na,3\nb,8\n", as: .csv)
        let sums = [Aggregate(function: .sum, column: "n")]
        let reformer = RecordsReformer(
            selection: RowSelection(groupBy: ["g"]), sums: sums, foldsGroups: true, use: .browser)
        let whole = try reformer.reform(table)
        #expect(!whole.sections.contains { !$0.isCollapsed })
        #expect(feet(of: whole) == ["4", "10", "14"])
        let query = TableQuery(filters: [.column("n", .above("1"))])
        var work = QueriedTable.Work(QueryPlan(query, columns: whole.columns), of: whole)
        let filtered = try #require(try work.run())
        #expect(feet(of: filtered.visible) == ["3", "10", "13"])
    }

    /// The sums of the sections and of the table.
    private func feet(of table: TableInfo) -> [String] {
        (table.sections.map(\.foot) + [table.foot]).compactMap { $0.map { text(of: $0, column: 1) } }
    }

    private func text(of row: Row, column: Int) -> String {
        var line = GridLine()
        _ = row.fill(&line, in: SectionState(), as: .row)
        return line.shown(at: column)
    }

    private func csv(_ table: TableInfo) throws -> String {
        String(decoding: try CSVFormat(lineEnd: .lf).bytes(of: table), as: UTF8.self)
    }
}
