import TableAgent

/// The tables that the suite shows.
enum Samples {
    static var columns: [GridColumn] {
        ["First", GridColumn("Second", alignment: .right), GridColumn("Third", width: 1...12), "Fourth"]
    }

    static func names(_ names: [String]) -> TableInfo {
        TableInfo(columns: columns) {
            TableSection(id: "names") { Rows(names, id: \.self, as: NameLine.self) }
        }
    }

    static func lines(_ writers: [(inout GridLine) -> Void]) -> TableInfo {
        let samples = writers.enumerated().map { Sample(id: $0.offset, write: $0.element) }
        return TableInfo(columns: columns) {
            TableSection(id: 1) { Rows(samples, as: SampleLine.self) }
        }
    }

    /// Each table with the requirement that it serves and its name.
    static var tables: [(ContainerConformance.Requirement, String, TableInfo)] {
        [
            (.emptyTable, "a table without sections", TableInfo()),
            (.emptyTable, "a table with columns and no sections", TableInfo(columns: columns)),
            (.emptyTable, "sections without rows", bare),
            (.oneSection, "one row", names(["Ada"])),
            (.oneSection, "rows without columns", TableInfo(sections: names(["Ada", "Grace"]).sections)),
            (.severalSections, "several sections", several),
            (.hostileText, "hostile text", hostile),
            (.hostileText, "a long text", names([String(repeating: "long text ", count: 2_000)])),
            (.hostileText, "a long word", names([String(repeating: "x", count: 20_000)])),
            (.emptyCells, "empty cells", empty),
            (.cellKinds, "cells of every kind", kinds),
        ]
    }

    private static var bare: TableInfo {
        TableInfo(columns: columns) {
            TableSection(id: "bare") {}
            TableSection(id: "framed") {
                Head("Head", as: SampleTitle.self)
                Foot("Foot", as: NameLine.self)
            }
        }
    }

    /// How many rows each section of the long table has.
    static let longCount = 100

    /// More than any surface shows at one time: three sections with heads and feet.
    static var long: TableInfo {
        TableInfo(columns: columns) {
            for number in 0..<3 {
                TableSection(id: number) {
                    Head("head \(number)", as: SampleTitle.self)
                    Rows((0..<longCount).map { "\(number)-\($0)" }, id: \.self, as: LongLine.self)
                    Foot("foot \(number)", as: NameLine.self)
                }
            }
        }
    }

    static var several: TableInfo {
        TableInfo(columns: columns) {
            TableSection(id: "first") {
                Head("First", as: SampleTitle.self)
                Rows(["Barbara", "Donald"], id: \.self, as: NameLine.self)
                Row(id: "rule", as: RuleLine.self)
                Row(Sample(id: 7) { $0.integer(2) }, as: SampleLine.self)
                Foot("two rows", as: NameLine.self)
            }
            TableSection(id: 2) {
                Rows(["Alan", "Tony", "John"], id: \.self, as: NameLine.self)
            }
            TableSection(id: "collapsed", isCollapsed: true) {
                Head("Collapsed", as: SampleTitle.self)
                Rows(["Edsger", "Niklaus"], id: \.self, as: NameLine.self)
            }
        }
    }

    private static var empty: TableInfo {
        lines([
            { _ in },
            { $0.empty() },
            { line in for _ in 0..<4 { line.text(nil) } },
            { line in
                line.text("")
                line.empty(shown: "Total")
                line.integer(Int?.none)
                line.text(" ")
            },
        ])
    }

    private static var kinds: TableInfo {
        let kinds: [(inout GridLine) -> Void] = [
            { line in
                line.text("text", shown: "Text")
                line.integer(-12)
                line.decimal(0.5)
                line.boolean(true)
            },
            { line in
                line.date("2024-02-29", shown: "29 Feb")
                line.integer(UInt64.max)
                line.boolean(false)
            },
            { line in
                line.integer(Int.min, shown: "least")
                line.decimal(1e300)
                line.decimal(-0.0)
                line.text("9")
            },
        ]
        let roles = GridRole.allCases.map { role in
            { (line: inout GridLine) in line.text("role", role: role) }
        }
        return lines(kinds + roles)
    }

    private static var hostile: TableInfo {
        TableInfo(columns: columns) {
            for (index, text) in hostileTexts.enumerated() {
                TableSection(id: index) {
                    Head(text, as: SampleTitle.self)
                    Row(text, id: "short", as: NameLine.self)
                    Row(
                        Sample(id: 1) { line in for _ in 0..<4 { line.text(text, shown: text + text) } },
                        as: SampleLine.self)
                    Foot(text, as: NameLine.self)
                }
            }
        }
    }

    private static let hostileTexts = [
        "", " ", "\t", "\n", "\r\n", "a\nb\n", "a\rb", "\u{0}", "\u{7}", "\u{1B}[31mred\u{1B}]0;title\u{7}",
        "\u{7F}", "\u{9B}31m", "\u{202E}txet", "\u{2028}", "\u{FEFF}", "\u{FFFE}", "\u{FFFD}", "\u{10FFFF}",
        "\"quoted\", 'text'; more", "=1+1", "<script>alert('&amp;')</script>", "| pipe | `code` *strong*",
        "\\", "{\"json\": [null]}", "漢字かな", "👩‍👩‍👧‍👦🇨🇭", "e\u{301}", "\u{301}", "مرحبا",
        "e" + String(repeating: "\u{301}", count: 500),
    ]

    /// Tables with an item that no surface knows, each with the item's place.
    static var unknown: [(String, TableInfo)] {
        let row = TableSection(id: 1) { Row("x", id: 1, as: UnknownLine.self) }
        let last = TableSection(id: 1) {
            Rows(["Ada", "Grace"], id: \.self, as: NameLine.self)
            Row("x", id: 1, as: UnknownLine.self)
        }
        let head = TableSection(id: 1) { Head("x", as: UnknownLine.self) }
        let foot = TableSection(id: 1) { Foot("x", as: UnknownLine.self) }
        return [("a row", row), ("the last row", last), ("a head", head), ("a foot", foot)].map {
            ($0.0, TableInfo(columns: columns, sections: [$0.1]))
        }
    }
}
