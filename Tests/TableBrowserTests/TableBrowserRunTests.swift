import TableAgent
import TableSurfaces
import Testing

@_spi(Internals) @testable import TableBrowser

#if canImport(Glibc)
    import Glibc

    /// A browser that runs in a pseudo terminal.
    struct TableBrowserRunTests {
        @Test func `Lines leave the display if the person leaves while updates wait`() async {
            await #expect(processExitsWith: .success) {
                try await Scenario(200).check { scenario in
                    try await scenario.run(["p", "edit", "q"])
                    let count = scenario.count(.willDisplay)
                    return count > 0 && count == scenario.count(.didEndDisplay)
                }
            }
        }

        @Test func `A second run shows the table that waited during the first one`() async {
            await #expect(processExitsWith: .success) {
                try await Scenario(200).check { scenario in
                    try await scenario.run(["&1\r", "q"])
                    try scenario.edit()
                    try await scenario.run(["", "", "q"])
                    return scenario.lastStatus.contains("of 199 rows")
                }
            }
        }

        @Test func `A listener ends browsing, and a second run continues at the line`() async {
            await #expect(processExitsWith: .success) {
                try await Scenario(200).check { scenario in
                    scenario.leavesOnSelect = true
                    try await scenario.run(["jjj", "\r", "", "", ""])
                    // Nobody is browsing, so nothing happens.
                    scenario.browser.leave()
                    try await scenario.run(["", "k", "\r", "", ""])
                    return scenario.selected == [3, 2]
                }
            }
        }

        @Test func `In plain mode, a listener ends browsing, too`() async {
            await #expect(processExitsWith: .success) {
                try await Scenario(200, isPlain: true).check { scenario in
                    scenario.leavesOnSelect = true
                    try await scenario.run(["j\n", ".\n", "", "", ""])
                    return scenario.selected == [1]
                }
            }
        }

        @Test func `The end of a pause shows the table without another update`() async {
            await #expect(processExitsWith: .success) {
                try await Scenario(200).check { scenario in
                    try await scenario.run(["p", "edit", "p", "", "q"])
                    return scenario.lastStatus.contains("/199")
                }
            }
        }

        @Test func `A question of the first run is not open in the second one`() async {
            await #expect(processExitsWith: .success) {
                try await Scenario(200).check { scenario in
                    do {
                        try await scenario.run(["a", "3", "\r", "cancel"])
                        return false
                    } catch is CancellationError {}
                    guard scenario.lastStatus.hasPrefix("y performs") else { return false }
                    try await scenario.run(["y", "", "\u{1B}", "q"])
                    return scenario.count(.delete) == 0
                }
            }
        }

        @Test func `Keys act, and lines come and go`() async {
            await #expect(processExitsWith: .success) {
                try await Scenario(200).check { scenario in
                    try await scenario.run(["edit", "", "a", "\r", "", "q"])
                    return scenario.count(.willDisplay) == scenario.count(.didEndDisplay)
                        && scenario.count(.pay) == 1 && scenario.lastStatus.contains("/199")
                }
            }
        }

        @Test func `Keys typed while a listener is busy do not answer the menu that they open`() async {
            await #expect(processExitsWith: .success) {
                try await Scenario(200).check { scenario in
                    scenario.isBusy = true
                    try await scenario.run(["\r", "", "", "q", "q"])
                    return scenario.count(.select) == 1 && scenario.count(.pay) == 0
                }
            }
        }

        @Test func `The signs of changed rows disappear without a key`() async {
            await #expect(processExitsWith: .success) {
                try await Scenario(200).check { scenario in
                    scenario.browser.changeSignDuration = .milliseconds(100)
                    try await scenario.run(["change", "", "", "q"])
                    return scenario.hasShownSigns && !scenario.showsSigns
                }
            }
        }

        @Test func `Many sizes in a short time cause few frames`() async {
            await #expect(processExitsWith: .success) {
                try await Scenario(200).check { scenario in
                    try await scenario.run(["resize", "", "j", "q"])
                    return scenario.frameCountInAll < 100 && scenario.lastStatus.contains("2/200")
                }
            }
        }

        @Test(arguments: [false, true])
        func `A search unfolds a section`(isPlain: Bool) async {
            await #expect(processExitsWith: .success) { [isPlain] in
                try await Scenario(20, sections: 2, isPlain: isPlain).check { scenario in
                    let keys = ["c", "/Linus\r", "", "q"]
                    try await scenario.run(isPlain ? keys.map { $0.filter { $0 != "\r" } + "\n" } : keys)
                    return isPlain
                        ? scenario.output.contains("6 of 13. Order: 4, Customer: Linus")
                        : scenario.lastStatus.hasPrefix("6/13")
                }
            }
        }

        @Test func `In plain mode, the line a only shows the actions`() async {
            await #expect(processExitsWith: .success) {
                try await Scenario(200, isPlain: true).check { scenario in
                    try await scenario.run(["a\n", "q\n", "q\n"])
                    return scenario.output.contains("Pay") && scenario.count(.pay) == 0
                }
            }
        }
    }

    /// The frames of a terminal.
    @MainActor
    private final class Frames {
        private(set) var last: TerminalFrame?
        private(set) var count = 0

        nonisolated init() {}

        /// Whether a frame has shown the sign of a changed row.
        private(set) var hasShownSigns = false
        var showsSigns: Bool {
            last.map { frame in (0..<24).contains { frame.screen.text(ofLine: $0).hasPrefix(" ~") } } ?? false
        }

        func add(_ frame: TerminalFrame) {
            last = frame
            hasShownSigns = hasShownSigns || showsSigns
            count += 1
        }
    }

    @MainActor
    private final class Scenario: EventDelegate {
        private struct Unchanged: Reformer {
            func reform(_ table: TableInfo) -> TableInfo { table }
        }

        private let frames = Frames()
        let browser: TableBrowser
        private let agent: Agent<TableInfo>
        private let master: Int32
        private var names: [AnyEventName] = []
        var lastStatus: String { frames.last.map { $0.screen.text(ofLine: $0.screen.height - 1) } ?? "" }
        var frameCountInAll: Int { frames.count }
        var hasShownSigns: Bool { frames.hasShownSigns }
        var showsSigns: Bool { frames.showsSigns }
        var isBusy = false
        var leavesOnSelect = false
        private(set) var selected: [Int?] = []
        /// The output before the last key.
        private(set) var output = ""
        /// The number of frames before the last key, or `nil` if no frame must follow.
        private var frameCount: Int?

        init(_ count: Int, sections: Int = 1, isPlain: Bool = false) async throws {
            master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            var (unlocked, number): (Int32, Int32) = (0, 0)
            _ = ioctl(master, 0x4004_5431, &unlocked)
            _ = ioctl(master, 0x8004_5430, &number)
            let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
            var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
            _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
            dup2(slave, 0)
            _ = fcntl(master, F_SETFL, O_NONBLOCK)
            let frames = frames
            browser = TableBrowser { isPlain, usesMouse in
                MirroredTerminal(try Terminal(isPlain: isPlain, usesMouse: usesMouse)) { frame in
                    MainActor.assumeIsolated { frames.add(frame) }
                }
            }
            browser.isPlain = isPlain
            agent = try Agent(
                browser, rawData: .orders((0..<count).map { SampleOrder($0) }, sections: sections),
                reformer: Unchanged())
            agent.eventDelegate = self
        }

        nonisolated func check(_ body: @MainActor (Scenario) async throws -> Bool) async throws {
            let isRight = try await body(self)
            exit(isRight ? 0 : 1)
        }

        func edit() throws { try agent.edit { try $0.removeRow(.at(RowPosition(section: 0, row: 150))) } }

        private func change() throws {
            var order = SampleOrder(3)
            order.cents += 1
            try agent.edit { try $0.replaceData(ofRow: .id(3), with: order) }
        }

        func count<T>(_ name: EventName<T>) -> Int { names.count { $0 == AnyEventName(name) } }

        /// Types keys. Before each of them, the browser has been quiet for a while.
        ///
        /// The text `edit` removes a row, `change` changes one, `resize` sends 400 signals of a new size, and `cancel` cancels the task that
        /// browses.
        func run(_ keys: [String]) async throws {
            let browsing = Task { try await browser.run() }
            // A browser that waits for one more key would wait forever.
            let limit = Task {
                try await Task.sleep(for: .seconds(60))
                exit(2)
            }
            defer { limit.cancel() }
            for key in keys {
                try await waitUntilQuiet()
                let count = frames.count
                switch key {
                case "edit": try edit()
                case "change": try change()
                case "cancel": browsing.cancel()
                case "resize": for _ in 0..<400 { kill(getpid(), SIGWINCH) }
                default: write(master, key, key.utf8.count)
                }
                frameCount = key.isEmpty ? nil : count
            }
            _ = try await browsing.value
        }

        /// Waits up to a second for the frame that answers a key, because a few keys draw none. Then reads the output until
        /// nothing arrives for 200 ms.
        private func waitUntilQuiet() async throws {
            var (bytes, quietCount, count) = ([UInt8](repeating: 0, count: 65_536), 0, 0)
            while quietCount < 20 || (frameCount == frames.count && count < 100) {
                try await Task.sleep(for: .milliseconds(10))
                let byteCount = read(master, &bytes, bytes.count)
                if byteCount > 0 { output += String(decoding: bytes[..<byteCount], as: UTF8.self) }
                quietCount = byteCount > 0 ? 0 : quietCount + 1
                count += 1
            }
        }

        func didReceive(_ event: CellEvent) {
            names.append(event.name)
            if leavesOnSelect, event.isNamed(.select) {
                selected.append(event.data(as: SampleOrder.self)?.id)
                browser.leave()
            }
            guard isBusy, event.isNamed(.select) else { return }
            for key in ["a", "\r"] {
                write(master, key, 1)
                // On a busy machine, the thread that reads keys may wait for its turn.
                var waiting: Int32 = 0
                repeat {
                    usleep(200_000)
                    _ = ioctl(0, UInt(FIONREAD), &waiting)
                } while waiting > 0
            }
        }
    }
#endif
