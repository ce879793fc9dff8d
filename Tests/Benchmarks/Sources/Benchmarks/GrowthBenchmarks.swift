import Foundation

/// The growth of the time for finding changes with the number of rows, for each kind of change.
enum GrowthBenchmarks {
    static let counts = [("1k", 1_000), ("10k", 10_000), ("100k", 100_000), ("1M", 1_000_000)]

    static var all: [Benchmark] {
        counts.flatMap { label, count in
            let block = Edit.block(
                deleting: count / 5..<3 * count / 10, inserting: count / 10, at: 3 * count / 10,
                shuffling: 0..<count / 50)
            return [
                ChangesBenchmarks.rows("growth of one replaced/\(label)", count, edit: Edit.replaceOne),
                ChangesBenchmarks.rows("growth of content 5%/\(label)", count, edit: Edit.recount),
                ChangesBenchmarks.rows("growth of block 10%/\(label)", count, edit: block),
                ChangesBenchmarks.rows("growth of scattered 5%/\(label)", count, edit: Edit.scatter),
                ChangesBenchmarks.rows("growth of shuffled/\(label)", count, edit: Edit.shuffle),
            ]
        }
    }

    /// Returns the exponent of the power law that fits the times best. An exponent of 1 means proportional
    /// time.
    static func exponent(_ measurements: [Measurement]) -> Double? {
        let points = measurements.compactMap { measurement in
            counts.first { measurement.benchmark.hasSuffix("/" + $0.0) }
                .map { (x: log(Double($0.1)), y: log(measurement.amount)) }
        }
        guard points.count > 1 else { return nil }
        let x = points.reduce(0) { $0 + $1.x } / Double(points.count)
        let y = points.reduce(0) { $0 + $1.y } / Double(points.count)
        return points.reduce(0) { $0 + ($1.x - x) * ($1.y - y) }
            / points.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
    }
}
