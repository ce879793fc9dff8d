package import TableAgent

/// Calls the writer of a format, for tables, streams and fragments. Only the lines of a live page are written without
/// a driver.
///
/// A driver lets the items fill lines, and checks the lines. If the format has a sample, the driver first
/// measures lines and keeps them. Then the driver passes each line with its place to the writer. If the format omits
/// rows, a ``RowPlan`` names the rows of a table, and a ``RowLimit`` drops the rows of a stream.
///
/// ```
/// table ─walks─▶            ┌ measure ▶ sample
///                GridDriver ┤
/// stream ─feeds▶            └ write ▶ RowLimit of a stream ▶ GridWriter ▶ GridOutput
/// ```
package struct GridDriver<Writer: GridWriter> {
    package internal(set) var writer: Writer
    private let format: any GridFormat
    /// The words for series. Lines don't keep all words of the format.
    private let seriesText: @Sendable (SeriesSummary) -> String
    private let hasColumns: Bool
    /// The maximum number of cells in a line.
    private var cellLimit: Int

    private var sample: GridSample
    /// The number of lines still to measure. The sample may be too small to keep all measured lines.
    private var linesToMeasure: Int
    /// The number of rows in the sample of a stream.
    private let sampledRows: Int
    /// The steps of a stream that wait until the sample is complete.
    private var measuredSteps: [GridStep] = []
    private var hasBegun = false

    /// The section of the next line, the index of that section, and the index of the next row.
    private var (section, sectionIndex, row) = (TableSection(id: GridStream.standardSection), -1, 0)
    /// For a stream, the stage that omits rows.
    private var limit: RowLimit?

    /// Creates a driver of a new writer.
    ///
    /// - Parameters:
    ///   - writer: The writer.
    ///   - format: The format of the writer.
    ///   - columns: The columns of the table.
    ///   - sampledRows: For a stream, the number of rows to measure before the first row is written; `nil`
    ///     for a table.
    ///   - sampleSize: The maximum size of a table's sample in bytes.
    package init(
        _ writer: Writer, of format: some GridFormat, columns: [GridColumn], sampledRows: Int? = nil,
        sampleSize: Int = GridSample.standardLimit
    ) {
        self.writer = writer
        self.format = format
        seriesText = format.words.series
        hasColumns = !columns.isEmpty
        cellLimit = columns.isEmpty ? Int.max : columns.count
        linesToMeasure =
            switch format.sampleLimit {
            case .none: 0
            case .lines(let count): count
            case .all: .max
            }
        // If no columns are given, the sample determines their number, so the sample needs a row.
        self.sampledRows = linesToMeasure == 0 ? 0 : max(sampledRows ?? 0, hasColumns ? 0 : 1)
        let isStream = sampledRows != nil
        sample = GridSample(limit: linesToMeasure == 0 ? 0 : isStream ? .max : sampleSize, isStream: isStream)
    }

    package var overflowCount: Int { writer.overflowCount }
    var omittedBarCount: Int { writer.omittedBarCount }

    // MARK: Writing a line

    /// Measures a line before the writer begins. Afterwards, writes the line with its place.
    @inline(__always)
    private mutating func take(
        _ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput
    ) throws {
        if part == .tableFoot {
            (section, sectionIndex, row) = (TableSection(id: "foot"), sectionIndex + 1, 0)
        }
        guard hasBegun else { return try measure(part, line) }
        if part == .tableFoot { try writeKeptSteps(&output) }
        let place = place(of: part)
        if part == .row { row &+= 1 }
        if limit != nil, limit?.passes(part) == false {
            limit?.append(.line(place, copy line))
        } else {
            try writer.write(place, line, &output)
            try output.flushIfFull()
        }
    }

    @inline(__always)
    private mutating func measure(_ part: GridPart, _ line: borrowing GridLine) throws {
        if linesToMeasure == 0 { throw MeasuredEnough() }
        linesToMeasure &-= 1
        writer.measure(part, line)
        sample.append(part, line)
        if sample.isStream { measuredSteps.append(.line(place(of: part), copy line)) }
        if part == .row { row &+= 1 }
    }

    /// An error that ends the pass that measures a table, once enough lines are measured.
    private struct MeasuredEnough: Error {}

    /// Fills a line with a head, row or foot.
    private func fill(
        _ line: inout GridLine, with row: Row, _ part: GridPart, in state: SectionState
    ) throws(TableError) {
        guard row.fill(line: &line, in: state) else {
            let (place, surface) = (place(of: part), "the \(format.name) format")
            throw TableError.itemNotShown(
                row.item, place: place.text, surface: surface, position: place.rowPosition)
        }
        try check(line, of: row.item, part)
    }

    /// Checks the number of cells in a line.
    @inline(__always)
    private func check(
        _ line: borrowing GridLine, of item: @autoclosure () -> any TableItem.Type, _ part: GridPart
    ) throws(TableError) {
        if line.cells.count > cellLimit { throw tooManyCells(line.cells.count, item(), part) }
    }

    private func tooManyCells(_ count: Int, _ item: any TableItem.Type, _ part: GridPart) -> TableError {
        let place = place(of: part)
        guard !hasColumns else {
            return .tooManyCells(
                count, columns: cellLimit, item: item, place: place.text, position: place.rowPosition)
        }
        return TableError(
            .tooManyCells,
            "\(item) wrote \(count) cells at \(place.text), where no line that was measured has more than "
                + "\(cellLimit); name the columns.",
            position: place.rowPosition)
    }

    @inline(__always)
    private func place(of part: GridPart) -> GridPlace {
        GridPlace(part, of: section, at: RowPosition(section: sectionIndex, row: part == .row ? row : 0))
    }

    // MARK: Writing sections

    /// Begins a section.
    mutating func beginSection(_ section: TableSection, _ output: inout GridOutput) throws {
        (self.section, sectionIndex, row) = (section, sectionIndex + 1, 0)
        try pass(.beginSection(section), &output)
    }

    /// Ends a section.
    mutating func endSection(_ output: inout GridOutput) throws {
        try pass(.endSection, &output)
    }

    /// Passes a step to the writer, or to the limit if the limit must keep the step. While a stream is
    /// measured, the driver keeps the step.
    private mutating func pass(_ step: GridStep, _ output: inout GridOutput) throws {
        if !hasBegun {
            if sample.isStream { measuredSteps.append(step) }
        } else if limit?.passes(step.part) == false {
            limit?.append(step)
        } else {
            try write(step, &output)
        }
    }

    private mutating func write(_ step: GridStep, _ output: inout GridOutput) throws {
        switch step {
        case .beginSection(let section): try writer.beginSection(section.id, section.state, &output)
        case .line(let place, let line): try writer.write(place, line, &output)
        case .endSection: try writer.endSection(&output)
        case .omission(let omission): try writer.write(omission, &output)
        }
        try output.flushIfFull()
    }

    /// Writes the text above the first section.
    private mutating func begin(omitsRows: Bool, _ output: inout GridOutput) throws {
        hasBegun = true
        if !hasColumns, format.sampleLimit != .none { cellLimit = sample.cellCount }
        if omitsRows { writer.measureOmission() }
        try writer.begin(sample, &output)
    }

    private mutating func end(_ output: inout GridOutput) throws {
        try writeKeptSteps(&output)
        try writer.end(&output)
    }

    /// Writes the steps that the limit has kept, and removes the limit.
    private mutating func writeKeptSteps(_ output: inout GridOutput) throws {
        for step in limit?.finish() ?? [] { try write(step, &output) }
        limit = nil
    }
}

// MARK: - Tables

extension GridDriver {
    /// Writes a table.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - given: The rows to write; by default, the rows of the format.
    ///   - output: Receives the bytes.
    mutating func write(
        _ table: TableInfo, showing given: RowPlan? = nil, to output: inout GridOutput
    ) throws {
        var plan = given ?? RowPlan(format.rows, of: table, in: format)
        try measure(table, showing: plan, &output)
        try begin(omitsRows: plan.omitsRows, &output)
        if given == nil, case .ends(let count) = format.rows {
            let count = (most: count, shown: writer.rowCount(ofEnd: count))
            if count.shown < count.most {
                // The writer shows fewer rows than were measured, so the sample no longer matches the rows.
                sample = GridSample(limit: 0)
                plan = RowPlan(.ends(count.shown), of: table, in: format)
            }
        }
        sectionIndex = -1
        try walk(table, showing: plan, &output)
        try end(&output)
    }

    private mutating func measure(
        _ table: TableInfo, showing plan: RowPlan, _ output: inout GridOutput
    ) throws {
        guard linesToMeasure > 0 else { return }
        do {
            try walk(table, showing: plan, &output)
        } catch is MeasuredEnough {}
    }

    /// Measures or writes all lines of a table: first the lines of the sample, then lines that items fill.
    private mutating func walk(
        _ table: TableInfo, showing plan: RowPlan, _ output: inout GridOutput
    ) throws {
        var line = GridLine(seriesText: seriesText)
        var skipped = GridOmission()
        for (index, section) in table.sections.enumerated() {
            let rows = format.rows(of: section)
            guard let omitted = plan.omittedRows(ofSection: index) else {
                sectionIndex += 1
                skipped.rowCount += rows.count
                skipped.sectionCount += 1
                continue
            }
            try write(&skipped, &output)
            try take(section, rows, without: omitted, &line, &output)
        }
        try write(&skipped, &output)
        try takeFoot(of: table, &line, &output)
    }

    /// Writes the number of omitted sections, if there are any, and resets the number.
    private mutating func write(_ skipped: inout GridOmission, _ output: inout GridOutput) throws {
        if hasBegun, skipped.sectionCount > 0 { try write(.omission(skipped), &output) }
        skipped = GridOmission()
    }

    /// Measures or writes the foot of a table, if there is one.
    private mutating func takeFoot(
        of table: TableInfo, _ line: inout GridLine, _ output: inout GridOutput
    ) throws {
        guard format.showsHeadsAndFeet, let foot = table.foot else { return }
        if !readSample(&line) { try fill(&line, with: foot, .tableFoot, in: table.state) }
        try take(.tableFoot, line, &output)
    }

    /// Measures or writes the lines of a section, except for the omitted rows.
    private mutating func take(
        _ section: TableSection, _ rows: Rows, without omitted: Range<Int>, _ line: inout GridLine,
        _ output: inout GridOutput
    ) throws {
        try beginSection(section, &output)
        if format.showsHeadsAndFeet, let head = section.head { try take(.head, head, &line, &output) }
        if omitted.isEmpty {
            while row < rows.count, readSample(&line) { try take(.row, line, &output) }
            // Calling `check(_:of:_:)` here would copy the driver for each row; see the row `html/100k x 6`
            // of the benchmark.
            let cellLimit = cellLimit
            try rows.fillLines(from: row, &line, in: section.state) { line, row in
                if line.cells.count > cellLimit {
                    throw tooManyCells(line.cells.count, rows[row].item, .row)
                }
                try take(.row, line, &output)
            }
        } else {
            for first in rows[..<omitted.lowerBound] { try take(.row, first, &line, &output) }
            if hasBegun { try write(.omission(GridOmission(rowCount: omitted.count)), &output) }
            row += omitted.count
            for last in rows[omitted.upperBound...] { try take(.row, last, &line, &output) }
        }
        if format.showsHeadsAndFeet, let foot = section.foot { try take(.foot, foot, &line, &output) }
        try endSection(&output)
    }

    private mutating func take(
        _ part: GridPart, _ row: Row, _ line: inout GridLine, _ output: inout GridOutput
    ) throws {
        if !readSample(&line) { try fill(&line, with: row, part, in: section.state) }
        try take(part, line, &output)
    }

    /// Fills a line with the next line of the sample, and returns whether there is such a line.
    @inline(__always)
    private mutating func readSample(_ line: inout GridLine) -> Bool {
        hasBegun && sample.readNext(&line) != nil
    }
}

// MARK: - Fragments

extension GridDriver {
    /// Measures a table and writes the text above the first section, for fragments of the table.
    package mutating func begin(_ table: TableInfo, _ output: inout GridOutput) throws {
        try measure(table, showing: RowPlan(), &output)
        try begin(omitsRows: false, &output)
        sample = GridSample(limit: 0)
    }

    /// Prepares to write fragments with a writer that does not need a sample.
    package mutating func beginWithoutSample() {
        hasBegun = true
    }

    /// Writes a section of a table.
    ///
    /// - Throws: The errors of ``GridFormat/write(_:to:)``.
    package mutating func writeSection(
        at index: Int, of table: TableInfo, to output: inout GridOutput
    ) throws {
        var line = GridLine(seriesText: seriesText)
        sectionIndex = index - 1
        let section = table.sections[index]
        try take(section, format.rows(of: section), without: 0..<0, &line, &output)
    }

    /// Writes the foot of a table, if there is one.
    ///
    /// - Throws: The errors of ``GridFormat/write(_:to:)``.
    package mutating func writeFoot(of table: TableInfo, to output: inout GridOutput) throws {
        var line = GridLine(seriesText: seriesText)
        sectionIndex = table.sections.count - 1
        try takeFoot(of: table, &line, &output)
    }

    /// Writes a head, row or foot alone, without the text around its section.
    ///
    /// The writer must not depend on earlier lines.
    ///
    /// - Throws: The errors of ``GridFormat/write(_:to:)``.
    package mutating func write(_ place: GridPlace, _ row: Row, to output: inout GridOutput) throws {
        (section, sectionIndex, self.row) = (place.section, place.position.section, place.position.row)
        var line = GridLine(seriesText: seriesText)
        try take(place.part, row, &line, &output)
    }
}

// MARK: - Streams

/// The interface of a driver to a stream, which does not know the type of the writer.
///
/// Call ``beginIfMeasured(_:)`` before each call of another method.
protocol GridDriving {
    var overflowCount: Int { get }
    var omittedBarCount: Int { get }
    mutating func beginIfMeasured(_ output: inout GridOutput) throws
    mutating func beginSection(_ section: TableSection, _ output: inout GridOutput) throws
    mutating func append(_ row: borrowing GridLine, of item: any TableItem.Type, _ output: inout GridOutput)
        throws
    mutating func append(_ part: GridPart, _ row: Row, in state: SectionState, _ output: inout GridOutput)
        throws
    mutating func endSection(_ output: inout GridOutput) throws
    mutating func finish(_ output: inout GridOutput) throws
}

extension GridDriver: GridDriving {
    /// Begins the table and writes the measured lines, if the sample is complete.
    mutating func beginIfMeasured(_ output: inout GridOutput) throws {
        if !hasBegun, sample.rowCount == sampledRows || linesToMeasure == 0 { try beginStream(&output) }
    }

    /// Measures or writes a row that an item has filled.
    mutating func append(
        _ row: borrowing GridLine, of item: any TableItem.Type, _ output: inout GridOutput
    ) throws {
        try check(row, of: item, .row)
        try take(.row, row, &output)
    }

    /// Fills a head or foot of a section, or the foot of the table, and measures or writes the line.
    mutating func append(
        _ part: GridPart, _ row: Row, in state: SectionState, _ output: inout GridOutput
    ) throws {
        guard format.showsHeadsAndFeet else { return }
        var line = GridLine(seriesText: seriesText)
        try fill(&line, with: row, part, in: state)
        try take(part, line, &output)
    }

    private mutating func beginStream(_ output: inout GridOutput) throws {
        if let count = format.rows.endCount {
            try begin(omitsRows: RowPlan(ends: count, of: [sample.rowCount]).omitsRows, &output)
            limit = RowLimit(writer.rowCount(ofEnd: count))
        } else {
            try begin(omitsRows: false, &output)
        }
        for step in measuredSteps {
            if step.part == .tableFoot { try writeKeptSteps(&output) }
            try pass(step, &output)
        }
        (sample, measuredSteps) = (GridSample(limit: 0, isStream: true), [])
    }

    /// Ends the table.
    mutating func finish(_ output: inout GridOutput) throws {
        if !hasBegun { try beginStream(&output) }
        try end(&output)
    }
}
