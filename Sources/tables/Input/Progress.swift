#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import TableBrowser
import TableSurfaces

/// A line on the terminal that shows how much of the work is done.
///
/// The line appears after a second and changes ten times a second. A thread of its own draws and erases the line, and
/// receives the signals that end or stop the program, so that the line is erased first. The work only counts.
final class Progress: Sendable {
    /// The kinds of work, in the order in which they follow each other.
    enum Activity: Comparable {
        case reading, parsing, comparing, describing, sorting, writing

        fileprivate var name: String { "\(self)".prefix(1).uppercased() + "\(self)".dropFirst() }
    }

    /// The amount of work that is done, in rows for a comparison, otherwise in bytes.
    struct Tally {
        var done = 0
        /// The amount of all work, or `nil` if it is unknown.
        var total: Int?
        /// The time of the first amount.
        var start = ContinuousClock.now

        fileprivate var isComplete: Bool { total.map { done >= $0 } ?? false }
    }

    private struct State {
        var tallies: [Activity: Tally] = [:]
        var current = Activity.reading
        /// The thread, until a caller waits for its end.
        var thread: RunningThread?
        var isEnding = false
        var isDrawn = false

        /// Shows an activity, unless an earlier one follows that has not ended.
        mutating func advance(to activity: Activity) {
            let isLater = activity > current
            if isLater || tallies[current]?.isComplete != false { current = activity }
        }
    }

    /// The progress of the program.
    static let shared = Progress()

    /// A crash handler waits for the thread, which uses the state.
    private let state = Locked(State(), blocksSignals: true)

    // MARK: Counting

    /// Begins an activity, or adds to an activity that has begun.
    func begin(_ activity: Activity, total: Int? = nil) {
        state.withLock { state in
            var tally = state.tallies[activity] ?? Tally(total: 0)
            tally.total = tally.total.flatMap { known in total.map { known + $0 } }
            state.tallies[activity] = tally
            state.advance(to: activity)
        }
    }

    /// Counts work that is done. An activity that has not begun is not counted, except that the first bytes of a table end
    /// its description or its sorting.
    ///
    /// Call this once for a block of bytes or rows, because it takes about a microsecond.
    func add(_ amount: Int, to activity: Activity) {
        state.withLock { state in
            let startsWriting = activity == .writing && [.describing, .sorting].contains(state.current)
            guard var tally = state.tallies[activity] ?? (startsWriting ? Tally() : nil) else { return }
            if tally.done == 0 { tally.start = .now }
            tally.done += amount
            state.tallies[activity] = tally
            state.advance(to: activity)
        }
    }

    // MARK: The text

    /// Returns the text of the line now, or `nil` if there is no line yet.
    func text(columns: Int) -> String? {
        state.withLock { state in
            state.tallies[state.current].flatMap { tally in
                let seconds = (.now - tally.start) / .seconds(1)
                return Self.text(of: state.current, tally, seconds: seconds, columns: columns)
            }
        }
    }

    /// Returns the text of the line. Parts at its end are left out if they do not fit.
    ///
    /// Returns `nil` before the first byte was read, because another program may still ask for a password.
    static func text(of activity: Activity, _ tally: Tally, seconds: Double, columns: Int) -> String? {
        guard tally.done > 0 || activity != .reading else { return nil }
        let unit = activity == .comparing ? " rows" : ""
        func amount(_ count: Int) -> String { abbreviated(Double(count), activity == .comparing ? "" : "B") }
        var parts = [activity.name]
        if let total = tally.total, total > 0, tally.done <= total {
            parts[0] += " \(amount(tally.done)) of \(amount(total))\(unit)"
            parts.append("\(Int(100 * Double(tally.done) / Double(total))) %")
        } else if tally.done > 0 {
            parts[0] += " \(amount(tally.done))\(unit)"
        }
        if seconds >= 1, tally.done > 0, !tally.isComplete {
            parts.append("\(amount(Int(Double(tally.done) / seconds)))\(unit)/s")
        }
        let width = min(columns, 40)
        while parts.count > 1, parts.joined(separator: ", ").count > width { parts.removeLast() }
        return String(parts.joined(separator: ", ").prefix(max(width, 0)))
    }

    /// Returns an amount with two or three digits and a prefix of its unit, such as `85 MB` or `1.2 GB`.
    private static func abbreviated(_ amount: Double, _ unit: String) -> String {
        var amount = amount
        var prefixes = ["", "k", "M", "G", "T", "P"][...]
        while amount >= 999.5, prefixes.count > 1 {
            amount /= 1000
            prefixes = prefixes.dropFirst()
        }
        let tenths = Int((amount * 10).rounded())
        let isShort = tenths < 100 && prefixes.startIndex > 0
        let number = isShort ? "\(tenths / 10).\(tenths % 10)" : "\(Int(amount.rounded()))"
        let suffix = (prefixes.first ?? "") + unit
        return suffix.isEmpty ? number : "\(number) \(suffix)"
    }

    // MARK: The line

    /// Whether the table goes to a file, or to the terminal of standard error, so that no other program writes there.
    ///
    /// - Parameters:
    ///   - inputs: The files to read. A person may type the rows of standard input.
    ///   - output: The file to write, or `nil` for standard output.
    static func isUseful(inputs: [String?], output: String?) -> Bool {
        let terminal = TerminalTraits(fileDescriptor: STDERR_FILENO)
        guard terminal.isTerminal, !terminal.isDumb else { return false }
        if inputs.contains("-"), isatty(STDIN_FILENO) == 1 { return false }
        var (info, error) = (stat(), stat())
        var isFile: Bool { info.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) }
        if let output { return stat(output, &info) != 0 || isFile }
        guard fstat(STDOUT_FILENO, &info) == 0, fstat(STDERR_FILENO, &error) == 0 else { return false }
        return isFile || isatty(STDOUT_FILENO) == 1 && info.st_rdev == error.st_rdev
    }

    /// Starts the thread that draws the line. Without room for a thread or a terminal, there is no line.
    func start() {
        let channel = SignalChannel.shared
        guard channel.isUsable, let device = try? TerminalDevice(of: [STDERR_FILENO]), channel.takeToken()
        else { return }
        let signals = TerminalSignals()
        signals.install()
        let thread = TerminalSignals.startThread { self.run(device, signals) }
        state.withLock { $0.thread = thread }
        if thread == nil { end(device, signals) }
    }

    /// Erases the line, which does not appear again. Call this before anything else is written on the terminal.
    func end() {
        let thread = state.withLock { state in
            state.isEnding = true
            defer { state.thread = nil }
            return state.thread
        }
        guard let thread else { return }
        SignalChannel.shared.send(TerminalSignals.wake)
        thread.join()
        // If a person has stopped the output of the terminal, the line is erased when it continues.
        guard state.withLock({ $0.isDrawn }) else { return }
        try? HandleSink(fileDescriptor: STDERR_FILENO).write(Array("\(Self.erasing)".utf8))
    }

    private static let erasing: StaticString = "\r\u{1B}[2K"
    private static let delay = Duration.seconds(1)
    private static let period = Duration.milliseconds(100)

    private func run(_ device: TerminalDevice, _ signals: TerminalSignals) {
        let channel = SignalChannel.shared
        var numbers = [UInt8](repeating: 0, count: 256)
        var next = ContinuousClock.now + Self.delay
        while true {
            var request = channel.request
            poll(&request, 1, Int32(max((next - .now) / .milliseconds(1), 0).rounded(.up)))
            let count = channel.receive(into: &numbers)
            for index in 0..<count {
                let isContinued = numbers[index..<count].contains(UInt8(SIGCONT))
                guard handle(Int32(numbers[index]), isContinued: isContinued, on: device, signals: signals)
                else { return }
            }
            if state.withLock({ $0.isEnding }) { return end(device, signals) }
            guard next <= .now else { continue }
            draw(on: device)
            next = .now + Self.period
        }
    }

    /// Handles a signal or the byte of `exit`. Returns `false` if the thread must end.
    private func handle(
        _ number: Int32, isContinued: Bool, on device: TerminalDevice, signals: TerminalSignals
    ) -> Bool {
        switch number {
        case Int32(TerminalSignals.wake): return true
        case SIGWINCH, SIGCONT: signals.pass(number)
        case SIGTSTP:
            guard !isContinued else { return true }
            erase(on: device)
            // Returns when the process continues.
            signals.pass(number)
        default:
            end(device, signals)
            if TerminalSignals.isPassing(number) { TerminalSignals.raiseHere(number) }
            return false
        }
        return true
    }

    private func draw(on device: TerminalDevice) {
        let columns = (TerminalTraits(fileDescriptor: device.descriptor).width ?? 80) - 1
        // In the background, the terminal belongs to another program.
        guard let text = text(columns: columns), device.isInForeground else { return erase(on: device) }
        let count = Array("\(Self.erasing)\(text)".utf8).withUnsafeBytes(device.writeBytes) ?? 0
        if count > 0 { state.withLock { $0.isDrawn = true } }
    }

    private func erase(on device: TerminalDevice) {
        guard state.withLock({ $0.isDrawn }) else { return }
        // Allocates no memory, because the reason can be a crash. A terminal in the background has other lines.
        let isLeft = Self.erasing.withUTF8Buffer { bytes in
            device.isInForeground
                && device.writeBytes(UnsafeRawBufferPointer(bytes)).map { $0 < bytes.count } ?? false
        }
        state.withLock { $0.isDrawn = isLeft }
    }

    private func end(_ device: TerminalDevice, _ signals: TerminalSignals) {
        erase(on: device)
        signals.restore()
        SignalChannel.shared.putToken()
        device.release()
    }
}

/// A sink that counts its bytes. The line of the progress is erased before the first bytes for a terminal.
final class CountingSink: ByteSink {
    private let sink: any ByteSink
    private let isTerminal: Bool

    init(_ sink: any ByteSink, isTerminal: Bool) {
        self.sink = sink
        self.isTerminal = isTerminal
    }

    func write(_ block: [UInt8]) throws {
        if isTerminal { Progress.shared.end() }
        try sink.write(block)
        Progress.shared.add(block.count, to: .writing)
    }

    func finish() throws { try sink.finish() }

    func discard() { sink.discard() }
}
