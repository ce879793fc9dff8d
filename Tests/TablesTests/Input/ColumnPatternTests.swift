import Testing

@testable import tables

struct ColumnPatternTests {
    private let table: SourceTable

    init() throws {
        table = try InputFixture.table("id,net_price,price,owner_id,Price,-x,*\n1,2,3,4,5,6,7\n", as: .csv)
    }

    @Test(arguments: [
        ("*price*", ["net_price", "price"]), ("*_*", ["net_price", "owner_id"]), ("p*e", ["price"]),
        ("*d", ["id", "owner_id"]), ("p*ric*e", ["price"]), ("price,*price", ["price", "net_price"]),
        ("*rice,*d,*_id", ["net_price", "price", "Price", "id", "owner_id"]),
        ("-*_*", ["id", "price", "Price", "-x", "*"]), ("-id,-*ric*,-*x", ["owner_id", "*"]),
        ("id,*price,-net*", ["id", "price"]), ("id,price,-pr*,Price", ["id", "Price"]),
        ("id,id", ["id", "id"]),
        ("-price,id", ["id"]),
        // The name of a column is no pattern.
        ("-x", ["-x"]), ("*,id", ["*", "id"]),
        ("--x", ["id", "net_price", "price", "owner_id", "Price", "*"]),
    ])
    func `Patterns select and remove columns`(list: String, expected: [String]) throws {
        let columns = try #require(try Options(parsing: ["f", "--columns=\(list)"]).columns)
        #expect(try table.columnNames(matching: columns) == expected)
        #expect(try table.columns(matching: columns).map { table.columns[$0] } == expected)
    }

    @Test(arguments: [
        (
            "*prise",
            "in: there is no column '*prise'; no column matches the pattern, and patterns are for --columns only; the columns "
                + "are id, net_price, price, owner_id, Price, -x, *"
        ),
        (
            "-ids",
            "in: there is no column 'ids'; did you mean 'id'? The columns are id, net_price, price, owner_id, Price, -x, *"
        ),
        (
            "id,pirce",
            "in: there is no column 'pirce'; did you mean 'price'? The columns are id, net_price, price, owner_id, Price, -x, *"
        ),
        ("id,-*", "in: --columns leaves no column"), ("-**", "in: --columns leaves no column"),
    ])
    func `A pattern without a column is an error`(list: String, message: String) {
        let error = #expect(throws: InputError.self) {
            try table.columns(matching: list.split(separator: ",").map { String($0) })
        }
        #expect(error?.description == message)
    }

    @Test func `A pattern in place of a name is an error that says so`() throws {
        let names =
            "patterns are for --columns only; the columns are id, net_price, price, owner_id, Price, -x, *"
        let error = #expect(throws: InputError.self) { try table.totals(of: .sums("*price*")) }
        #expect(error?.description == "in: there is no column '*price*'; \(names)")
    }

    @Test func `A part of a file can lack columns`() throws {
        #expect(try table.columnNames(matching: ["later", "*later", "-last"], isPart: true) == ["later"])
    }

    @Test(arguments: ["*a*", "-b", "a,-*b"])
    func `A column with a sum or bars can be selected by a pattern`(list: String) throws {
        #expect(throws: Never.self) {
            try Options(parsing: ["f", "--columns", list, "--sum", "a", "--bars", "a"])
        }
        #expect(throws: UsageError("--sum 'b' is not among the --columns; add it there")) {
            try Options(parsing: ["f", "--columns", list, "--sum", "a,b"])
        }
    }
}
