import TableAgent

/// A session that reads lines of keys, and writes the cursor's line after each of them. For screen readers and for terminals
/// without cursor addressing.
///
/// An empty line moves down, and a period is Enter.
final class LineSession: BrowserSession {
    let model: BrowserModel
    let terminal: any BrowserTerminal
    let picksRows: Bool

    /// The time at which the last question was spoken.
    private var questionTime: ContinuousClock.Instant?

    /// The duration of a slice of work, after which other tasks run.
    private static let workSlice = Duration.milliseconds(8)

    init(_ model: BrowserModel, on terminal: any BrowserTerminal, picksRows: Bool) {
        self.model = model
        self.terminal = terminal
        self.picksRows = picksRows
    }

    func run() async throws -> [Row] {
        while model.state.work(for: Self.workSlice) { await Task.yield() }
        speak()
        var input: [UInt8] = []
        var messages = terminal.messages.makeAsyncIterator()
        while let message = await messages.next() {
            switch message {
            case .bytes(let bytes, let time):
                if let questionTime, time < questionTime { continue }
                input += bytes
            case .closed, .leave: return []
            case .ended: throw TableError.browsingEnded(message)
            default: continue
            }
            while let end = input.firstIndex(of: 0x0A) {
                let line = Array(input[..<end])
                input.removeFirst(end + 1)
                let result = await perform(line: line)
                if case .leave(let rows) = result { return rows }
                speak()
                // Lines that were typed before a question was spoken do not answer it.
                if result.isQuestion {
                    input = []
                    questionTime = .now
                }
            }
        }
        return []
    }

    /// Performs the keys of a line. The end of the line is Enter for a prompt. It does not answer a question that the line has
    /// opened.
    private func perform(line: [UInt8]) async -> KeyResult {
        var parser = KeyParser()
        let keys = parser.add(line) + parser.flush()
        let typed: [BrowserKey] = line.isEmpty && !isAsking ? [.down] : keys
        for key in typed {
            let result = await performAndWork(key == "." && !isAsking ? .enter : key)
            if case .done = result { continue }
            return result
        }
        return isAsking ? await performAndWork(.enter) : .done
    }

    private var isAsking: Bool { model.state.mode.isAsking }

    /// Performs a key and, without a question, the work that follows.
    private func performAndWork(_ key: BrowserKey) async -> KeyResult {
        let result = perform([key])
        guard case .done = result else { return result }
        // The end of the line does not answer a question of the program, which is spoken first.
        if model.state.programKeys[key] != nil, isAsking { return .question }
        while model.work(for: Self.workSlice) { await Task.yield() }
        return result
    }

    private func speak() {
        model.state.settle()
        model.reportDisplays()
        terminal.write(Array((model.state.spokenLine + "\n").utf8))
        model.state.wasPainted()
    }

    // MARK: Effects

    func tableChanged() { model.reportDisplays() }

    func copy(_ text: [UInt8]) { model.state.message = model.state.words.browser.messages.noClipboard }

    /// The work follows the key, before the next key.
    func beginWork() {}

    /// There is no screen.
    func repaint() {}
}
