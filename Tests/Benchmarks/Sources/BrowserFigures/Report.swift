import Foundation
import TableAgent
@_spi(Internals) import TableBrowser
import TableSurfaces

/// The memory of the process in bytes.
func residentBytes() -> Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
}

/// Measured figures with their goals.
struct Report {
    struct Figure: Identifiable, GridLineItem {
        let id: Int
        let name: String
        let value: Double
        let unit: String
        let goal: Double?

        static func fill(_ line: inout GridLine, with figure: Figure) {
            line.text(figure.name)
            let role: GridRole = figure.goal.map { figure.value > $0 } == true ? .warning : .plain
            line.decimal(figure.value, shown: String(format: "%.2f", figure.value), role: role)
            line.text(figure.unit)
            line.decimal(figure.goal, shown: figure.goal.map { String(format: "%g", $0) })
        }
    }

    private var figures: [Figure] = []

    mutating func add(_ name: String, _ value: Double, _ unit: String, goal: Double? = nil) {
        figures.append(Figure(id: figures.count, name: name, value: value, unit: unit, goal: goal))
    }

    /// Adds the median of nine times, in milliseconds.
    mutating func measure(_ name: String, goal: Double?, _ body: () -> Void) {
        let clock = ContinuousClock()
        let times = (0..<9).map { _ in clock.measure(body) / .milliseconds(1) }.sorted()
        add(name, times[4], "ms", goal: goal)
    }

    /// Adds the bytes and the time of a key in the middle of the table.
    mutating func keys(
        _ name: String, _ start: BrowserState, _ keys: [BrowserKey], width: Int = 80, height: Int = 24,
        goal: Double?
    ) {
        var state = start
        for character in ":500000" { _ = state.handle(.character(character)) }
        _ = state.handle(.enter)
        state.resize(width: width, height: height)
        var shown = TerminalScreen(width: width, height: height, palette: .extended)
        state.paint(&shown)
        var (bytes, most) = (0, 0)
        let clock = ContinuousClock()
        let time = clock.measure {
            for number in 0..<2_000 {
                _ = state.handle(keys[number % keys.count])
                var screen = shown
                state.paint(&screen)
                let count = screen.difference(from: shown).count
                (bytes, most, shown) = (bytes + count, max(most, count), screen)
            }
        }
        add("\(name): bytes", Double(bytes) / 2_000, "B", goal: goal ?? Double(shown.repaint().count))
        add("\(name): most bytes", Double(most), "B", goal: goal)
        add("\(name): time", time / .milliseconds(1) / 2_000, "ms", goal: 0.5)
    }

    /// Adds the time of work on all rows, its longest slice, and its memory.
    mutating func work(_ name: String, _ start: BrowserState, _ keys: String, goal: Double) {
        var state = start
        for character in keys { _ = state.handle(character == "\n" ? .enter : .character(character)) }
        let clock = ContinuousClock()
        let memory = residentBytes()
        var (longest, peak, hasMore) = (Duration.zero, 0, true)
        let time = clock.measure {
            while hasMore {
                longest = max(longest, clock.measure { hasMore = state.work(for: .milliseconds(8)) })
                peak = max(peak, residentBytes() - memory)
            }
        }
        add("\(name): time", time / .milliseconds(1), "ms", goal: goal)
        add("\(name): longest slice", longest / .milliseconds(1), "ms", goal: 50)
        add("\(name): most memory", Double(peak) / 1e6, "MB", goal: 24)
    }

    /// Adds the times of a thousand insertions into a table of a million rows.
    mutating func updates(_ orders: [Order]) {
        for isSorted in [false, true] {
            var table = Order.table(orders)
            var state = BrowserState()
            state.update(nil, to: table)
            if isSorted {
                _ = state.handle("s")
                while state.work(for: .seconds(1)) {}
            }
            let clock = ContinuousClock()
            var (splices, settles) = (Duration.zero, [Duration]())
            for number in 0..<1_000 {
                let old = table
                try? table.edit {
                    let rows = Rows([Order(2_000_000 + number)], as: OrderLine.self)
                    try $0.insert(rows, at: number * 997 % 900_000, in: .at(0))
                }
                let changes = TableChanges(from: old, to: table)
                splices += clock.measure { state.update(changes, to: table) }
                if isSorted, number % 33 == 32 { settles.append(clock.measure { state.settle() }) }
            }
            let kind = isSorted ? "sorted" : "unsorted"
            add("an update of 1,000,000 rows, \(kind)", splices / .milliseconds(1) / 1_000, "ms")
            if isSorted {
                add(
                    "33 updates shown in a sorted million", settles.sorted()[15] / .milliseconds(1), "ms",
                    goal: 50)
            }
        }
    }

    func print() throws {
        try TextFormat.terminal.write(
            figures, as: Figure.self,
            columns: [
                "Figure", GridColumn("Seen", alignment: .decimal), "", GridColumn("Goal", alignment: .right),
            ])
    }
}
