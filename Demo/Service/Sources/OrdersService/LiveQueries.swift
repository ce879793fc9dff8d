import Logging
import Orders
import ServiceLifecycle

/// The queries that somebody looks at: one actor for each, whoever looks.
actor LiveQueries: Service {
    private struct Entry {
        let opening: Task<LiveOrders, any Error>
        var viewers = 0
        var lastUse = ContinuousClock.now
    }

    private let show: @Sendable (OrderQuery) async throws -> LiveOrders
    private let logger: Logger
    private let limit: Int
    private var entries: [OrderQuery: Entry] = [:]
    /// The refresh that reads now, and the one that begins when it ends.
    private var current: Task<Void, Never>?
    private var next: Task<Void, Never>?

    /// - Parameters:
    ///   - limit: How many queries there are at most.
    ///   - show: Begins to show the orders of a query.
    init(
        limit: Int = 200, logger: Logger, show: @escaping @Sendable (OrderQuery) async throws -> LiveOrders
    ) {
        (self.limit, self.logger, self.show) = (limit, logger, show)
    }

    /// The number of queries.
    var count: Int { entries.count }

    /// Finds the orders of a query, or begins to show them.
    func orders(of query: OrderQuery) async throws -> LiveOrders {
        try await value(of: open(query), of: query)
    }

    /// Finds the orders of a query, and keeps them as long as the viewer looks at them.
    func addViewer(of query: OrderQuery) async throws -> LiveOrders {
        let opening = try open(query)
        entries[query]?.viewers += 1
        return try await value(of: opening, of: query)
    }

    private func open(_ query: OrderQuery) throws -> Task<LiveOrders, any Error> {
        if let entry = entries[query] {
            entries[query]?.lastUse = .now
            return entry.opening
        }
        try makeRoom()
        let opening = Task { try await show(query) }
        entries[query] = Entry(opening: opening)
        return opening
    }

    private func value(
        of opening: Task<LiveOrders, any Error>, of query: OrderQuery
    ) async throws -> LiveOrders {
        do {
            return try await opening.value
        } catch {
            if entries[query]?.opening == opening { entries[query] = nil }
            throw error
        }
    }

    func removeViewer(of query: OrderQuery) {
        entries[query]?.viewers -= 1
        entries[query]?.lastUse = .now
    }

    private func makeRoom() throws {
        guard entries.count >= limit else { return }
        let idle = entries.filter { $0.value.viewers == 0 }
        guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse })?.key else {
            throw ServiceError.tooManyQueries
        }
        entries[oldest] = nil
    }

    // MARK: After a change

    /// Shows all viewers what has changed up to now, and returns when they can see it.
    ///
    /// Changes that come while one refresh reads share the next.
    func refresh() async {
        if let next { return await next.value }
        let current = current
        let refresh = Task {
            await current?.value
            await reloadAll()
        }
        next = refresh
        await refresh.value
    }

    private func reloadAll() async {
        (current, next) = (next, nil)
        await withTaskGroup(of: Void.self) { group in
            for entry in entries.values {
                group.addTask { [logger] in
                    do {
                        try await entry.opening.value.reload()
                    } catch {
                        logger.error("A query can't be refreshed: \(error)")
                    }
                }
            }
        }
    }

    // MARK: Queries without viewers

    /// Lets go of queries that nobody has used for a minute, until the service stops.
    func run() async {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(15))) != nil {
                await self.removeQueries(unusedSince: .now - .seconds(60))
            }
        }
    }

    /// Lets go of queries that have no viewers, and had none since a time.
    func removeQueries(unusedSince time: ContinuousClock.Instant) {
        entries = entries.filter { $0.value.viewers > 0 || $0.value.lastUse > time }
    }
}
