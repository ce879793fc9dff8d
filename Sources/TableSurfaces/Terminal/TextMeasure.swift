import TableAgent

/// The measurements of a table's columns, updated line by line.
struct TextMeasure {
    /// The columns: the given columns, and further columns if a line has more cells.
    private(set) var columns: [Column]
    /// The width of the widest head or foot that spans all columns.
    private(set) var spanWidth = 0
    /// The numbers that determine the automatic scales of bars.
    private var extents: BarExtents
    /// The scales that columns name. The measured numbers are on any other scale.
    fileprivate let givenScales: BarScales
    private let format: TextFormat

    /// Creates measurements of the titles alone.
    init(_ columns: [GridColumn], format: TextFormat) {
        self.format = format
        self.columns = columns.map { Column($0, format) }
        extents = BarExtents(columns)
        givenScales = extents.scales
    }

    /// The scales of bars and series.
    var scales: BarScales { extents.scales }

    /// Measures a line.
    @inline(__always)
    mutating func add(_ part: TablePart, _ line: borrowing GridLine) {
        if part != .row, line.cells.count == 1 {
            if columns.isEmpty { columns = [Column(GridColumn(""), format)] }
            let isJoined = format.overflow == .cut
            let width = line.withShown(of: line.cells[0]) {
                CellText.width(of: $0, format.widthPolicy, joined: isJoined)
            }
            spanWidth = max(spanWidth, width)
            return
        }
        while columns.count < line.cells.count { columns.append(Column(GridColumn(""), format)) }
        if extents.isMeasuring, part == .row { extents.add(line) }
        guard !line.hasSeries else { return addWithSeries(part, line) }
        let (cells, policy) = (line.cells, format.widthPolicy)
        line.bytes.withBytes { utf8 in
            columns.withUnsafeMutableBufferPointer { columns in
                for (index, cell) in cells.enumerated() {
                    if part == .row { columns[index].kinds.insert(cell.kind) }
                    columns[index].add(cell, showing: UnsafeBufferPointer(rebasing: utf8[cell.shown]), policy)
                }
            }
        }
    }

    /// Measures a line with a series.
    @inline(never)
    private mutating func addWithSeries(_ part: TablePart, _ line: borrowing GridLine) {
        for (index, cell) in line.cells.enumerated() {
            if let series = line.textChart(of: cell, on: part == .row ? givenScales[index] : nil) {
                columns[index].add(chartOfWidth: series.textWidth)
                if part == .row { columns[index].kinds.insert(.series) }
            } else {
                line.withShown(of: cell) { columns[index].add(cell, showing: $0, format.widthPolicy) }
                // The words of a series can be broken.
                if part == .row { columns[index].kinds.insert(cell.kind == .series ? .text : cell.kind) }
            }
        }
    }

    /// Makes the table wide enough for a line that spans all columns, as far as the table's width limit
    /// allows.
    mutating func addSpan(width: Int) {
        spanWidth = max(spanWidth, width)
    }

    /// The measurements of a column. Widths are in terminal columns.
    struct Column {
        /// The width of the widest cell.
        private(set) var cellWidth = 0
        /// The width of the widest short cell. Short cells are not broken as long as the table has room.
        private(set) var shortWidth = 0
        /// The width of the widest number. Numbers are not broken.
        private(set) var numberWidth = 0
        private(set) var titleWidth = 0
        /// The width of the longest part of the title that stays on one line: a word, or a part of a word.
        private(set) var titleWordWidth = 0
        /// The maximum width of a cell from its decimal point on, if cells are aligned by decimal points.
        private(set) var tail = 0

        /// The maximum width of a short cell.
        static let mostOfShort = 12

        private var lead = 0
        private let point: DecimalPoint?
        /// Whether a cell stays on one line.
        private let isJoined: Bool
        /// The kinds of the cells of rows.
        fileprivate(set) var kinds = ColumnKinds()

        fileprivate init(_ column: GridColumn, _ format: TextFormat) {
            point = column.alignment.point
            isJoined = (column.overflow ?? format.overflow) == .cut
            var (title, policy) = (column.title, format.widthPolicy)
            title.withUTF8 {
                titleWidth = CellText.width(of: $0, policy)
                titleWordWidth = CellText.longestPart(of: $0, policy)
            }
        }
    }
}

extension TextMeasure.Column {
    /// Makes the column wide enough for a cell.
    @inline(__always)
    fileprivate mutating func add(
        _ cell: GridCell, showing utf8: UnsafeBufferPointer<UInt8>, _ policy: TextFormat.WidthPolicy
    ) {
        let width = cell.showsNumber ? utf8.count : CellText.width(of: utf8, policy, joined: isJoined)
        cellWidth = max(cellWidth, width)
        if width <= Self.mostOfShort { shortWidth = max(shortWidth, width) }
        if cell.showsNumber { numberWidth = max(numberWidth, width) }
        if let point { addLines(of: utf8, point, policy) }
    }

    /// Makes the column wide enough for a chart.
    fileprivate mutating func add(chartOfWidth width: Int) {
        cellWidth = max(cellWidth, width)
        numberWidth = max(numberWidth, width)
    }

    /// Makes the column wide enough for lines that are aligned by decimal points.
    @inline(never)
    private mutating func addLines(
        of utf8: UnsafeBufferPointer<UInt8>, _ point: DecimalPoint, _ policy: TextFormat.WidthPolicy
    ) {
        CellText.forEachVisibleLine(of: utf8, policy, joined: isJoined) { line, width in
            guard let tail = point.tail(of: line, width: width, policy) else { return }
            self.tail = max(self.tail, tail)
            lead = max(lead, width - tail)
        }
        cellWidth = max(cellWidth, lead + tail)
    }
}

/// The lines that decide a layout: the first 1,000 lines of a sample that do not span the columns.
struct TextSample {
    private let sample: GridSample
    private let policy: TextFormat.WidthPolicy
    /// The number of lines.
    private var lineCount = 0
    /// Whether the sample contains all measured lines.
    private(set) var isComplete = false
    /// For each column, the width of the longest part of a cell that stays on one line.
    private(set) var wordWidths: [Int]

    private static let mostLines = 1000
    private static let mostBytes = 1 << 21

    /// Reads the sample, unless the table has no width limit.
    init(_ sample: GridSample, _ measure: TextMeasure, _ format: TextFormat) {
        self.sample = sample
        policy = format.widthPolicy
        wordWidths = measure.columns.map { _ in 0 }
        guard format.width != nil else { return }
        var count = 0
        var size = 0
        sample.forEachUnspannedLine { line in
            size += (1 + line.cells.count) * 8 + line.bytes.count
            if size > Self.mostBytes { return false }
            count += 1
            for (index, cell) in line.cells.enumerated() where !cell.showsNumber {
                if line.hasSeries, line.textChart(of: cell, on: measure.givenScales[index]) != nil {
                    continue
                }
                line.withShown(of: cell) { utf8 in
                    wordWidths[index] = max(wordWidths[index], CellText.longestPart(of: utf8, policy))
                }
            }
            return count < Self.mostLines
        }
        lineCount = count
        isComplete = count < Self.mostLines && size <= Self.mostBytes && sample.isComplete
    }

    /// Calls a closure with each line, up to a maximum number of lines.
    func forEach(upTo limit: Int = .max, _ body: (borrowing GridLine) -> Void) {
        var rest = min(limit, lineCount)
        sample.forEachUnspannedLine { line in
            guard rest > 0 else { return false }
            rest -= 1
            body(line)
            return true
        }
    }
}

extension GridSample {
    /// Calls a closure with each line that does not span the columns, until the closure returns `false`.
    fileprivate func forEachUnspannedLine(_ body: (borrowing GridLine) -> Bool) {
        forEach { part, line in part != .row && line.cells.count == 1 || body(line) }
    }
}

extension DecimalPoint {
    /// Returns the width of a line from the decimal point of its number on, or `nil` without a digit.
    ///
    /// - Complexity: O(*n*) in the bytes of the line.
    func tail(of line: UnsafeBufferPointer<UInt8>, width: Int, _ policy: TextFormat.WidthPolicy) -> Int? {
        guard let offset = offset(in: line) else { return nil }
        // No character takes more columns than bytes. So if the whole line has as many columns as bytes, its
        // tail does, too.
        if line.count == width { return width - offset }
        return DisplayWidth.width(of: UnsafeBufferPointer(rebasing: line[offset...]), policy)
    }
}
