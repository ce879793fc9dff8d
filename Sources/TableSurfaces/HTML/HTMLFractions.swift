import TableAgent

/// How long the fractions are in columns whose numbers stand by their points.
///
/// A page has what a number lacks of the longest fraction of its column behind it, as content of the stylesheet that is
/// not seen and takes the same room in every font.
struct HTMLFractions {
    /// What a cell lacks of the longest fraction: digits, and the point before them.
    struct Lack {
        var digits = 0
        var point: DecimalPoint?
    }

    private let points: [DecimalPoint?]
    private let hasPoints: Bool
    /// The longest fraction of each column, its point included.
    private var lengths: [Int]

    /// The digits that there is a class for.
    private static let limit = 16

    init(_ columns: [GridColumn]) {
        points = columns.map(\.alignment.point)
        hasPoints = points.contains { $0 != nil }
        lengths = columns.map { _ in 0 }
    }

    /// The longest fraction of a column, its point included; 0 without any.
    func length(inColumn index: Int) -> Int {
        index < lengths.count ? lengths[index] : 0
    }

    @inline(__always)
    mutating func add(_ part: GridPart, _ line: borrowing GridLine) {
        // A lone cell of a head or foot stands in no column.
        guard hasPoints, part == .row || line.cells.count > 1 else { return }
        addFractions(of: line)
    }

    @inline(never)
    private mutating func addFractions(of line: borrowing GridLine) {
        for index in 0..<min(lengths.count, line.cells.count) {
            if let length = fractionLength(of: line, at: index), length > lengths[index] {
                lengths[index] = min(length, Self.limit + 1)
            }
        }
    }

    private func fractionLength(of line: borrowing GridLine, at index: Int) -> Int? {
        guard let point = points[index] else { return nil }
        let cell = line.cells[index]
        if cell.kind == .integer, cell.showsNumber { return 0 }
        return line.withShown(of: cell) { point.fractionLength(of: $0) }
    }

    /// What a cell lacks, if it has a number.
    func lack(of line: borrowing GridLine, at index: Int) -> Lack {
        let longest = length(inColumn: index)
        guard longest > 0, let length = fractionLength(of: line, at: index), length < longest else {
            return Lack()
        }
        return length == 0
            ? Lack(digits: longest - 1, point: points[index]) : Lack(digits: longest - length)
    }
}

extension GridOutput {
    /// Writes the classes for what a cell lacks, each with a blank before it.
    mutating func write(_ lack: HTMLFractions.Lack) {
        if let point = lack.point { append(literal: point == .comma ? " comma" : " point") }
        if lack.digits > 0 { write(" d\(lack.digits)") }
    }
}
