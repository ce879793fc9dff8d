import Foundation
import TableAgent
import TableSurfaces

/// A measured figure beside its goal.
struct Figure: Sendable {
    enum Outcome: String { case met, missed, failed, none = "" }

    let name: String
    let value: String
    let goal: String
    let outcome: Outcome

    /// Creates a figure of time, which misses its goal on a busy machine, or a figure without a goal.
    init(_ name: String, _ value: String, goal: String = "", isMet: Bool? = nil) {
        (self.name, self.value, self.goal) = (name, value, goal)
        outcome = isMet.map { $0 ? .met : .missed } ?? .none
    }

    /// Creates a figure that fails the program if it misses its goal.
    init(_ name: String, _ value: String, limit: String, isMet: Bool) {
        (self.name, self.value, goal) = (name, value, limit)
        outcome = isMet ? .met : .failed
    }

    /// Creates figures of the median and the 99th percentile of times in milliseconds.
    static func times(_ name: String, _ times: [Double], goals: (p50: Double?, p99: Double?)) -> [Figure] {
        [(50, goals.p50), (99, goals.p99)].map { percent, goal in
            let time = times.percentile(percent)
            return Figure(
                "\(name), p\(percent) of \(times.count)", milliseconds(time),
                goal: goal.map { "\(milliseconds($0))" } ?? "", isMet: goal.map { time <= $0 })
        }
    }

    static func milliseconds(_ time: Double) -> String {
        time < 10 ? String(format: "%.1f ms", time) : String(format: "%.0f ms", time)
    }

    /// Returns the figures of a load as a table.
    static func text(of figures: [Figure], caption: String) throws -> String {
        let columns = [
            GridColumn("Measure"), GridColumn("Figure", alignment: .left),
            GridColumn("Goal", alignment: .left),
            GridColumn("", key: "outcome"),
        ]
        let table = TableInfo(caption: caption, columns: columns) {
            TableSection(id: caption) { Rows(figures, id: \.name, as: FigureLine.self) }
        }
        return try TextFormat().string(of: table)
    }
}

private enum FigureLine: GridLineItem {
    static func fill(_ line: inout GridLine, with figure: Figure) {
        line.text(figure.name)
        line.text(figure.value)
        line.text(figure.goal)
        line.text(figure.outcome.rawValue)
    }
}

extension [Double] {
    var median: Double { percentile(50) }

    func percentile(_ percent: Int) -> Double {
        isEmpty ? .nan : sorted()[Swift.min(count - 1, count * percent / 100)]
    }
}
