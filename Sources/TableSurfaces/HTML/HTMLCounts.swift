package import TableAgent

/// The properties of a table that all of its lines share, and that depend on all lines.
///
/// The markup of a line depends only on the line and on these decisions.
package struct HTMLDecisions: Hashable, Sendable {
    /// The alignment of each column: left, center, right, or decimal for a column with fractions.
    let alignments: [GridColumn.Alignment]
    /// The longest fraction of each column, including the decimal point; 0 without fractions.
    let fractionLengths: [Int]
    /// Whether a column has a title.
    let hasTitles: Bool
    /// Whether the table has columns, which requires a title or a line.
    let hasColumns: Bool
    /// Whether a single cell of a head or foot spans all columns. HTML has no columns if no title or row has
    /// cells.
    let spansColumns: Bool
    fileprivate let points: [DecimalPoint?]

    /// The difference between a cell and the longest fraction of its column: digits, and the decimal point
    /// before them.
    ///
    /// The page shows the missing digits after the number, invisibly. They are content of the stylesheet, so
    /// the width is right in every font.
    struct Lack {
        var digits = 0
        var point: DecimalPoint?
    }

    /// Returns the missing part of a cell's fraction, which is empty for a cell without a number.
    func lack(of line: borrowing GridLine, at index: Int) -> Lack {
        let longest = fractionLengths[index]
        guard longest > 0, let point = points[index],
            let length = point.fractionLength(of: line.cells[index], in: line), length < longest
        else { return Lack() }
        return length == 0 ? Lack(digits: longest - 1, point: point) : Lack(digits: longest - length)
    }
}

extension DecimalPoint {
    /// Returns the length of a cell's fraction, including the decimal point: 0 for a whole number, and `nil`
    /// without a number.
    fileprivate func fractionLength(of cell: GridCell, in line: borrowing GridLine) -> Int? {
        if cell.kind == .integer, cell.showsNumber { return 0 }
        return line.withShown(of: cell) { fractionLength(of: $0) }
    }
}

/// The counts from which ``HTMLDecisions`` follow. Lines can be added and subtracted.
package struct HTMLCounts: Sendable {
    private let columns: [GridColumn]
    private let points: [DecimalPoint?]
    private let hasPoints: Bool
    /// The number of rows with a cell of each kind, for each column.
    private var kindCounts: [Int]
    /// The number of cells with a fraction of each length, for each named column. The first count is for
    /// cells without a fraction.
    private var lengthCounts: [Int]
    /// The number of lines with each number of cells.
    private var widthCounts: [Int] = []
    private var lineCount = 0
    private var rowCount = 0

    private static let kindRoom = 8
    private static let lengthRoom = mostDigits + 3
    /// The maximum number of digits for which the stylesheet has a class.
    private static let mostDigits = 16

    /// Creates counts of no lines.
    package init(_ columns: [GridColumn]) {
        self.columns = columns
        points = columns.map(\.alignment.point)
        hasPoints = points.contains { $0 != nil }
        kindCounts = Array(repeating: 0, count: columns.count * Self.kindRoom)
        lengthCounts = Array(repeating: 0, count: columns.count * Self.lengthRoom)
    }

    /// Adds a line.
    @inline(__always)
    mutating func add(_ part: GridPart, _ line: borrowing GridLine) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: line.cells.count) { facts in
            for (index, cell) in line.cells.enumerated() {
                facts[index] = fact(of: cell, in: line, at: index)
            }
            add(part, UnsafeBufferPointer(facts), by: 1)
        }
    }

    /// Returns the facts about a line that the counts need: one byte for each cell.
    package func facts(of line: borrowing GridLine) -> [UInt8] {
        let cells = line.cells
        return cells.indices.map { fact(of: cells[$0], in: line, at: $0) }
    }

    /// Adds the facts about a line. With a step of -1, subtracts the facts about a line that was added
    /// before.
    package mutating func add(_ part: GridPart, _ facts: ArraySlice<UInt8>, by step: Int) {
        facts.withUnsafeBufferPointer { add(part, $0, by: step) }
    }

    /// Returns the kind of a cell in the lower bits. The higher bits are the length of its fraction plus 1,
    /// or 0 without a number.
    @inline(__always)
    private func fact(of cell: GridCell, in line: borrowing GridLine, at index: Int) -> UInt8 {
        guard hasPoints, index < points.count, let point = points[index] else { return cell.kind.rawValue }
        let length = point.fractionLength(of: cell, in: line)
        return cell.kind.rawValue | UInt8(length.map { min($0, Self.mostDigits + 1) + 1 } ?? 0) << 3
    }

    @inline(__always)
    private mutating func add(_ part: GridPart, _ facts: UnsafeBufferPointer<UInt8>, by step: Int) {
        lineCount += step
        if facts.count >= widthCounts.count { makeRoom(for: facts.count) }
        widthCounts[facts.count] += step
        if part == .row {
            rowCount += step
            kindCounts.withUnsafeMutableBufferPointer { counts in
                for (index, fact) in facts.enumerated() {
                    counts[index &* Self.kindRoom &+ Int(fact & 7)] += step
                }
            }
        }
        // A single cell of a head or foot belongs to no column.
        guard hasPoints, part == .row || facts.count > 1 else { return }
        for (index, fact) in facts.prefix(columns.count).enumerated() {
            lengthCounts[index * Self.lengthRoom + Int(fact >> 3)] += step
        }
    }

    @inline(never)
    private mutating func makeRoom(for cellCount: Int) {
        widthCounts += repeatElement(0, count: cellCount + 1 - widthCounts.count)
        kindCounts += repeatElement(0, count: max(cellCount * Self.kindRoom - kindCounts.count, 0))
    }

    /// Returns the decisions that follow from the lines.
    func decisions(actions: HTMLActions?) -> HTMLDecisions {
        let width = max(columns.count, widthCounts.lastIndex { $0 > 0 } ?? 0)
        // A row of HTML needs a cell.
        let lengths = (0..<max(width, 1)).map(fractionLength)
        let alignments =
            width == 0 ? [.left] : (0..<width).map { lengths[$0] > 0 ? .decimal : alignment(ofColumn: $0) }
        let hasTitles = columns.contains { !$0.title.isEmpty } || actions?.title.isEmpty == false
        return HTMLDecisions(
            alignments: alignments, fractionLengths: lengths, hasTitles: hasTitles,
            hasColumns: hasTitles || lineCount > 0, spansColumns: hasTitles || rowCount > 0, points: points)
    }

    /// Returns the longest fraction of a column, including the decimal point; 0 without fractions.
    private func fractionLength(inColumn index: Int) -> Int {
        guard index < columns.count else { return 0 }
        let counts = lengthCounts[index * Self.lengthRoom..<(index + 1) * Self.lengthRoom]
        return counts.lastIndex { $0 > 0 }.map { max($0 - counts.startIndex - 1, 0) } ?? 0
    }

    private func alignment(ofColumn index: Int) -> GridColumn.Alignment {
        let counts = kindCounts[index * Self.kindRoom..<(index + 1) * Self.kindRoom]
        let kinds = ColumnKinds(bits: counts.reversed().reduce(0) { $0 << 1 | ($1 > 0 ? 1 : 0) })
        return switch kinds.alignment(in: index < columns.count ? columns[index] : GridColumn("")) {
        case .right, .decimal, .decimalComma: .right
        case .center: .center
        case .left, .automatic: .left
        }
    }
}
