package import TableAgent

/// The properties of a table that all of its lines share, and that depend on all lines.
///
/// The markup of a line depends only on the line and on these decisions.
package struct HTMLDecisions: Hashable, Sendable {
    /// The alignment of each column: left, center, right, or decimal for a column with fractions.
    let alignments: [GridColumn.Alignment]
    /// The longest fraction of each column that has a title, its point included; 0 without fractions.
    let fractionLengths: [Int]
    /// Whether the table has columns: a title, or a line.
    let hasColumns: Bool
    /// Whether a single cell of a head or foot spans all columns. HTML has no columns if no title or row has
    /// cells.
    let spansColumns: Bool
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
    private static let lengthRoom = HTMLFractions.limit + 3

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
        let length = HTMLFractions.length(of: cell, in: line, point)
        return cell.kind.rawValue | UInt8(length.map { min($0, HTMLFractions.limit + 1) + 1 } ?? 0) << 3
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
    func decisions(hasTitles: Bool) -> HTMLDecisions {
        let lengths = columns.indices.map { column in
            let counts = lengthCounts[column * Self.lengthRoom..<(column + 1) * Self.lengthRoom]
            return counts.lastIndex { $0 > 0 }.map { max($0 - counts.startIndex - 1, 0) } ?? 0
        }
        let width = max(columns.count, widthCounts.lastIndex { $0 > 0 } ?? 0)
        let alignments = (0..<width).map { column in
            let hasFractions = column < lengths.count && lengths[column] > 0
            return hasFractions ? .decimal : alignment(ofColumn: column)
        }
        return HTMLDecisions(
            alignments: alignments.isEmpty ? [.left] : alignments,  // A row of HTML has a cell.
            fractionLengths: lengths, hasColumns: hasTitles || lineCount > 0,
            spansColumns: hasTitles || rowCount > 0)
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
