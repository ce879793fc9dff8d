import TableAgent

/// What the lines of a table tell about its columns, one line after the other.
struct TextMeasure {
    /// The columns found: those given, and more where a line has more cells.
    private(set) var columns: [Column]
    /// The width of the widest head or foot that spans all columns.
    private(set) var spanWidth = 0

    private let policy: TextWidthPolicy
    private let spansHeads: Bool
    private let measuresWidths: Bool

    /// Starts with the titles of columns.
    ///
    /// - Parameters:
    ///   - columns: The columns of the table.
    ///   - policy: How wide the terminal draws text.
    ///   - spansHeads: Whether a head or foot of one cell spans all columns.
    ///   - measuresWidths: Whether widths are wanted.
    init(
        _ columns: [GridColumn], policy: TextWidthPolicy = .standard, spansHeads: Bool,
        measuresWidths: Bool = true
    ) {
        self.columns = columns.map { Column($0, policy) }
        self.policy = policy
        self.spansHeads = spansHeads
        self.measuresWidths = measuresWidths
    }

    /// Measures a line, and keeps it with the widths of its cells.
    @inline(__always)
    mutating func add(_ part: GridPart, _ line: borrowing GridLine, keeping kept: inout KeptLines) {
        if part != .row, spansHeads, line.cells.count == 1 {
            if columns.isEmpty { columns = [Column()] }
            kept.append(line) { _, _, utf8 in
                let width = Self.measure(utf8, policy)
                spanWidth = max(spanWidth, width.needed)
                return width.unchanged
            }
        } else {
            while columns.count < line.cells.count { columns.append(Column()) }
            let (policy, measuresWidths) = (policy, measuresWidths)
            columns.withUnsafeMutableBufferPointer { columns in
                kept.append(line) { index, cell, utf8 in
                    if part == .row { columns[index].add(cell.kind) }
                    return measuresWidths ? columns[index].add(cell, utf8, policy) : KeptLines.noWidth
                }
            }
        }
    }

    /// How the cells of each column stand.
    ///
    /// - Parameter given: The columns of the table, of which lines may have had more.
    func alignments(_ given: [GridColumn]) -> [GridColumn.Alignment] {
        columns.enumerated().map { index, found in
            found.alignment(in: index < given.count ? given[index] : GridColumn(""))
        }
    }

    /// The columns that a text needs, and its width in a line if it stands there unchanged, or `noWidth`.
    fileprivate static func measure(
        _ utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy
    ) -> (needed: Int, unchanged: Int) {
        if let width = CellText.width(ofUnchanged: utf8, policy) { return (width, width) }
        return (CellText.measure(utf8, policy).width, KeptLines.noWidth)
    }
}

extension TextMeasure {
    /// What is known of a column. Widths are in terminal columns.
    struct Column {
        /// The width of the widest cell.
        private(set) var cellWidth = 0
        private(set) var titleWidth = 0
        /// The width of the longest word of the title.
        private(set) var titleWordWidth = 0
        /// The columns that cells take from their points on, where cells stand by them.
        private(set) var tail = 0

        private var lead = 0
        private let point: DecimalPoint?
        /// The kinds of the cells of rows, a bit for each.
        private var kinds: UInt8 = 0

        /// Whether rows hold numbers, and nothing else that has a value.
        var isNumeric: Bool { holdsOnly([.integer, .decimal]) }

        /// Whether rows hold values that no line should break, and nothing else that has a value.
        var isUnbreakable: Bool { holdsOnly([.integer, .decimal, .boolean, .date]) }

        /// How cells stand in the column, which may leave that to its values.
        func alignment(in column: GridColumn) -> GridColumn.Alignment {
            switch column.alignment {
            case .automatic: isNumeric ? .right : .left
            case let alignment: alignment
            }
        }

        fileprivate init() {
            point = nil
        }

        fileprivate init(_ column: GridColumn, _ policy: TextWidthPolicy) {
            point = column.alignment.point
            var title = column.title
            title.withUTF8 { titleWidth = TextMeasure.measure($0, policy).needed }
            for word in column.title.split(whereSeparator: \.isWhitespace) {
                var word = String(word)
                word.withUTF8 { titleWordWidth = max(titleWordWidth, TextMeasure.measure($0, policy).needed) }
            }
        }

        private func holdsOnly(_ allowed: [GridCell.Kind]) -> Bool {
            let values = kinds & ~(1 << GridCell.Kind.empty.rawValue)
            return values != 0 && allowed.reduce(values) { $0 & ~(1 << $1.rawValue) } == 0
        }
    }
}

extension TextMeasure.Column {
    @inline(__always)
    fileprivate mutating func add(_ kind: GridCell.Kind) {
        kinds |= 1 << kind.rawValue
    }

    /// Makes the column wide enough for a cell; returns the width of the text that stands unchanged.
    @inline(__always)
    fileprivate mutating func add(
        _ cell: GridCell, _ utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy
    ) -> Int {
        let width = cell.showsNumber ? (utf8.count, utf8.count) : TextMeasure.measure(utf8, policy)
        cellWidth = max(cellWidth, width.0)
        if let point { addLines(of: utf8, width: width.1, point, policy) }
        return width.1
    }

    /// Makes the column wide enough for lines that stand by their points.
    @inline(never)
    private mutating func addLines(
        of utf8: UnsafeBufferPointer<UInt8>, width: Int, _ point: DecimalPoint, _ policy: TextWidthPolicy
    ) {
        if width != KeptLines.noWidth {
            add(line: utf8, width: width, point, policy)
        } else {
            CellText.forEachVisibleLine(of: utf8, policy) { line in
                add(line: line, width: DisplayWidth.width(of: line, policy), point, policy)
            }
        }
        cellWidth = max(cellWidth, lead + tail)
    }

    private mutating func add(
        line: UnsafeBufferPointer<UInt8>, width: Int, _ point: DecimalPoint, _ policy: TextWidthPolicy
    ) {
        guard let tail = point.tail(of: line, width: width, policy) else { return }
        self.tail = max(self.tail, tail)
        lead = max(lead, width - tail)
    }
}

extension GridColumn.Alignment {
    /// The point by which cells stand, if they do.
    var point: DecimalPoint? {
        switch self {
        case .decimal: .point
        case .decimalComma: .comma
        case .automatic, .left, .center, .right: nil
        }
    }
}
