/// The sums of a column, which decide whether a foot is a formula.
///
/// A spreadsheet computes its formulas when it opens a file. So a foot is a formula only if the formula has the same result
/// as the foot.
struct SheetSums {
    private var section = Sum()
    private var table = Sum()
    private var row: Int

    /// The numbers that a formula adds up.
    private struct Sum {
        private var total = 0.0
        /// The sum of the rounding errors of the additions (Neumaier, 1974).
        private var errors = 0.0
        private var magnitude = 0.0
        /// Whether the formula would also add up a number that is not from a row, such as a date, a Boolean, or the number of a head.
        var hasOthers = false
        var firstRow = 0

        mutating func add(_ number: Double) {
            let sum = total + number
            errors += total.magnitude >= number.magnitude ? total - sum + number : number - sum + total
            total = sum
            magnitude += number.magnitude
        }

        /// Returns whether a number is the total, apart from the rounding of the rows to doubles, and of the number to its last
        /// digit.
        func isTotal(_ number: Double, lastDigit: Double) -> Bool {
            let difference = (total + errors - number).magnitude
            let rounding = max(lastDigit / 2, number.magnitude * 1e-13)
            return !hasOthers && magnitude.isFinite && difference <= min(magnitude * 1e-13, rounding)
        }
    }

    /// Creates the sums of a column whose first cell below the title is in a row.
    init(firstRow: Int) {
        row = firstRow
        table.firstRow = firstRow
        section.firstRow = firstRow
    }

    /// Begins a section whose first line is in a row.
    mutating func beginSection(at row: Int) {
        section = Sum()
        section.firstRow = row
    }

    /// Adds a number of a row.
    mutating func add(_ number: Double) {
        section.add(number)
        table.add(number)
    }

    /// Records that the formula would add up a date, a Boolean, or the number of a head or foot.
    mutating func addOther() {
        section.hasOthers = true
        table.hasOthers = true
    }

    /// Returns the first row of the formula for a foot, or `nil` if the foot is not the sum.
    ///
    /// - Parameters:
    ///   - number: The number of the foot.
    ///   - lastDigit: The value of 1 in the last digit that the foot shows.
    ///   - isOfTable: Whether the foot is that of the table. Its formula leaves out other such formulas.
    func firstRow(ofFoot number: Double, lastDigit: Double, isOfTable: Bool) -> Int? {
        let sum = isOfTable ? table : section
        return sum.isTotal(number, lastDigit: lastDigit) ? sum.firstRow : nil
    }
}
