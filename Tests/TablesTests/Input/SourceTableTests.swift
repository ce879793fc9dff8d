import Testing

@testable import tables

struct SourceTableTests {
    @Test(arguments: [SourceTable.Kind.text, .number, .true, .false, .json, .null, .missing])
    func `A cell of 8 bytes keeps its range and its kind`(kind: SourceTable.Kind) {
        #expect(MemoryLayout<SourceTable.Cell>.stride == 8)
        let start = Int(UInt32.max) - SourceTable.Cell.maxLength
        for length in [0, 1, SourceTable.Cell.maxLength] {
            var cell = SourceTable.Cell(start..<start + length, .text)
            cell.kind = kind
            #expect(cell.kind == kind && cell.range == start..<start + length)
        }
    }

    @Test func `The bytes of a cell are lent without a copy`() throws {
        let table = try InputFixture.table("a,b\n1,\"x\"\"y\"\n", as: .csv)
        #expect(table.withCells { Array($0[0, 1].utf8) } == Array("x\"y".utf8))
        let distance = table.withCells { cells in
            cells[0, 0].utf8.baseAddress.flatMap { first in cells[0, 1].utf8.baseAddress.map { $0 - first } }
        }
        #expect(distance == 3)
    }

    @Test func `A cell is missing if the row or the file lacks its column`() throws {
        let table = try InputFixture.table(#"[{"a":1},{"a":1,"b":2}]"#, as: .json)
        #expect(table.withCells { $0[0, 1].kind } == .missing)
        #expect(table.withCells { $0[1, nil].kind } == .missing)
        #expect(table.withCells { $0[1, nil].text } == "")
    }

    @Test func `An error in the body passes through withCells`() throws {
        let table = try InputFixture.table("a\nx\n", as: .csv)
        #expect(throws: UsageError("no")) {
            try table.withCells { (_) throws(UsageError) in throw UsageError("no") }
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
    func `An unknown column is an error that lists the columns`(
        name: String, reason: String
    ) throws {
        let table = try InputFixture.table("Order,Amount\n1,2\n", as: .csv)
        let error = #expect(throws: InputError.self) { try table.column(named: name) }
        #expect(error?.description == "in: " + reason)
    }

    @Test func `A column that looks like the wanted one is named with escapes`() throws {
        let error = #expect(throws: InputError.self) {
            try InputFixture.table("k,e\u{301}\na,1\n", as: .csv).column(named: "\u{E9}")
        }
        #expect(
            error?.reason
                == #"there is no column '\u{00E9}'; the column that looks the same is 'e\u{0301}', "#
                + "so copy its name from the file")
        let kelvin = #expect(throws: InputError.self) {
            try InputFixture.table("K\n1\n", as: .csv).column(named: "\u{212A}")
        }
        #expect(kelvin?.reason.contains(#"'\u{212A}'; the column that looks the same is 'K'"#) == true)
    }

    @Test func `The error lists only the first of many columns`() throws {
        let header = (1...25).map { "column\($0)" }.joined(separator: ",")
        let table = try InputFixture.table(header, as: .csv)
        let error = #expect(throws: InputError.self) { try table.column(named: "z") }
        #expect(error?.reason.hasSuffix("column19, column20 and 5 more") == true)
        let empty = try InputFixture.table("[]", as: .json)
        #expect(throws: InputError(file: "in", reason: "there is no column 'z'; the table has no columns")) {
            try empty.column(named: "z")
        }
    }
}
