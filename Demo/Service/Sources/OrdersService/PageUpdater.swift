import Logging
import Orders
import ServiceLifecycle
import TableLive

/// Keeps the pages up to date with the database, whichever program changes the orders.
///
/// The updater asks the database for changes before each request, twice a second, and after each notification. So a page
/// shows all changes that were committed before its request, and a change without a notification is only shown later.
actor PageUpdater: Service {
    private let database: any OrderDatabase
    private let pages: LivePages<OrderQuery, LiveOrders>
    private let logger: Logger

    /// The state of the database of which the pages show all changes, or `nil` if the pages must be read again.
    private var state: String?
    private var lastAnswer = ContinuousClock.now
    /// A state after which all services have asked again, once some minutes have passed.
    private var earlier: (state: String, time: ContinuousClock.Instant)?

    /// The running update, and the update that starts when the running one ends.
    private var current: Task<Void, Never>?
    private var next: Task<Void, Never>?

    /// The state of the notifications of the database.
    private(set) var notifications = Notifications.unused

    enum Notifications: String { case unused = "not used", received = "ok", lost }

    init(_ database: any OrderDatabase, pages: LivePages<OrderQuery, LiveOrders>, logger: Logger) {
        (self.database, self.pages, self.logger) = (database, pages, logger)
    }

    /// Keeps the pages up to date until the service stops.
    func run() async {
        await cancelWhenGracefulShutdown {
            async let listening: Void = self.listen()
            while !Task.isCancelled {
                await self.update()
                try? await Task.sleep(for: .milliseconds(500))
            }
            await listening
        }
    }

    private func listen() async {
        while !Task.isCancelled {
            do {
                guard let stream = try await database.notifications() else { return }
                notifications = .received
                // Commits before the first notification
                await update()
                for await _ in stream {
                    // Without pages, the question twice a second is enough.
                    if await pages.count > 0 { await update() }
                    // Notifications that arrive in the meantime count as one.
                    try? await Task.sleep(for: .milliseconds(10))
                }
            } catch {
                logger.debug("The database sends no notifications: \(error)")
            }
            notifications = .lost
            try? await Task.sleep(for: .milliseconds(.random(in: 200...1000)))
        }
    }

    // MARK: Updates

    /// Begins the updates of the pages after all changes that were committed before the call.
    ///
    /// While the database does not answer, this returns immediately: the pages say that they may be out of date.
    func catchUp() async {
        guard !pages.isStale else { return }
        await update()
    }

    /// Asks the database for changes. Callers that arrive while an answer is on its way share the next question.
    private func update() async {
        let update =
            next
            ?? Task { [current] in
                await current?.value
                await self.ask()
            }
        next = update
        await update.value
    }

    private func ask() async {
        (current, next) = (next, nil)
        let now = ContinuousClock.now
        // Old changes are deleted. A program that was suspended may have missed some.
        if now - lastAnswer > .seconds(60) { state = nil }
        do {
            let (changes, state) = try await database.changes(after: state)
            (self.state, lastAnswer) = (state, now)
            var updates: [Task<Void, Never>] = []
            for change in changes { updates.append(await pages.update(after: change)) }
            if pages.isStale {
                for update in updates { await update.value }
                pages.isStale = false
                logger.notice("The database answers again.")
            }
            deleteOldChanges(now)
        } catch {
            state = nil
            guard !pages.isStale else { return }
            pages.isStale = true
            logger.error("The database does not answer: \(error)")
        }
    }

    private func deleteOldChanges(_ now: ContinuousClock.Instant) {
        guard let state else { return }
        guard let earlier else { return self.earlier = (state, now) }
        guard now - earlier.time > .seconds(300) else { return }
        self.earlier = (state, now)
        Task { [database, logger] in
            do {
                try await database.deleteChanges(before: earlier.state)
            } catch {
                logger.warning("Old changes can't be deleted: \(error)")
            }
        }
    }
}
