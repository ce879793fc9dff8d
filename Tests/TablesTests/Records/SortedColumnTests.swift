import Foundation
import RandomTesting
import Testing

@testable import tables

/// Columns that are hard to sort, in the command, in the order that the browser and agents give them.
struct SortedColumnTests {
    @Test(arguments: SortedColumn.all)
    func `The command sorts a column of JSON by its rules`(column: SortedColumn) throws {
        let values = column.scrambled
        let lines = try values.map { value in
            let text = try String(decoding: JSONEncoder().encode(value ?? ""), as: UTF8.self)
            return "{\"v\": \(value.map { column.kind == .text ? text : $0 } ?? "null")}\n"
        }
        try check(column, InputFixture.table(lines.joined(), as: .jsonl))
    }

    @Test(arguments: SortedColumn.all)
    func `The command sorts a column of CSV by its rules`(column: SortedColumn) throws {
        let text = column.scrambled.map { "\"\($0 ?? "")\"\n" }.joined()
        try check(column, InputFixture.table("v\n" + text, as: .csv))
    }

    private func check(_ column: SortedColumn, _ table: SourceTable) throws {
        let values = column.scrambled
        func sorted(by order: String) throws -> [String?] {
            try RowSelection(order: RowOrder(columns: [order])).rows(of: table).map { values[$0] }
        }
        #expect(try sorted(by: "v") == column.sorted)
        #expect(try sorted(by: "v:desc") == column.descending)
    }
}
