/// Reads rows that mostly stand one after the other: remembers the slice of the last one.
struct RowCursor {
    let rows: Rows
    /// The run that holds the rows of the slice.
    private(set) var run: Run
    /// The numbers of the rows in the slice.
    private(set) var range: Range<Int>
    /// What to add to a row's number for its index in the run.
    private(set) var offset: Int
    private var number = 0

    /// Starts at the first of rows, which must not be empty.
    init(_ rows: Rows) {
        self.rows = rows
        let slice = rows.slices[0]
        run = slice.run
        range = 0..<slice.count
        offset = slice.start
    }

    var count: Int { rows.count }

    /// Whether all rows are in the slice.
    var isWhole: Bool { rows.slices.count == 1 }

    /// Goes to the slice of a row, and says whether it is another one.
    mutating func move(to row: Int) -> Bool {
        if range.contains(row) { return false }
        var start = range.upperBound
        if row == range.upperBound {
            number += 1
        } else {
            number = rows.slices.number(ofRow: row)
            start = rows.slices.start(ofSlice: number)
        }
        let slice = rows.slices[number]
        run = slice.run
        range = start..<start + slice.count
        offset = slice.start - start
        return true
    }

    /// Appends the hashes of rows, which must be ascending, from a number on.
    mutating func hash(_ rows: [Int32], from first: Int, into hashes: inout [Int]) {
        var start = first
        while start < rows.count {
            _ = move(to: Int(rows[start]))
            var end = rows.count
            if Int(rows[end - 1]) >= range.upperBound {
                end = start + 1
                while Int(rows[end]) < range.upperBound { end += 1 }
            }
            run.kind.operations.hashes(run, rows, start..<end, offset, &hashes)
            start = end
        }
    }
}
