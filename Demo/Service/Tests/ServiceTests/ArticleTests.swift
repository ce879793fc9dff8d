import Crypto
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TableAgent
import TableLive
import TableSurfaces
import TableWorkbook
import Testing

@testable import Tickets

// block: event
struct SubjectChange {
    let new: String
    let old: String
}

extension EventName<SubjectChange> {
    static var setSubject: Self { Self("setSubject") }
}
// end of block

// block: sections
/// A head with one cell, which spans all columns.
enum StatusHead: GridLineItem, EventItem {
    static func fill(_ line: inout GridLine, with status: String) { line.text(status) }

    static func actions(_ place: RowAction.Placement, for status: String) -> [RowAction] {
        guard place == .trailing, status == "open" else { return [] }
        let subject = ActionField.text("subject", label: "Subject", isRequired: true, maximumLength: 100)
        return [RowAction("New ticket", .newTicket, asking: subject)]
    }
}

enum CountFoot: GridLineItem {
    static func fill(_ line: inout GridLine, with count: Int) { line.text("\(count) tickets") }
}

extension EventName<String> {
    static var newTicket: Self { Self("newTicket") }
}

struct StatusReformer: StatelessReformer {
    func reform(_ tickets: [Ticket]) -> TableInfo {
        TableInfo(caption: "Tickets", columns: TicketsReformer.columns) {
            for (status, isOpen) in [("open", true), ("closed", false)] {
                TableSection(id: status) {
                    Head(status, as: StatusHead.self)
                    Rows(tickets.filter { $0.isOpen == isOpen }, as: TicketLine.self)
                    Foot(of: Ticket.self, as: CountFoot.self) { $0.count }
                }
            }
        }
    }
}
// end of block

extension EventName<ArticleTests.Work> {
    fileprivate static var log: Self { Self("log") }
}

/// The articles "In a service" and "Extend a service", whose service is `Tickets`. `ServiceArticleTests` of the package
/// compares their code with this file and with `Tickets`.
struct ArticleTests {
    // block: answer
    let formats = TableFormats([HTMLFormat(page: "Tickets"), JSONFormat(), CSVFormat(guardsFormulas: true)])

    func answer(_ tickets: [Ticket], page: Range<Int>, accept: String?) throws -> LiveResponse {
        guard let format = formats.accepted(by: accept) else {
            throw LiveRefusal(406, "notAcceptable", "The tickets have none of these formats.")
        }
        let table = TicketsReformer().reform(Array(tickets[page.clamped(to: tickets.indices)]))
        return LiveResponse(status: 200, mediaType: format.mediaType, body: try format.bytes(of: table))
    }
    // end of block

    // block: download
    func download(_ tickets: [Ticket]) throws -> LiveResponse {
        let workbook = WorkbookFormat(linkOrigin: "https://tickets.example")
        let bytes = try workbook.bytes(of: TicketsReformer().reform(tickets))
        var response = LiveResponse(status: 200, mediaType: workbook.mediaType, body: bytes)
        response["Content-Disposition"] = "attachment; filename=\"tickets.xlsx\""
        return response
    }
    // end of block

    // block: export
    func export(_ batches: some AsyncSequence<[Ticket], any Error> & Sendable) -> LiveResponse {
        let format = CSVFormat(guardsFormulas: true)
        let blocks = format.blocks(of: batches, as: TicketLine.self, columns: TicketsReformer.columns)
        return LiveResponse(status: 200, mediaType: format.mediaType, blocks: blocks)
    }
    // end of block

    /// The item of tickets with what the article adds to it.
    enum EditedTicketLine: GridLineItem, EventItem, DetailItem {
        static func fill(_ line: inout GridLine, with ticket: Ticket) { TicketLine.fill(&line, with: ticket) }

        // block: edits
        static func edits(for ticket: Ticket) -> [RowAction] {
            guard ticket.isOpen else { return [] }
            let subject = ActionField.text(
                "subject", label: "Subject", maximumLength: 100, initial: ticket.subject)
            return [
                RowAction(editing: "subject", .setSubject, asking: subject) {
                    SubjectChange(new: $0, old: ticket.subject)
                }
            ]
        }
        // end of block

        // block: details
        static func fill(_ details: inout RowDetails, with ticket: Ticket) {
            let others = TableQuery(filters: [.column("customer", .isOneOf([ticket.customer]))])
            let address = "/?" + LiveRequest.encodedQuery(others.fields())
            details.add("Tickets of the customer") { $0.text("all", link: address) }
        }
        // end of block
    }

    /// A page of one ticket.
    private final class EditedPage {
        let container = LiveContainer(HTMLFormat(actions: HTMLActions(address: "/events")))
        let agent: Agent<[Ticket]>

        init(_ ticket: Ticket) throws {
            agent = try Agent(
                container, list: [ticket], as: EditedTicketLine.self, columns: TicketsReformer.columns)
        }

        // block: details of a row
        func details(ofRowWithKey key: String) throws -> String { try container.details(ofRowWithKey: key) }
        // end of block
    }

    // block: person
    struct PersonalQuery: LiveQuery {
        var table = TableQuery()
        /// Only the request of a signed-in person gives a query a person.
        var person = ""

        init(_ fields: [String: String]) throws {
            table = try TableQuery(fields: fields, columns: TicketsReformer.columns)
        }

        var fields: [String: String] { table.fields() }
    }

    func query(_ fields: [String: String], for request: LiveRequest) async throws -> PersonalQuery {
        guard let person = request.header("X-User") else {
            throw LiveRefusal(403, "signedOut", "Sign in first.")
        }
        var query = try PersonalQuery(fields)
        query.person = person
        return query
    }
    // end of block

    // block: permission
    /// A row of a ticket, as one person sees it.
    enum PersonalTicketLine: ContextItem, EventItem {
        static func fill(_ line: inout GridLine, with ticket: Ticket, context person: String) {
            TicketLine.fill(&line, with: ticket)
        }

        static func actions(
            _ place: RowAction.Placement, for ticket: Ticket, context person: String
        ) -> [RowAction] {
            ["", person].contains(ticket.assignee) ? TicketLine.actions(place, for: ticket) : []
        }
    }

    struct PersonalReformer: Reformer {
        let person: String

        func reform(_ tickets: [Ticket]) -> TableInfo {
            TableInfo(caption: "Tickets", columns: TicketsReformer.columns) {
                TableSection(id: "tickets") {
                    Rows(tickets, as: PersonalTicketLine.self, with: person)
                }
            }
        }
    }
    // end of block

    @Test func `A person acts on tickets that are assigned to this person or to nobody`() throws {
        for (assignee, titles) in [("Mei", ["Close", "Assign"]), ("", ["Close", "Assign"]), ("Jonas", [])] {
            var ticket = ticket
            ticket.assignee = assignee
            let table = PersonalReformer(person: "Mei").reform([ticket])
            #expect(table.sections[0].rows[0].actions(.trailing).map(\.title) == titles)
        }
    }

    @Test func `A query names the person of the request`() async throws {
        let requests = [[("X-User", "Mei")], []].map {
            LiveRequest(method: "GET", target: "/", host: nil, headers: $0)
        }
        #expect(try await query(["q": "lamp"], for: requests[0]).person == "Mei")
        await #expect(throws: LiveRefusal.self) { try await query([:], for: requests[1]) }
    }

    fileprivate struct Work: Equatable {
        let minutes: Int
        let note: String
    }

    @Test func `An action asks for several inputs`() throws {
        let log =
            // block: question
            RowAction(
                "Log work", .log, asking: .amount("minutes", label: "Minutes", in: 1...480),
                .text("note", label: "Note", isRequired: false),
                confirmation: "Log work on ticket \(ticket.id)?",
                accessibilityLabel: "Log work on ticket \(ticket.id)"
            ) {
                Work(minutes: $0, note: $1)
            }
        // end of block
        let delete = RowAction(
            "Delete", EventName<Void>("delete"), isDestructive: true, confirmation: "Delete ticket 7?",
            allowsMany: true)
        #expect(log.inputs.map(\.name) == ["minutes", "note"] && delete.inputs.isEmpty)
    }

    @Test func `The head of a section has a button, and its foot the number of rows`() throws {
        let format = HTMLFormat(actions: HTMLActions(address: "/events"))
        var table = StatusReformer().reform([ticket])
        let page = try format.string(of: table)
        #expect(page.contains("<th scope=\"rowgroup\" colspan=\"7\" dir=\"auto\">open</th>"))
        #expect(page.contains("New ticket") && page.contains("1 tickets"))
        table.setFoot(Foot(of: Ticket.self, as: StatusHead.self) { _ in "open" })
        let container = LiveContainer(format)
        let source = DataSource(table, reformer: TableReformer())
        let agent = Agent<TableInfo>()
        try agent.attach(container, dataSource: source, query: TableQuery(search: "no such ticket"))
        #expect(agent.tableInfo.sections.isEmpty, "a section without rows has no head")
        #expect(try format.string(of: agent.tableInfo).contains("newTicket"), "a computed foot stays")
    }

    private struct TableReformer: StatelessReformer {
        func reform(_ table: TableInfo) -> TableInfo { table }
    }

    private let ticket = Ticket(
        id: 7, opened: "2026-11-02", customer: "Müller & Co.", subject: "Broken lamp", priority: .high)

    @Test func `The server of tickets answers requests and streams`() async throws {
        let store = TicketStore(sampleCount: 100)
        let key = SymmetricKey(size: .bits256)
        let tokens = LiveTokens(isSecure: false) { HMAC<SHA256>.authenticationCode(for: $0, using: key) }
        let service = TicketsService(
            store: store, tokens: tokens,
            pages: LivePages { try await TicketsPage($0, in: store, tokens: tokens) },
            origin: LiveOrigin(hosts: ["localhost", "127.0.0.1"], scheme: "http"))
        let id = try #require(await store.tickets.first { $0.isOpen }).id
        try await service.application(port: 0) { _ in }.test(.live) { client in
            let visitor = try await Visitor(client, "/?status=open&sort=id")
            #expect(visitor.page.headers[.contentLength] == "\(visitor.page.body.readableBytes)")
            let head = try await client.execute(uri: "/?status=open", method: .head)
            #expect(head.status == .ok && head.body.readableBytes == 0)
            #expect(try await visitor.post(["action": "close/tickets/\(id)"]).status == .noContent)
            let long = try await visitor.post(["action": String(repeating: "a", count: 300_000)])
            #expect((long.status, long.code) == (.contentTooLarge, "contentTooLarge"))
            service.pages.end()
            let messages = try await client.execute(uri: "/live?status=open", method: .get)
            #expect(messages.headers[.contentType] == "text/event-stream; charset=utf-8")
            #expect(messages.text.wholeMatch(of: /retry: [1-5]\d{3}\n\n/) != nil)
            let csv = try await client.execute(uri: "/?format=csv&size=all", method: .get)
            #expect(csv.text.split(separator: "\r\n").count == 101)
        }
        #expect(await !store.tickets[id - 1].isOpen)
    }

    @Test func `A response without an agent has the format that the client prefers`() async throws {
        let csv = try answer([ticket, ticket], page: 1..<9, accept: "text/csv")
        #expect(csv["Content-Type"] == "text/csv; charset=utf-8; header=present")
        #expect(try await csv.text.hasSuffix("\r\n7,2026-11-02,Müller & Co.,Broken lamp,high,,open\r\n"))
        #expect(throws: LiveRefusal.self) { try answer([ticket], page: 0..<1, accept: "image/png") }
        let workbook = try download([ticket])
        #expect(workbook["Content-Type"] == WorkbookFormat().mediaType)
        #expect(workbook["Content-Disposition"] == "attachment; filename=\"tickets.xlsx\"")
    }

    @Test func `All tickets are streamed`() async throws {
        let batches = AsyncThrowingStream<[Ticket], any Error> { [ticket] batch in
            batch.yield([ticket, ticket])
            batch.yield([ticket])
            batch.finish()
        }
        let response = export(batches)
        #expect(response.body.count == nil)
        #expect(try await response.text.split(separator: "\r\n").count == 4)
    }

    @Test func `A subject is edited, and a row has details with a link to other tickets`() throws {
        let page = try EditedPage(ticket)
        let action = "setSubject/list/7/{\"subject\":\"Broken lamp\"}"
        let form = ["action": action, "input.subject": "Two lamps"]
        let question = try #require(throws: HTMLQuestion.self) { try page.container.receive(fields: form) }
        let answer = form.merging(["confirmed": question.title]) { $1 }
        let change = try page.container.receive(fields: answer).payload(of: .setSubject)
        #expect(change?.new == "Two lamps" && change?.old == "Broken lamp")
        let details = try page.details(ofRowWithKey: "list/7")
        #expect(details.contains("href=\"/?customer=M%C3%BCller%20%26%20Co%5C.\">all</a>"))
        let others = TableQuery(filters: [.column("customer", .isOneOf([ticket.customer]))])
        #expect(try TicketQuery(others.fields()).table.filters == others.filters)
    }
}

extension LiveResponse {
    /// The body as text.
    fileprivate var text: String {
        get async throws {
            String(decoding: try await body.reduce(into: []) { $0 += $1 }, as: UTF8.self)
        }
    }
}
