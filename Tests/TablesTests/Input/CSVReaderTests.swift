import Foundation
import RandomTesting
import Testing

@testable import tables

struct CSVReaderTests {
    @Test(arguments: [
        "a,b\n1,x\n2,y\n", "a,b\r\n1,x\r\n2,y\r\n", "a,b\r1,x\r2,y\r", "a,b\n1,x\n2,y",
        "\u{FEFF}a,b\n1,x\n2,y\n", "\n\na,b\n\n1,x\r\n\r\n\n2,y\n\n", "\"a\",\"b\"\n\"1\",\"x\"\n\"2\",\"y\"",
        "\u{FEFF}\"a\",b\n1,x\n2,\"y\"\r\n",
    ])
    func `Line ends, a byte order mark, blank lines, and unneeded quotes make no difference`(text: String)
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
    func `A field is unescaped according to RFC 4180`(field: String, text: String) throws {
        let table = try InputFixture.table("k,l,m\n\(field),1,\(field)\n", as: .csv)
        #expect(table.texts == [[text, "1", text]])
    }

    @Test func `Every row knows its first line`() throws {
        let table = try InputFixture.table("a,b\r\n1,\"x\r\ny\nz\"\r\n\r\n2,y\r\"3\r\",z", as: .csv)
        #expect(table.lines == [2, 6, 7])
    }

    @Test(arguments: ["a,b", "a,b\n", "a,b\r\n\r\n"])
    func `A file with only a header is a table without rows`(text: String) throws {
        let table = try InputFixture.table(text, as: .csv)
        #expect(table.columns == ["a", "b"])
        #expect(table.rows.isEmpty)
        #expect(!table.isNumeric(0))
    }

    @Test(arguments: [
        ("a,a,a", ["a", "a_2", "a_3"]), ("a,a,a_2", ["a", "a_3", "a_2"]),
        (",x", ["column_1", "x"]), (",,", ["column_1", "column_2", "column_3"]),
        (",column_1", ["column_1_2", "column_1"]), ("column_2,", ["column_2", "column_2_2"]),
        ("\u{E9},e\u{301},\u{E9}", ["\u{E9}", "e\u{301}", "\u{E9}_2"]), ("a_2,a,a", ["a_2", "a", "a_3"]),
        ("a,b,b,a", ["a", "b", "b_2", "a_2"]),
    ])
    func `Empty and repeated titles get a number`(header: String, names: [String]) throws {
        let columns = try InputFixture.table(header, as: .csv).columns
        #expect(columns.map { Array($0.utf8) } == names.map { Array($0.utf8) })
    }

    @Test func `A large number of equal titles is numbered quickly`() throws {
        let table = try InputFixture.table(String(repeating: "a,", count: 50_000), as: .csv)
        #expect(table.columns.suffix(2) == ["a_50000", "column_50001"])
    }

    @Test func `A column whose values are all numbers is numeric`() throws {
        let text = "n,t,e,m,z,x\n1,007,,-2.50,\"\",1e5\n,8,,3,5,.5\n30,9,,4.0,6,-0\n"
        let table = try InputFixture.table(text, as: .csv)
        #expect(
            table.columns.indices.map(table.isNumeric) == [true, false, false, true, true, true])
        #expect(table.kinds[0] == [.number, .text, .text, .number, .null, .number])
        #expect(table.kinds[1] == [.null, .text, .text, .number, .number, .number])
        #expect(table.text(row: 0, column: 3) == "-2.50")
    }

    @Test func `Fields that represent missing values are null and do not prevent a numeric column`()
        throws
    {
        let text = "n,t,q\nNA,NA,1\n1,x,\"NA\"\n-,NA ,-\n"
        let table = try InputFixture.table(text, as: .csv, InputOptions(nulls: ["NA", "-"]))
        #expect(table.kinds == [[.null, .null, .number], [.number, .text, .null], [.null, .text, .null]])
        #expect(table.texts == [["", "", "1"], ["1", "x", ""], ["", "NA ", ""]])
        let empty = try InputFixture.table("a,b\nx,\n", as: .csv, InputOptions(nulls: [""]))
        #expect(empty.kinds == [[.text, .null]])
    }

    @Test(arguments: [
        ("a;b\n1;2\n", ["a", "b"]), ("a\tb\n1,5\t2\n", ["a", "b"]), ("a|b|c\n1|2|3\n", ["a", "b", "c"]),
        ("a,b;c\n1,2;3\n", ["a", "b;c"]), ("a,b\n\"1;2\",3\n", ["a", "b"]),
        ("\"a,x\";b\n\"1\n2\";3\n", ["a,x", "b"]), ("\u{FEFF}a;b", ["a", "b"]), ("a b\n1 2\n", ["a b"]),
        ("a;b\n" + String(repeating: "1;2\n", count: 20) + "\n", ["a", "b"]),
        ("text\nIt rains; we stay.\nWhy?\nSo.\n", ["text"]), ("a|b\n\"1\n2\"|3\n", ["a", "b"]),
    ])
    func `The first rows determine the delimiter, and a comma takes precedence`(
        text: String, columns: [String]
    ) throws {
        #expect(try InputFixture.table(text, as: .csv).columns == columns)
    }

    @Test func `A given delimiter takes precedence, and TSV uses tabs`() throws {
        let text = "a;b,c\td\n1;2,3\t4\n"
        func columns(_ format: InputFormat, _ delimiter: UInt8?) throws -> [String] {
            try InputFixture.table(text, as: format, InputOptions(delimiter: delimiter)).columns
        }
        #expect(try columns(.csv, ";") == ["a", "b,c\td"])
        #expect(try columns(.csv, "x") == ["a;b,c\td"])
        #expect(try columns(.csv, nil) == ["a;b", "c\td"])
        #expect(try columns(.tsv, nil) == ["a;b,c", "d"])
        #expect(try columns(.tsv, "|") == ["a;b,c\td"])
    }

    @Test func `A row of another length is an error that names a fitting delimiter`() {
        let rows = String(repeating: "1,2;3,4\n", count: 30)
        #expect(
            InputFixture.message("a,b;c,d\n\(rows)1;2\n", as: .csv)
                == "in:32: the row has 1 field where the header has 3; with --delimiter ';' all rows have 2 fields"
        )
        #expect(
            InputFixture.message("a,b\n1,2\t3\n", as: .tsv)
                == "in:2: the row has 2 fields where the header has 1; with --delimiter ',' all rows have 2 fields"
        )
        #expect(
            InputFixture.message("a\tb\n1,5\t2\n", as: .csv, InputOptions(delimiter: ","))
                == "in:2: the row has 2 fields where the header has 1; with --delimiter '\\t' all rows have 2 fields"
        )
        // After a doubled quote is decoded, the original file is no longer available.
        #expect(
            InputFixture.message("\"a\"\"\"\n1,2\n", as: .csv)
                == "in:2: the row has 2 fields where the header has 1; if the table begins further down, add --skip N"
        )
        #expect(
            InputFixture.message("x\n\"a\"\"\"\n1,2\n", as: .csv, InputOptions(skippedLines: 1))
                == "in:3: the row has 2 fields where the header has 1; if the table begins further down, add --skip N"
        )
        #expect(
            InputFixture.message("a\tb\n\"1\t2\n", as: .tsv)
                == nil
        )
    }

    private static let ragged =
        "; --ragged fills short rows and cuts long ones, and --skip and --comment leave out lines"

    @Test(arguments: [
        ("a;b;c\n1;2;3\n4;5\n", "in:3: the row has 2 fields where the header has 3" + ragged),
        ("a;b;c\n1;2;3;\n4;5;6;\n", "in:2: the row has 4 fields where the header has 3" + ragged),
        ("a|b|c\n1|2|3\nTotal: 3\n", "in:3: the row has 1 field where the header has 3" + ragged),
        ("a\tb\n1\t2\n3\n", "in:3: the row has 1 field where the header has 2" + ragged),
        (
            "Report\na;b;c\n1;2;3\n",
            "in:2: the row has 3 fields where the header has 1; if the table begins further down, add --skip N, "
                + "or --delimiter ',' if each line is one text"
        ),
        (
            "a, b\n1, \"x, y\"\n",
            "in:2: the row has 3 fields where the header has 2; a quote after a space is an ordinary character, "
                + "so remove the space"
        ),
    ])
    func `An uneven row is an error with any delimiter`(text: String, message: String) {
        #expect(InputFixture.message(text, as: .csv) == message)
    }

    @Test(arguments: [
        "sep=;\r\nName;Betrag\r\nA;1\r\n", "\u{FEFF}sep=;\nName;Betrag\nA;1\n", "SEP=|\nName|Betrag\nA|1\n",
        "sep=,\nName,Betrag\nA,1", "Sep=\t\nName\tBetrag\nA\t1\n", "sep=x\rNamexBetrag\rAx1\r",
    ])
    func `The first line can name the delimiter`(text: String) throws {
        for options in [InputOptions(), InputOptions(skippedLines: 1)] {
            let table = try InputFixture.table(text, as: .csv, options)
            #expect(table.columns == ["Name", "Betrag"])
            #expect(table.texts == [["A", "1"]])
        }
        let lines = try InputFixture.table(text, as: .csv, InputOptions(delimiter: "@")).columns
        #expect(lines.count == 1 && lines[0].hasPrefix("Name"))
        #expect(
            try InputFixture.table("sep=;;\n1\n", as: .csv, InputOptions(delimiter: ",")).columns == [
                "sep=;;"
            ])
    }

    @Test func `Ragged rows are filled and cut on request, with a note`() throws {
        let text = "a,b,c\n1,\"x\"\"\",3\n4,5\n6,\"y\"\"\",8,\"z\"\"\"\n\n"
        let table = try InputFixture.table(text, as: .csv, InputOptions(isRagged: true))
        #expect(table.texts == [["1", "x\"", "3"], ["4", "5", ""], ["6", "y\"", "8"]])
        #expect(table.kinds[1] == [.number, .text, .null])
        #expect(table.notes == ["in:3: 2 uneven rows filled or cut to 3 fields, the first one here"])
        let even = try InputFixture.table("a,b\n1,2\n", as: .csv, InputOptions(isRagged: true))
        #expect(even.notes.isEmpty)
    }

    @Test(arguments: [
        ("0,5,13.5\n1,2,3\n", true), ("5\n6\n", true), ("5,6\n", false), ("2019,2020\n1,2\n", false),
        ("id,5\n1,2\n", false), ("0,5\n1,x\n", false), ("2019,5\n1,2\n", true),
    ])
    func `A note asks whether titles of numbers are a row`(text: String, hasNote: Bool) throws {
        let notes = try InputFixture.table(text, as: .csv).notes
        #expect(
            notes.contains { $0.hasSuffix("if the first row is one of the rows, add --no-header") } == hasNote
        )
        #expect(notes.count == (hasNote ? 1 : 0))
        #expect(try InputFixture.table(text, as: .csv, InputOptions(hasHeader: false)).notes.isEmpty)
    }

    @Test(arguments: [
        ("1,Ann,2026-01-02\n2,Bob,2026-01-03\n", true), ("Ann,2/1/2026\nBob,3/1/2026\n", true),
        ("0,0,a\n1,2,b\n", true), ("1,Ann\n,Bob\n", false), ("Day,2024,2025\nMo,1,2\n", false),
        ("n,12\n1,2\n", false), ("name,due\nAnn,2026-01-02\n", false), ("2026-01-02,n\n5,1\n", false),
    ])
    func `A note asks whether titles that look like the values below are a row`(text: String, hasNote: Bool)
        throws
    {
        let notes = try InputFixture.table(text, as: .csv).notes
        #expect(notes.map { $0.hasSuffix("add --no-header") } == (hasNote ? [true] : []))
    }

    @Test(arguments: [
        (
            "Report 2026,,\nid,name,n\n1,a,2\n",
            "in:2: only one column has a title; if the titles are here, add --skip 1"
        ),
        (
            ",Report,\n\nid,name,n\n1,a,2\n",
            "in:3: only one column has a title; if the titles are here, add --skip 2"
        ),
        ("Report 2026,,\nid,,n\n1,a,2\n", nil), ("Report\nid\n", nil),
        (",b\nx,y\n", "in:2: only one column has a title; if the titles are here, add --skip 1"),
        (",,\na,b,c\n", nil), ("Report,,\n1,2,3\n", nil),
    ])
    func `A note asks whether a text above the table is a title`(text: String, note: String?) throws {
        #expect(try InputFixture.table(text, as: .csv).notes == [note].compactMap(\.self))
    }

    @Test(arguments: [
        ("k,n\na,0.1\nb,0.2\nTotal,0.3\n", "k != Total"),
        ("k,n,m\na,1,5\nb,,6\nSumme:,1,12\n", "k != Summe:"),
        ("k,g,n\na,x,1\n,Grand Total,1\n", "g != Grand Total"), ("k,n\na,0.1\nb,0.2\nTotal,0.31\n", nil),
        ("k,n\na,$1.50\nb,$2\nTotal,$3.50\n", "k != Total"),
        ("k;n\na;1.000,50\nb;2,00\nTotal;1.002,50\n", "k != Total"),
        ("k,n\na,1\nb,2\nc,3\n", nil), ("k,n\nTotal,0\n", nil), ("k,n\na,x\nTotal,\n", nil),
    ])
    func `A note asks whether the last row is the total of the others`(text: String, condition: String?)
        throws
    {
        let notes = try InputFixture.table(text, as: .csv).notes
        let line = text.count { $0 == "\n" }
        let note = "in:\(line): the last row looks like a total of the others; leave it out with --where"
        #expect(notes == [condition].compactMap(\.self).map { "\(note) '\($0)'" })
    }

    @Test func `Only whole tables have hints`() throws {
        let file = InputFile(name: "in", bytes: Array("k,n\na,1\nTotal,1\nb,2\n".utf8))
        #expect(try SourceTable(reading: file, as: .csv, limit: 2).notes.isEmpty)
    }

    @Test func `An error in the middle of a pipe is reported at once`() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("a,b\n1,2\n\"x\"y,3\n4,5\n".utf8))
        var file = try InputFile(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        try file.loadNext()
        var reader = try CSVReader(detectingSeparatorOf: file, as: .csv, InputOptions())
        // The pipe stays open, so that a reader that waits for more bytes never ends.
        #expect(try reader.readNextPart(isLive: true)?.texts == [["1", "2"]])
        #expect(throws: InputError.self) { try reader.readNextPart(isLive: true) }
        try pipe.fileHandleForWriting.close()
    }

    @Test func `Given columns are texts`() throws {
        var options = InputOptions()
        options.values.texts = ["sku"]
        let table = try InputFixture.table("sku,n\n1,2\n", as: .csv, options)
        #expect(table.kinds == [[.text, .number]])
        #expect(
            InputFixture.message("n\n1\n", as: .csv, options)?.contains("there is no column 'sku'") == true)
    }

    @Test(arguments: [
        ("", "in: the file is empty; its first line must name the columns"),
        ("\u{FEFF}", "in: the file is empty; its first line must name the columns"),
        ("\r\n\n", "in: the file is empty; its first line must name the columns"),
        ("a,b\n1,2\n\n1,2,3\n", "in:4: the row has 3 fields where the header has 2" + ragged),
        ("a,b\n\"x\ny\",1\n1\n", "in:4: the row has 1 field where the header has 2" + ragged),
        ("a,b\n1,2\n1,2,", "in:3: the row has 3 fields where the header has 2" + ragged),
        ("a\n\"1\n2\n3", "in:2: a quote is opened here that is never closed"),
        ("a\n\"", "in:2: a quote is opened here that is never closed"),
        ("a\n\"x\"\"", "in:2: a quote is opened here that is never closed"),
        (
            "a\n\"x\ny\"z\u{1B}\n",
            "in:3: 'z\\u{1B}' follows a closing quote; a quote inside a quoted field must be doubled"
        ),
    ])
    func `Invalid CSV is an error with its line`(text: String, message: String) {
        #expect(InputFixture.message(text, as: .csv) == message)
    }
}

struct TSVReaderTests {
    @Test(arguments: [
        #"\table"#.replacing(#"\t"#, with: #"\ t"#), #"\x\"#, #"a"b""#, #""a""b""#, "a,b;c", #""a" b"#,
        #""a"b""#, " \"",
        "a\0b", #"""#, #""""#, #""so""#,
    ])
    func `Quotes and backslashes are ordinary characters`(field: String) throws {
        let table = try InputFixture.table("k\tl\n\(field)\t\(field)\n", as: .tsv)
        #expect(table.columns == ["k", "l"])
        #expect(table.texts == [[field, field]])
    }

    @Test(arguments: [
        (#""a""b""#, #"a"b"#), (#""""#, ""), (#""a" b"#, #""a" b"#), (#""a"b""#, #""a"b""#),
        (#"\table"#, #"\table"#),
        ("\"a\tb\"", "a\tb"),
    ])
    func `Tab-separated text without a format has quotes`(field: String, text: String) throws {
        #expect(try InputFixture.table("k\tl\n\(field)\t\(field)\n", as: .csv).texts == [[text, text]])
    }

    @Test(arguments: [InputFormat.tsv, .csv])
    func `A line break in quotes has two readings`(format: InputFormat) throws {
        let text = "k\tv\n1\t\"half\n2\tb\n3\tc\"\n"
        #expect(
            InputFixture.message(text, as: format)
                == "in:2: a field in quotes has a line break, or the quotes are ordinary characters; "
                + "add --quote '\"' or --quote none")
        func texts(_ quote: QuoteMode) throws -> [[String]] {
            try InputFixture.table(text, as: format, InputOptions(quote: quote)).texts
        }
        #expect(try texts(.ordinary) == [["1", "\"half"], ["2", "b"], ["3", "c\""]])
        #expect(try texts(.double) == [["1", "half\n2\tb\n3\tc"]])
    }

    @Test(arguments: [#"C:\new"#, #"a\\b"#, #"\t"#, #"\r\"#])
    func `An escape has two readings`(field: String) throws {
        let text = "k\tl\n1\t\(field)\n"
        #expect(
            InputFixture.message(text, as: .tsv)?
                .hasSuffix(
                    "is one character or two; add --from tsv-escaped or --quote none")
                == true)
        #expect(
            try InputFixture.table(text, as: .tsv, InputOptions(quote: .ordinary)).texts == [["1", field]])
        let cut = "k\n1\t\(field)\n"
        #expect(
            InputFixture.message(cut, as: .tsv, InputOptions(isRagged: true))?.contains("or two; add") == true
        )
    }

    @Test func `A tab in quotes is an error that names the quoting`() {
        #expect(
            InputFixture.message("k\tv\n1\t\"a\tb\"\n", as: .tsv)
                == "in:2: the row has 3 fields where the header has 2; with --quote '\"' all rows have 2 fields"
        )
    }

    @Test(arguments: [
        (#"a\tb"#, "a\tb"), (#"a\nb\r"#, "a\nb\r"), (#"a\\n"#, #"a\n"#), (#"\x\"#, #"\x\"#),
        (#"\\\\"#, #"\\"#),
        (#""a,b""#, #""a,b""#), (#"""#, #"""#), ("a\0b", "a\0b"),
    ])
    func `On request, escapes are decoded and quotes are text`(field: String, text: String) throws {
        let table = try InputFixture.table("k\tl\n\(field)\t\(field)\n", as: .tsvEscaped)
        #expect(table.columns == ["k", "l"])
        #expect(table.texts == [[text, text]])
    }

    @Test func `With escapes, an empty line is a row only in a table of one column`() throws {
        #expect(try InputFixture.table("a\n\nx\n\r\n", as: .tsvEscaped).texts == [[""], ["x"], [""]])
        #expect(try InputFixture.table("\na\tb\n\nx\ty\n\n", as: .tsvEscaped).texts == [["x", "y"]])
        #expect(try InputFixture.table("a\n\nx\n\n", as: .tsv).texts == [["x"]])
    }

    @Test func `The header is unescaped, and a row of another length is an error`() throws {
        #expect(try InputFixture.table("a\\tb\tc\r\n\t\r\n", as: .tsvEscaped).columns == ["a\tb", "c"])
        #expect(
            InputFixture.message("a\tb\n1\n", as: .tsv)?.hasPrefix(
                "in:2: the row has 1 field where the header has 2") == true)
    }
}

struct CSVReaderRandomTests {
    @Test(arguments: SeededGenerator.seeds(24))
    func `A random table written as CSV is read back unchanged`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
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
        // A text that begins with zeros between letters is refused as UTF-16.
        guard !text.utf8.prefix(4).contains(0) else { return }
        // The only column of a table can contain another separator in every row.
        let table = try InputFixture.table(text, as: .csv, InputOptions(delimiter: ","))
        // The texts are compared as scalars, because CRLF is one character, and é can be two scalars.
        #expect(table.columns.map { Array($0.unicodeScalars) } == header.map { Array($0.unicodeScalars) })
        let scalars = table.texts.map { $0.map { Array($0.unicodeScalars) } }
        #expect(scalars == rows.map { $0.map { Array($0.unicodeScalars) } }, "seed \(seed)")
        for column in header.indices where column % 2 == 1 {
            #expect(table.isNumeric(column) == !rows.isEmpty, "seed \(seed)")
        }
    }

    private func randomTable(
        using random: inout SeededGenerator
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
}
