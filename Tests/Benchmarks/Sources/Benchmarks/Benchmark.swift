/// Measured work, and the baseline that divides its time.
struct Benchmark {
    /// Work that returns a number. The number is always the same, and requires doing the work.
    typealias Work = () -> Int

    /// The group, a slash, and the description of the work.
    let name: String
    /// The description of the baseline.
    let baselineName: String
    /// The highest ratio that meets the goal.
    var goal: Double?
    /// The number of repetitions within one measurement, which divides the result. Use it for work of
    /// microseconds.
    var repetitions = 1
    /// Whether the baseline takes as little time and is also repeated.
    var repeatsBaseline = false
    /// Creates the data. This time is not measured.
    let prepare: () throws -> (baseline: Work, measured: Work)

    /// The name up to the slash.
    var group: String { String(name.prefix { $0 != "/" }) }

    static var all: [Benchmark] {
        ChangesBenchmarks.all + EditBenchmarks.all + QueryBenchmarks.all + TableInfoBenchmarks.all
            + FormatBenchmarks.all
            + TextTableBenchmarks.all + LiveBenchmarks.all
            + StandardLibraryBenchmarks.all + GrowthBenchmarks.all + ManyBenchmarks.all
    }
}
