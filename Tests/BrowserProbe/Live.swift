import TableAgent
@_spi(Internals) import TableBrowser
import TableSurfaces

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A table that changes while a person browses it.
@MainActor
final class Live: EventDelegate {
    private let options: Options
    private let agent: Agent<[Order]>
    private let browser: TableBrowser
    private var next = 1_000_000_000
    private var random = SystemRandomNumberGenerator()

    /// The settings of a run.
    struct Options {
        var rows = 200
        var sections = 5
        /// The number of updates in a second.
        var rate = 0.0
        var texts = Order.Texts.plain
        /// The act of Enter: `trap`, `exit`, `abort`, `busy`, or `open`, which opens the terminal again.
        var fault: String?
        /// The descriptor that receives a full repaint of each frame.
        var mirror: Int32?
        var isPlain: Bool?
    }

    init(_ options: Options) throws {
        self.options = options
        browser = options.mirror.map { Self.mirroredBrowser(to: $0) } ?? TableBrowser()
        agent = try Agent(
            browser, rawData: (0..<options.rows).map { Order($0, options.texts) },
            reformer: BatchReformer(sectionCount: options.sections))
        browser.isPlain = options.isPlain
        agent.eventDelegate = self
    }

    /// Installs a handler of the program, which the browser must respect.
    nonisolated static func handleTermination() {
        signal(SIGTERM) { _ in _ = write(2, "handled\n", 8) }
    }

    /// Creates a browser that writes the number of bytes so far and a full repaint of each frame to a descriptor.
    private static func mirroredBrowser(to mirror: Int32) -> TableBrowser {
        let total = Locked(0)
        return TableBrowser { isPlain, usesMouse in
            MirroredTerminal(try Terminal(isPlain: isPlain, usesMouse: usesMouse)) { frame in
                let count = total.withLock { total in
                    total += frame.bytes.count
                    return total
                }
                let screen = frame.screen
                let full = screen.repaint()
                let head = "\(count) \(screen.width) \(screen.height) \(full.count)\n"
                write(Array(head.utf8) + full, to: mirror)
            }
        }
    }

    /// Browses until the person leaves.
    func run() async throws {
        let updates = Task { if options.rate > 0 { try await update() } }
        defer { updates.cancel() }
        try await browser.run()
    }

    /// Edits the table at the rate of the options.
    private func update() async throws {
        let start = ContinuousClock.now
        var count = 0.0
        while !Task.isCancelled {
            try await Task.sleep(for: .milliseconds(2))
            let target = (ContinuousClock.now - start) / .seconds(1) * options.rate
            while count < target {
                count += 1
                try agent.edit(change)
            }
        }
    }

    private func change(_ edit: inout TableEdit) throws {
        let sections = edit.table.sections
        let section = Int.random(in: 0..<sections.count, using: &random)
        let count = sections[section].rows.count
        next += 1
        let row = Int.random(in: 0...count, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4:
            try edit.insert(Rows([Order(next, options.texts)], as: OrderLine.self), at: row, in: .at(section))
        case 4..<8 where row < count: try edit.removeRow(.at(RowPosition(section: section, row: row)))
        case _ where row < count:
            guard var order = sections[section].rows[row].data(as: Order.self) else { return }
            order.quantity += 1
            try edit.replaceData(ofRow: .at(RowPosition(section: section, row: row)), with: order)
        default: break
        }
    }

    func didReceive(_ event: CellEvent) {
        guard event.isNamed(.select) else { return }
        switch options.fault {
        case "trap": fatalError("a trap")
        case "exit": exit(3)
        case "abort": abort()
        case "busy": while time(nil) > 0 {}
        case "open":
            Task {
                do {
                    try await TableBrowser().run()
                } catch { browser.show("\(error)") }
            }
        default: browser.show("selected \(event.rowID)")
        }
    }
}

/// Writes bytes to a descriptor.
func write(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { bytes in
        var start = 0
        while start < bytes.count {
            let count = write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
            if count <= 0, errno != EINTR { return }
            start += max(count, 0)
        }
    }
}
