/// The sums of a column, which decide whether a foot is a formula.
///
/// A spreadsheet computes a formula anew. So a foot is a formula only if the formula has the same result as the foot.
struct SheetSums {
    private var section = Sum()
    private var table = Sum()
    private var row: Int

    /// The numbers that a formula adds up.
    private struct Sum {
        var total = 0.0
        var magnitude = 0.0
        /// Whether the cells contain a number that the formula would add up, but that is no number of a row.
        var hasOthers = false
        var firstRow = 0

        mutating func add(_ number: Double) {
            total += number
            magnitude += number.magnitude
        }

        /// Returns whether a number is the total, apart from the rounding of the additions.
        func isTotal(_ number: Double) -> Bool {
            !hasOthers && (number - total).magnitude <= max(magnitude, number.magnitude) * 1e-9
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

    /// Records a date, or a number of a head or foot, that is no number to add.
    mutating func addOther() {
        section.hasOthers = true
        table.hasOthers = true
    }

    /// Returns the first row of the formula for a foot, or `nil` if the foot is not the sum.
    ///
    /// - Parameter isOfTable: Whether the foot is that of the table. Its formula leaves out other such formulas.
    func firstRow(ofFoot number: Double, isOfTable: Bool) -> Int? {
        let sum = isOfTable ? table : section
        return sum.isTotal(number) ? sum.firstRow : nil
    }
}
