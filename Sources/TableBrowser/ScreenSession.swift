import TableAgent
import TableSurfaces

#if canImport(FoundationEssentials)
    import struct FoundationEssentials.Data
#else
    import struct Foundation.Data
#endif

/// A session that draws frames, and performs each key at once.
final class ScreenSession: BrowserSession {
    let model: BrowserModel
    let terminal: any BrowserTerminal
    let picksRows: Bool

    private var parser = KeyParser()
    private let palette: TextFormat.Palette
    /// The screen that the terminal shows, or `nil` if it must be painted completely.
    private var shown: TerminalScreen?
    /// Whether the table or the size has changed since the last frame.
    private var isOutdated = true
    private var isFrameScheduled = false
    private var isWorkScheduled = false
    /// The earliest time of a frame that an update causes.
    private var nextFrame = ContinuousClock.now
    /// The time of the frame that is scheduled to hide the signs of changed rows.
    private var signsEnd: ContinuousClock.Instant?
    /// Whether a question waits for the frame that shows it.
    private var hidesQuestion = false
    /// The time at which the last question was visible.
    private var questionTime: ContinuousClock.Instant?

    /// The interval between two frames that updates cause. Keys are shown immediately.
    private static let frameInterval = Duration.milliseconds(33)
    /// The duration of a slice of work, after which keys are read.
    private static let workSlice = Duration.milliseconds(8)

    init(_ model: BrowserModel, on terminal: any BrowserTerminal, picksRows: Bool) {
        self.model = model
        self.terminal = terminal
        self.picksRows = picksRows
        palette = terminal.traits.isColored ? terminal.traits.palette : .basic
    }

    func run() async throws -> [Row] {
        // A table may wait since the last time.
        tableChanged()
        draw()
        var messages = terminal.messages.makeAsyncIterator()
        while let message = await messages.next() {
            switch message {
            case .bytes(let bytes, let time):
                model.state.keyTime = time
                // Keys that were typed before a question was visible do not answer it.
                if hidesQuestion || questionTime.map({ time < $0 }) == true {
                    parser = KeyParser()
                } else if let rows = performAndDraw(parser.add(bytes)) {
                    return rows
                }
            case .quiet: if let rows = performAndDraw(parser.flush()) { return rows }
            // Many sizes, as of a window that is dragged, cause one frame.
            case .resized, .resumed:
                repaint()
                tableChanged()
            case .writable: if isOutdated || hidesQuestion { draw() }
            case .frame: drawUpdate()
            case .work: await work()
            case .leave: return []
            case .ended, .closed: throw TableError.browsingEnded(message)
            }
        }
        return []
    }

    // MARK: Keys

    private func performAndDraw(_ keys: [BrowserKey]) -> [Row]? {
        guard !keys.isEmpty else { return nil }
        let result = perform(keys)
        if case .leave(let rows) = result { return rows }
        hidesQuestion = result.isQuestion
        draw()
        return nil
    }

    /// Uses the sequence OSC 52 of xterm.
    func copy(_ text: [UInt8]) {
        terminal.write(Array("\u{1B}]52;c;\(Data(text).base64EncodedString())\u{07}".utf8))
    }

    // MARK: Work

    /// Asks for a slice of work, once.
    func beginWork() {
        guard model.state.browsed.isWorking, !isWorkScheduled else { return }
        isWorkScheduled = true
        terminal.send(.work)
    }

    /// Works for a slice of time. Keys and updates that have arrived meanwhile precede the next slice.
    private func work() async {
        isWorkScheduled = false
        if model.work(for: Self.workSlice) {
            if ContinuousClock.now >= nextFrame { draw() }
        } else {
            model.state.settle()
            draw()
        }
        beginWork()
        // A message that waits is returned at once, and so other tasks of the actor would not run.
        await Task.yield()
    }

    // MARK: Frames

    func repaint() { shown = nil }

    /// Schedules a frame, so that many updates cause one frame.
    func tableChanged() {
        isOutdated = true
        guard !isFrameScheduled else { return }
        isFrameScheduled = true
        sendFrame(at: nextFrame)
    }

    private func sendFrame(at time: ContinuousClock.Instant) {
        let terminal = terminal
        Task {
            try? await Task.sleep(until: time, clock: .continuous)
            terminal.send(.frame)
        }
    }

    /// Draws the newest table. Sorted rows of a long table take a fifth of the time at most.
    private func drawUpdate() {
        isFrameScheduled = false
        let start = ContinuousClock.now
        if model.state.browsed.view.isBehind { isOutdated = true }
        if let signsEnd, signsEnd <= start { isOutdated = true }
        model.state.settle()
        beginWork()
        if isOutdated { draw() }
        nextFrame = max(nextFrame, start.advanced(by: start.duration(to: .now) * 5))
    }

    /// Draws the difference to the shown screen. Frames are left out while the terminal does not read.
    private func draw() {
        isOutdated = true
        let size = terminal.size
        model.state.resize(width: size.width, height: size.height)
        guard !terminal.isBusy else { return }
        isOutdated = false
        nextFrame = .now + Self.frameInterval
        let last = shown.flatMap { ($0.width, $0.height) == size ? $0 : nil }
        // A copy keeps the clusters of the last screen.
        var screen =
            last
            ?? TerminalScreen(
                width: size.width, height: size.height, palette: palette,
                widthPolicy: model.state.widthPolicy)
        model.state.paint(&screen)
        terminal.draw(TerminalFrame(screen, over: last))
        shown = screen
        let end = model.state.browsed.view.changes.end
        if let end, end != signsEnd { sendFrame(at: end) }
        signsEnd = end
        if hidesQuestion, !terminal.isBusy {
            hidesQuestion = false
            questionTime = .now
        }
        model.reportDisplays()
    }
}
