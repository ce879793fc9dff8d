import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

extension EventName<Int> {
    fileprivate static var close: Self { Self("close") }
}

/// The contexts of items.
struct ContextItemTests {
    fileprivate struct Ticket: Identifiable, Equatable {
        let id: Int
        var title = "Late"
        var number: String { "T\(id)" }
    }

    fileprivate struct Staff: Equatable {
        var name = "Ada"
        var mayClose = true
    }

    private enum TicketLine: GridLineItem, ContextItem, EventItem {
        static func fill(_ line: inout GridLine, with ticket: Ticket, context staff: Staff) {
            line.text("\(ticket.number) \(staff.name)")
        }

        static func actions(
            _ placement: RowAction.Placement, for ticket: Ticket, context staff: Staff
        ) -> [RowAction] {
            staff.mayClose ? [RowAction("Close", .close, ticket.id)] : []
        }

        static func handle(_ event: CellEvent, with ticket: Ticket, context staff: Staff) -> Bool {
            !staff.mayClose
        }

        static func handle(_ event: SectionEvent, with ticket: Ticket, context staff: Staff) -> Bool {
            !staff.mayClose
        }

        static func handle(_ event: TableEvent, with ticket: Ticket, context staff: Staff) -> Bool {
            !staff.mayClose
        }
    }

    /// A head or foot that also counts the rows of its section.
    private enum CountLine: GridLineItem, ContextItem {
        static func fill(_ line: inout GridLine, with count: Int, context staff: Staff) {
            fill(&line, with: count, in: SectionState(), context: staff)
        }

        static func fill(
            _ line: inout GridLine, with count: Int, in section: SectionState, context staff: Staff
        ) {
            line.text("\(count) of \(section.rowCount) \(staff.name)")
        }
    }

    /// An item whose context can't be compared.
    private enum FormattedLine<Format>: GridLineItem, ContextItem {
        static func fill(_ line: inout GridLine, with ticket: Ticket, context: Format) {
            line.text(ticket.number)
        }
    }

    private final class Clock: Equatable {
        static func == (one: Clock, other: Clock) -> Bool { true }
    }

    private let tickets = [Ticket(id: 1), Ticket(id: 2)]
    private let ada = Staff()
    private let bob = Staff(name: "Bob", mayClose: false)

    private func changes(_ old: Rows, _ new: Rows) -> [RowPosition] {
        TableChanges(from: .rows(old), to: .rows(new)).rowUpdates
    }

    @Test func `Every row, head, and foot is filled with the context it was given with`() throws {
        let table = TableInfo(foot: Foot(of: Ticket.self, as: CountLine.self, with: ada) { $0.count }) {
            TableSection(id: 1) {
                Head(7, as: CountLine.self, with: bob)
                Rows(tickets, as: TicketLine.self, with: ada)
                Rows(tickets, id: \.number, as: TicketLine.self, with: bob)
                Rows(byPosition: tickets, as: TicketLine.self, with: ada)
                Row(Ticket(id: 3), as: TicketLine.self, with: bob)
                Row(Ticket(id: 4), id: "last", as: TicketLine.self, with: ada)
                Foot(of: Ticket.self, as: CountLine.self, with: bob) { $0.count }
            }
            TableSection(id: 2) {
                Head(of: Ticket.self, as: CountLine.self, with: ada) { $0.count }
                Foot(9, as: CountLine.self, with: ada)
            }
        }
        #expect(
            try CSVFormat().string(of: table) == ""
                + "T1 Ada\r\nT2 Ada\r\nT1 Bob\r\nT2 Bob\r\nT1 Ada\r\nT2 Ada\r\nT3 Bob\r\nT4 Ada\r\n")
        let text = try TextFormat(border: .none).string(of: table)
        for words in ["7 of 8 Bob", "8 of 8 Bob", "0 of 0 Ada", "9 of 0 Ada", "8 of 8 Ada"] {
            #expect(text.contains(words), "\(words)")
        }
    }

    @Test func `With an equal context, only changed data is an update`() {
        let later = [Ticket(id: 1), Ticket(id: 2, title: "Lost")]
        #expect(
            changes(
                Rows(tickets, as: TicketLine.self, with: ada), Rows(later, as: TicketLine.self, with: Staff())
            )
                == [.at(0, 1)])
    }

    @Test func `With another context, every row is an update, and rows stay rows`() {
        let old = Rows(tickets, as: TicketLine.self, with: ada)
        let new = Rows([Ticket(id: 3)] + tickets, as: TicketLine.self, with: bob)
        let all = TableChanges(from: .rows(old), to: .rows(new))
        #expect(all.rowUpdates == [.at(0, 1), .at(0, 2)])
        #expect(all.rowInserts == [.at(0, 0)] && all.rowDeletes.isEmpty)
    }

    @Test func `Rows whose ids are read in another way are compared with their context, too`() {
        let old = Rows(tickets, as: TicketLine.self, with: ada)
        func new(_ staff: Staff) -> Rows { Rows(tickets, id: \.id, as: TicketLine.self, with: staff) }
        #expect(changes(old, new(ada)) == [])
        #expect(changes(old, new(bob)) == [.at(0, 0), .at(0, 1)])
    }

    @Test func `A context that can't be compared, or is an object, counts as another one`() {
        func rows<Format>(_ format: Format) -> Rows {
            Rows(tickets, as: FormattedLine<Format>.self, with: format)
        }
        let clock = Clock()
        #expect(changes(rows({ 1 }), rows({ 1 })).count == 2)
        #expect(changes(rows(clock), rows(clock)).count == 2)
        #expect(changes(rows(clock as Any), rows(clock as Any)).count == 2)
        #expect(changes(rows(7 as Any), rows(7 as Any)).isEmpty)
        #expect(changes(rows(7 as Any), rows("7" as Any)).count == 2)
        #expect(changes(rows(nil as Int?), rows(nil as Int?)).isEmpty)
        #expect(changes(rows(()), rows(())).isEmpty)
    }

    @Test func `An edit keeps the context of each row, also when many edits join their arrays`() throws {
        let container = RecordingContainer()
        let agent = try Agent(container, rawData: tickets) { tickets in
            TableInfo {
                TableSection(id: 0) {
                    Rows(tickets, as: TicketLine.self, with: ada)
                    Rows(tickets.map { Ticket(id: $0.id + 10) }, as: TicketLine.self, with: bob)
                }
            }
        }
        try agent.edit { try $0.replaceData(ofRow: .id(11), with: Ticket(id: 11, title: "New")) }
        for id in 20..<60 {
            try agent.edit {
                try $0.insert(
                    Rows([Ticket(id: id)], as: TicketLine.self, with: id.isMultiple(of: 2) ? ada : bob),
                    before: .id(12))
            }
        }
        let texts = container.sections[0].rows.map { $0.texts[0] }
        let inserted = (20..<60).map { "T\($0) \($0.isMultiple(of: 2) ? "Ada" : "Bob")" }
        #expect(texts == ["T1 Ada", "T2 Ada", "T11 Bob"] + inserted + ["T12 Bob"])
    }

    @Test func `Events and actions receive the context`() throws {
        func selected(_ staff: Staff) throws -> (Int, [String]) {
            let container = RecordingContainer()
            let agent = try Agent(container, rawData: tickets) { tickets in
                TableInfo(foot: Foot(Ticket(id: 9), as: TicketLine.self, with: staff)) {
                    TableSection(id: 0) {
                        Head(Ticket(id: 8), as: TicketLine.self, with: staff)
                        Rows(tickets, as: TicketLine.self, with: staff)
                    }
                }
            }
            var count = 0
            agent.on(.close) { (_: CellEvent, _) in count += 1 }
            agent.on(.close) { (_: SectionEvent, _) in count += 1 }
            agent.on(.close) { (_: TableEvent, _) in count += 1 }
            try agent.post(.close, 1, from: .row(1))
            try agent.post(.close, 1, from: .head(0))
            try agent.post(.close, 1, from: .tableFoot)
            return (count, agent.tableInfo.row(.id(2))?.actions(.menu).map(\.title) ?? [])
        }
        #expect(try selected(ada) == (3, ["Close"]))
        #expect(try selected(bob) == (0, []))
    }

    @Test func `A stream writes rows with a context`() throws {
        let sink = MemorySink()
        let stream = GridStream(CSVFormat(), columns: ["Ticket"], to: sink)
        for ticket in tickets { try stream.append(ticket, as: TicketLine.self, with: bob) }
        try stream.finish()
        #expect(sink.text == "Ticket\r\nT1 Bob\r\nT2 Bob\r\n")
    }

    @Test func `Another item fills its view with the data and the context of a row`() {
        enum Card: TableItem {
            typealias Context = Staff
            static func fill(_ text: inout String, with ticket: Ticket) {}
            static func fill(
                _ text: inout String, with ticket: Ticket, in section: SectionState, context: Staff
            ) {
                text = "\(ticket.number), \(section.rowCount), \(context.name)"
            }
        }
        enum Other: TableItem {
            static func fill(_ text: inout String, with ticket: Ticket) { text = "no context" }
        }
        var text = ""
        let row = Row(tickets[0], as: TicketLine.self, with: ada)
        #expect(row.fill(&text, as: Card.self, in: SectionState(rowCount: 4)))
        #expect(text == "T1, 4, Ada")
        #expect(!row.fill(&text, as: Other.self))
        #expect(text == "T1, 4, Ada")
    }
}
