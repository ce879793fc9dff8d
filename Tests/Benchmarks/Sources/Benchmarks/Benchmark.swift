/// Something to measure, and what its time is divided by.
struct Benchmark {
    /// Work that returns a number it can't know without doing the work, the same each time.
    typealias Work = () -> Int

    /// The group, a slash and what is done.
    let name: String
    /// What the time is divided by, in words.
    let baselineName: String
    /// The highest ratio wanted.
    var goal: Double?
    /// How often the work is done within one measurement, which is divided by it; for work of microseconds.
    var repetitions = 1
    /// Whether the baseline takes as little time and is repeated, too.
    var repeatsBaseline = false
    /// Makes the data, which is not measured.
    let prepare: () throws -> (baseline: Work, measured: Work)

    /// The name up to the slash.
    var group: String { String(name.prefix { $0 != "/" }) }

    static var all: [Benchmark] {
        ChangesBenchmarks.all + EditBenchmarks.all + TableInfoBenchmarks.all + FormatBenchmarks.all
            + TextTableBenchmarks.all
            + StandardLibraryBenchmarks.all + GrowthBenchmarks.all + ManyBenchmarks.all
    }
}
