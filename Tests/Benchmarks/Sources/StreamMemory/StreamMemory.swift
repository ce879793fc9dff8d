#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import TableAgent
import TableSurfaces

/// Streams ten million rows, or as many as are named, to each format, and fails if memory grows with them.
@main
struct StreamMemory {
    /// The growth that is allowed from the first tenth of the rows to the last row, in KiB: room for what the
    /// allocator keeps, and a thousandth of what the rows take.
    static let limit = 1024

    static func main() throws {
        let rowCount = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000_000
        let formats: [(name: String, format: any StreamableFormat)] = [
            ("text, wrapped", TextFormat()), ("text, cut", TextFormat(overflow: .cut)),
            ("Markdown", MarkdownFormat()), ("HTML", HTMLFormat()), ("CSV", CSVFormat()),
            ("TSV", TSVFormat()), ("JSON", JSONFormat()), ("JSON Lines", JSONLinesFormat()),
        ]
        let results = try formats.map { try Result(of: $0.format, name: $0.name, rowCount: rowCount) }
        _ = try Agent(TextContainer(), rawData: results, reformer: ResultsReformer.self)
        exit(results.allSatisfy { $0.growth.map { $0 <= limit } ?? true } ? 0 : 1)
    }
}

/// What one format was seen to do.
private struct Result {
    let name: String
    let report: StreamReport
    let byteCount: Int
    /// How much more memory was resident at the end than after a tenth of the rows, in KiB; `nil` where the
    /// system does not tell.
    let growth: Int?
    let seconds: Double

    init(of format: any StreamableFormat, name: String, rowCount: Int) throws {
        self.name = name
        let sink = CountingSink()
        var early: Int?
        let clock = ContinuousClock()
        let start = clock.now
        let stream = GridStream(format, columns: ["Number", "Text", "Half"], to: sink)
        for number in 0..<rowCount {
            try stream.append(100_000_000 + number, as: NumberLine.self)
            if number == rowCount / 10 { early = Self.residentMemory }
        }
        report = try stream.finish()
        seconds = (clock.now - start) / .seconds(1)
        byteCount = sink.count
        growth = Self.residentMemory.flatMap { late in early.map { late - $0 } }
    }

    /// The memory of the process that is in use, in KiB (Linux, proc(5)).
    private static var residentMemory: Int? {
        guard let file = fopen("/proc/self/status", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if text.hasPrefix("VmRSS:") { return Int(text.filter(\.isNumber)) }
        }
        return nil
    }
}

/// A row that is wider than the sample now and then.
private enum NumberLine: GridLineItem {
    static func fill(_ line: inout GridLine, with number: Int) {
        line.integer(number)
        line.text(number % 2000 == 1999 ? "a text that is wider than all those of the sample" : "a text")
        line.decimal(Double(number) / 2)
    }
}

private struct ResultsReformer: StatelessReformer {
    func reform(_ results: [Result]) -> TableInfo {
        TableInfo(columns: ["format", "rows", "did not fit", "MB written", "growth", "rows/s"]) {
            TableSection(id: "formats") { Rows(results, id: \.name, as: ResultLine.self) }
        }
    }
}

private enum ResultLine: GridLineItem {
    static func fill(_ line: inout GridLine, with result: Result) {
        line.text(result.name)
        line.integer(result.report.rowCount)
        line.integer(result.report.overflowCount)
        line.integer(result.byteCount / 1_000_000)
        let isBounded = result.growth.map { $0 <= StreamMemory.limit }
        line.integer(
            result.growth, shown: result.growth.map { "\($0) KiB" },
            role: isBounded.map { $0 ? .positive : .warning } ?? .plain)
        line.integer(Int(Double(result.report.rowCount) / result.seconds))
    }
}

/// Counts the bytes that it is given.
private final class CountingSink: ByteSink {
    private(set) var count = 0

    func write(_ block: [UInt8]) { count += block.count }
    func finish() {}
    func discard() {}
}
