import ArticleTesting
import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// The example of the article for users of XFTableAgent.
enum FromXFTableAgent {
    // block: data
    struct Book: Identifiable {
        let id: String
        var title: String
    }

    struct Shelf: Identifiable {
        let id: Int
        var books: [Book]
        var note: String?
    }
    // end of block

    // block: reformer
    enum BookLine: GridLineItem {
        static func fill(_ line: inout GridLine, with book: Book) {
            line.text(book.title)
        }

        static func height(of book: Book) -> Double? { 44 }
    }

    enum ShelfTitle: GridLineItem {
        static func fill(_ line: inout GridLine, with title: String) {
            line.text(title, role: .strong)
        }

        static func height(of title: String) -> Double? { 28 }
    }

    struct BusinessReformer: StatelessReformer {
        func reform(_ shelves: [Shelf]) -> TableInfo {
            TableInfo {
                for shelf in shelves {
                    TableSection(id: shelf.id) {
                        Head("Shelf \(shelf.id)", as: ShelfTitle.self)
                        Rows(shelf.books, as: BookLine.self)
                        if let note = shelf.note {
                            Foot(note, as: GridTitle.self)
                        }
                    }
                }
            }
        }
    }
    // end of block

    // block: controller
    final class LibraryController: EventDelegate {
        private let agent = Agent<[Shelf]>(panel: ShelfPanel())
        private(set) var lines: [String] = []

        func show(_ shelves: [Shelf], on container: some TableContainer) throws {
            try agent.attach(
                container, dataSource: DataSource(shelves, reformer: BusinessReformer()), eventDelegate: self)
        }

        func didReceive(_ event: CellEvent) {
            guard let book = event.data(as: Book.self) else { return }
            if event.isNamed(.select) {
                lines.append("open \(book.title)")
            } else if let days = event.payload(of: .lend) {
                lines.append("lend \(book.title) for \(days) days")
            }
        }
    }
    // end of block

    // block: panel
    final class ShelfPanel: Panel {
        private(set) var tableCount = 0

        override func prepare(_ table: TableInfo) throws -> TableInfo {
            tableCount += 1
            return try super.prepare(table)
        }
    }
    // end of block
}

// block: name
extension EventName<Int> {
    static var lend: Self { Self("lend") }
}
// end of block

struct XFTableAgentArticleTests {
    private let shelves = [
        FromXFTableAgent.Shelf(
            id: 1,
            books: [
                FromXFTableAgent.Book(id: "a", title: "Emma"),
                FromXFTableAgent.Book(id: "b", title: "Persuasion"),
            ]),
        FromXFTableAgent.Shelf(
            id: 2, books: [FromXFTableAgent.Book(id: "c", title: "Villette")], note: "on loan to the school"),
    ]

    @Test func `The article's examples are the compiled code, in order`() throws {
        let article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Coming-from-XFTableAgent.md", test: #filePath)
        let names = ["data", "reformer", "name", "controller", "panel", "events"]
        #expect(names.map { article.compiled[$0] } == article.swift)
    }

    @Test func `The controller shows the shelves and receives the events of taps and buttons`() throws {
        let container = RecordingContainer()
        let controller = FromXFTableAgent.LibraryController()
        try controller.show(shelves, on: container)
        #expect(container.sections.map(\.texts) == [[["Emma"], ["Persuasion"]], [["Villette"]]])
        #expect(container.sections.map { $0.head?.texts } == [["Shelf 1"], ["Shelf 2"]])
        #expect(container.sections.map { $0.foot?.texts } == [nil, ["on loan to the school"]])
        #expect(container.sections[0].head?.height == 28)
        #expect(container.sections[1].rows.map(\.height) == [44])

        // block: events
        try container.select(RowPosition(section: 0, row: 1))
        try container.panel?.source(.row(.at(section: 1, row: 0))).post(.lend, 14)
        // end of block

        #expect(controller.lines == ["open Persuasion", "lend Villette for 14 days"])
        #expect((container.panel as? FromXFTableAgent.ShelfPanel)?.tableCount == 1)
    }

    @Test func `The same reformer writes text`() throws {
        let sink = MemorySink()
        let controller = FromXFTableAgent.LibraryController()
        try controller.show(shelves, on: GridContainer(.text, to: sink))
        #expect(sink.text.contains("│ Persuasion"))
    }

    @Test func `The declarations in the article's table exist`() throws {
        let source = DataSource(reformer: FromXFTableAgent.BusinessReformer())
        let agent = Agent<[FromXFTableAgent.Shelf]>()
        let container = RecordingContainer()
        try agent.attach(container, dataSource: source)
        #expect(agent.dataSource === source)
        try source.refresh(shelves)
        #expect(agent.tableInfo.sections.count == 2)
        #expect(agent.tableInfo.sections[0].rows.count == 2)
        #expect(source.rawData?.count == 2)
        try agent.reload(nil)
        #expect(agent.tableInfo.sections.isEmpty)
    }
}
