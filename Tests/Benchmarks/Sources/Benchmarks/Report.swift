import Foundation
import TableAgent

/// The measurements as a table for people, with a section for each group.
struct ReportReformer: StatelessReformer {
    func reform(_ measurements: [Measurement]) -> TableInfo {
        let groups = Dictionary(grouping: measurements, by: \.group)
        return TableInfo(columns: ["name", "time", "baseline", "ratio", "goal"]) {
            for group in measurements.map(\.group).removingRepeats() {
                TableSection(id: group) {
                    let baselines = (groups[group] ?? []).map(\.baselineName).removingRepeats()
                    Head("\(group), divided by \(baselines.joined(separator: ", or "))", as: GridTitle.self)
                    Rows(groups[group] ?? [], id: \.benchmark, as: ReportLine.self)
                    if group.hasPrefix("growth"),
                        let exponent = GrowthBenchmarks.exponent(groups[group] ?? [])
                    {
                        Foot(exponent, as: ExponentLine.self)
                    }
                }
            }
        }
    }
}

/// The measurements as a list of data rows.
struct RecordsReformer: StatelessReformer {
    func reform(_ measurements: [Measurement]) -> TableInfo {
        TableInfo(columns: ["name", "seconds", "baseline", "ratio"]) {
            TableSection(id: "measurements") { Rows(measurements, id: \.benchmark, as: RecordLine.self) }
        }
    }
}

private enum ReportLine: GridLineItem {
    static func fill(_ line: inout GridLine, with measurement: Measurement) {
        line.text(measurement.benchmark)
        line.decimal(measurement.amount, shown: shown(measurement.amount, measurement.unit))
        line.decimal(measurement.baseline, shown: shown(measurement.baseline, measurement.unit))
        let isReached = measurement.goal.map { measurement.ratio <= $0 }
        line.decimal(
            measurement.ratio,
            shown: String(format: measurement.ratio < 0.01 ? "%.6f" : "%.3f", measurement.ratio),
            role: isReached.map { $0 ? .positive : .warning } ?? .plain)
        line.decimal(measurement.goal, shown: measurement.goal.map { "≤ \($0)" })
    }

    private static func shown(_ amount: Double, _ unit: Measurement.Unit) -> String {
        switch unit {
        case .seconds where amount < 1e-3: String(format: "%.2f µs", amount * 1e6)
        case .seconds: String(format: "%.2f ms", amount * 1e3)
        case .bytes: String(format: "%.0f B", amount)
        }
    }
}

private enum ExponentLine: GridLineItem {
    static func fill(_ line: inout GridLine, with exponent: Double) {
        line.text(String(format: "time grows with rows to the power of %.2f", exponent))
    }
}

private enum RecordLine: GridLineItem {
    static func fill(_ line: inout GridLine, with measurement: Measurement) {
        let isTime = measurement.unit == .seconds
        line.text(measurement.benchmark)
        line.decimal(isTime ? measurement.amount : nil)
        line.decimal(isTime ? measurement.baseline : nil)
        line.decimal(measurement.ratio)
    }
}

extension [String] {
    fileprivate func removingRepeats() -> [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
