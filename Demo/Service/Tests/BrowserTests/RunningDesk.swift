import TableAgent
import TableLive
import TableSurfaces
import Testing

@testable import Tickets

/// Tickets that another program inserts, changes, and removes. A person closes, reopens, and assigns them.
actor DeskStore {
    /// A request for several rows that the store has carried out: the event, and what was done, by id.
    struct Request: Sendable {
        let event: String
        let id: String
        var labels: [(id: Ticket.ID, label: String)] = []
    }

    private(set) var tickets: [Ticket]
    /// The requests that have changed tickets, in their order.
    private(set) var log: [Request] = []
    private var fingerprints: [String: String] = [:]
    private var lastID: Int

    init(count: Int) {
        lastID = count
        tickets = (1...count).map { Self.ticket($0, $0 &* 7919) }
    }

    private static let people = ["", "Amara", "Jonas", "Mei", "Zoë"]

    private static func ticket(_ id: Int, _ hash: Int) -> Ticket {
        Ticket(
            id: id, opened: "2026-\(10 + hash % 3)-\(10 + hash / 3 % 20)",
            customer: ["Peña", "Łukasik", "O’Brien", "富士商店", "مكتبة النور"][hash / 60 % 5],
            subject: "Subject \(hash % 1000)", priority: Ticket.Priority.allCases[hash / 300 % 3],
            assignee: people[hash / 900 % 5], isOpen: hash % 4 != 0)
    }

    func fingerprint(of key: IdempotencyKey) -> String? { fingerprints[key.id] }

    /// Changes a ticket as another program does, and returns its id.
    ///
    /// The first tickets stay, so that the choices of the filters do.
    func changeAtRandom(_ random: inout SeededGenerator) -> Ticket.ID {
        let index = Int.random(in: 60..<tickets.count, using: &random)
        let old = tickets[index]
        let hash = Int.random(in: 0..<1_000_000, using: &random)
        switch hash / 8 % 5 {
        case 0 where tickets.count < 330:
            lastID += 1
            tickets.insert(Self.ticket(lastID, hash), at: index - 59)
            return lastID
        case 0,
            1 where tickets.count > 270:
            tickets.remove(at: index)
        case 0...2: tickets[index].isOpen.toggle()
        default:
            tickets[index] = Ticket(
                id: old.id, opened: old.opened, customer: old.customer, subject: "Subject \(hash % 1000)",
                priority: old.priority, assignee: old.assignee, isOpen: old.isOpen)
        }
        return old.id
    }

    /// Changes tickets once, each only if it is as the page has shown it.
    func change(
        _ shown: [Ticket], by event: String, once key: IdempotencyKey, assigningTo person: String?,
        after outcome: LiveOutcome
    ) throws -> LiveOutcome {
        if let outcome = try key.outcome(of: fingerprints[key.id]) { return outcome }
        var outcome = outcome
        var request = Request(event: event, id: key.id)
        for ticket in shown {
            guard let index = tickets.firstIndex(of: ticket) else {
                outcome.refuse(
                    ticket.id, because: TicketError(message: "Ticket \(ticket.id) has changed.").refusal)
                continue
            }
            guard ticket.id % 11 > 0 else {
                outcome.refuse(
                    ticket.id, because: TicketError(message: "Ticket \(ticket.id) is locked.").refusal)
                continue
            }
            request.labels.append((ticket.id, DeskLine.label(event, tickets[index])))
            if let person { tickets[index].assignee = person } else { tickets[index].isOpen.toggle() }
        }
        fingerprints[key.id] = key.fingerprint(with: outcome)
        if !request.labels.isEmpty { log.append(request) }
        return outcome
    }
}

extension EventName<Void> {
    static var reopen: Self { Self("reopen") }
}

enum DeskLine: GridLineItem, EventItem {
    static func label(_ event: String, _ ticket: Ticket) -> String {
        "\(event) \(ticket.id), \(ticket.subject)"
    }

    static func fill(_ line: inout GridLine, with ticket: Ticket) { TicketLine.fill(&line, with: ticket) }

    static func actions(_ place: RowAction.Placement, for ticket: Ticket) -> [RowAction] {
        guard place == .trailing else { return [] }
        guard ticket.isOpen else {
            return [
                RowAction("Reopen", .reopen, accessibilityLabel: label("reopen", ticket), allowsMany: true)
            ]
        }
        let people = ActionField.choice(
            "person", label: "Person", Ticket.people.map { (title: $0, value: $0) })
        return [
            RowAction("Close", .close, accessibilityLabel: label("close", ticket), allowsMany: true),
            RowAction(
                "Assign", .assign, asking: people, accessibilityLabel: label("assign", ticket),
                allowsMany: true),
        ]
    }
}

struct DeskReformer: StatelessReformer {
    func reform(_ tickets: [Ticket]) -> TableInfo {
        TableInfo(caption: "Tickets", columns: TicketsReformer.columns) {
            TableSection(id: "tickets") { Rows(tickets, as: DeskLine.self) }
        }
    }
}

actor DeskPage: LivePage {
    nonisolated let feed: LiveFeed
    private let agent = Agent<[Ticket]>()
    private let container: LiveContainer
    private let query: TicketQuery
    private let store: DeskStore
    private let tokens: LiveTokens

    init(_ query: TicketQuery, in store: DeskStore, tokens: LiveTokens) async throws {
        self.query = query
        self.store = store
        self.tokens = tokens
        let controls = try query.controls(query.table, sizes: [25, 50])
        var actions = query.actions(tokens)
        actions.allowsMany = true
        container = LiveContainer(HTMLFormat(actions: actions, controls: controls))
        feed = container.feed
        let source = DataSource(await store.tickets, reformer: DeskReformer())
        try agent.attach(container, dataSource: source, query: query.table)
    }

    func update(after changes: [Ticket.ID]) async throws { try agent.reload(await store.tickets) }

    func html(_ notice: LiveNotice?) throws -> LiveMarkup {
        let page = HTMLPage("Tickets", language: "en", top: try container.controls())
        return LiveMarkup(feed.page(page, of: query, notice: notice), tokens: tokens)
    }

    func bytes(in format: any GridFormat) throws -> [UInt8] { try format.bytes(of: agent.tableInfo) }

    func carryOutMany(_ form: LiveForm) async throws -> (changes: [Ticket.ID], outcome: LiveOutcome) {
        let (events, outcome) = try container.receiveMany(form)
        let tickets = events.compactMap { $0.data(as: Ticket.self) }
        let all = try await store.change(
            tickets, by: form.fields["action"] ?? "", once: form.idempotencyKey,
            assigningTo: events.first?.payload(of: .assign), after: outcome)
        return (tickets.map(\.id), all)
    }
}

/// A service of tickets that another program changes, and whose answers to forms a test can hold back.
struct RunningDesk: LiveService {
    let store: DeskStore
    let tokens: LiveTokens
    let pages: LivePages<TicketQuery, DeskPage>
    let gate = Gate()
    let origin = LiveOrigin(hosts: ["127.0.0.1"], scheme: "http")

    init() {
        let store = DeskStore(count: 300)
        let tokens = LiveTokens { bytes in
            (0..<24).map { UInt8(truncatingIfNeeded: bytes.reduce(Int($0)) { $0 &* 31 &+ Int($1) }) }
        }
        self.store = store
        self.tokens = tokens
        pages = LivePages { try await DeskPage($0, in: store, tokens: tokens) }
    }

    func storedFingerprint(of key: IdempotencyKey) async -> String? { await store.fingerprint(of: key) }

    func carryOut(_ form: LiveForm, on page: DeskPage) async throws -> Ticket.ID? {
        throw LiveRefusal(422, "noRows", "Only checked rows are changed.")
    }

    func carryOutMany(
        _ form: LiveForm, on page: DeskPage
    ) async throws -> (changes: [Ticket.ID], outcome: LiveOutcome) {
        await gate.pass("many")
        return try await page.carryOutMany(form)
    }

    func report(_ error: any Error) { Issue.record(error) }
}

/// Another program, which changes 20 tickets a second.
actor OtherProgram {
    private let desk: RunningDesk
    private var random: SeededGenerator
    private var work: Task<Void, Never>?
    private(set) var count = 0
    /// The time in which the program has worked.
    private(set) var time = Duration.zero

    init(_ desk: RunningDesk, seed: UInt64) {
        self.desk = desk
        random = SeededGenerator(seed: seed &+ 1)
    }

    func start() {
        guard work == nil else { return }
        work = Task {
            let start = ContinuousClock.now
            var next = start
            while !Task.isCancelled {
                await change()
                next += .milliseconds(50)
                try? await ContinuousClock().sleep(until: next)
            }
            time += ContinuousClock.now - start
        }
    }

    /// Pauses the program, and waits until its changes are on their way to all pages.
    func pause() async {
        work?.cancel()
        await work?.value
        work = nil
    }

    private func change() async {
        var generator = random
        let id = await desk.store.changeAtRandom(&generator)
        random = generator
        count += 1
        await desk.pages.update(after: id).value
    }
}
