/// Neighbouring elements of a run, as the rows of a section show them.
@usableFromInline
struct RunSlice {
    @usableFromInline
    let run: Run

    /// The index in the run of the first element.
    @usableFromInline
    let start: Int

    @usableFromInline
    let count: Int

    init(_ run: Run, start: Int, count: Int) {
        self.run = run
        self.start = start
        self.count = count
    }

    init(_ run: Run) {
        self.init(run, start: 0, count: run.count)
    }

    /// The indices in the run.
    @usableFromInline
    var range: Range<Int> { start..<start + count }

    /// Whether another slice is the same part of the same run.
    func isSame(as other: RunSlice) -> Bool {
        run === other.run && start == other.start && count == other.count
    }

    /// Whether another slice begins where this one ends.
    func goesOn(with other: RunSlice) -> Bool {
        run === other.run && range.upperBound == other.start
    }

    /// This slice and the one that goes on with it as one.
    func joined(with other: RunSlice) -> RunSlice {
        RunSlice(run, start: start, count: count + other.count)
    }

    /// Some of the rows, by their numbers in the slice.
    func part(_ rows: Range<Int>) -> RunSlice {
        RunSlice(run, start: start + rows.lowerBound, count: rows.count)
    }
}
