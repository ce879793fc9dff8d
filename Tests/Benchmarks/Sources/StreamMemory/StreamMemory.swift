#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import TableAgent
import TableSurfaces
import TableWorkbook

/// Streams ten million rows, or the given number, to each format, and fails if memory grows with the rows.
/// Also pulls a tenth of the rows as blocks, at full speed and at 2 MB/s, and first writes one cell of 64 MB in short lines.
@main
struct StreamMemory {
    /// The permitted growth from the first tenth of the rows to the end of the table, in KiB.
    ///
    /// The end of a workbook takes about 1 MiB once, whatever the number of rows. The rest is the allocator's reserve.
    static let limit = 2048

    static func main() async throws {
        let rowCount = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000_000
        let cellMemory = try Result.memoryOfHighCell()
        let formats: [(name: String, format: any GridFormat)] = [
            ("text, wrapped", TextFormat()), ("text, cut", TextFormat(overflow: .cut)),
            ("Markdown", MarkdownFormat()), ("HTML", HTMLFormat()), ("CSV", CSVFormat()),
            ("TSV", TSVFormat()), ("JSON", JSONFormat()), ("JSON Lines", JSONLinesFormat()),
        ]
        var results = try formats.map { try Result(of: $0.format, name: $0.name, rowCount: rowCount) }
        // The height of a sheet.
        results.append(try Result(of: WorkbookFormat(), name: "Excel", rowCount: min(rowCount, 1_000_000)))
        let pulled: [(name: String, format: any GridFormat & Sendable)] = [
            ("CSV", CSVFormat()), ("JSON Lines", JSONLinesFormat()), ("HTML", HTMLFormat()),
            ("Excel", WorkbookFormat()),
        ]
        for (name, format) in pulled {
            results.append(
                try await Result(pulling: format, name: "\(name), pulled", rowCount: rowCount / 10))
            results.append(
                try await Result(
                    pulling: format, name: "\(name), pulled at 2 MB/s", rowCount: rowCount / 40,
                    bytesPerSecond: 2_000_000))
        }
        try TextFormat.terminal.write(ResultsReformer().reform(results))
        cellMemory.map {
            print("A cell of 64 MB in short lines: \(($0 * 10).rounded() / 10) times its size.")
        }
        let isSmall = results.allSatisfy { $0.growth.map { $0 <= limit } ?? true } && cellMemory ?? 0 <= 4
        exit(isSmall ? 0 : 1)
    }
}

/// The result of one format.
private struct Result {
    let name: String
    let rowCount: Int
    /// The number of texts that did not fit.
    var overflowCount = 0
    let byteCount: Int
    /// The growth of resident memory from the first tenth of the rows to the end, in KiB, or `nil` if the
    /// system does not report it.
    let growth: Int?
    let seconds: Double

    init(of format: any GridFormat, name: String, rowCount: Int) throws {
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
        let report = try stream.finish()
        self.rowCount = report.rowCount
        overflowCount = report.overflowCount
        seconds = (clock.now - start) / .seconds(1)
        byteCount = sink.count
        growth = Self.residentMemory.flatMap { late in early.map { late - $0 } }
    }

    /// Pulls a table as blocks. Its rows arrive in chunks of a hundred.
    init(
        pulling format: any GridFormat & Sendable, name: String, rowCount: Int,
        bytesPerSecond: Int? = nil
    ) async throws {
        (self.name, self.rowCount) = (name, rowCount)
        let (clock, before) = (ContinuousClock(), Self.residentMemory)
        let start = clock.now
        let chunks = AsyncChunks(rowCount: rowCount)
        var (count, highest) = (0, before)
        for try await block in format.blocks(
            of: chunks, as: NumberLine.self, columns: ["Number", "Text", "Half"])
        {
            count += block.count
            highest = max(highest ?? 0, Self.residentMemory ?? 0)
            if let bytesPerSecond {
                try await clock.sleep(until: start + .seconds(Double(count) / Double(bytesPerSecond)))
            }
        }
        seconds = (clock.now - start) / .seconds(1)
        byteCount = count
        growth = before.flatMap { before in highest.map { $0 - before } }
    }

    /// The greatest memory of the process, in sizes of the text, after a text of 64 MB in lines of four letters was written.
    static func memoryOfHighCell() throws -> Double? {
        let text = String(repeating: "abcd\n", count: 64_000_000 / 5)
        let table = TableInfo(columns: ["Text", "Size"]) {
            TableSection(id: "text") { Row(text, id: "text", as: TextLine.self) }
        }
        try TextFormat(width: 80).write(table, to: CountingSink())
        return memory("VmHWM:").map { Double($0) * 1024 / Double(text.utf8.count) }
    }

    private static var residentMemory: Int? { memory("VmRSS:") }

    /// The memory of the process, in KiB (Linux, proc(5)).
    private static func memory(_ name: String) -> Int? {
        guard let file = fopen("/proc/self/status", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if text.hasPrefix(name) { return Int(text.filter(\.isNumber)) }
        }
        return nil
    }
}

/// Numbers in chunks of a hundred, which are available immediately.
private struct AsyncChunks: AsyncSequence, Sendable {
    let rowCount: Int

    struct AsyncIterator: AsyncIteratorProtocol {
        let rowCount: Int
        var next = 0

        mutating func next() async -> [Int]? {
            guard next < rowCount else { return nil }
            defer { next += 100 }
            return stride(from: next, to: Swift.min(next + 100, rowCount), by: 1).map { 100_000_000 + $0 }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rowCount: rowCount) }
}

/// A row that is sometimes wider than the sample.
private enum NumberLine: GridLineItem {
    static func fill(_ line: inout GridLine, with number: Int) {
        line.integer(number)
        line.text(number % 2000 == 1999 ? "a text that is wider than all those of the sample" : "a text")
        line.decimal(Double(number) / 2)
    }
}

/// A row of one text.
private enum TextLine: GridLineItem {
    static func fill(_ line: inout GridLine, with text: String) {
        line.text(text)
        line.integer(text.utf8.count)
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
        line.integer(result.rowCount)
        line.integer(result.overflowCount)
        line.integer(result.byteCount / 1_000_000)
        let isBounded = result.growth.map { $0 <= StreamMemory.limit }
        line.integer(
            result.growth, shown: result.growth.map { "\($0) KiB" },
            role: isBounded.map { $0 ? .positive : .warning } ?? .plain)
        line.integer(Int(Double(result.rowCount) / result.seconds))
    }
}

/// Counts the bytes that it receives.
private final class CountingSink: ByteSink {
    private(set) var count = 0

    func write(_ block: [UInt8]) { count += block.count }
    func finish() {}
    func discard() {}
}
