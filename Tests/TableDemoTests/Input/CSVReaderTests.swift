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
        #expect(table.rowCount == 0)
        #expect(!table.isNumeric(column: 0))
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
            table.columns.indices.map { table.isNumeric(column: $0) } == [true, false, false, true, true])
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
