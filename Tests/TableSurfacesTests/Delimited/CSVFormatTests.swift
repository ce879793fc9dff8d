import RandomTesting
import TableAgent
import TableSurfaces
import Testing

struct CSVFormatTests {
    private func csv(_ columns: [GridColumn], _ rows: [[SampleCell]]) throws -> String {
        try CSVFormat().string(of: TableInfo(columns, rows: rows))
    }

    @Test func `CSV contains a line of titles and the rows of all sections, without heads and feet`() throws {
        #expect(try CSVFormat().string(of: .store) == "Item,Count\r\nApple,3\r\nFig,12\r\nNail,100\r\n")
    }

    @Test(arguments: [CSVFormat.LineEnd.crlf, .lf])
    func `Fields are separated by the delimiter, and quoted if they contain it`(lineEnd: CSVFormat.LineEnd)
        throws
    {
        let end = lineEnd == .lf ? "\n" : "\r\n"
        for delimiter in ",;|:^~" as String {
            let texts = ["a\(delimiter)b", "a,b;c", "1\n2", "plain"]
            let table = TableInfo(["A", "B", "C", "D", "N"], rows: [texts.map { .text($0) } + [-1.5]])
            let quoted = texts.map { text in
                text.contains(delimiter) || text.contains("\n") ? "\"\(text)\"" : text
            }
            let text = try CSVFormat(delimiter: delimiter, lineEnd: lineEnd).string(of: table)
            #expect(
                text == ["A", "B", "C", "D", "N"].joined(separator: "\(delimiter)") + end
                    + (quoted + ["-1.5"]).joined(separator: "\(delimiter)") + end)
        }
        #expect(CSVFormat.csv(delimiter: ";", lineEnd: .lf).delimiter == ";")
    }

    @Test func `Another delimiter would be mistaken for data`() async {
        await #expect(processExitsWith: .failure) { _ = CSVFormat(delimiter: "\t") }
        await #expect(processExitsWith: .failure) { _ = CSVFormat(delimiter: ".") }
    }

    @Test func `Titles can be omitted`() throws {
        #expect(
            try CSVFormat(includesTitles: false).string(of: .store)
                == "Apple,3\r\nFig,12\r\nNail,100\r\n")
    }

    @Test func `A line of empty titles is written, because readers expect it`() throws {
        #expect(try csv(["", ""], [["a", "b"]]) == ",\r\na,b\r\n")
        #expect(try csv(["", "B"], [["a", "b"]]) == ",B\r\na,b\r\n")
        #expect(try csv([""], [["a"]]) == "\"\"\r\na\r\n")
    }

    @Test(arguments: [
        ("plain", "plain"), ("two words", "two words"), (" edges ", " edges "), ("it's", "it's"),
        ("a;b\tc", "a;b\tc"), ("a,b", "\"a,b\""), (",", "\",\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
        ("\"", "\"\"\"\""), ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), ("a\r\nb", "\"a\r\nb\""),
        ("東京", "東京"), ("=1+1", "=1+1"), ("\u{0}", "\u{0}"), ("", ""),
    ])
    func `Only a field that needs quotes is quoted`(text: String, field: String) throws {
        #expect(try csv([], [[.text(text), "x"]]) == field + ",x\r\n")
        #expect(try csv([GridColumn(text), "x"], []) == field + ",x\r\n")
    }

    @Test func `An empty field alone on its line is quoted`() throws {
        #expect(try csv(["A"], [[""], [nil], [], ["a"]]) == "A\r\n\"\"\r\n\"\"\r\n\"\"\r\na\r\n")
        #expect(try csv(["A", "B"], [["", nil]]) == "A,B\r\n,\r\n")
    }

    @Test func `Cells that a row does not write are empty fields`() throws {
        #expect(try csv(["A", "B", "C"], [["a"], []]) == "A,B,C\r\na,,\r\n,,\r\n")
    }

    @Test func `A table without columns has no titles, and rows of any length`() throws {
        #expect(try csv([], [["a"], ["b", "c", 3]]) == "a\r\nb,c,3\r\n")
    }

    @Test func `An empty table writes nothing`() throws {
        #expect(try csv([], []) == "")
    }

    @Test func `A table without rows writes its titles`() throws {
        #expect(try csv(["A", "B"], []) == "A,B\r\n")
    }

    @Test func `Fields contain values, not displayed texts`() throws {
        let row: [SampleCell] = [
            .decimal("1234.50", shown: "€ 1,234.50"), .text("v", shown: "s"), .word("Total"),
            SampleCell(.boolean(true), shown: "yes"), SampleCell(.date("2026-01-31"), shown: "31 Jan"),
        ]

        #expect(try csv([], [row]) == "1234.50,v,,true,2026-01-31\r\n")
    }

    @Test func `Each value has exactly one spelling`() throws {
        let row: [SampleCell] = [
            -5, 2.5, 1e300, false, SampleCell(.double(.nan)), SampleCell(.double(.infinity)),
            SampleCell(.double(-.infinity)), SampleCell(.integer(.min)),
        ]

        #expect(try csv([], [row]) == "-5,2.5,1e+300,false,nan,inf,-inf,-9223372036854775808\r\n")
    }

    @Test func `Rows of collapsed sections are written`() throws {
        let table = TableInfo(
            columns: ["A"],
            sections: [TableSection(0, head: ["h"], rows: [["a"]], foot: ["f"], isCollapsed: true)]
        )

        #expect(try CSVFormat().string(of: table) == "A\r\na\r\n")
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\tx", "'\tx"), ("\rx", "\"'\rx\""),
        ("\nx", "\"'\nx\""), ("=\"a\",b", "\"'=\"\"a\"\",b\""), ("＝1", "'＝1"), ("＋1", "'＋1"), ("－1", "'－1"),
        ("＠x", "'＠x"), ("a=1", "a=1"), (" =1", " =1"), ("", ""), ("'", "'"), ("．1", "．1"),
        ("\u{FFFD}", "\u{FFFD}"),
    ])
    func `On request, text that looks like a formula gets an apostrophe`(
        text: String, field: String
    ) throws {
        let format = CSVFormat(guardsFormulas: true)

        #expect(try format.string(of: TableInfo([], rows: [[.text(text), "x"]])) == field + ",x\r\n")
        #expect(try format.string(of: TableInfo([GridColumn(text), "x"], rows: [])) == field + ",x\r\n")
        #expect(try !csv([], [[.text(text)]]).contains(text.hasPrefix("'") ? "''" : "'" + text))
    }

    @Test func `A number never gets an apostrophe`() throws {
        let row: [SampleCell] = [-5, -2.5, SampleCell(.double(-.infinity)), .decimal("-1e5"), false]

        #expect(
            try CSVFormat(guardsFormulas: true).string(of: TableInfo([], rows: [row]))
                == "-5,-2.5,-inf,-1e5,false\r\n")
    }

    static let pieces = [
        ",", "\"", "\"\"", "\r", "\n", "\r\n", " ", "\t", "a", "b c", "é", "東京", "👍", "'", ";", "\\", "=",
    ]

    @Test(arguments: SeededGenerator.seeds(4))
    func `A strict reader of RFC 4180 reads back the same values`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let columns = Int.random(in: 1...5, using: &random)
            let titles = (0..<columns).map { _ in "t" + random.text(of: Self.pieces) }
            let rows = random.rows(columns: columns, of: Self.pieces)
            let text = try csv(titles.map { GridColumn($0) }, rows.map { $0.map { .text($0) } })

            let records = try StrictCSV.records(text)

            #expect(
                records.map { $0.map { Array($0.utf8) } }
                    == ([titles] + rows).map { $0.map { Array($0.utf8) } },
                "seed \(seed)\n\(text)")
        }
    }

    @Test func `A field that starts with U+FEFF is quoted, so that it is not read as a byte order mark`()
        throws
    {
        let table = TableInfo(
            [], rows: [["\u{FEFF}a", "b"], ["a\u{FEFF}", "\u{FEFF}"], ["\u{FEFF}=1", "＝1"]])

        #expect(
            try CSVFormat().string(of: table)
                == "\"\u{FEFF}a\",b\r\na\u{FEFF},\"\u{FEFF}\"\r\n\"\u{FEFF}=1\",＝1\r\n")
        #expect(
            try CSVFormat(guardsFormulas: true).string(of: table)
                == "\"\u{FEFF}a\",b\r\na\u{FEFF},\"\u{FEFF}\"\r\n\"'\u{FEFF}=1\",'＝1\r\n")
    }

    @Test func `Columns are named by their keys, and links are not written`() throws {
        let columns = [GridColumn("Order no.", key: "order_id"), "Customer", GridColumn("Total", key: "a,b")]
        let row: [SampleCell] = [SampleCell(.integer(7), link: "/orders/7"), .text("Ada", link: "/c/1"), 2.5]
        let table = TableInfo(columns: columns, sections: [TableSection(0, rows: [row])])
        #expect(try CSVFormat().string(of: table) == "order_id,Customer,\"a,b\"\r\n7,Ada,2.5\r\n")
        #expect(try TSVFormat().string(of: table) == "order_id\tCustomer\ta,b\n7\tAda\t2.5\n")
        let object = #"{"order_id": 7, "Customer": "Ada", "a,b": 2.5}"#
        #expect(try JSONLinesFormat().string(of: table) == object + "\n")
        #expect(try JSONFormat().string(of: table).contains(object))
        #expect(try TextFormat().string(of: table).contains("Order no."))
        #expect(try MarkdownFormat().string(of: table).contains("| Order no. "))
        #expect(try HTMLFormat().string(of: table).contains(">Order no.</th>"))
    }

    @Test func `The default key of a column is its title`() {
        var column = GridColumn("Total")
        #expect(column.key == "Total")
        column.title = "Sum"
        #expect(column.key == "Sum")
        column.key = "total"
        #expect(column.key == "total" && column.title == "Sum")
        #expect(column != GridColumn("Sum"))
    }
}
