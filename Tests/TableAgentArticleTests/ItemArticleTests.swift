import ArticleTesting
import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// The examples of the article about items.
enum ItemExample {
    // block: data
    struct Parcel: Identifiable {
        let id: String
        var kilograms: Double
        var arrival: String?
        var isLate = false
        var revision = 1
    }
    // end of block

    // block: line
    enum ParcelLine: GridLineItem {
        static func fill(_ line: inout GridLine, with parcel: Parcel) {
            line.text(parcel.id, role: .strong)
            line.decimal(parcel.kilograms, shown: "\(parcel.kilograms) kg")
            line.date(parcel.arrival, shown: parcel.arrival ?? "on its way")
            line.boolean(
                parcel.isLate, shown: parcel.isLate ? "late" : "", role: parcel.isLate ? .warning : .plain)
        }

        static func isUnchanged(_ old: Parcel, _ new: Parcel) -> Bool {
            old.revision == new.revision
        }

        static func height(of parcel: Parcel) -> Double? { parcel.isLate ? 60 : 44 }
    }
    // end of block

    // block: series
    enum TrendLine: GridLineItem {
        static func fill(_ line: inout GridLine, with counts: [Double?]) {
            line.series(counts)  // ▃▃▂ ▇, "4 values, 1 missing, from 9 to 31, last 31"
        }
    }
    // end of block

    // block: section
    enum DepotTitle: GridLineItem, SectionItem {
        static func fill(_ line: inout GridLine, with depot: String, in section: SectionState) {
            line.text("\(section.isCollapsed ? "▸" : "▾") \(depot), \(section.rowCount) parcels")
        }
    }
    // end of block

    // block: context
    struct Reader: Equatable {
        var name: String
        var mayRedirect = false
    }

    enum ParcelTask: GridLineItem, ContextItem {
        static func fill(_ line: inout GridLine, with parcel: Parcel, context reader: Reader) {
            line.text(parcel.id)
            line.text(parcel.isLate && reader.mayRedirect ? "redirect it, \(reader.name)" : "wait")
        }
    }
    // end of block

    // block: static
    enum Divider: GridLineItem {
        static func fill(_ line: inout GridLine, with data: Void) {
            line.empty(shown: "· · ·", role: .muted)
        }
    }
    // end of block

    // block: view
    @MainActor
    final class GaugeView: @MainActor TableItem {
        var fraction = 0.0

        static func fill(_ gauge: inout GaugeView, with parcel: Parcel) {
            gauge.fraction = min(parcel.kilograms / 30, 1)
        }
    }
    // end of block
}

/// Columns with bars.
private struct ItemBars {
    // block: bars
    let columns = [GridColumn("Parcels", bar: .automatic), GridColumn("Share", bar: .range(0...100))]
    // end of block
}

/// A line of numbers.
private enum NumbersLine: GridLineItem {
    static func fill(_ line: inout GridLine, with numbers: [Int]) {
        for number in numbers { line.integer(number) }
    }
}

struct ItemArticleTests {
    typealias Parcel = ItemExample.Parcel
    typealias ParcelLine = ItemExample.ParcelLine
    typealias DepotTitle = ItemExample.DepotTitle
    typealias Divider = ItemExample.Divider
    typealias GaugeView = ItemExample.GaugeView

    private let article: DocumentedCode
    private let parcels = [
        Parcel(id: "P-1", kilograms: 2.5, arrival: "2026-10-19"),
        Parcel(id: "P-2", kilograms: 12.25, isLate: true),
    ]

    init() throws {
        article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Write-an-item.md", test: #filePath)
    }

    private func document(_ language: String) throws -> String {
        try #require(article.blocks.first { $0.language == language }).code + "\n"
    }

    private var table: TableInfo {
        TableInfo(columns: ["Parcel", "Weight", "Arrival", "Late"]) {
            TableSection(id: "north") {
                Head("North", as: DepotTitle.self)
                Rows(parcels, as: ParcelLine.self)
            }
        }
    }

    @Test func `The article's examples are the compiled code, in order`() {
        let names = [
            "data", "line", "series", "bars", "section", "context", "with", "static", "rows", "view",
        ]
        #expect(names.map { article.compiled[$0] } == article.swift)
    }

    @Test func `A terminal shows the displayed texts`() throws {
        let (text, documented) = (try TextFormat().string(of: table), try document("text"))
        #expect(text == documented)
    }

    @Test func `A series has the columns and the words of the comment`() throws {
        let counts: [Double?] = [12, 15, 9, nil, 31]
        var line = GridLine()
        ItemExample.TrendLine.fill(&line, with: counts)
        let table = TableInfo {
            TableSection(id: 0) { Row(counts, id: 0, as: ItemExample.TrendLine.self) }
        }
        let chart = try TextFormat(border: .none).string(of: table).dropLast()
        let comment = try #require(article.compiled["series"])
        #expect(comment.contains("// \(chart), \"\(line.shown(at: 0))\""))
    }

    @Test func `The bars of the example share a scale from zero`() throws {
        let table = TableInfo(columns: ItemBars().columns) {
            TableSection(id: 0) { Row([31, 50], id: 0, as: NumbersLine.self) }
        }
        #expect(try TextFormat(border: .none).string(of: table).contains("━"))
    }

    @Test func `JSON contains the values`() throws {
        let (json, documented) = (try JSONLinesFormat().string(of: table), try document("json"))
        #expect(json == documented)
    }

    @Test func `Rows have their context`() throws {
        typealias Reader = ItemExample.Reader
        typealias ParcelTask = ItemExample.ParcelTask
        let parcels = parcels
        let table = TableInfo {
            // block: with
            TableSection(id: "tasks") {
                Rows(parcels, as: ParcelTask.self, with: Reader(name: "Ada", mayRedirect: true))
            }
            // end of block
        }
        #expect(try CSVFormat().string(of: table) == "P-1,wait\r\nP-2,\"redirect it, Ada\"\r\n")
    }

    @Test func `A static item needs no data`() throws {
        let parcels = parcels
        let table = TableInfo {
            // block: rows
            TableSection(id: "south") {
                Head("South", as: DepotTitle.self)
                Rows(parcels, as: ParcelLine.self)
                Row((), id: "divider", as: Divider.self)
            }
            // end of block
        }
        let container = RecordingContainer()
        let agent = try Agent(container, list: parcels, as: ParcelLine.self)
        try agent.edit { $0.append(table.sections[0]) }
        #expect(container.sections[1].head?.texts == ["▾ South, 3 parcels"])
        #expect(container.sections[1].rows.map(\.height) == [44, 60, nil])
        #expect(container.sections[1].rows[2].texts == ["· · ·"])
    }

    @Test func `Content with the same revision is unchanged`()
        throws
    {
        let container = RecordingContainer(appliesChanges: true)
        let agent = try Agent(container, list: parcels, as: ParcelLine.self)
        container.removeCalls()
        var parcels = parcels
        parcels[0].kilograms = 3
        parcels[1].revision = 2
        try agent.reload(parcels)
        var changes = TableChanges()
        changes.rowUpdates = [RowPosition(section: 0, row: 1)]
        #expect(container.calls == [.apply(changes)])
    }

    @Test @MainActor func `A terminal refuses an item for another view`() {
        let error = #expect(throws: TableError.self) {
            _ = try Agent(GridContainer(.text, to: MemorySink()), list: parcels, as: GaugeView.self)
        }
        #expect(error?.code == .itemNotShown)
        var gauge = GaugeView()
        GaugeView.fill(&gauge, with: parcels[1])
        #expect(gauge.fraction > 0.4 && gauge.fraction < 0.41)
    }
}
