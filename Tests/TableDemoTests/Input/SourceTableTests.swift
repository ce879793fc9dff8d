import Testing

@testable import TableDemo

struct SourceTableTests {
    @Test func `A cell takes eight bytes`() {
        #expect(MemoryLayout<SourceTable.Cell>.stride == 8)
    }

    @Test(arguments: [
        (0, 0, SourceTable.Kind.text), (Int(UInt32.max), SourceTable.Cell.longest, .missing),
        (7, 1, .number), (1 << 31, 12, .true), (3, 1 << 28, .null),
    ])
    func `A cell gives back what it was made of`(start: Int, length: Int, kind: SourceTable.Kind) {
        let cell = SourceTable.Cell(start: start, length: length, kind: kind)
        #expect(cell.range == start..<start + length)
        #expect(cell.length == length)
        #expect(cell.kind == kind)
        #expect(cell.changed(to: .false).kind == .false)
        #expect(cell.changed(to: .false).range == cell.range)
    }

    @Test func `The bytes of a cell are lent without a copy`() throws {
        let table = try InputFixture.table("a,b\n1,\"x\"\"y\"\n", as: .csv)
        let bytes = table.withUTF8(row: 0, column: 1) { Array($0) }
        #expect(bytes == Array("x\"y".utf8))
        let first = table.withUTF8(row: 0, column: 0) { $0.baseAddress }
        let second = table.withUTF8(row: 0, column: 1) { $0.baseAddress }
        #expect(first.map { $0 + 3 } == second)
    }

    @Test func `An error in the body passes through withUTF8`() throws {
        let table = try InputFixture.table("a\nx\n", as: .csv)
        #expect(throws: UsageError("no")) {
            try table.withUTF8(row: 0, column: 0) { (_) throws(UsageError) in throw UsageError("no") }
        }
    }

    @Test func `A column is found by its name`() throws {
        let table = try InputFixture.table("Order,Amount\n1,2\n", as: .csv)
        #expect(try table.column(named: "Amount") == 1)
    }

    @Test(arguments: [
        ("amount", "there is no column 'amount'; did you mean 'Amount'? The columns are Order, Amount"),
        ("Ordre", "there is no column 'Ordre'; did you mean 'Order'? The columns are Order, Amount"),
        ("Customer", "there is no column 'Customer'; the columns are Order, Amount"),
        ("\u{1B}[2J", "there is no column '\\u{1B}[2J'; the columns are Order, Amount"),
    ])
    func `An unknown column is an error that names the columns there are`(
        name: String, reason: String
    ) throws {
        let table = try InputFixture.table("Order,Amount\n1,2\n", as: .csv)
        let error = #expect(throws: InputError.self) { try table.column(named: name) }
        #expect(error?.description == "in: " + reason)
    }

    @Test func `Only the first columns of many are named`() throws {
        let header = (1...25).map { "column\($0)" }.joined(separator: ",")
        let table = try InputFixture.table(header, as: .csv)
        let error = #expect(throws: InputError.self) { try table.column(named: "z") }
        #expect(error?.reason.hasSuffix("column19, column20 and 5 more") == true)
        let empty = try InputFixture.table("[]", as: .json)
        #expect(throws: InputError(file: "in", reason: "there is no column 'z': the table has no columns")) {
            try empty.column(named: "z")
        }
    }
}
