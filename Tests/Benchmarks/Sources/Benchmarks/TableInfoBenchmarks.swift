import Foundation
import TableAgent
import TableSurfaces

/// Creating the table info of an array, and its memory.
enum TableInfoBenchmarks {
    private static let count = 1_000_000
    static let memoryName = "memory/tableinfo 1M rows"

    static var all: [Benchmark] {
        [
            Benchmark(
                name: "tableinfo/1M rows", baselineName: "copying the 16-byte ids", goal: 0.001,
                repetitions: 100
            ) {
                var random = SeededGenerator()
                let articles = Edit.articles(count, &random)
                return (
                    baseline: { articles.map(\.id).count },
                    measured: { table(articles).rowCount }
                )
            }
        ]
    }

    private static func table(_ articles: [Article]) -> TableInfo {
        TableInfo {
            TableSection(id: "articles") { Rows(articles, as: ArticleLine.self) }
        }
    }

    /// The memory of a table info without its raw data, measured by the growth of the process's resident
    /// memory.
    ///
    /// Memory is counted in pages, so a thousand tables with the same rows are created and kept.
    static var memory: [Measurement] {
        #if os(Linux)
            var random = SeededGenerator()
            let articles = Edit.articles(count, &random)
            let tableCount = 1000
            // The first table also loads code, which is not counted.
            precondition(table(articles).rowCount == count)
            let before = residentBytes()
            let tables = (0..<tableCount).map { _ in table(articles) }
            let bytes = (residentBytes() - before) / tableCount
            // This keeps the tables and the array alive while memory is counted.
            precondition(tables.allSatisfy { $0.rowCount == articles.count })
            return [
                Measurement(
                    memoryName, group: "memory", bytes: bytes,
                    ofRawData: count * MemoryLayout<Article>.stride),
                largeCell("a wrapped cell", width: 80, size: 200_000_000),
                largeCell("a long cell without a limit of width", width: nil, size: 80_000_000),
            ]
        #else
            return []
        #endif
    }

    #if os(Linux)
        /// The peak memory of a process that writes a large cell, including the data.
        private static func largeCell(_ name: String, width: Int?, size: Int) -> Measurement {
            let before = residentBytes()
            // This resets the peak (proc(5)).
            try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
            let table = TableInfo(columns: ["text"]) {
                TableSection(id: 0) {
                    Row(String(repeating: "word ", count: size / 5), id: 0, as: WordsLine.self)
                }
            }
            do {
                try TextFormat(width: width).write(table, to: CountingSink())
            } catch { preconditionFailure("\(error)") }
            let bytes = residentBytes("VmHWM:") - before
            return Measurement(
                "memory/" + name, group: "memory", bytes: bytes, ofRawData: size, goal: 4)
        }

        private enum WordsLine: GridLineItem {
            static func fill(_ line: inout GridLine, with text: String) { line.text(text) }
        }

        private static func residentBytes(_ name: String = "VmRSS:") -> Int {
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
            return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
        }
    #endif
}
