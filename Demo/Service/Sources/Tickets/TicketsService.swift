import TableAgent
import TableLive
import TableSurfaces

/// What a viewer asks of the tickets, in the address of the page.
struct TicketQuery: LiveQuery {
    static let pageSize: Int? = 25

    let table: TableQuery

    init(_ fields: [String: String]) throws {
        table = try TableQuery(fields: fields, columns: TicketsReformer.columns, size: Self.pageSize)
    }

    var fields: [String: String] { table.fields(size: Self.pageSize) }
}

/// The tickets of one query, for all of its viewers.
actor TicketsPage: LivePage {
    nonisolated let feed: LiveFeed

    private let agent = Agent<[Ticket]>()
    private let container: LiveContainer
    private let query: TicketQuery
    private let store: TicketStore
    private let tokens: LiveTokens

    init(_ query: TicketQuery, in store: TicketStore, tokens: LiveTokens) async throws {
        self.query = query
        self.store = store
        self.tokens = tokens
        let controls = try query.controls(query.table, sizes: [25, 50, 100], files: ["csv"])
        let actions = query.actions(tokens, allowsMany: true)
        container = LiveContainer(HTMLFormat(actions: actions, controls: controls))
        feed = container.feed
        let tickets = await store.tickets
        let source = DataSource(tickets, reformer: TicketsReformer())
        try agent.attach(container, dataSource: source, query: query.table)
    }

    func update(after changes: [Ticket.ID]) async throws {
        for id in Set(changes) {
            let ticket = await store.tickets[id - 1]
            try agent.edit { try $0.replaceData(ofRow: .id(id), with: ticket) }
        }
    }

    func html(_ notice: LiveNotice?) throws -> LiveMarkup {
        let page = HTMLPage("Tickets", language: "en", top: try container.controls())
        return LiveMarkup(feed.page(page, of: query, notice: notice), tokens: tokens)
    }

    func bytes(in format: any GridFormat) throws -> [UInt8] { try format.bytes(of: agent.tableInfo) }

    func carryOutMany(_ form: LiveForm) async throws -> (changes: [Ticket.ID], outcome: LiveOutcome) {
        let (events, outcome) = try container.receiveMany(form)
        guard let change = events.first.flatMap(Ticket.Change.init) else { return ([], outcome) }
        let ids = events.compactMap { $0.data(as: Ticket.self)?.id }
        let all = try await store.carryOut(change, on: ids, once: form.idempotencyKey, after: outcome)
        return (ids, all)
    }
}

struct TicketsService: LiveService {
    let store: TicketStore
    let tokens: LiveTokens
    let pages: LivePages<TicketQuery, TicketsPage>
    let origin: LiveOrigin

    func storedFingerprint(of key: IdempotencyKey) async -> String? { await store.fingerprint(of: key) }

    func carryOutMany(
        _ form: LiveForm, on page: TicketsPage
    ) async throws -> (changes: [Ticket.ID], outcome: LiveOutcome) {
        try await page.carryOutMany(form)
    }

    func report(_ error: any Error) { print("A request failed: \(error)") }
}
