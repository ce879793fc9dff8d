import Logging
import NIOConcurrencyHelpers
import Orders
import ServiceLifecycle
import TableLive

/// Keeps the pages up to date with the database, whichever program changes the orders.
///
/// The updater polls the database for changes before each request, twice a second, and after each notification. A page
/// therefore shows all changes that were committed before its request. A change without a notification appears at most half
/// a second later.
actor PageUpdater: Service {
    private let database: any OrderDatabase
    private let pages: LivePages<OrderQuery, LiveOrders>
    private let failures: ReadFailures
    private let logger: Logger

    /// The state of the database of which the pages show all changes, or `nil` if the pages must be read again.
    private var state: String?
    private var lastAnswer = ContinuousClock.now
    /// The time for which changes are kept.
    private let retention: Duration
    /// A state with its time. After the retention, every running service has a later state, so its changes can be deleted.
    private var deletable: (state: String, time: ContinuousClock.Instant)?

    /// The running poll, and the poll that starts when the running one ends.
    private var current: Task<Void, Never>?
    private var next: Task<Void, Never>?

    /// Whether the database sends notifications.
    private(set) var notifications = Notifications.lost

    enum Notifications: String { case unused = "not used", listening = "ok", lost }

    /// Creates an updater.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - pages: The pages.
    ///   - failures: The failures of the pages.
    ///   - retention: The time for which changes are kept. A service that does not poll for a fifth of this time reads all
    ///     pages again.
    ///   - logger: The log.
    init(
        _ database: any OrderDatabase, pages: LivePages<OrderQuery, LiveOrders>, failures: ReadFailures,
        retention: Duration = .seconds(300), logger: Logger
    ) {
        self.database = database
        self.pages = pages
        self.failures = failures
        self.retention = retention
        self.logger = logger
    }

    /// Keeps the pages up to date until the service stops.
    func run() async {
        await cancelWhenGracefulShutdown {
            async let listening: Void = self.listen()
            while !Task.isCancelled {
                await self.poll()
                try? await Task.sleep(for: .milliseconds(500))
            }
            await listening
        }
    }

    private func listen() async {
        while !Task.isCancelled {
            do {
                guard let stream = try await database.notifications() else {
                    notifications = .unused
                    return
                }
                notifications = .listening
                // Commits before the first notification
                await poll()
                for await _ in stream {
                    // Without pages, the poll twice a second is enough.
                    if await pages.count > 0 { await poll() }
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
        await poll()
    }

    /// Polls the database. Callers that arrive during a poll share the next one, which also sees commits after the first one
    /// began.
    private func poll() async {
        let poll =
            next
            ?? Task { [current] in
                await current?.value
                await self.pollOnce()
            }
        next = poll
        await poll.value
    }

    private func pollOnce() async {
        current = next
        next = nil
        let now = ContinuousClock.now
        // Others may have deleted changes in the meantime.
        if now - lastAnswer > retention / 5 { state = nil }
        do {
            // A page that could not be read is read again.
            if failures.reset() {
                state = nil
                becomeStale("A page can't be read.")
            }
            let (changes, state) = try await database.changes(after: state)
            self.state = state
            lastAnswer = now
            var updates: [Task<Void, Never>] = []
            for change in changes { updates.append(await pages.update(after: change)) }
            if pages.isStale {
                for update in updates { await update.value }
                if !failures.hasAny {
                    pages.isStale = false
                    logger.notice("The database answers again.")
                }
            }
            deleteOldChanges(now)
        } catch {
            state = nil
            becomeStale("\(error)")
        }
    }

    private func becomeStale(_ reason: String) {
        guard !pages.isStale else { return }
        pages.isStale = true
        logger.error("The database does not answer: \(reason)")
    }

    private func deleteOldChanges(_ now: ContinuousClock.Instant) {
        guard let state else { return }
        guard let deletable else { return self.deletable = (state, now) }
        guard now - deletable.time > retention else { return }
        self.deletable = (state, now)
        Task { [database, logger] in
            do {
                try await database.deleteChanges(through: deletable.state)
            } catch {
                logger.warning("Old changes can't be deleted: \(error)")
            }
        }
    }
}

/// Whether pages could not be read, because the database was unavailable.
final class ReadFailures: Sendable {
    private let box = NIOLockedValueBox(false)

    var hasAny: Bool { box.withLockedValue { $0 } }

    func record() { box.withLockedValue { $0 = true } }

    /// Forgets the failures, and returns whether there were any.
    func reset() -> Bool {
        box.withLockedValue { hasAny in
            defer { hasAny = false }
            return hasAny
        }
    }
}
