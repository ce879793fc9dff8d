import TableAgent
import TableSurfaces
import TableWorkbook
import Testing

struct SheetBarsTests {
    private static let head = Fill { $0.text("Head") }
    private static let foot = row(1000)

    /// A row with a number, or without one.
    private static func row(_ number: Double?) -> Fill {
        Fill {
            $0.text("name")
            $0.decimal(number)
        }
    }

    private static func section(
        _ id: String, head: Fill? = nil, _ numbers: [Double?], foot: Fill? = nil
    ) -> TableSection {
        TableSection(id, head: head, rows: numbers.map(row), foot: foot)
    }

    /// Returns the bars of a workbook with a column of numbers.
    private func bars(
        _ bar: GridColumn.Bar = .automatic, _ sections: TableSection...,
        format: WorkbookFormat = WorkbookFormat(), foot: Fill? = nil
    ) throws -> [SheetBar] {
        let table = TableInfo(
            columns: ["Name", GridColumn("Amount", bar: bar)], sections: sections,
            foot: foot.map { Foot($0, as: FilledLine.self) })
        return try format.parts(of: table).bars()
    }

    // MARK: Markup

    @Test func `The two forms of a rule have the same cells, limits, and id`() throws {
        let columns = ["Name", GridColumn("Amount", bar: .range(-2.5...10))]
        let table = TableInfo(columns: columns, sections: [Self.section("a", [1, -2])])
        let sheet = try WorkbookFormat().parts(of: table).sheet
        let x14 = "xmlns:x14=\"http://schemas.microsoft.com/office/spreadsheetml/2009/9/main\""
        let id = "{00000000-0000-4000-8000-000000000001}"
        let older =
            "<conditionalFormatting sqref=\"B2:B3\"><cfRule type=\"dataBar\" priority=\"1\">"
            + "<dataBar minLength=\"0\" maxLength=\"100\"><cfvo type=\"num\" val=\"-2.5\"/>"
            + "<cfvo type=\"num\" val=\"10\"/><color rgb=\"FFC9DAF2\"/></dataBar>"
            + "<extLst><ext \(x14) uri=\"{B025F937-C7B1-47D3-B67F-A62EFF666E3E}\"><x14:id>\(id)</x14:id>"
            + "</ext></extLst></cfRule></conditionalFormatting>"
        #expect(sheet.contains("</sheetData><autoFilter ref=\"A1:B3\"/>\(older)<pageMargins "))
        let newer =
            "<extLst><ext \(x14) uri=\"{78C0D931-6437-407d-A8EE-F0AAD7539E65}\"><x14:conditionalFormattings>"
            + "<x14:conditionalFormatting xmlns:xm=\"http://schemas.microsoft.com/office/excel/2006/main\">"
            + "<x14:cfRule type=\"dataBar\" id=\"\(id)\">"
            + "<x14:dataBar minLength=\"0\" maxLength=\"100\" border=\"1\" gradient=\"0\" "
            + "negativeBarBorderColorSameAsPositive=\"0\">"
            + "<x14:cfvo type=\"num\"><xm:f>-2.5</xm:f></x14:cfvo>"
            + "<x14:cfvo type=\"num\"><xm:f>10</xm:f></x14:cfvo>"
            + "<x14:borderColor rgb=\"FF6B8FC6\"/><x14:negativeFillColor rgb=\"FFF6D0CC\"/>"
            + "<x14:negativeBorderColor rgb=\"FFD0736B\"/><x14:axisColor rgb=\"FF5A5F67\"/></x14:dataBar>"
            + "</x14:cfRule><xm:sqref>B2:B3</xm:sqref></x14:conditionalFormatting>"
            + "</x14:conditionalFormattings></ext></extLst></worksheet>"
        #expect(sheet.hasSuffix("</ignoredErrors>" + newer))
    }

    @Test func `Rules precede the links`() throws {
        let row = Fill {
            $0.text("name", link: "https://a.b")
            $0.integer(1)
        }
        let columns = ["Name", GridColumn("Amount", bar: .automatic)]
        let sheet = try WorkbookFormat().parts(
            of: TableInfo(columns: columns, sections: [TableSection("a", rows: [row])])
        ).sheet
        #expect(sheet.contains("</conditionalFormatting><hyperlinks>"))
    }

    @Test func `Each column has a rule with its own scale and id`() throws {
        let columns = (0..<17).map { GridColumn("\($0)", bar: $0 == 1 ? nil : .automatic) }
        let row = Fill { for index in 0..<17 { $0.integer(index + 1) } }
        let bars = try WorkbookFormat().parts(
            of: TableInfo(columns: columns, sections: [TableSection("a", rows: [row])])
        ).bars()
        #expect(bars.map(\.cells).prefix(3) == ["A2", "C2", "D2"])
        #expect(bars.map(\.limits).prefix(3) == [["0", "1"], ["0", "3"], ["0", "4"]])
        #expect(
            bars.map(\.id) == "123456789ABCDEF".map { "{00000000-0000-4000-8000-00000000000\($0)}" }
                + ["{00000000-0000-4000-8000-000000000010}"])
        #expect(bars.map(\.priority) == Array(1...16))
    }

    @Test func `A column with bars has a width of at least 16 characters`() throws {
        func widths(_ bar: GridColumn.Bar?) throws -> [Substring] {
            let columns = ["A", GridColumn("B", bar: bar)]
            let table = TableInfo(columns: columns, sections: [Self.section("a", [1])])
            return try WorkbookFormat().parts(of: table).sheet.matches(of: /width="([0-9]+)"/).map(\.1)
        }
        #expect(try widths(.range(0...1)) == ["7", "16"])
        #expect(try widths(nil) == ["7", "7"])
    }

    // MARK: Ranges

    @Test func `Heads, feet, and the foot of the table have no bars and don't change the scale`() throws {
        let bars = try bars(
            .automatic, Self.section("a", head: Self.head, [1, 2], foot: Self.foot),
            Self.section("b", head: Self.foot, [4], foot: Self.foot), foot: Self.foot)
        #expect(bars.map(\.cells) == ["B3:B4 B7"])
        #expect(bars.map(\.limits) == [["0", "4"]])
    }

    @Test func `Sections without heads and feet share a range`() throws {
        let sections = [Self.section("a", [1, 2]), Self.section("b", [3]), Self.section("c", [])]
        #expect(try bars(.automatic, sections[0], sections[1], sections[2]).map(\.cells) == ["B2:B4"])
        let records = try bars(
            .automatic, Self.section("a", head: Self.head, [1], foot: Self.foot),
            Self.section("b", head: Self.head, [3]), format: WorkbookFormat(includesHeadsAndFeet: false))
        #expect(records.map(\.cells) == ["B2:B3"])
    }

    @Test func `The rows of a collapsed section have bars`() throws {
        let section = TableSection("a", head: Self.head, rows: [Self.row(30)], isCollapsed: true)
        #expect(try bars(.automatic, section, Self.section("b", [2])).map(\.limits) == [["0", "30"]])
    }

    @Test(arguments: [8192, 8193])
    func `Up to 8,192 ranges of rows have bars`(count: Int) throws {
        let sink = MemorySink()
        let columns = [GridColumn("A", bar: .automatic), "B", GridColumn("C", bar: .range(0...1))]
        let stream = GridStream(WorkbookFormat(), columns: columns, to: sink)
        for number in 0..<count {
            try stream.beginSection(id: number, head: Head(Self.head, as: FilledLine.self))
            for _ in 0..<2 { try stream.append(Fill { $0.integer(number) }, as: FilledLine.self) }
        }
        let report = try stream.finish()
        let bars = try WorkbookReader(sink.bytes).bars()
        let hasBars = count == 8192
        #expect(report.omittedBarCount == (hasBars ? 0 : 2))
        #expect(bars.map(\.limits) == (hasBars ? [["0", "10000"], ["0", "1"]] : []))
        #expect(bars.first?.cells.hasPrefix("A3:A4 A6:A7 ") == (hasBars ? true : nil))
        #expect(bars.last?.cells.hasSuffix(" C24576:C24577") == (hasBars ? true : nil))
    }

    // MARK: Limits

    @Test(
        arguments: [
            ([7], ["0", "8"]), ([12, nil, 95.5], ["0", "100"]), ([0.03, 0], ["0", "0.03"]),
            ([-3, 42], ["-3", "50"]), ([-11, -70.5], ["-80", "0"]), ([1e16], ["0", "1E+16"]),
        ] as [([Double?], [String])])
    func `An automatic scale has zero and the rounded limits of its rows`(
        numbers: [Double?], limits: [String]
    ) throws {
        #expect(try bars(.automatic, Self.section("a", numbers)).map(\.limits) == [limits])
    }

    @Test(arguments: [[], [nil], [0, 0], [.nan, .infinity]] as [[Double?]])
    func `A column without a scale has no bars`(numbers: [Double?]) throws {
        #expect(try bars(.automatic, Self.section("a", numbers)).isEmpty)
    }

    @Test(
        arguments: [
            (0...100, ["0", "100"]), (95...106.25, ["95", "106.25"]), (-8 ... -5, ["-8", "-5"]),
            (.leastNonzeroMagnitude...1, ["0", "1"]), (-.leastNormalMagnitude...1e-200, ["0", "1E-200"]),
            (-9e306...9.99999999999999e307, ["-9E+306", "9.99999999999999E+307"]),
        ] as [(ClosedRange<Double>, [String])])
    func `A given range is the scale`(range: ClosedRange<Double>, limits: [String]) throws {
        #expect(try bars(.range(range), Self.section("a", [1e9])).map(\.limits) == [limits])
    }

    @Test(
        arguments: [
            0...0, 3...3, 0 ... .leastNonzeroMagnitude, 1...1.nextUp, 0...1e308, -1e308...1e308,
            0...Double.infinity,
            -Double.infinity...0, -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
        ])
    func `A range that a spreadsheet can't compute with has no bars`(range: ClosedRange<Double>) throws {
        #expect(try bars(.range(range), Self.section("a", [1])).isEmpty)
    }

    @Test func `A given range has no bars without rows`() throws {
        #expect(try bars(.range(0...1), Self.section("a", head: Self.head, [], foot: Self.foot)).isEmpty)
    }

    @Test func `Numbers that are not finite don't change the scale`() throws {
        let bars = try bars(.automatic, Self.section("a", [1, .nan, .infinity, -.infinity]))
        #expect(bars.map(\.limits) == [["0", "1"]])
    }

    @Test(
        arguments: [
            ([.greatestFiniteMagnitude], nil), ([-.greatestFiniteMagnitude, .greatestFiniteMagnitude], nil),
            ([9e307], nil), ([8e307, -5], -5...8e307), ([1e-200, -1], -1...1e-200),
            ([.leastNonzeroMagnitude], 0...1e-300), ([-.leastNormalMagnitude, 2], -1e-300...2),
        ] as [([Double?], ClosedRange<Double>?)])
    func `Numbers at the limits of a Double have a valid scale or no bars`(
        numbers: [Double?], scale: ClosedRange<Double>?
    ) throws {
        let found = try bars(.automatic, Self.section("a", numbers)).first?.limits.map { Double($0) }
        #expect(found == scale.map { [$0.lowerBound, $0.upperBound] })
    }

    @Test func `Short rows and other values have no influence`() throws {
        let rows = [
            Fill { $0.text("short") },
            Fill {
                $0.empty()
                $0.date("2026-01-31")
            },
            Fill {
                $0.empty()
                $0.text("99")
            },
            Self.row(6),
        ]
        let bars = try bars(.automatic, TableSection("a", rows: rows))
        #expect(bars.map(\.limits) == [["0", "6"]])
        #expect(bars.map(\.cells) == ["B2:B5"])
    }

    // MARK: Streams

    @Test func `The scale of a stream includes all rows, not only those of the sample`() throws {
        let sink = MemorySink()
        let columns = ["Name", GridColumn("Amount", bar: .automatic)]
        let rows = (1...3000).map { Self.row(Double($0)) }
        let report = try WorkbookFormat().write(
            rows, as: FilledLine.self, columns: columns, sample: 10, to: sink)
        #expect(report == GridStream.Report(rowCount: 3000, overflowCount: 0))
        let bars = try WorkbookReader(sink.bytes).bars()
        #expect(bars.map(\.limits) == [["0", "3000"]])
        #expect(bars.map(\.cells) == ["B2:B3001"])
        let table = TableInfo(columns: columns, sections: [TableSection("rows", rows: rows)])
        #expect(try WorkbookFormat().parts(of: table).bars() == bars)
    }
}

/// A rule for bars, which is the same in both of its forms.
private struct SheetBar: Equatable {
    let cells: String
    let limits: [String]
    let id: String
    let priority: Int?
}

extension WorkbookReader {
    /// Returns the rules for bars, and checks that both forms agree.
    fileprivate func bars() throws -> [SheetBar] {
        let older = sheet.matches(of: /<conditionalFormatting sqref="([^"]*)">(.*?)<\/conditionalFormatting>/)
            .map { match in
                let id = match.2.firstMatch(of: /<x14:id>(.*?)<\/x14:id>/).map { String($0.1) }
                let priority = match.2.firstMatch(of: /priority="([0-9]+)"/).flatMap { Int($0.1) }
                let limits = match.2.matches(of: /<cfvo type="num" val="([^"]*)"\/>/).map { String($0.1) }
                return SheetBar(cells: String(match.1), limits: limits, id: id ?? "", priority: priority)
            }
        let newer = sheet.matches(of: /<x14:conditionalFormatting .*?<\/x14:conditionalFormatting>/).map {
            let cells = $0.0.firstMatch(of: /<xm:sqref>(.*?)<\/xm:sqref>/).map { String($0.1) }
            let id = $0.0.firstMatch(of: /x14:cfRule type="dataBar" id="([^"]*)"/).map { String($0.1) }
            let limits = $0.0.matches(of: /<xm:f>(.*?)<\/xm:f>/).map { String($0.1) }
            return SheetBar(cells: cells ?? "", limits: limits, id: id ?? "", priority: nil)
        }
        #expect(sheet.contains("<extLst>") == !older.isEmpty)
        #expect(newer == older.map { SheetBar(cells: $0.cells, limits: $0.limits, id: $0.id, priority: nil) })
        return older
    }
}
