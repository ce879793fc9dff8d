import TableAgentTesting
import TableLive
import TableSurfaces
import Testing

@testable import Tickets

/// The service of tickets, whose answers to controls a test can hold back.
struct RunningTickets: LiveService {
    let tickets: TicketsService
    let gate = Gate()

    var pages: LivePages<TicketQuery, TicketsPage> { tickets.pages }
    var tokens: LiveTokens { tickets.tokens }
    var origin: LiveOrigin { tickets.origin }

    /// Runs a test with a service and pages. The pages must not complain.
    ///
    /// - Parameter isRefusing: Whether a browser may report refused requests.
    static func run(
        count: Int = 200, isRefusing: Bool = false,
        _ test: (_ service: Self, _ address: String, _ tabs: Tabs) async throws -> Void
    ) async throws {
        let tokens = LiveTokens { bytes in
            (0..<24).map { UInt8(truncatingIfNeeded: bytes.reduce(Int($0)) { $0 &* 31 &+ Int($1) }) }
        }
        let store = TicketStore(sampleCount: count)
        let service = Self(
            tickets: TicketsService(
                store: store, tokens: tokens,
                pages: LivePages { try await TicketsPage($0, in: store, tokens: tokens) },
                origin: LiveOrigin(hosts: ["127.0.0.1"], scheme: "http")))
        try await Browser.withService(service) { address, tabs in
            let result: Result<Void, any Error>
            do {
                try await test(service, address, tabs)
                let complaints = await tabs.complaints.filter { !isRefusing || !$0.contains("400") }
                #expect(complaints == [])
                result = .success(())
            } catch { result = .failure(error) }
            await service.gate.hold(false)
            try result.get()
        }
    }

    /// Another person, on another page.
    func viewer(_ target: String = "/?size=100") async throws -> LiveViewer {
        try await LiveViewer(target, host: "127.0.0.1") { await tickets.response(to: $0) }
    }

    func query(_ fields: [String: String], for request: LiveRequest) async throws -> TicketQuery {
        if request.header("Table-Part") != nil { await gate.pass(request.target) }
        return try await tickets.query(fields, for: request)
    }

    func storedFingerprint(of key: IdempotencyKey) async -> String? {
        await tickets.storedFingerprint(of: key)
    }

    func carryOutMany(
        _ form: LiveForm, on page: TicketsPage
    ) async throws -> (changes: [Ticket.ID], outcome: LiveOutcome) {
        try await tickets.carryOutMany(form, on: page)
    }

    func report(_ error: any Error) { Issue.record(error) }
}

/// Holds the answers of controls back.
actor Gate {
    /// The addresses of the requests.
    private(set) var targets: [String] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isHolding = false

    func hold(_ isHolding: Bool) {
        self.isHolding = isHolding
        if !isHolding { for request in waiting { request.resume() } }
        if !isHolding { waiting = [] }
    }

    /// Answers the latest request alone.
    func releaseLast() { waiting.popLast()?.resume() }

    func pass(_ target: String) async {
        targets.append(target)
        if isHolding { await withCheckedContinuation { waiting.append($0) } }
    }

    /// Waits for a number of requests.
    func wait(forRequests count: Int) async throws {
        let end = ContinuousClock.now + .seconds(20)
        while targets.count < count {
            guard ContinuousClock.now < end else {
                throw Browser.Failure(description: "Instead of \(count) requests, there are \(targets).")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
