package import TableAgent

/// A walk over the lines of a table.
///
/// Items fill the lines into one buffer, in the order of the calls. Lines that were measured before are read from the
/// sample as long as there are any, so the calls after ``measure(with:upTo:)`` must have the same order as its own.
package struct GridWalk {
    private let table: TableInfo
    private let showsHeadsAndFeet: Bool
    private let showsCollapsedRows: Bool
    private var filler: LineFiller
    private var line: GridLine
    /// The measured lines that are still to be read.
    private(set) var sample = GridSample(limit: 0)

    /// Creates a walk that shows the parts that a format shows.
    package init(of table: TableInfo, in format: some GridFormat) {
        self.table = table
        showsHeadsAndFeet = format.showsHeadsAndFeet
        showsCollapsedRows = format.showsCollapsedRows
        filler = LineFiller(for: format, columns: table.columns)
        line = filler.makeLine()
    }

    /// Returns the rows of a section that the format shows.
    func rows(ofSection index: Int) -> Rows {
        let section = table.sections[index]
        return showsCollapsedRows ? section.rows : section.visibleRows
    }

    // MARK: Reading lines

    /// Passes the head of a section to a closure, if there is one.
    @inline(__always)
    mutating func readHead(
        ofSection index: Int, _ body: (borrowing GridLine, GridPosition) throws -> Void
    ) throws {
        let section = table.sections[index]
        guard showsHeadsAndFeet, let head = section.head else { return }
        try read(head, at: GridPosition(.head, of: section, at: index), in: section.state, body)
    }

    /// Passes the foot of a section to a closure, if there is one.
    @inline(__always)
    mutating func readFoot(
        ofSection index: Int, _ body: (borrowing GridLine, GridPosition) throws -> Void
    ) throws {
        let section = table.sections[index]
        guard showsHeadsAndFeet, let foot = showsCollapsedRows ? section.dataFoot : section.foot else {
            return
        }
        try read(foot, at: GridPosition(.foot, of: section, at: index), in: section.state, body)
    }

    /// Passes the foot of the table to a closure, if there is one.
    @inline(__always)
    mutating func readFoot(_ body: (borrowing GridLine, GridPosition) throws -> Void) throws {
        guard showsHeadsAndFeet, let foot = showsCollapsedRows ? table.dataFoot : table.foot else { return }
        let isEmpty = !showsCollapsedRows && table.rowCount == 0
        let section = TableSection(
            id: 0, foot: table.dataFoot.map { Foot($0) }, empty: isEmpty ? table.emptyText : nil)
        let position = GridPosition(.tableFoot, of: section, at: table.sections.count)
        try read(foot, at: position, in: table.state, body)
    }

    /// Passes a head, row or foot to a closure.
    @inline(__always)
    mutating func read(
        _ row: Row, at position: GridPosition, in state: SectionState,
        _ body: (borrowing GridLine, GridPosition) throws -> Void
    ) throws {
        if sample.readNext(&line) == nil { try filler.fill(&line, with: row, at: position, in: state) }
        try body(line, position)
    }

    /// Passes a range of the rows of a section to a closure, one after another.
    @inline(__always)
    mutating func readRows(
        _ range: Range<Int>, ofSection index: Int, _ body: (borrowing GridLine, GridPosition) throws -> Void
    ) throws {
        let section = table.sections[index]
        let rows = rows(ofSection: index)
        guard range.upperBound == rows.count else {
            for row in range {
                let position = GridPosition(.row, of: section, at: index, row: row)
                try read(rows[row], at: position, in: section.state, body)
            }
            return
        }
        var next = range.lowerBound
        while next < range.upperBound, sample.readNext(&line) != nil {
            try body(line, GridPosition(.row, of: section, at: index, row: next))
            next += 1
        }
        guard next < range.upperBound else { return }
        let filler = filler
        try rows.fillLines(from: next, &line, in: section.state) { line, row in
            let position = GridPosition(.row, of: section, at: index, row: row)
            if line.cells.count > filler.cellLimit {
                throw filler.tooManyCells(line.cells.count, of: rows[row].item, at: position)
            }
            try body(line, position)
        }
    }

    // MARK: Measuring and writing

    /// Measures the first lines of the table, and keeps those that fit in a number of bytes.
    @inline(__always)
    package mutating func measure(
        with writer: inout some MeasuringWriter, upTo limit: Int = .max,
        keeping size: Int = GridSample.standardLimit
    ) throws {
        var measured = GridSample(limit: size)
        for index in table.sections.indices where measured.lineCount < limit {
            try readHead(ofSection: index) { measured.measure($0, of: $1.part, with: &writer) }
            let count = min(rows(ofSection: index).count, limit - measured.lineCount)
            try readRows(0..<count, ofSection: index) { measured.measure($0, of: $1.part, with: &writer) }
            guard measured.lineCount < limit else { break }
            try readFoot(ofSection: index) { measured.measure($0, of: $1.part, with: &writer) }
        }
        if measured.lineCount < limit { try readFoot { measured.measure($0, of: $1.part, with: &writer) } }
        // A long line takes no memory while the table begins.
        if !measured.isComplete { line = filler.makeLine() }
        use(measured)
    }

    /// Reads the next lines from a sample, which has the lines of the table from the first line on.
    mutating func use(_ sample: GridSample) {
        self.sample = sample
        filler.limitCells(toMeasured: sample.cellCount)
    }

    /// Drops the measured lines, so that items fill the lines again.
    mutating func dropSample() {
        sample = GridSample(limit: 0)
    }

    /// Writes all sections, the foot, and the end of the table.
    @inline(__always)
    package mutating func write(with writer: inout some GridWriter, to output: inout GridOutput) throws {
        for index in table.sections.indices { try writeSection(at: index, with: &writer, to: &output) }
        try writeFoot(with: &writer, to: &output)
        try writer.end(to: &output)
    }

    /// Writes a section.
    @inline(__always)
    package mutating func writeSection(
        at index: Int, with writer: inout some GridWriter, to output: inout GridOutput
    ) throws {
        let section = table.sections[index]
        try writer.beginSection(section.id, state: section.state, to: &output)
        try readHead(ofSection: index) { try output.write($0, at: $1, with: &writer) }
        try readRows(0..<rows(ofSection: index).count, ofSection: index) {
            try output.write($0, at: $1, with: &writer)
        }
        try readFoot(ofSection: index) { try output.write($0, at: $1, with: &writer) }
        try writer.endSection(to: &output)
        try output.flushIfFull()
    }

    /// Writes the foot of the table, if there is one.
    @inline(__always)
    package mutating func writeFoot(with writer: inout some GridWriter, to output: inout GridOutput) throws {
        try readFoot { try output.write($0, at: $1, with: &writer) }
    }
}

extension GridOutput {
    /// Writes a line, and passes on the block if it is full.
    @inline(__always)
    mutating func write(
        _ line: borrowing GridLine, at position: GridPosition, with writer: inout some GridWriter
    ) throws {
        try writer.write(line, at: position, to: &self)
        try flushIfFull()
    }
}

extension GridSample {
    /// Measures a line, and keeps it.
    @inline(__always)
    mutating func measure(
        _ line: borrowing GridLine, of part: TablePart, with writer: inout some MeasuringWriter
    ) {
        writer.measure(line, of: part)
        append(line, of: part)
    }
}
