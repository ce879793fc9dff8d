import TableAgent
import TableSurfaces

/// Writing 100,000 rows of 6 columns, against loops written by hand that write the same bytes.
enum FormatBenchmarks {
    static var all: [Benchmark] {
        [
            benchmark("text", TextFormat(), goal: 0.5, by: HandWritten.text),
            benchmark("csv", CSVFormat(), goal: 0.55, by: HandWritten.csv),
            benchmark("markdown", MarkdownFormat(), goal: 0.65, by: HandWritten.markdown),
            benchmark("html", HTMLFormat(), goal: 0.55, by: HandWritten.html),
            benchmark("json", JSONFormat(), goal: 0.45, by: HandWritten.json),
        ]
    }

    private static func benchmark(
        _ name: String, _ format: some GridFormat, goal: Double? = nil,
        by handWritten: @escaping ([Order], inout Blocks) -> Void
    ) -> Benchmark {
        Benchmark(name: "\(name)/100k x 6", baselineName: "a loop written by hand", goal: goal) {
            let text = try format.string(of: Order.table(Order.sample(1000)))
            precondition(text == string(handWritten, of: Order.sample(1000)), "Both write the same \(name).")
            let orders = Order.sample(100_000)
            let table = Order.table(orders)
            let sink = CountingSink()
            return (
                baseline: {
                    var blocks = Blocks(to: sink)
                    handWritten(orders, &blocks)
                    return blocks.finish()
                },
                measured: {
                    var output = GridOutput(to: sink)
                    do {
                        try format.write(table, to: &output)
                        try output.flush()
                    } catch {
                        preconditionFailure("\(error)")
                    }
                    return sink.takeCount()
                }
            )
        }
    }

    private static func string(
        _ handWritten: ([Order], inout Blocks) -> Void, of orders: [Order]
    ) -> String {
        let sink = MemorySink()
        var blocks = Blocks(to: sink)
        handWritten(orders, &blocks)
        blocks.flush()
        sink.finish()
        return sink.text
    }
}

/// Counts the bytes that it is given.
final class CountingSink: ByteSink {
    private var count = 0

    func write(_ block: [UInt8]) { count += block.count }
    func finish() {}
    func discard() {}

    func takeCount() -> Int {
        defer { count = 0 }
        return count
    }
}
