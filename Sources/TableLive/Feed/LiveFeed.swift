import TableAgent
public import TableSurfaces

/// The messages of a live table. Each viewer pulls the messages that it lacks; the number of viewers is not limited.
///
/// A feed can be used on any actor. The feed stores the markup of the table once for all viewers. It also stores the
/// latest patches, as long as all of them together are shorter than the table. A viewer stores only its version. A
/// slow viewer skips versions and receives all changes at once. A viewer that reconnects continues from its version.
///
/// A version is a hash of the table's markup, so equal markup has the same version in every process. A viewer with
/// the current table receives nothing, even after a restart of the program.
///
/// ```swift
/// for await message in feed.messages(after: lastEventID) {
///     try await response.write(message.serverSentEvent)
/// }
/// ```
public final class LiveFeed: Sendable {
    private struct State: Sendable {
        /// The markup of the table; `nil` before the first table.
        var markup: TableMarkup?
        /// The hash of the markup.
        var version: UInt64 = 0
        /// The joined markup, or `nil` until a viewer needs it.
        var joined: String?
        /// Encoded patches, each with the version that it applies to. Each patch leads to the next version,
        /// and the last patch to the current version.
        var patches: [(version: UInt64, json: String)] = []
        /// The size of all patches in bytes.
        var patchSize = 0
        /// The latest message, cached because most viewers need the same message.
        var message: LiveMessage?
        /// The index of the first patch in the cached message, or `nil` if the message is the whole table.
        var messageStart: Int?
        /// The viewers that wait for a message, by a number. A continuation receives `false` for a heartbeat.
        var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
        /// The last number that was given to a waiting viewer.
        var nextWaiter = 0
        /// Whether the timer for heartbeats is running.
        var isBeating = false
        /// Whether the table may be out of date.
        var isStale = false
        /// Whether the container was released, so that the current version is the last one.
        var isLast = false
        /// Whether all viewers have been sent away.
        var isEnded = false

        var id: String { markup == nil ? "" : String(version, radix: 36) }

        /// Returns the joined markup.
        mutating func table() -> String {
            guard let markup else { return "<table>\n</table>\n" }
            let table = joined ?? String(decoding: markup.joined, as: UTF8.self)
            joined = table
            return table
        }

        /// Whether the current version differs from the version with an id.
        func isNew(_ known: String?) -> Bool { markup != nil && known != id }

        /// Returns the patches since a version, or the table if the version is unknown.
        mutating func message(after known: String?) -> LiveMessage {
            let version = known.flatMap { UInt64($0, radix: 36) }
            let start = version.flatMap { version in patches.lastIndex { $0.version == version } }
            if let message, messageStart == start { return message }
            let lists = start.map { patches[$0...].map { $0.json.dropFirst().dropLast() } }
            let joined = lists.map { "[" + $0.joined(separator: ",") + "]" }
            let kind = joined == nil ? LiveMessage.Kind.table : .patches
            let new = LiveMessage(id: id, kind: kind, data: joined ?? table())
            message = new
            messageStart = start
            return new
        }

        /// Removes the oldest patches, many at once, so that each removal is cheap.
        mutating func dropPatches(above limit: Int) {
            var count = 0
            while patchSize > limit, count < patches.count {
                patchSize -= patches[count].json.utf8.count
                count += 1
            }
            patches.removeFirst(count)
        }

        /// Removes and returns the continuations of all waiting viewers.
        mutating func takeWaiters() -> [CheckedContinuation<Bool, Never>] {
            defer { waiters = [:] }
            return Array(waiters.values)
        }
    }

    private let state = Locked(State())

    /// The interval at which waiting viewers receive a heartbeat, or `nil` for no heartbeats.
    private let heartbeat: Duration?

    /// The words of the messages on a page.
    let words: TableWords

    private let bottom: String

    /// Creates a feed without a table.
    ///
    /// - Parameter bottom: The markup below the table on a page.
    init(heartbeat: Duration?, words: TableWords, bottom: String = "") {
        self.heartbeat = heartbeat
        self.words = words
        self.bottom = bottom
    }

    /// The id of the current version; empty before the first table.
    public var id: String { state.withLock { $0.id } }

    /// The current table as a message.
    public var table: LiveMessage {
        state.withLock { LiveMessage(id: $0.id, kind: .table, data: $0.table()) }
    }

    /// Returns a page with the current table, for a browser with or without ``LiveScript``.
    ///
    /// The element `table` has the address of the messages as `data-live`, the version as `data-version`, and the
    /// interval of heartbeats in milliseconds as `data-heartbeat`. The messages of the script are the attribute `data-texts`,
    /// a JSON object. The script reads these attributes to request later changes. Without the script, the page is an ordinary page.
    ///
    /// - Parameters:
    ///   - page: The page around the table. To load the script, its head contains `<script src="/live.js"
    ///     defer></script>`, with the address at which the program serves the script.
    ///   - address: The address at which the program serves the messages of this feed.
    public func page(_ page: HTMLPage, address: String) -> String {
        let (id, table) = state.withLock { ($0.id, $0.table()) }
        var attributes = [("live", address), ("version", id)]
        if let heartbeat {
            attributes.append(("heartbeat", "\(Int(min(heartbeat, .seconds(86_400)) / .milliseconds(1)))"))
        }
        attributes.append(("texts", StableJSON.text(ofObject: words.live.texts)))
        let start = attributes.map { " data-\($0)=\"\(HTMLFormat.escape($1))\"" }
        return page.markup(
            around: "<table" + start.joined() + table.dropFirst("<table".count) + bottom, words: words)
    }

    /// Whether the table may be out of date, for example because the database does not answer.
    ///
    /// Setting this property notifies all viewers at once. While it is `true`, ``LiveScript`` says that the table may be out
    /// of date, and holds back actions. Set the property to `false` only when the table shows all changes. A new feed is not stale.
    ///
    /// ```swift
    /// do {
    ///     try agent.reload(try await store.orders())
    ///     feed.isStale = false
    /// } catch {
    ///     feed.isStale = true
    /// }
    /// ```
    public var isStale: Bool {
        get { state.withLock { $0.isStale } }
        set {
            let waiters: [CheckedContinuation<Bool, Never>] = state.withLock { state in
                guard state.isStale != newValue else { return [] }
                state.isStale = newValue
                return state.takeWaiters()
            }
            for waiter in waiters { waiter.resume(returning: true) }
        }
    }

    /// Returns the messages for a viewer.
    ///
    /// The sequence ends when the container is released, when ``end()`` or ``LiveMessages/end()`` is called, or when
    /// the task that iterates is cancelled. The sequence never throws.
    ///
    /// - Parameter id: The id of the last message that the viewer has received. With `nil` or an unknown id,
    ///   the first message is the whole table.
    public func messages(after id: String?) -> LiveMessages { messages(after: id) {} }

    /// Returns the messages for a viewer, and calls a closure once when the viewer calls ``LiveMessages/end()`` or
    /// releases the messages.
    func messages(after id: String?, onEnd: @escaping @Sendable () -> Void) -> LiveMessages {
        LiveMessages(feed: self, id: id, onEnd: onEnd)
    }

    // MARK: The table

    /// The markup of the table; `nil` before the first table.
    ///
    /// Release the markup before ``update(isUnique:_:)``, which otherwise copies it.
    var markup: TableMarkup? { state.withLock { $0.markup } }

    /// Changes the markup, and starts a new version if the markup is different.
    ///
    /// - Parameters:
    ///   - isUnique: Whether all parts of the new table have different keys.
    ///   - change: Changes the markup, while the lock is held. Returns the patches that make the same change to a page,
    ///     or `nil` if viewers need the whole table.
    func update(isUnique: Bool, _ change: (inout TableMarkup?) -> String?) {
        let waiters: [CheckedContinuation<Bool, Never>] = state.withLock { state in
            let isFirst = state.markup == nil
            let old = state.version
            let patches = change(&state.markup)
            guard let markup = state.markup else { return [] }
            state.version = markup.version(isUnique: isUnique)
            guard isFirst || state.version != old else { return [] }
            state.joined = nil
            state.message = nil
            if let patches, patches.utf8.count < markup.byteCount {
                state.patches.append((old, patches))
                state.patchSize += patches.utf8.count
                if state.patchSize > markup.byteCount { state.dropPatches(above: markup.byteCount / 2) }
            } else {
                state.patches = []
                state.patchSize = 0
            }
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume(returning: true) }
    }

    /// Ends the messages of all viewers, now and later, for example when the program stops.
    ///
    /// A server that waits for the end of its responses can't stop while a viewer waits for messages.
    public func end() {
        wakeAll { $0.isEnded = true }
    }

    /// Ends the messages of each viewer after the current version.
    func containerWasReleased() {
        wakeAll { $0.isLast = true }
    }

    private func wakeAll(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume(returning: true) }
    }

    // MARK: Viewers

    /// Waits for the next message for a viewer and returns it, or `nil` at the end.
    ///
    /// - Parameters:
    ///   - id: The version that the viewer has.
    ///   - isStale: Whether the viewer knows that the table may be out of date.
    fileprivate func nextMessage(
        after id: String?, isStale: Bool, for viewer: LiveMessages
    ) async -> LiveMessage? {
        func signal(_ isStale: Bool) -> LiveMessage {
            LiveMessage(id: id ?? "", kind: isStale ? .stale : .heartbeat, data: "")
        }
        while !Task.isCancelled {
            let next: LiveMessage?? = state.withLock { state in
                if viewer.isEnded || state.isEnded { return .some(nil) }
                if state.isNew(id) { return state.message(after: id) }
                if state.isStale != isStale { return signal(state.isStale) }
                return state.isLast ? .some(nil) : nil
            }
            if let next { return next }
            guard await wait(after: id, isStale: isStale, for: viewer) else { return signal(isStale) }
        }
        return nil
    }

    /// Waits until there may be a message for a viewer.
    ///
    /// - Returns: `false` if the viewer must receive a heartbeat.
    private func wait(after id: String?, isStale: Bool, for viewer: LiveMessages) async -> Bool {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        defer { state.withLock { _ in _ = viewer.waiters.remove(number) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    let isOver = state.isEnded || state.isLast || viewer.isEnded || Task.isCancelled
                    guard !state.isNew(id), state.isStale == isStale, !isOver else { return true }
                    state.waiters[number] = continuation
                    viewer.waiters.insert(number)
                    beginHeartbeat(&state)
                    return false
                }
                if isReady { continuation.resume(returning: true) }
            }
        } onCancel: {
            wake([number])
        }
    }

    private func wake(_ numbers: Set<Int>) {
        let waiters = state.withLock { state in
            numbers.compactMap { state.waiters.removeValue(forKey: $0) }
        }
        for waiter in waiters { waiter.resume(returning: true) }
    }

    fileprivate func end(_ viewer: LiveMessages) {
        let (waiters, onEnd) = state.withLock { _ in
            let onEnd = viewer.onEnd
            viewer.isEnded = true
            viewer.onEnd = nil
            return (viewer.waiters, onEnd)
        }
        wake(waiters)
        onEnd?()
    }

    // MARK: Heartbeats

    /// Starts the timer for the heartbeats of all viewers. The timer stops when it fires and no viewer is waiting.
    private func beginHeartbeat(_ state: inout State) {
        guard let heartbeat, !state.isBeating else { return }
        state.isBeating = true
        Task { [weak self] in
            repeat { try await Task.sleep(for: heartbeat) } while self?.beat() == true
        }
    }

    /// Sends a heartbeat to all waiting viewers.
    ///
    /// - Returns: Whether any viewer was waiting.
    private func beat() -> Bool {
        let waiters = state.withLock { state in
            state.isBeating = !state.waiters.isEmpty
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume(returning: false) }
        return !waiters.isEmpty
    }
}

/// The messages for one viewer of a live table; see ``LiveFeed/messages(after:)``.
public final class LiveMessages: AsyncSequence, Sendable {
    private let feed: LiveFeed
    private let id: String?
    // Accessed only with the lock of the feed held.
    nonisolated(unsafe) fileprivate var isEnded = false
    nonisolated(unsafe) fileprivate var waiters: Set<Int> = []
    nonisolated(unsafe) fileprivate var onEnd: (@Sendable () -> Void)?

    fileprivate init(feed: LiveFeed, id: String?, onEnd: @escaping @Sendable () -> Void) {
        self.feed = feed
        self.id = id
        self.onEnd = onEnd
    }

    deinit { onEnd?() }

    /// Ends the sequence, for example when the viewer has left. Pending calls of the iterator return `nil`.
    ///
    /// ```swift
    /// let messages = feed.messages(after: lastEventID)
    /// connection.onClose { messages.end() }
    /// ```
    public func end() { feed.end(self) }

    /// Returns an iterator that starts after the message whose id was passed to ``LiveFeed/messages(after:)``.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(messages: self, id: id) }

    /// An iterator that waits for each message.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let messages: LiveMessages
        fileprivate var id: String?
        fileprivate var isStale = false

        /// Waits for the next message and returns it, or `nil` at the end or when the task is cancelled.
        public mutating func next() async -> LiveMessage? {
            let message = await messages.feed.nextMessage(after: id, isStale: isStale, for: messages)
            guard let message else { return nil }
            id = message.id
            switch message.kind {
            case .stale: isStale = true
            case .heartbeat: isStale = false
            case .table, .patches: break
            }
            return message
        }
    }
}

extension LiveWords {
    /// The messages by the names that ``LiveScript`` gives them.
    fileprivate var texts: [String: String] {
        [
            "stale": stale, "fresh": fresh, "sending": sending, "sent": sent, "held": held,
            "unanswered": unanswered, "loading": loading, "unloaded": unloaded,
            "checked": checked, "elsewhere": elsewhere, "left": left, "keys": keys,
        ]
    }
}
