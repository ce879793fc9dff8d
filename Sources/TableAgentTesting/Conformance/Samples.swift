import TableAgent

/// The tables that the suite shows, and the edits that it makes.
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

    /// Each table with its requirement and its name.
    static var tables: [(requirement: Requirement, name: String, table: TableInfo)] {
        [
            (.emptyTable, "a table without sections", TableInfo()),
            (.emptyTable, "a table with columns and no sections", TableInfo(columns: columns)),
            (.emptyTable, "sections without rows", bare),
            (.emptyTable, "a sentence in place of the rows", TableInfo(columns: columns, empty: "No names")),
            (.oneSection, "one row", names(["Ada"])),
            (.oneSection, "rows without columns", TableInfo(sections: names(["Ada", "Grace"]).sections)),
            (.severalSections, "several sections", several),
            (.tableFoot, "a foot of the table", totaled(several)),
            (.tableFoot, "only a foot of the table", totaled(TableInfo(columns: columns))),
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

    /// The number of rows in each section of the long table.
    static let longCount = 100

    /// Returns the id of a row of the long table.
    static func longID(at position: RowPosition) -> String {
        "\(position.section)-\(position.row)"
    }

    /// A table that is longer than any view: three sections with heads and feet.
    static var long: TableInfo {
        TableInfo(columns: columns) {
            for index in 0..<3 {
                TableSection(id: index) {
                    Head("head \(index)", as: SampleTitle.self)
                    Rows(
                        (0..<longCount).map { longID(at: RowPosition(section: index, row: $0)) }, id: \.self,
                        as: LongLine.self)
                    Foot("foot \(index)", as: NameLine.self)
                }
            }
        }
    }

    static var several: TableInfo {
        TableInfo(columns: columns) {
            TableSection(id: "first") {
                Head("First", as: SampleTitle.self)
                Rows(["Barbara", "Donald"], id: \.self, as: NameLine.self)
                Row((), id: "rule", as: RuleLine.self)
                Row(Sample(id: 7) { $0.integer(2) }, as: SampleLine.self)
                Foot("two rows", as: NameLine.self)
            }
            TableSection(id: 2, empty: "Nobody") {
                Rows(["Alan", "Tony", "John"], id: \.self, as: NameLine.self)
            }
            TableSection(id: "collapsed", isCollapsed: true) {
                Head("Collapsed", as: SampleTitle.self)
                Rows(["Edsger", "Niklaus"], id: \.self, as: NameLine.self)
            }
        }
    }

    /// Returns a table with a foot that shows the number of rows.
    static func totaled(_ table: TableInfo) -> TableInfo {
        var table = table
        table.setFoot(rowTotal)
        return table
    }

    private static var rowTotal: Foot {
        Foot(of: Any.self, as: NameLine.self) { "\($0.count) in all" }
    }

    private static var empty: TableInfo {
        lines([
            { _ in },
            { $0.empty() },
            { $0.missing() },
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
                line.json("[1, {\"a\": null}]")
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

    /// Tables with an item that no container can show, each with a name for the item's position.
    static var unknown: [(String, TableInfo)] {
        let row = TableSection(id: 1) { Row("x", id: 1, as: UnknownLine.self) }
        let last = TableSection(id: 1) {
            Rows(["Ada", "Grace"], id: \.self, as: NameLine.self)
            Row("x", id: 1, as: UnknownLine.self)
        }
        let head = TableSection(id: 1) { Head("x", as: UnknownLine.self) }
        let foot = TableSection(id: 1) { Foot("x", as: UnknownLine.self) }
        let tables = [("a row", row), ("the last row", last), ("a head", head), ("a foot", foot)].map {
            ($0.0, TableInfo(columns: columns, sections: [$0.1]))
        }
        return tables + [("the foot of the table", TableInfo(foot: Foot("x", as: UnknownLine.self)))]
    }

    typealias Edit = (inout TableEdit) throws -> Void

    /// Edits of the table `several`, to be made one after the other, each with its name.
    static var edits: [(name: String, edit: Edit)] {
        func edit(_ name: String, _ edit: @escaping Edit) -> (name: String, edit: Edit) { (name, edit) }
        return [
            edit("a row was updated") {
                try $0.replaceData(ofRow: .id(7), with: Sample(id: 7) { $0.integer(3) })
            },
            edit("a foot of the table was added") { $0.setFoot(rowTotal) },
            edit("rows were inserted") {
                try $0.insert([Row("Ada", id: "Ada", as: NameLine.self)], before: .id("Barbara"))
                try $0.append(Rows(["Lynn", "Joan"], id: \.self, as: NameLine.self), to: .id("first"))
            },
            edit("rows were removed") {
                try $0.removeRow(.id("Tony"))
                try $0.removeRow(.last(in: .id("first")))
            },
            edit("a row moved within its section") { try $0.moveRow(.id("Donald"), before: .id("Ada")) },
            edit("a row moved to another section") { try $0.moveRow(.id("John"), after: .id("Ada")) },
            edit("a section was inserted") {
                let section = TableSection(id: "new") {
                    Head("New", as: SampleTitle.self)
                    Row("Radia", id: "Radia", as: NameLine.self)
                }
                try $0.insert(section, at: 0)
            },
            edit("a section collapsed") { try $0.collapseSection(.id("first")) },
            edit("a section expanded") { try $0.expandSection(.id("collapsed")) },
            edit("a section expanded again") { try $0.expandSection(.id("first")) },
            edit("a section moved") { try $0.moveSection(.id("collapsed"), before: .at(0)) },
            edit("a head was replaced and a foot removed") {
                try $0.setHead(Head("Other", as: SampleTitle.self), of: .id("first"))
                try $0.setFoot(nil, of: .id("first"))
            },
            edit("the foot of the table was replaced") {
                $0.setFoot(Foot("Other", as: SampleTitle.self))
            },
            edit("much changed at once") {
                try $0.removeSection(.id("new"))
                try $0.replaceRows(
                    of: .id(2), with: Rows(["Tony", "Alan", "Leslie"], id: \.self, as: NameLine.self))
                try $0.moveRow(.id("Edsger"), toEndOf: .id(2))
                try $0.reloadRow(.id("Niklaus"))
                try $0.append(
                    [Row("Frances", id: "Frances", as: NameLine.self)], to: .id("last"),
                    creatingIfNeeded: true)
            },
            edit("all rows of a section were removed") { try $0.replaceRows(of: .id(2), with: []) },
            edit("the foot of the table and a section were removed") {
                $0.setFoot(nil)
                try $0.removeSection(.id(2))
            },
            edit("a foot of the table and a section were added") {
                $0.setFoot(rowTotal)
                $0.append(TableSection(id: 3) { Row("Anita", id: "Anita", as: NameLine.self) })
            },
            edit("all sections were removed") { $0.removeAllSections() },
        ]
    }
}

/// The raw data of the suite's agents: a finished table, or data that can't be reformed.
typealias SampleInput = Result<TableInfo, BrokenData>

struct BrokenData: Error {}

struct SampleReformer: StatelessReformer {
    func reform(_ input: SampleInput) throws -> TableInfo { try input.get() }
}

extension TableInfo {
    /// The ids of all sections and rows, and the parts of each section, for comparing two tables.
    var outline: String {
        let parts = sections.map { section in
            let ids = section.rows.map { $0.id.description }.joined(separator: " ")
            let head = section.hasHead ? "head " : ""
            let foot = section.hasFoot ? " foot" : ""
            return "\(section.id)\(section.isCollapsed ? " collapsed" : "")[\(head)\(ids)\(foot)]"
        }
        let foot = hasFoot ? " with a foot" : ""
        return (parts.isEmpty ? "an empty table" : parts.joined(separator: " ")) + foot
    }
}

/// A row with any cells that a check needs.
struct Sample: Identifiable {
    let id: Int
    let write: (inout GridLine) -> Void
}

enum SampleLine: GridLineItem {
    static func fill(_ line: inout GridLine, with sample: Sample) {
        sample.write(&line)
    }
}

enum NameLine: GridLineItem {
    static func fill(_ line: inout GridLine, with name: String) {
        line.text(name)
    }
}

/// A row of a long table. The number of cells varies, so that leftovers in a reused view are visible.
enum LongLine: GridLineItem {
    static func fill(_ line: inout GridLine, with name: String) {
        line.text("row \(name)")
        if name.utf8.last == UInt8(ascii: "5") { line.text("with more", role: .negative) }
        if name.utf8.last == UInt8(ascii: "7") { line.integer(7) }
    }
}

/// An item without data.
enum RuleLine: GridLineItem {
    static func fill(_ line: inout GridLine, with nothing: Void) {}
}

enum SampleTitle: GridLineItem, SectionItem {
    static func fill(_ line: inout GridLine, with title: String, in section: SectionState) {
        line.text(title + (section.isCollapsed ? " \(section.rowCount)" : ""), role: .strong)
    }
}

/// A view that no container knows.
struct UnknownView {}

enum UnknownLine: TableItem {
    static func fill(_ view: inout UnknownView, with name: String) {}
}
