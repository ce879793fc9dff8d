import Foundation

/// The messages of a live table for any number of viewers, each of which pulls those that it lacks.
///
/// A feed crosses actors. What it keeps does not depend on the number of viewers: the markup of the table, and the
/// patches since it was written last, as long as they are smaller. A viewer keeps nothing but the version that it has,
/// so a slow one skips versions and is told of all changes at once, and one that comes back goes on where it left.
///
/// ```swift
/// for await message in container.feed.messages(after: request.headers["Last-Event-ID"]) {
///     try await response.write(message.serverSentEvent)
/// }
/// ```
public final class LiveFeed: Sendable {
    /// A version of one epoch. Each feed begins an epoch, so that ids of another run of the program mean nothing.
    struct Version: Equatable {
        let epoch: String
        var number: Int

        var id: String { "\(epoch).\(number)" }
    }

    private struct State {
        var version: Version
        var table = ""
        /// Encoded patches, each of which leads to one version; the last one to the present.
        var patches: [String] = []
        var patchSize = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
        var isEnded = false
    }

    private let lock = NSLock()
    // Read and written with the lock held.
    nonisolated(unsafe) private var state: State

    init() {
        let epoch = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        state = State(version: Version(epoch: epoch, number: 0))
    }

    /// The id of the present version.
    public var id: String { lock.withLock { state.version.id } }

    /// The markup of the table as it is now.
    public var table: LiveMessage {
        lock.withLock { LiveMessage(id: state.version.id, kind: .table, data: state.table) }
    }

    /// Returns the messages for a viewer.
    ///
    /// The sequence never fails; it ends with the feed, or when its task is cancelled.
    ///
    /// - Parameter id: The id of the last message that the viewer has taken; `nil`, and any text that is none of this
    ///   feed, for a viewer that has nothing.
    public func messages(after id: String?) -> LiveMessages {
        LiveMessages(feed: self, id: id)
    }

    // MARK: The table

    /// Begins a new version, for which viewers need the whole table.
    func replace(_ table: String) { update(table, nil) }

    /// Begins a new version, for viewers of the last one by patches.
    func patch(_ table: String, _ patches: String) { update(table, patches) }

    private func update(_ table: String, _ patches: String?) {
        let waiters = lock.withLock {
            state.version.number += 1
            state.table = table
            if let patches {
                state.patches.append(patches)
                state.patchSize += patches.utf8.count
                while state.patchSize > table.utf8.count, !state.patches.isEmpty {
                    state.patchSize -= state.patches.removeFirst().utf8.count
                }
            } else {
                (state.patches, state.patchSize) = ([], 0)
            }
            return takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Ends the sequences of all viewers.
    func end() {
        let waiters = lock.withLock {
            state.isEnded = true
            return takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    private func takeWaiters() -> [CheckedContinuation<Void, Never>] {
        defer { state.waiters = [:] }
        return Array(state.waiters.values)
    }

    // MARK: Viewers

    /// What a viewer that has a version lacks.
    enum Next {
        case message(LiveMessage)
        case none
        case end
    }

    func next(after id: String?) -> Next {
        lock.withLock {
            if id == state.version.id { return state.isEnded ? .end : .none }
            let prefix = state.version.epoch + "."
            let number = id.flatMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
            let missed = number.map { state.version.number - $0 } ?? -1
            guard missed > 0, missed <= state.patches.count else {
                return state.version.number == 0
                    ? (state.isEnded ? .end : .none)
                    : .message(LiveMessage(id: state.version.id, kind: .table, data: state.table))
            }
            let lists = state.patches.suffix(missed).map { $0.dropFirst().dropLast() }.filter { !$0.isEmpty }
            return .message(
                LiveMessage(
                    id: state.version.id, kind: .patches, data: "[" + lists.joined(separator: ",") + "]"))
        }
    }

    /// Waits until there is another version than the one with an id, the feed has ended, or the task is cancelled.
    func wait(after id: String?) async {
        let number = lock.withLock {
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = lock.withLock {
                    let isNew = state.version.id != id && state.version.number > 0
                    guard !isNew, !state.isEnded, !Task.isCancelled else { return true }
                    state.waiters[number] = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            lock.withLock { state.waiters.removeValue(forKey: number) }?.resume()
        }
    }
}

/// The messages for one viewer of a live table; see ``LiveFeed/messages(after:)``.
public struct LiveMessages: AsyncSequence, Sendable {
    let feed: LiveFeed
    let id: String?

    /// Returns an iterator that goes on after the viewer's last message.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(feed: feed, id: id)
    }

    /// Waits for one message after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let feed: LiveFeed
        var id: String?

        /// Returns the next message, once there is one; `nil` at the end of the feed, or when the task is cancelled.
        public mutating func next() async -> LiveMessage? {
            while !Task.isCancelled {
                switch feed.next(after: id) {
                case .message(let message):
                    id = message.id
                    return message
                case .none: await feed.wait(after: id)
                case .end: return nil
                }
            }
            return nil
        }
    }
}
