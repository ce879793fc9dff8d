package import CoreMetrics
import NIOConcurrencyHelpers

/// Metrics as a text for Prometheus and programs that read its format (text format, version 0.0.4).
///
/// ```text
/// # TYPE orders_viewers gauge
/// orders_viewers 12
/// # TYPE orders_refresh_seconds histogram
/// orders_refresh_seconds_bucket{le="0.01"} 7
/// ```
///
/// A timer is a histogram of seconds. A recorder is the last value.
package final class TextMetrics: MetricsFactory {
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private let metrics = NIOLockedValueBox<[Name: TextMetric]>([:])

    private struct Name: Hashable, Comparable {
        let label, dimensions: String

        static func < (first: Self, second: Self) -> Bool {
            (first.label, first.dimensions) < (second.label, second.dimensions)
        }
    }

    package init() {}

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        metric(label, dimensions, kind: .counter)
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        metric(label, dimensions, kind: .counter)
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        metric(label, dimensions, kind: .gauge)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        metric(label, dimensions, kind: .gauge)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        metric(label, dimensions, kind: .histogram)
    }

    // Programs create metrics for their whole run.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// Returns the metric with a label and dimensions, which is created by its first use.
    private func metric(
        _ label: String, _ dimensions: [(String, String)], kind: TextMetric.Kind
    ) -> TextMetric {
        let dimensions = dimensions.map { "\(Self.name($0))=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        let name = Name(label: Self.name(label), dimensions: dimensions)
        return metrics.withLockedValue { metrics in
            let metric = metrics[name] ?? TextMetric(kind)
            metrics[name] = metric
            return metric
        }
    }

    private static func name(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    /// The present values of all metrics.
    package var text: String {
        var (text, last) = ("", "")
        for (name, metric) in metrics.withLockedValue({ $0.sorted { $0.key < $1.key } }) {
            if name.label != last { text += "# TYPE \(name.label) \(metric.kind)\n" }
            last = name.label
            for (suffix, bound, value) in metric.samples {
                let labels = [name.dimensions, bound.map { "le=\"\($0)\"" } ?? ""].filter { !$0.isEmpty }
                let braces = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
                text += "\(name.label)\(suffix)\(braces) \(value)\n"
            }
        }
        return text
    }
}

/// A counter, a gauge, or a histogram.
private final class TextMetric: CounterHandler, FloatingPointCounterHandler, RecorderHandler, MeterHandler,
    TimerHandler
{
    enum Kind: String { case counter, gauge, histogram }

    private struct State {
        /// The value, or the sum of all recorded seconds.
        var value = 0.0
        /// For each bound, the number of recorded times up to it; then the number of all.
        var counts = [Int](repeating: 0, count: TextMetric.bounds.count + 1)
    }

    /// The upper bounds of the buckets of a histogram, in seconds.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    let kind: Kind
    private let state = NIOLockedValueBox(State())

    init(_ kind: Kind) { self.kind = kind }

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { state.withLockedValue { $0.value += amount } }
    func decrement(by amount: Double) { increment(by: -amount) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { state.withLockedValue { $0.value = value } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func reset() { set(0.0) }

    func recordNanoseconds(_ duration: Int64) {
        let seconds = Double(duration) / 1e9
        state.withLockedValue { state in
            state.value += seconds
            for (index, bound) in (Self.bounds + [.infinity]).enumerated() where seconds <= bound {
                state.counts[index] += 1
            }
        }
    }

    /// The end of the name, the bound, and the value of each line.
    var samples: [(suffix: String, bound: String?, value: String)] {
        let state = state.withLockedValue { $0 }
        guard kind == .histogram else { return [("", nil, Self.text(state.value))] }
        let bounds = Self.bounds.map { Self.text($0) } + ["+Inf"]
        return zip(bounds, state.counts).map { ("_bucket", $0, "\($1)") }
            + [("_sum", nil, "\(state.value)"), ("_count", nil, "\(state.counts.last ?? 0)")]
    }

    private static func text(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }
}
