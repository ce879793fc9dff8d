import TableAgent
import TableAgentTesting
import TableSurfaces
import TableWorkbook
import Testing

struct WorkbookFormatTests {
    private static let total = Fill {
        $0.empty(shown: "Total")
        $0.decimal("3.75".number)
    }

    /// Two sections with heads, sums, and a total.
    private static func ledger(isCollapsed: Bool = false) -> TableInfo {
        func order(_ name: String, _ cents: Int) -> Fill {
            Fill {
                $0.text(name)
                $0.decimal(cents, scale: 2)
            }
        }
        func head(_ name: String) -> Fill { Fill { $0.text(name, role: .strong) } }
        func foot(_ cents: Int) -> Fill {
            Fill {
                $0.empty(shown: "Sum")
                $0.decimal(cents, scale: 2)
            }
        }
        return TableInfo(
            caption: "Orders: May/June", columns: ["Name", GridColumn("Amount", key: "amount")],
            sections: [
                TableSection(
                    "a", head: head("Ada"), rows: [order("x", 150), order("y", 225)], foot: foot(375),
                    isCollapsed: isCollapsed),
                TableSection("b", head: head("Bo"), rows: [order("z", 100)], foot: foot(100)),
            ], foot: Foot(foot(475), as: FilledLine.self))
    }

    @Test func `The parts have a fixed order, and the same table has the same bytes`() throws {
        let table = Self.ledger()
        let workbook = try WorkbookFormat().parts(of: table)
        #expect(
            workbook.names == [
                "[Content_Types].xml", "_rels/.rels", "xl/_rels/workbook.xml.rels", "xl/styles.xml",
                "xl/worksheets/sheet1.xml", "xl/workbook.xml",
            ])
        #expect(try WorkbookFormat().bytes(of: table) == WorkbookFormat().bytes(of: table))
        #expect(try !WorkbookFormat().bytes(of: table).isEmpty)
    }

    @Test func `The records of a workbook have the columns for programs, and not those for people`() throws {
        func table(_ columns: [GridColumn], _ write: @escaping @Sendable (inout GridLine) -> Void)
            -> TableInfo
        {
            TableInfo(
                columns: columns,
                sections: [TableSection("a", head: Fill { $0.text("Ada") }, rows: [Fill(write)])])
        }
        let hidden = table([
            "Name", GridColumn("Note", audience: .people), GridColumn("Id", audience: .programs),
        ]) {
            $0.text("x")
            $0.text("note")
            $0.integer(7)
        }
        let reduced = table(["Name", "Id"]) {
            $0.text("x")
            $0.integer(7)
        }
        #expect(try WorkbookFormat().bytes(of: hidden) == WorkbookFormat().bytes(of: reduced))
        #expect(
            try WorkbookFormat(sums: ["Id"]).bytes(of: hidden)
                == WorkbookFormat(sums: ["Id"]).bytes(of: reduced))
    }

    @Test func `A workbook has the columns of a query`() throws {
        let agent = try Agent(RecordingContainer(), rawData: Self.ledger()) { $0 }
        try agent.show(TableQuery(columns: ["amount"]))
        let sheet = try WorkbookFormat().parts(of: agent.tableInfo).sheet
        #expect(sheet.contains("Amount") && !sheet.contains("Name") && !sheet.contains(">x<"))
    }

    @Test func `A sheet without a title has a name in the words of the format`() throws {
        var words = TableWords.english
        words.page.untitled = "Tabelle"
        let table = TableInfo(columns: ["A"]) {}
        for (title, words, name) in [
            (nil, TableWords.english, "Table"), (nil, words, "Tabelle"), ("[", words, "Tabelle"),
            ("Mai", words, "Mai"), ("a_x0041_b", words, "a x0041_b"),
            ("a_x0041_\u{74A}b", words, "a x0041_\u{74A}b"),
        ] {
            let workbook = try WorkbookFormat(title: title, words: words).parts(of: table).workbook
            #expect(workbook.contains("<sheet name=\"\(name)\""))
        }
        words.page.untitled = "[]"
        let workbook = try WorkbookFormat(words: words).parts(of: table).workbook
        #expect(workbook.contains("<sheet name=\"Table\""))
    }

    @Test func `Titles are frozen, bold, and repeated in print`() throws {
        let workbook = try WorkbookFormat().parts(of: Self.ledger())
        #expect(workbook.cell("A1") == " t=\"inlineStr\"><is><t>Name</t></is>")
        #expect(
            workbook.sheet.contains(
                "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>"))
        #expect(workbook.workbook.contains("<sheet name=\"Orders May June\""))
        #expect(workbook.workbook.contains("localSheetId=\"0\">'Orders May June'!$1:$1</definedName>"))
        #expect(workbook.sheet.contains("<oddHeader>&amp;COrders: May/June</oddHeader>"))
        // The second half of the fonts is bold.
        #expect(
            try workbook.style("A1").contains("fontId=\"7\"")
                && workbook.style("B1").contains("horizontal=\"right\""))
    }

    @Test func `A section with a head is an outline group`() throws {
        let workbook = try WorkbookFormat().parts(of: Self.ledger())
        let group = " outlineLevel=\"1\">"
        #expect(
            (1...8).map { workbook.row($0).hasSuffix(group) } == [
                false, false, true, true, false, false, true, false,
            ])
        #expect(!workbook.sheet.contains("hidden") && !workbook.sheet.contains("collapsed"))
        #expect(workbook.sheet.contains("<outlinePr summaryBelow=\"0\"/>"))
        #expect(workbook.sheet.contains("outlineLevelRow=\"1\""))
        #expect(!workbook.sheet.contains("autoFilter") && !workbook.sheet.contains("mergeCell"))
        #expect(
            try workbook.style("A2").contains("fillId=\"2\"") && workbook.style("B2").contains("fillId=\"2\"")
        )
    }

    @Test func `The rows of a collapsed section are hidden`() throws {
        let workbook = try WorkbookFormat().parts(of: Self.ledger(isCollapsed: true))
        #expect(workbook.row(2) == "<row r=\"2\" collapsed=\"1\">")
        #expect(workbook.row(3) == "<row r=\"3\" outlineLevel=\"1\" hidden=\"1\">")
        #expect(workbook.row(5) == "<row r=\"5\" collapsed=\"1\">")
        #expect(workbook.row(6) == "<row r=\"6\">")
    }

    @Test func `The state of a collapsed last section is in the row below it`() throws {
        let section = TableSection(
            "a", head: Fill { $0.text("h") }, rows: [Fill { $0.text("x") }], isCollapsed: true)
        let workbook = try WorkbookFormat().parts(of: TableInfo(columns: ["A"], sections: [section]))
        #expect(workbook.sheet.contains("</row><row r=\"4\" collapsed=\"1\"/></sheetData>"))
    }

    @Test func `The rows of a collapsed section without a head are shown, because no button would show them`()
        throws
    {
        let section = TableSection("a", rows: [Fill { $0.text("x") }], isCollapsed: true)
        let workbook = try WorkbookFormat().parts(of: TableInfo(columns: ["A"], sections: [section]))
        #expect(workbook.row(2) == "<row r=\"2\">")
    }

    @Test(arguments: [
        ([600_000_000, 400_000_000], 1_000_000_001, false),
        ([600_000_000, 400_000_000], 1_000_000_000, true),
        ([10, 20, -30], 0, true), ([10, 20, -30], 1, false), (Array(repeating: 10, count: 900), 9000, true),
        ([], 0, false),
    ])
    func `A formula replaces a foot only if it is exact to the cent`(cents: [Int], foot: Int, isFormula: Bool)
        throws
    {
        let rows = cents.map { cents in Fill { $0.decimal(cents, scale: 2) } }
        let section = TableSection("a", rows: rows, foot: Fill { $0.decimal(foot, scale: 2) })
        let workbook = try WorkbookFormat(sums: ["A"]).parts(
            of: TableInfo(columns: ["A"], sections: [section]))
        #expect(workbook.cell("A\(cents.count + 2)")?.contains("<f>") == isFormula)
    }

    @Test func `Sums beyond the range of numbers stay plain`() throws {
        let section = TableSection(
            "a", rows: [Fill { $0.decimal(1e308) }, Fill { $0.decimal(1e308) }], foot: Fill { $0.integer(5) })
        let workbook = try WorkbookFormat(sums: ["A"]).parts(
            of: TableInfo(columns: ["A"], sections: [section]))
        #expect(workbook.cell("A4") == "><v>5</v>")
    }

    @Test func `An empty section keeps the formula of the table`() throws {
        func amount(_ cents: Int) -> Fill { Fill { $0.decimal(cents, scale: 2) } }
        let sections = [
            TableSection("a", rows: [amount(1), amount(2)], foot: amount(3)),
            TableSection("b", rows: [], foot: amount(0)),
        ]
        let table = TableInfo(columns: ["A"], sections: sections, foot: Foot(amount(3), as: FilledLine.self))
        #expect(
            try WorkbookFormat(sums: ["A"]).parts(of: table).cell("A6")
                == "><f>SUBTOTAL(9,A2:A5)</f><v>0.03</v>")
    }

    @Test func `A cell without a link does not look like a link`() throws {
        let rows = ["https://a.b", "javascript:x"].map { address in Fill { $0.text(address, role: .link) } }
        let workbook = try WorkbookFormat().parts(
            of: TableInfo(columns: ["A"], sections: [TableSection("s", rows: rows)]))
        // The last of the seven roles is that of links.
        #expect(
            try workbook.style("A2").contains("fontId=\"6\"") && workbook.style("A3").contains("fontId=\"0\"")
        )
    }

    @Test func `Numbers of a stream have room for more digits`() throws {
        func width(_ rows: [Fill], sample: Int) throws -> Int {
            let sink = MemorySink()
            try WorkbookFormat().write(rows, as: FilledLine.self, columns: ["A"], sample: sample, to: sink)
            let match = try WorkbookReader(sink.bytes).sheet.firstMatch(
                of: /<col min="1" max="1" width="([0-9]+)"/)
            return try #require(match.flatMap { Int($0.1) })
        }
        let rows = [Fill { $0.integer(123_456) }, Fill { $0.date("2026-01-31T12:00:00") }]
        #expect(try width(Array(rows.prefix(1)), sample: 1000) >= 11)
        #expect(try width(rows, sample: 0) >= 20)
    }

    @Test func `Without heads and feet, each row is a record with a filter`() throws {
        let workbook = try WorkbookFormat(includesHeadsAndFeet: false).parts(
            of: Self.ledger(isCollapsed: true))
        #expect(workbook.cell("A4") == " t=\"inlineStr\"><is><t>z</t></is>")
        #expect(!workbook.sheet.contains("hidden") && !workbook.sheet.contains("outlineLevel"))
        #expect(workbook.sheet.contains("</sheetData><autoFilter ref=\"A1:B4\"/>"))
        #expect(workbook.workbook.contains("hidden=\"1\">'Orders May June'!$A$1:$B$4</definedName>"))
    }

    @Test func `Feet are formulas in the columns of the sums`() throws {
        let workbook = try WorkbookFormat(sums: ["amount"]).parts(of: Self.ledger())
        #expect(workbook.cell("B5") == "><f>SUBTOTAL(9,B3:B4)</f><v>3.75</v>")
        #expect(workbook.cell("B8") == "><f>SUBTOTAL(9,B7:B7)</f><v>1.00</v>")
        #expect(workbook.cell("B9") == "><f>SUBTOTAL(9,B2:B8)</f><v>4.75</v>")
        #expect(try !WorkbookFormat().parts(of: Self.ledger()).sheet.contains("<f>"))
    }

    @Test func `A foot that is not the sum of its rows stays a number`() throws {
        let one = Fill {
            $0.empty()
            $0.integer(1)
        }
        func foot(_ number: Int) -> Fill {
            Fill {
                $0.empty()
                $0.integer(number)
            }
        }
        func cells(_ sections: [TableSection], total: Int) throws -> [String?] {
            let table = TableInfo(
                columns: ["A", "B"], sections: sections, foot: Foot(foot(total), as: FilledLine.self))
            let workbook = try WorkbookFormat(sums: ["B"]).parts(of: table)
            return ["B4", "B5", "B6"].map { workbook.cell($0) }
        }
        // The total can't add up the rows, because the formula would include the plain foot.
        #expect(
            try cells([TableSection("a", rows: [one, one], foot: foot(3))], total: 2)
                == ["><v>3</v>", "><v>2</v>", nil])
        #expect(
            try cells([TableSection("a", rows: [one, one], foot: foot(2))], total: 3)
                == ["><f>SUBTOTAL(9,B2:B3)</f><v>2</v>", "><v>3</v>", nil])
        let date = Fill {
            $0.empty()
            $0.date("2026-01-31")
        }
        let boolean = Fill {
            $0.empty()
            $0.boolean(true)
        }
        for other in [date, boolean] {
            #expect(
                try cells([TableSection("a", rows: [one, other], foot: foot(1))], total: 1)
                    == ["><v>1</v>", "><v>1</v>", nil])
        }
    }

    @Test(arguments: [
        (rows: ["60000000000.00", "-60000000000.00"], foot: "0.01", isSum: false),
        (rows: ["60000000000.00", "-60000000000.00"], foot: "0.00", isSum: true),
        (rows: ["0.1", "0.2"], foot: "0.30000000000000004", isSum: true),
        (rows: ["0.1", "0.2"], foot: "0.3", isSum: true),
        (rows: ["0.125", "0.125"], foot: "0.3", isSum: false),
        (rows: ["60000000000.001", "-60000000000"], foot: "0.00", isSum: false),
        (rows: ["1e3", "2.5E2"], foot: "1.25e3", isSum: true),
        (rows: ["1e-400"], foot: "0e-99999", isSum: true),
    ])
    func `A foot is a formula if the formula shows the same digits`(
        rows: [String], foot: String, isSum: Bool
    ) throws {
        func line(_ number: String) -> Fill {
            Fill { line in
                Array(number.utf8).withUnsafeBufferPointer { line.decimal(utf8: $0) }
            }
        }
        let table = TableInfo(
            columns: ["A"], sections: [TableSection("a", rows: rows.map(line), foot: line(foot))])
        let workbook = try WorkbookFormat(sums: ["A"]).parts(of: table)
        #expect(workbook.cell("A\(rows.count + 2)")?.contains("<f>") == isSum)
    }

    @Test func `The name of a sum that is no column is an error`() throws {
        let error = #expect(throws: TableError.self) {
            try WorkbookFormat(sums: ["Amount"]).bytes(of: Self.ledger())
        }
        #expect(error?.code == .columnNotFound)
        #expect(
            error?.description.contains(
                "There is no column \"Amount\" to add up; the columns are \"Name\", \"amount\".") == true)
    }

    @Test func `Values keep their types`() throws {
        let workbook = try WorkbookFormat().parts(
            of: Fill {
                $0.integer(2026)
                $0.decimal(1234.5)
            },
            Fill {
                $0.date("2026-01-31")
                $0.decimal(".25".number)
            },
            Fill {
                $0.boolean(true)
                $0.integer(7)
            },
            Fill {
                $0.integer(1_234_567_890_123_456, shown: "many")
                $0.decimal(Double.nan)
            })
        #expect(workbook.cell("A2") == "><v>2026</v>" && workbook.cell("B2") == "><v>1234.5</v>")
        #expect(workbook.cell("A3") == "><v>46053</v>" && workbook.cell("B3") == "><v>0.25</v>")
        #expect(workbook.cell("A4") == " t=\"b\"><v>1</v>" && workbook.cell("B4") == "><v>7</v>")
        #expect(workbook.cell("A5") == " t=\"inlineStr\"><is><t>many</t></is>")
        #expect(workbook.cell("B5") == " t=\"inlineStr\"><is><t>nan</t></is>")
        let formats = try ["A2", "B2", "A3", "B3", "B4"].map { try workbook.numberFormat($0) }
        #expect(formats == ["0", "#,##0.00", "yyyy-mm-dd", "#,##0.00", "#,##0.00"])
    }

    @Test(arguments: [
        ("=1+1", "=1+1"), ("a\u{1}b", "a_x0001_b"), ("_x0041_", "_x005F_x0041_"), ("_x004", "_x004"),
        ("_x00G1_", "_x00G1_"), ("a\r\nb", "a_x000D_\nb"), ("_x0041\u{1}", "_x005F_x0041_x0001_"),
        ("_x0041_x0042_", "_x005F_x0041_x005F_x0042_"), ("\u{FFFE}\u{FFFF}", "_xFFFE__xFFFF_"),
        ("<&>", "&lt;&amp;&gt;"),
        ("\u{0}", "_x0000_"), ("日本", "日本"), ("🇩🇪", "🇩🇪"),
    ])
    func `Text comes back as it was`(text: String, written: String) throws {
        let workbook = try WorkbookFormat().parts(of: Fill { $0.text(text) })
        #expect(workbook.cell("A2") == " t=\"inlineStr\"><is><t>\(written)</t></is>")
        #expect(!workbook.sheet.contains("<f>"))
    }

    @Test(arguments: [" a", "a ", "\n", "a\t"])
    func `White space at the ends of a text is kept`(text: String) throws {
        let workbook = try WorkbookFormat().parts(of: Fill { $0.text(text) })
        #expect(workbook.cell("A2") == " t=\"inlineStr\"><is><t xml:space=\"preserve\">\(text)</t></is>")
    }

    @Test(arguments: [
        ("=1", true), ("+1", true), ("-a", true), ("@a", true), ("007", true), ("a=1", false), ("a", false),
    ])
    func `Text that a spreadsheet would evaluate after an edit is marked as text`(
        text: String, isMarked: Bool
    ) throws {
        let workbook = try WorkbookFormat().parts(of: Fill { $0.text(text) })
        #expect(try workbook.style("A2").contains("quotePrefix=\"1\"") == isMarked)
    }

    @Test(arguments: ["a", "é", "日", "😀"])
    func `Text above 32,767 units is cut and counted`(character: String) throws {
        let units = character.utf16.count
        for count in [32_766 / units, 32_767 / units, 32_768 / units + 1] {
            let text = String(repeating: character, count: count)
            let sink = MemorySink()
            let report = try WorkbookFormat().write(
                [Fill { $0.text(text) }], as: FilledLine.self, columns: ["A"], to: sink)
            let written = try #require(
                try WorkbookReader(sink.bytes).cell("A2")?.firstMatch(of: /<t>(.*)<\/t>/)
            ).1
            let isCut = count * units > 32_767
            #expect(report.overflowCount == (isCut ? 1 : 0))
            #expect(isCut ? written.last == "…" && written.utf16.count <= 32_767 : written == text)
        }
    }

    @Test func `Links lead to safe, absolute addresses`() throws {
        func links(_ format: WorkbookFormat, _ addresses: String...) throws -> [String] {
            let rows = addresses.map { address in Fill { $0.text("x", link: address) } }
            let table = TableInfo(columns: ["A"], sections: [TableSection("s", rows: rows)])
            let parts = try format.parts(of: table).parts
            let list = parts["xl/worksheets/_rels/sheet1.xml.rels"] ?? ""
            return list.matches(of: /Target="([^"]*)" TargetMode="External"/).map { String($0.1) }
        }
        let addresses = [
            "https://a.b/?x=1&y=2", "/7", "javascript:alert(1)", "//evil.example", "mailto:a@b.cd",
        ]
        #expect(
            try links(WorkbookFormat(), addresses[0], addresses[1], addresses[2], addresses[3], addresses[4])
                == ["https://a.b/?x=1&amp;y=2", "mailto:a@b.cd"])
        #expect(
            try links(
                WorkbookFormat(linkOrigin: "https://o.example"), addresses[1], addresses[2], addresses[3])
                == ["https://o.example/7"])
        #expect(try links(WorkbookFormat(), "https://a.b/" + String(repeating: "x", count: 2100)) == [])
        let own = try WorkbookFormat().parts(of: Fill { $0.text("https://a.b", role: .link) })
        #expect(own.sheet.contains("<hyperlink ref=\"A2\" r:id=\"rId1\"/>"))
    }

    @Test func `Links beyond the limit of a sheet are text`() throws {
        let sink = MemorySink()
        try WorkbookFormat().write(
            (0..<65_540).lazy.map { (number: Int) in
                Fill { $0.integer(number, link: "https://a.b/\(number)") }
            },
            as: FilledLine.self, columns: ["A"], to: sink)
        let workbook = try WorkbookReader(sink.bytes)
        let list = try #require(workbook.parts["xl/worksheets/_rels/sheet1.xml.rels"])
        #expect(list.suffix(250).contains("Id=\"rId65530\""))
        #expect(
            workbook.sheet.suffix(1000).contains("<hyperlink ref=\"A65531\" r:id=\"rId65530\"/></hyperlinks>")
        )
    }

    @Test func `More rows or columns than a sheet has are an error`() throws {
        let sink = MemorySink()
        let stream = GridStream(WorkbookFormat(), columns: ["A"], to: sink)
        let error = #expect(throws: TableError.self) {
            for _ in 0..<1_048_576 { try stream.append(Fill { $0.empty() }, as: FilledLine.self) }
        }
        #expect(error?.code == .workbookTooLarge)
        #expect(sink.bytes.isEmpty)
        let columns = (0...16_384).map { GridColumn("\($0)") }
        let wide = #expect(throws: TableError.self) {
            try WorkbookFormat().bytes(of: TableInfo(columns: columns, sections: []))
        }
        #expect(wide?.code == .workbookTooLarge)
        let widest = TableInfo(columns: columns.dropLast().map { $0 }, sections: [])
        #expect(
            try WorkbookFormat().parts(of: widest).cell("XFD1") == " t=\"inlineStr\"><is><t>16383</t></is>")
    }

    @Test(
        arguments: [
            (nil, "Table"), ("", "Table"), ("a[b]*?", "a b "), ("'quoted'", "’quoted’"),
            ("Bob'\u{301}s", "Bob’\u{301}s"),
            ("History", "History 1"),
            ("///", "Table"), ("R&D <x>", "R&amp;D &lt;x&gt;"),
            (String(repeating: "😀", count: 20), String(repeating: "😀", count: 15)),
            ("Bo's\norders", "Bo’s orders"),
        ] as [(String?, String)])
    func `The caption is the name of the sheet`(caption: String?, name: String) throws {
        let workbook = try WorkbookFormat().parts(
            of: TableInfo(caption: caption, columns: ["A"], sections: []))
        let written = try #require(workbook.workbook.firstMatch(of: /<sheet name="([^"]*)"/)).1
        #expect(written == name.trimmingSuffix { $0 == " " })
    }

    @Test(arguments: [String(repeating: "R&D ", count: 90), String(repeating: "&", count: 301)])
    func `A long caption is a valid header of printed pages`(caption: String) throws {
        let sheet = try WorkbookFormat().parts(of: TableInfo(caption: caption, columns: ["A"], sections: []))
            .sheet
        let written = try #require(sheet.firstMatch(of: /<oddHeader>&amp;C(.*)<\/oddHeader>/)).1
        let header = written.replacing("&amp;", with: "&")
        #expect(header.utf16.count <= 250 && !header.isEmpty)
        #expect(caption.replacing("&", with: "&&").hasPrefix(header))
        #expect(header.count { $0 == "&" } % 2 == 0)
    }

    @Test func `An ampersand with an accent is doubled in a header, too`() throws {
        let sheet = try WorkbookFormat().parts(
            of: TableInfo(caption: "a&\u{301}b", columns: ["A"], sections: [])
        ).sheet
        #expect(
            sheet.unicodeScalars.contains("<oddHeader>&amp;Ca&amp;&amp;\u{301}b</oddHeader>".unicodeScalars))
    }

    @Test(arguments: [(5, "portrait", 1), (8, "landscape", 1), (30, "landscape", 3)])
    func `A wide table is printed on several pages`(count: Int, orientation: String, pageCount: Int) throws {
        let columns = (0..<count).map { GridColumn("a column \($0)") }
        let sheet = try WorkbookFormat().parts(of: TableInfo(columns: columns, sections: [])).sheet
        #expect(
            sheet.contains(
                "<pageSetup orientation=\"\(orientation)\" fitToWidth=\"\(pageCount)\" fitToHeight=\"0\"/>"))
    }

    @Test func `A stream and a table have the same bytes`() throws {
        let rows = (0..<3000).map { number in
            Fill {
                $0.text("name \(number % 7)")
                $0.decimal(number, scale: 2)
            }
        }
        let table = TableInfo(columns: ["A", "B"], sections: [TableSection("rows", rows: rows)])
        let sink = MemorySink()
        try WorkbookFormat().write(rows, as: FilledLine.self, columns: ["A", "B"], to: sink)
        #expect(try sink.bytes == WorkbookFormat().bytes(of: table))
    }

    @Test func `A table without columns has no titles and no filter`() throws {
        let rows = [Fill { $0.text("x") }, Fill { for number in 0..<30 { $0.integer(number) } }]
        let workbook = try WorkbookFormat().parts(
            of: TableInfo(columns: [], sections: [TableSection("s", rows: rows)]))
        #expect(workbook.cell("A1") == " t=\"inlineStr\"><is><t>x</t></is>")
        #expect(workbook.cell("AD2") == "><v>29</v>")
        #expect(!workbook.sheet.contains("pane") && !workbook.sheet.contains("autoFilter"))
    }

    @Test func `The format is found by its name, its extension, and an Accept header`() {
        var formats = TableFormats.standard
        formats["xlsx"] = WorkbookFormat()
        #expect(formats["excel"] is WorkbookFormat && formats["xlsx"] is WorkbookFormat)
        #expect(formats.format(ofPath: "/orders.xlsx") is WorkbookFormat)
        #expect(formats.accepted(by: WorkbookFormat().mediaType) is WorkbookFormat)
        #expect(!(formats.accepted(by: nil) is WorkbookFormat))
    }
}

extension String {
    fileprivate var number: Double { Double(self) ?? .nan }

    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
        var text = self
        while let last = text.last, predicate(last) { text.removeLast() }
        return text
    }
}
