package import TableAgent

extension TextFormat {
    /// The rows of a table that a text table shows.
    public enum Rows: Hashable, Sendable {
        /// All rows.
        case all
        /// The given number of rows at each end of the table, at least 1. A text between them gives the number of
        /// omitted rows.
        ///
        /// A section without a shown row is omitted as a whole. A single row is never omitted, because the text in
        /// its place would take a line, too. A table that arranges the cells of a row below each other shows fewer
        /// rows, down to 2 at each end. The table also ends with a line that gives the number of rows and columns.
        ///
        /// Only the written rows are measured, or the rows of the sample in a ``GridStream``. A stream keeps the
        /// last rows in memory.
        case ends(Int)
        /// As many rows as fit in the given number of lines of text, at least 1.
        ///
        /// The table keeps all of its titles, heads and feet as long as they fit. The sections get equal shares of the
        /// remaining lines, and show rows of both their ends. If not even the heads and feet fit, sections in the
        /// middle are omitted. A table is higher only if not a single row fits.
        ///
        /// A ``GridStream`` shows half as many rows as there are lines at each end, whatever their height.
        case fitting(lines: Int)

        /// The maximum number of rows at each end of a stream, or `nil` for all rows.
        var endCount: Int? {
            switch self {
            case .all: nil
            case .ends(let count): count
            case .fitting(let lines): max(lines / 2, 1)
            }
        }
    }

    /// A number of consecutive rows that are not shown.
    struct Omission: Hashable, Sendable {
        /// The number of omitted rows.
        var rowCount = 0

        /// The number of sections that are omitted as a whole, or 0 if the rows belong to one shown section.
        var sectionCount = 0

        /// Returns a description in the words of a format: `1,851 more rows`, `12 rows in 3 sections`.
        func text(in words: TableWords) -> String { words.text.omission(rowCount, sectionCount) }
    }
}

extension TextFormat {
    package func writeSpecialized(_ table: TableInfo, to output: inout GridOutput) throws {
        switch rows {
        case .all: try writeMeasured(table, to: &output)
        case .ends(let count): try write(table, showingEnds: count, to: &output)
        case .fitting(let lines): try write(table, fitting: lines, to: &output)
        }
    }

    /// Writes a number of rows at each end of a table.
    private func write(_ table: TableInfo, showingEnds count: Int, to output: inout GridOutput) throws {
        let rowCounts = rowCounts(of: table)
        try write(table, showing: RowPlan(ends: count, of: rowCounts), to: &output) { writer in
            let shown = writer.rowCount(ofEnd: count)
            return shown < count ? RowPlan(ends: shown, of: rowCounts) : nil
        }
    }

    /// Writes as many rows as fit in a number of lines.
    ///
    /// Widths and breaks depend on the rows, so only a written table tells its height. Each attempt writes no more rows
    /// than there are lines.
    private func write(_ table: TableInfo, fitting lines: Int, to output: inout GridOutput) throws {
        let rowCounts = rowCounts(of: table)
        var best: (text: [UInt8], height: Int) = ([], .max)
        /// Writes a number of rows in a number of sections, and keeps the text if it fits.
        func fits(_ rowCount: Int, in sectionCount: Int) throws -> Bool {
            let plan = RowPlan(sharing: rowCount, among: sectionCount, of: rowCounts)
            let text = try GridOutput.bytes { try write(table, showing: plan, to: &$0) }
            let height = text.count { $0 == 0x0A }
            if height <= lines || height < best.height { best = (text, height) }
            return height <= lines
        }
        /// Returns the highest number in a range that fits, or the lowest number if none fits.
        func highest(in range: ClosedRange<Int>, fits: (Int) throws -> Bool) rethrows -> Int {
            var low = range.lowerBound
            var high = range.upperBound
            while low < high {
                let middle = (low + high + 1) / 2
                if try fits(middle) { low = middle } else { high = middle - 1 }
            }
            return low
        }
        let all = rowCounts.count
        let keepsSections = try all <= lines && fits(0, in: all)
        let sectionCount =
            try keepsSections
            ? all : highest(in: 1...max(min(all - 1, lines), 1)) { try fits($0, in: min($0, all)) }
        if !keepsSections { _ = try fits(0, in: min(sectionCount, all)) }
        let rowCount = try highest(in: 0...lines) { try fits($0, in: min(sectionCount, all)) }
        // Without sections, a table with no row at all would show nothing.
        if rowCount == 0, all == 1 {
            best = (text: [], height: .max)
            _ = try fits(1, in: 1)
        }
        output.write(utf8: best.text)
        try output.flushIfFull()
    }

    /// Returns the number of rows of each section that the format shows.
    private func rowCounts(of table: TableInfo) -> [Int] { table.sections.map(\.visibleRows.count) }

    /// Writes the rows of a plan, and the numbers of omitted rows between them.
    ///
    /// - Parameter correction: Returns the plan for a layout, or `nil` to keep the plan that was measured.
    private func write(
        _ table: TableInfo, showing plan: RowPlan, to output: inout GridOutput,
        correctedBy correction: (TextWriter) -> RowPlan? = { _ in nil }
    ) throws {
        var lines = GridWalk(of: table, in: self)
        var writer = TextWriter(self, table.columns.shown(to: audience), table.caption)
        var sample = GridSample(limit: GridSample.standardLimit)
        try lines.forEachStep(of: plan, in: table) {
            if case .line(let position, let line) = $0 {
                sample.measure(line, of: position.part, with: &writer)
            }
        }
        lines.use(sample)
        if plan.omitsRows { writer.measureOmission() }
        try writer.begin(with: sample, to: &output)
        let corrected = correction(writer)
        // The sample has other rows than a corrected plan.
        if corrected != nil { lines.dropSample() }
        try lines.forEachStep(of: corrected ?? plan, in: table) { try writer.perform($0, to: &output) }
        try writer.end(to: &output)
    }
}

extension GridWalk {
    /// Reads the lines of a plan, and passes each step of a writer to a closure.
    fileprivate mutating func forEachStep(
        of plan: RowPlan, in table: TableInfo, _ body: (RowLimit.Step) throws -> Void
    ) throws {
        var skipped = TextFormat.Omission()
        func endOmission() throws {
            if skipped.sectionCount > 0 { try body(.omission(skipped)) }
            skipped = TextFormat.Omission()
        }
        for index in table.sections.indices {
            let rowCount = rows(ofSection: index).count
            guard let omitted = plan.omittedRows(ofSection: index) else {
                skipped.rowCount += rowCount
                skipped.sectionCount += 1
                continue
            }
            try endOmission()
            try body(.beginSection)
            try readHead(ofSection: index) { try body(.line($1, copy $0)) }
            try readRows(0..<omitted.lowerBound, ofSection: index) { try body(.line($1, copy $0)) }
            if !omitted.isEmpty { try body(.omission(TextFormat.Omission(rowCount: omitted.count))) }
            try readRows(omitted.upperBound..<rowCount, ofSection: index) { try body(.line($1, copy $0)) }
            try readFoot(ofSection: index) { try body(.line($1, copy $0)) }
            try body(.endSection)
        }
        try endOmission()
        try readFoot { try body(.line($1, copy $0)) }
    }
}
