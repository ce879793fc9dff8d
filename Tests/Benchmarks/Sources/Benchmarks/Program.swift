import Foundation
import TableAgent
import TableSurfaces

@main
struct Program {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let filters = arguments.filter { !$0.hasPrefix("-") }
        guard filters.count <= 1, arguments.allSatisfy({ $0 == "--json" || !$0.hasPrefix("-") }) else {
            fail("usage: Benchmarks [--json] [FILTER]")
        }
        func isWanted(_ name: String) -> Bool { filters.first.map(name.contains) ?? true }

        let benchmarks = Benchmark.all.filter { isWanted($0.name) }
        let wantsMemory = isWanted(TableInfoBenchmarks.memoryName)
        guard !benchmarks.isEmpty || wantsMemory else { fail("No benchmark has that in its name.") }
        // Measure memory first, before the allocator has free memory in reserve.
        let memory = wantsMemory ? TableInfoBenchmarks.memory : []
        if arguments.contains("--json") {
            let agent = try Agent(GridContainer(.jsonLines), rawData: memory, reformer: RecordsReformer.self)
            for benchmark in benchmarks { try agent.reload([Measurement(of: benchmark)]) }
        } else {
            let measurements = try benchmarks.map { try Measurement(of: $0) } + memory
            try TextFormat.terminal.write(ReportReformer().reform(measurements))
        }
    }

    private static func fail(_ message: String) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
        exit(2)
    }
}
