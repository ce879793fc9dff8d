import TableAgent

/// The lengths of the fractions in columns whose numbers are aligned by their points.
///
/// After a number, a page has the digits that the number lacks of the longest fraction of its column. They are content
/// of the stylesheet, which is invisible and takes the same room in every font.
struct HTMLFractions: Sendable {
    /// The difference between a cell and the longest fraction: digits, and the point before them.
    struct Lack {
        var digits = 0
        var point: DecimalPoint?
    }

    private let points: [DecimalPoint?]
    private let lengths: [Int]

    /// The largest number of digits that the stylesheet has a class for.
    static let limit = 16

    /// Creates the lengths of a table's columns.
    ///
    /// - Parameters:
    ///   - columns: The columns.
    ///   - lengths: The longest fraction of each column, its point included; 0 without fractions.
    init(_ columns: [GridColumn], lengths: [Int]) {
        points = columns.map(\.alignment.point)
        self.lengths = lengths
    }

    /// Returns the length of a cell's fraction, its point included; 0 for a whole number, `nil` without a number.
    static func length(of cell: GridCell, in line: borrowing GridLine, _ point: DecimalPoint) -> Int? {
        if cell.kind == .integer, cell.showsNumber { return 0 }
        return line.withShown(of: cell) { point.fractionLength(of: $0) }
    }

    /// Returns the longest fraction of a column, its point included; 0 without fractions.
    func length(inColumn index: Int) -> Int {
        index < lengths.count ? lengths[index] : 0
    }

    /// Returns what a cell lacks if it has a number, else nothing.
    func lack(of line: borrowing GridLine, at index: Int) -> Lack {
        let longest = length(inColumn: index)
        guard longest > 0, let point = points[index],
            let length = Self.length(of: line.cells[index], in: line, point), length < longest
        else { return Lack() }
        return length == 0 ? Lack(digits: longest - 1, point: point) : Lack(digits: longest - length)
    }
}

extension GridOutput {
    /// Writes the classes for what a cell lacks, each after a space.
    mutating func write(_ lack: HTMLFractions.Lack) {
        if let point = lack.point { append(literal: point == .comma ? " comma" : " point") }
        if lack.digits > 0 { write(" d\(lack.digits)") }
    }
}
