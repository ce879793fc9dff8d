import Testing

@testable import TableDemo

struct CSVReaderTests {
    @Test(arguments: [
        "a,b\n1,x\n2,y\n", "a,b\r\n1,x\r\n2,y\r\n", "a,b\r1,x\r2,y\r", "a,b\n1,x\n2,y",
        "\u{FEFF}a,b\n1,x\n2,y\n", "\n\na,b\n\n1,x\r\n\r\n\n2,y\n\n", "\"a\",\"b\"\n\"1\",\"x\"\n\"2\",\"y\"",
        "\u{FEFF}\"a\",b\n1,x\n2,\"y\"\r\n",
    ])
    func `Line ends, a byte order mark, blank lines and needless quotes make no difference`(text: String)
        throws
    {
        let table = try InputFixture.table(text, as: .csv)
        #expect(table.columns == ["a", "b"])
        #expect(table.texts == [["1", "x"], ["2", "y"]])
    }

    @Test(arguments: [
        (#""a,b""#, "a,b"), (#""a""b""#, #"a"b"#), ("\"a\nb\"", "a\nb"), ("\"a\r\nb\"", "a\r\nb"),
        (#""""""#, #"""#), (#""""#, ""), (#"a"b"#, #"a"b"#), (#" "a""#, #" "a""#), (" a ", " a "),
        ("é€😀", "é€😀"), (#""é""€""#, #"é"€"#), (#"a\tb"#, #"a\tb"#),
    ])
    func `A field is unescaped as RFC 4180 says`(field: String, text: String) throws {
        let table = try InputFixture.table("k,l,m\n\(field),1,\(field)\n", as: .csv)
        #expect(table.texts == [[text, "1", text]])
    }

    @Test func `Every row knows the line it starts on`() throws {
        let table = try InputFixture.table("a,b\r\n1,\"x\r\ny\nz\"\r\n\r\n2,y\r\"3\r\",z", as: .csv)
        #expect(table.lines == [2, 6, 7])
    }

    @Test(arguments: ["a,b", "a,b\n", "a,b\r\n\r\n"])
    func `A header alone is a table without rows`(text: String) throws {
        let table = try InputFixture.table(text, as: .csv)
        #expect(table.columns == ["a", "b"])
        #expect(table.rows.isEmpty)
        #expect(!table.isNumeric(0))
    }

    @Test(arguments: [
        ("a,a,a", ["a", "a_2", "a_3"]), ("a,a,a_2", ["a", "a_3", "a_2"]), (",x", ["", "x"]),
        (",,", ["", "_2", "_3"]), ("a_2,a,a", ["a_2", "a", "a_3"]), ("a,b,b,a", ["a", "b", "b_2", "a_2"]),
    ])
    func `Names that come again get a number`(header: String, names: [String]) throws {
        #expect(try InputFixture.table(header, as: .csv).columns == names)
    }

    @Test func `Very many equal names are numbered quickly`() throws {
        let table = try InputFixture.table(String(repeating: ",", count: 50_000), as: .csv)
        #expect(table.columns.last == "_50001")
    }

    @Test func `A column whose values are all numbers is numeric`() throws {
        let text = "n,t,e,m,z\n1,007,,-2.50,\"\"\n,8,,3,5\n30,9,,4.0,6\n"
        let table = try InputFixture.table(text, as: .csv)
        #expect(
            table.columns.indices.map(table.isNumeric) == [true, false, false, true, true])
        #expect(table.kinds[0] == [.number, .text, .text, .number, .null])
        #expect(table.kinds[1] == [.null, .text, .text, .number, .number])
        #expect(table.text(row: 0, column: 3) == "-2.50")
    }

    @Test(arguments: [
        ("", "in: the file is empty; its first line must name the columns"),
        ("\u{FEFF}", "in: the file is empty; its first line must name the columns"),
        ("\r\n\n", "in: the file is empty; its first line must name the columns"),
        ("a,b\n1,2\n\n1,2,3\n", "in:4: the row has 3 fields where the header has 2"),
        ("a,b\n\"x\ny\",1\n1\n", "in:4: the row has 1 field where the header has 2"),
        ("a,b\n1,2\n1,2,", "in:3: the row has 3 fields where the header has 2"),
        ("a\n\"1\n2\n3", "in:2: a quote is opened here that is never closed"),
        ("a\n\"", "in:2: a quote is opened here that is never closed"),
        ("a\n\"x\"\"", "in:2: a quote is opened here that is never closed"),
        (
            "a\n\"x\ny\"z\u{1B}\n",
            "in:3: 'z\\u{1B}' follows a closing quote; a quote inside a quoted field must be doubled"
        ),
    ])
    func `What cannot be read is an error with its line`(text: String, message: String) {
        #expect(InputFixture.message(text, as: .csv) == message)
    }
}

struct TSVReaderTests {
    @Test(arguments: [
        (#"a\tb"#, "a\tb"), (#"a\nb\r"#, "a\nb\r"), (#"a\\n"#, #"a\n"#), (#"\x\"#, #"\x\"#),
        (#"\\\\"#, #"\\"#),
        (#""a,b""#, #""a,b""#), (#"""#, #"""#), ("a\0b", "a\0b"),
    ])
    func `Escapes are undone and quotes are text`(field: String, text: String) throws {
        let table = try InputFixture.table("k\tl\n\(field)\t\(field)\n", as: .tsv)
        #expect(table.columns == ["k", "l"])
        #expect(table.texts == [[text, text]])
    }

    @Test func `The header is unescaped and a row of another length is an error`() throws {
        #expect(try InputFixture.table("a\\tb\tc\r\n\t\r\n", as: .tsv).columns == ["a\tb", "c"])
        #expect(
            InputFixture.message("a\tb\n1\n", as: .tsv) == "in:2: the row has 1 field where the header has 2")
    }
}

struct CSVReaderRandomTests {
    @Test(arguments: InputFixture.seeds)
    func `A random table that is written as CSV is read back equal`(seed: UInt64) throws {
        var random = InputFixture.Random(seed: seed)
        let lineEnd = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
        let (header, rows) = randomTable(using: &random)
        var text = Bool.random(using: &random) ? "\u{FEFF}" : ""
        for record in [header] + rows {
            for (index, field) in record.enumerated() {
                if index > 0 { text += "," }
                let mustQuote = record.count == 1 && field.isEmpty || field.hasPrefix("\u{FEFF}")
                let isSpecial = field.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
                if isSpecial || mustQuote || Int.random(in: 0..<4, using: &random) == 0 {
                    text +=
                        "\""
                        + field.split(separator: "\"", omittingEmptySubsequences: false)
                        .joined(separator: "\"\"") + "\""
                } else {
                    text += field
                }
            }
            text += lineEnd
        }
        try check(text, .csv, header: header, rows: rows, seed: seed)
    }

    @Test(arguments: InputFixture.seeds)
    func `A random table that is written as TSV is read back equal`(seed: UInt64) throws {
        var random = InputFixture.Random(seed: seed)
        let (header, rows) = randomTable(using: &random)
        var text = "\u{FEFF}"
        for record in [header] + rows where record.count > 1 || !record[0].isEmpty {
            let fields = record.map { field in
                field.unicodeScalars.map { scalar in
                    switch scalar {
                    case "\t": "\\t"
                    case "\n": "\\n"
                    case "\r": "\\r"
                    case "\\": "\\\\"
                    default: String(scalar)
                    }
                }.joined()
            }
            text += fields.joined(separator: "\t") + "\n"
        }
        // TSV has no way to write a record of one empty field.
        let kept = rows.filter { $0.count > 1 || !$0[0].isEmpty }
        try check(text, .tsv, header: header, rows: kept, seed: seed)
    }

    private func randomTable(
        using random: inout InputFixture.Random
    ) -> (header: [String], rows: [[String]]) {
        let count = Int.random(in: 1...6, using: &random)
        let header = (0..<count).map { "\($0)" + random.text() }
        let rows = (0..<Int.random(in: 0...40, using: &random)).map { _ in
            (0..<count).map { column in
                column % 2 == 0 ? random.text() : "\(Int.random(in: -99...99, using: &random))"
            }
        }
        return (header, rows)
    }

    private func check(
        _ text: String, _ format: InputFormat, header: [String], rows: [[String]], seed: UInt64
    ) throws {
        let table = try InputFixture.table(text, as: format)
        // Compared as scalars: CRLF is one character, and é can be two scalars.
        #expect(table.columns.map { Array($0.unicodeScalars) } == header.map { Array($0.unicodeScalars) })
        let scalars = table.texts.map { $0.map { Array($0.unicodeScalars) } }
        #expect(scalars == rows.map { $0.map { Array($0.unicodeScalars) } }, "seed \(seed)")
        for column in header.indices where column % 2 == 1 {
            #expect(table.isNumeric(column) == !rows.isEmpty, "seed \(seed)")
        }
    }
}
