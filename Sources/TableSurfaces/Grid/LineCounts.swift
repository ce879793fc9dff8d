package import TableAgent

/// The counts of a table's lines, which determine the number and the alignment of the columns. Lines can be
/// added and subtracted.
package struct LineCounts: Sendable {
    let columns: [GridColumn]
    /// The decimal point of each named column.
    let points: [DecimalPoint?]
    private let hasPoints: Bool
    /// The number of rows with a cell of each kind, for each column.
    private var kindCounts: [Int]
    /// The number of cells with a fraction of each length, for each named column. The first count is for
    /// cells without a number, and the second for whole numbers.
    private var lengthCounts: [Int]
    /// The number of lines with each number of cells.
    private var widthCounts: [Int] = []
    private(set) var lineCount = 0
    private(set) var rowCount = 0
    /// The numbers that determine the automatic scales of bars in a table that is written once.
    private var extents: BarExtents
    /// For a live page, the numbers of rows by ``BarStep`` for each column with an automatic scale; otherwise `nil`. In
    /// contrast to extents, counts can be subtracted.
    private var stepCounts: [[Int16: Int]]?

    private static let kindRoom = 8
    private static let lengthRoom = mostDigits + 3
    /// The maximum number of counted digits; the stylesheet of HTML has a class for each number.
    private static let mostDigits = 16

    /// Creates counts of no lines.
    ///
    /// - Parameters:
    ///   - columns: The columns of the table.
    ///   - countsFractions: Whether to count the lengths of fractions, which align numbers by their decimal points.
    package init(_ columns: [GridColumn], countsFractions: Bool = true) {
        self.columns = columns
        points = columns.map { countsFractions ? $0.alignment.point : nil }
        hasPoints = points.contains { $0 != nil }
        extents = BarExtents(columns)
        kindCounts = Array(repeating: 0, count: columns.count * Self.kindRoom)
        lengthCounts = Array(repeating: 0, count: columns.count * Self.lengthRoom)
    }

    /// Adds a line.
    @inline(__always)
    mutating func add(_ line: borrowing GridLine, of part: TablePart) {
        if extents.isMeasuring, part == .row { extents.add(line) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: line.cells.count) { facts in
            for (index, cell) in line.cells.enumerated() {
                facts[index] = fact(of: cell, in: line, at: index)
            }
            add(part, UnsafeBufferPointer(facts), by: 1)
        }
    }

    /// Returns the facts about a line that the counts need: one byte for each cell.
    ///
    /// In a column with an automatic scale, the ``BarStep`` of a number follows the byte of its cell, in two bytes. The
    /// least and the greatest step of a series follow in four bytes.
    package func facts(of line: borrowing GridLine) -> [UInt8] {
        let cells = line.cells
        guard extents.isMeasuring else { return cells.indices.map { fact(of: cells[$0], in: line, at: $0) } }
        var facts: [UInt8] = []
        for (index, cell) in cells.enumerated() {
            facts.append(fact(of: cell, in: line, at: index))
            let stepCount = stepCount(of: facts[facts.count - 1], at: index)
            guard stepCount > 0 else { continue }
            let extent = line.extent(of: cell) ?? 0...0
            for number in [extent.lowerBound, extent.upperBound].prefix(stepCount) {
                let step = UInt16(bitPattern: BarStep.step(of: number))
                facts += [UInt8(truncatingIfNeeded: step), UInt8(truncatingIfNeeded: step >> 8)]
            }
        }
        return facts
    }

    /// Returns the number of steps that follow the fact about a cell.
    private func stepCount(of fact: UInt8, at index: Int) -> Int {
        guard index < columns.count, columns[index].bar == .automatic else { return 0 }
        return switch GridCell.Kind(rawValue: fact & 7) {
        case .integer, .decimal: 1
        case .series: 2
        default: 0
        }
    }

    /// Adds the facts about a line. With a change of -1, subtracts the facts about a line that was added
    /// before.
    package mutating func add(_ part: TablePart, _ facts: ArraySlice<UInt8>, by change: Int) {
        guard extents.isMeasuring else {
            return facts.withUnsafeBufferPointer { add(part, $0, by: change) }
        }
        addSteps(part, facts, by: change).withUnsafeBufferPointer { add(part, $0, by: change) }
    }

    /// Counts the steps of a line that was measured before, so that the line can be subtracted.
    mutating func addSteps(_ part: TablePart, _ facts: ArraySlice<UInt8>) {
        if extents.isMeasuring { _ = addSteps(part, facts, by: 1) }
    }

    /// Counts the steps among the facts about a line, and returns the other facts.
    private mutating func addSteps(
        _ part: TablePart, _ facts: ArraySlice<UInt8>, by change: Int
    ) -> [UInt8] {
        var (rest, cells, counts) = (facts, [UInt8](), stepCounts ?? columns.map { _ in [:] })
        stepCounts = nil
        while let fact = rest.popFirst() {
            let index = cells.count
            cells.append(fact)
            for _ in 0..<stepCount(of: fact, at: index) {
                guard let low = rest.popFirst(), let high = rest.popFirst() else { break }
                let step = Int16(bitPattern: UInt16(low) | UInt16(high) << 8)
                guard part == .row else { continue }
                let count = counts[index][step, default: 0] + change
                counts[index][step] = count == 0 ? nil : count
            }
        }
        stepCounts = counts
        return cells
    }

    /// The scales of the columns.
    var scales: BarScales {
        guard let stepCounts else { return extents.scales }
        let scales = zip(columns, stepCounts).map { column, counts in
            let (least, greatest) = (min(counts.keys.min() ?? 0, 0), max(counts.keys.max() ?? 0, 0))
            return column.bar.flatMap { BarScale($0, extent: BarStep.end(least)...BarStep.end(greatest)) }
        }
        return BarScales(scales)
    }

    /// Returns a byte for a cell. The lower three bits are the kind of the cell; a missing cell counts as an
    /// empty one, whose bits it shares. The higher bits are the length of its fraction plus 1, or 0 if the cell
    /// has no number or its column is not aligned by decimal points.
    @inline(__always)
    private func fact(of cell: GridCell, in line: borrowing GridLine, at index: Int) -> UInt8 {
        let kind = cell.kind.rawValue & 7
        guard hasPoints, index < points.count, let point = points[index] else { return kind }
        let length = point.fractionLength(of: cell, in: line)
        return kind | UInt8(length.map { min($0, Self.mostDigits + 1) + 1 } ?? 0) << 3
    }

    @inline(__always)
    private mutating func add(_ part: TablePart, _ facts: UnsafeBufferPointer<UInt8>, by step: Int) {
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

    /// The number of named columns, or the number of cells in the widest line if that is higher.
    var columnCount: Int { max(columns.count, widthCounts.lastIndex { $0 > 0 } ?? 0) }

    /// Returns the longest fraction of a column, including the decimal point; 0 without fractions.
    func fractionLength(inColumn index: Int) -> Int {
        guard index < columns.count else { return 0 }
        let counts = lengthCounts[index * Self.lengthRoom..<(index + 1) * Self.lengthRoom]
        return counts.lastIndex { $0 > 0 }.map { max($0 - counts.startIndex - 1, 0) } ?? 0
    }

    /// Returns the alignment of a column: left, center or right.
    func alignment(ofColumn index: Int) -> GridColumn.Alignment {
        let counts = kindCounts[index * Self.kindRoom..<(index + 1) * Self.kindRoom]
        let kinds = ColumnKinds(bits: counts.reversed().reduce(0) { $0 << 1 | ($1 > 0 ? 1 : 0) })
        return switch kinds.alignment(in: index < columns.count ? columns[index] : GridColumn("")) {
        case .right, .decimal, .decimalComma: .right
        case .center: .center
        case .left, .automatic: .left
        }
    }

    /// Whether the first click on the title of a column sorts its greatest values first: numbers and dates.
    func sortsDescending(_ index: Int) -> Bool {
        switch columns[index].filter {
        case .numbers, .dates: return true
        case .text, .choice: return false
        case .automatic, .none:
            func count(_ kind: GridCell.Kind) -> Int {
                kindCounts[index * Self.kindRoom + Int(kind.rawValue)]
            }
            let texts = count(.text)
            return texts == 0 && count(.integer) + count(.decimal) + count(.date) > 0
        }
    }
}

extension DecimalPoint {
    /// Returns the length of a cell's fraction, including the decimal point: 0 for a whole number, and `nil`
    /// without a number.
    @inline(__always)
    func fractionLength(of cell: GridCell, in line: borrowing GridLine) -> Int? {
        if cell.kind == .integer, cell.showsNumber { return 0 }
        return line.withShown(of: cell) { fractionLength(of: $0) }
    }
}

/// The kinds of the cells in one column of the rows, which determine an automatic alignment.
package struct ColumnKinds {
    /// One bit for each kind, by its raw value.
    private var bits: UInt16

    package init(bits: UInt16 = 0) {
        self.bits = bits
    }

    @inline(__always)
    package mutating func insert(_ kind: GridCell.Kind) {
        bits |= 1 << kind.rawValue
    }

    /// Whether rows have numbers, perhaps beside other values.
    package var hasNumbers: Bool {
        bits & (1 << GridCell.Kind.integer.rawValue | 1 << GridCell.Kind.decimal.rawValue) != 0
    }

    /// Whether rows have values that should not be broken, and no other values.
    var isUnbreakable: Bool { holdsOnly([.integer, .decimal, .boolean, .date, .series]) }

    /// Returns the alignment of a column. An automatic alignment is right if rows have numbers and no other
    /// values.
    package func alignment(in column: GridColumn) -> GridColumn.Alignment {
        switch column.alignment {
        case .automatic: holdsOnly([.integer, .decimal]) ? .right : .left
        case let alignment: alignment
        }
    }

    private func holdsOnly(_ allowed: [GridCell.Kind]) -> Bool {
        let values = bits & ~(1 << GridCell.Kind.empty.rawValue | 1 << GridCell.Kind.missing.rawValue)
        return values != 0 && allowed.reduce(values) { $0 & ~(1 << $1.rawValue) } == 0
    }
}
