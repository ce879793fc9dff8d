import TableAgent
import TableSurfaces

@testable import TableLive

/// A page with one row, which shows the number of a key in the business.
actor NumberPage: LivePage {
    nonisolated let feed: LiveFeed

    /// The number that the page shows.
    private(set) var number: Int
    /// The changes of each update.
    private(set) var updates: [[Int]] = []

    private let agent = Agent<Int>()
    private let container = LiveContainer(heartbeat: nil)
    private let key: Int
    private let business: Numbers
    private var isUpdating = false

    init(_ key: Int, in business: Numbers) async throws {
        (self.key, self.business, feed) = (key, business, container.feed)
        number = try await business.read(key)
        await business.opened(key, feed)
        try agent.attach(container, dataSource: DataSource(number, reformer: NumberReformer()))
    }

    func update(after changes: [Int]) async throws {
        if isUpdating { await business.overlapped() }
        isUpdating = true
        defer { isUpdating = false }
        updates.append(changes)
        do {
            number = try await business.read(key)
        } catch {
            await business.failedUpdate()
            throw error
        }
        try agent.reload(number)
    }

    func html(_ notice: LiveNotice?) -> LiveMarkup {
        let tokens = LiveTokens { _ in [UInt8](repeating: 7, count: 24) }
        return LiveMarkup(feed.page("Numbers", address: "/live"), tokens: tokens)
    }

    func bytes(in format: any GridFormat) throws -> [UInt8] { try format.bytes(of: agent.tableInfo) }
}

/// A business with a number for each key. A test can stop and fail its reads.
actor Numbers {
    struct Failure: Error {}

    /// The keys whose next reads fail.
    var failing: Set<Int> = []
    /// The feeds of all pages that were opened, with their keys, in order.
    private(set) var feeds: [(key: Int, feed: LiveFeed)] = []
    private(set) var failedUpdateCount = 0
    private(set) var overlapCount = 0

    private var numbers: [Int: Int] = [:]
    private var stopped: Set<Int> = []
    /// The reads that wait until a key continues.
    private var readers: [Int: [CheckedContinuation<Void, Never>]] = [:]
    /// The tests that wait for a read of a stopped key.
    private var observers: [Int: CheckedContinuation<Void, Never>] = [:]

    /// Returns the number that was current when the read began, as a database does.
    func read(_ key: Int) async throws -> Int {
        let number = numbers[key, default: 0]
        if stopped.contains(key) {
            await withCheckedContinuation { reader in
                readers[key, default: []].append(reader)
                observers.removeValue(forKey: key)?.resume()
            }
        }
        if failing.contains(key) { throw Failure() }
        return number
    }

    /// Increases a number and returns it.
    @discardableResult
    func change(_ key: Int) -> Int {
        numbers[key, default: 0] += 1
        return numbers[key, default: 0]
    }

    func fail(_ key: Int, _ fails: Bool = true) {
        if fails { failing.insert(key) } else { failing.remove(key) }
    }

    /// Makes the reads of a key wait after they have read.
    func stop(_ key: Int) { stopped.insert(key) }

    /// Waits until a read of a stopped key waits.
    func reading(_ key: Int) async {
        guard readers[key, default: []].isEmpty else { return }
        await withCheckedContinuation { observers[key] = $0 }
    }

    func `continue`(_ key: Int) {
        stopped.remove(key)
        for reader in readers.removeValue(forKey: key) ?? [] { reader.resume() }
    }

    func opened(_ key: Int, _ feed: LiveFeed) { feeds.append((key, feed)) }

    func failedUpdate() { failedUpdateCount += 1 }

    func overlapped() { overlapCount += 1 }
}

private struct NumberReformer: StatelessReformer {
    private struct Item: Identifiable, Equatable {
        let id = 0
        let number: Int
    }

    private enum ItemLine: GridLineItem {
        static func fill(_ line: inout GridLine, with item: Item) { line.integer(item.number) }
    }

    func reform(_ number: Int) -> TableInfo {
        TableInfo(columns: [GridColumn("Number")]) {
            TableSection(id: "all") { Rows([Item(number: number)], as: ItemLine.self) }
        }
    }
}

extension IdempotencyKey {
    /// The key of a change that no viewer of this program has requested.
    static var ofAnotherProgram: IdempotencyKey { IdempotencyKey(id: "another program", fingerprint: "") }
}
