/// The result of a benchmark.
struct Measurement {
    /// The unit of the amounts.
    enum Unit {
        case seconds
        case bytes
    }

    let benchmark: String
    let group: String
    /// The description of the baseline.
    let baselineName: String
    let goal: Double?
    var unit = Unit.seconds
    /// The median time or the memory of the measured work.
    let amount: Double
    /// The median time or the memory of the baseline.
    let baseline: Double

    var ratio: Double { amount / baseline }

    /// Measures time. Baseline and work run alternately, after one warm-up run of each.
    init(of benchmark: Benchmark) throws {
        self.benchmark = benchmark.name
        group = benchmark.group
        baselineName = benchmark.baselineName
        goal = benchmark.goal
        let (baseline, measured) = try benchmark.prepare()
        let expected = (baseline: baseline(), measured: measured())
        let clock = ContinuousClock()
        let end = clock.now + .milliseconds(500)
        var baselineTimes: [Duration] = []
        var times: [Duration] = []
        while times.count < 7 || (clock.now < end && times.count < 501) {
            // Comparing the results also prevents the compiler from removing the work.
            let baselineRepetitions = benchmark.repeatsBaseline ? benchmark.repetitions : 1
            baselineTimes.append(
                clock.measure {
                    for _ in 0..<baselineRepetitions { precondition(baseline() == expected.baseline) }
                } / baselineRepetitions)
            times.append(
                clock.measure {
                    for _ in 0..<benchmark.repetitions { precondition(measured() == expected.measured) }
                } / benchmark.repetitions)
        }
        self.amount = Self.median(times)
        self.baseline = Self.median(baselineTimes)
    }

    /// Creates a measurement of memory that was measured elsewhere.
    init(_ name: String, group: String, bytes: Int, ofRawData rawBytes: Int, goal: Double? = nil) {
        benchmark = name
        self.group = group
        baselineName = "the bytes of the raw data"
        self.goal = goal
        unit = .bytes
        amount = Double(bytes)
        baseline = Double(rawBytes)
    }

    private static func median(_ times: [Duration]) -> Double {
        times.sorted()[times.count / 2] / .seconds(1)
    }
}
