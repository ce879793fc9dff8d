import TableAgent
import TableSurfaces
import TableWorkbook

/// Writing 100,000 rows of 6 columns, compared with hand-written loops that write the same bytes; and a page
/// of 100 rows.
enum FormatBenchmarks {
    static var all: [Benchmark] {
        [
            benchmark("text", TextFormat(), goal: 0.5, by: HandWritten.text),
            benchmark("csv", CSVFormat(), goal: 0.55, by: HandWritten.csv),
            benchmark("markdown", MarkdownFormat(), goal: 0.65, by: HandWritten.markdown),
            benchmark("html", HTMLFormat(), goal: 0.55, by: HandWritten.html),
            benchmark("json", JSONFormat(), goal: 0.45, by: HandWritten.json),
            benchmark("xlsx", WorkbookFormat(), goal: 1 / 0.45, by: HandWritten.workbook),
            bars("text", TextFormat()),
            bars("markdown", MarkdownFormat()),
            bars("html", HTMLFormat()),
            compression,
            page,
        ]
    }

    /// The table of one page, as a service writes it for each request. Here, the fixed cost of a table
    /// matters.
    private static var page: Benchmark {
        Benchmark(
            name: "html/100 rows", baselineName: "CSV", goal: 2, repetitions: 100, repeatsBaseline: true
        ) {
            let table = Order.table(Order.sample(100))
            let sink = CountingSink()
            return (
                baseline: { bytes(of: table, in: CSVFormat(), sink) },
                measured: { bytes(of: table, in: HTMLFormat(), sink) }
            )
        }
    }

    private static func benchmark(
        _ name: String, _ format: some GridFormat, goal: Double? = nil,
        by handWritten: @escaping ([Order], inout Blocks) -> Void
    ) -> Benchmark {
        Benchmark(name: "\(name)/100k x 6", baselineName: "a loop written by hand", goal: goal) {
            let bytes = try format.bytes(of: Order.table(Order.sample(2000)))
            // A workbook has small parts around its sheet, which the loop leaves out.
            precondition(
                bytes.contains(Self.bytes(handWritten, of: Order.sample(2000))),
                "Both write the same \(name).")
            let orders = Order.sample(100_000)
            let table = Order.table(orders)
            let sink = CountingSink()
            return (
                baseline: {
                    var blocks = Blocks(to: sink)
                    handWritten(orders, &blocks)
                    return blocks.finish()
                },
                measured: { Self.bytes(of: table, in: format, sink) }
            )
        }
    }

    /// A column of bars with an automatic scale.
    private static func bars(_ name: String, _ format: some GridFormat) -> Benchmark {
        Benchmark(name: "\(name)/bars of 100k x 6", baselineName: "the table without bars", goal: 1.15) {
            let table = Order.table(Order.sample(100_000))
            let barred = Order.withBars(table)
            let sink = CountingSink()
            return (
                baseline: { bytes(of: table, in: format, sink) },
                measured: { bytes(of: barred, in: format, sink) }
            )
        }
    }

    /// The compression and the checksum of the markup of a workbook.
    private static var compression: Benchmark {
        Benchmark(name: "xlsx/compression of 100k x 6", baselineName: "copying the markup") {
            let sink = MemorySink()
            var blocks = Blocks(to: sink)
            HandWritten.sheet(Order.sample(100_000), &blocks)
            blocks.flush()
            sink.finish()
            let markup = sink.bytes
            let parts = stride(from: 0, to: markup.count, by: 1 << 16).map {
                Array(markup[$0..<min($0 + 1 << 16, markup.count)])
            }
            return (
                baseline: { parts.reduce(into: [UInt8]()) { $0 += $1 }.count },
                measured: {
                    let archive = ZipArchive()
                    archive.beginEntry("sheet.xml")
                    do { for part in parts { try archive.write(part) } } catch {
                        preconditionFailure("\(error)")
                    }
                    archive.finish()
                    return archive.takeBytes().count
                }
            )
        }
    }

    private static func bytes(of table: TableInfo, in format: some GridFormat, _ sink: CountingSink) -> Int {
        do {
            try format.write(table, to: sink)
        } catch {
            preconditionFailure("\(error)")
        }
        return sink.takeCount()
    }

    private static func bytes(
        _ handWritten: ([Order], inout Blocks) -> Void, of orders: [Order]
    ) -> [UInt8] {
        let sink = MemorySink()
        var blocks = Blocks(to: sink)
        handWritten(orders, &blocks)
        blocks.flush()
        sink.finish()
        return sink.bytes
    }
}

/// Counts the bytes that it receives.
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
