public import TableAgent

/// A step of writing a text table that shows only some of its rows.
enum TextStep {
    case beginSection
    case line(GridPlace, GridLine)
    case endSection
    /// Rows that are not shown, of one section or of several as a whole.
    case omission(TextOmission)
}

/// The number of rows in a place that are not shown.
struct TextOmission {
    var rowCount = 0
    /// The number of sections that the rows are all of; 0 for some rows of a section that is shown.
    var sectionCount = 0

    /// What a reader is told of it.
    var text: String {
        let rows = rowCount.counted(sectionCount == 0 ? "more row" : "row")
        let sections = sectionCount.counted("section")
        return sectionCount == 0 ? rows : rowCount == 0 ? sections : "\(rows) in \(sections)"
    }
}

extension Int {
    /// Returns a number of things: `1 row`, `1,851 rows`.
    func counted(_ thing: String) -> String { "\(grouped) \(thing)\(self == 1 ? "" : "s")" }

    /// The number with its digits in groups.
    var grouped: String {
        var digits = ""
        for (index, digit) in String(self).reversed().enumerated() {
            if index > 0, index % 3 == 0 { digits = "," + digits }
            digits = String(digit) + digits
        }
        return digits
    }
}

extension TextFormat {
    /// Writes a table.
    ///
    /// Where ``rows`` leaves some out, only the items of those that are shown fill a line.
    ///
    /// - Throws: For a line with more cells than the table has columns, for an item that is no `GridLineItem`, or what
    ///   the output throws.
    /// - Complexity: O(rows × columns) of the rows that are shown.
    public func write(_ table: TableInfo, to output: inout GridOutput) throws {
        var writer = TextWriter(self, table.columns, table.caption)
        guard case .ends(let count) = rows, var steps = try steps(of: table, ends: count) else {
            return try write(table, with: writer, to: &output, keeping: KeptLines())
        }
        for case .line(let place, let line) in steps { writer.measure(place.part, line) }
        writer.measureOmission()
        let fewer = writer.layOut().rowCount(ofEnd: count)
        if fewer < count { steps = try self.steps(of: table, ends: fewer) ?? steps }
        try writer.begin(&output)
        for step in steps { try writer.take(step, &output) }
        try writer.end(&output)
    }

    /// Returns the steps of a table of which only so many rows are shown at each end; `nil` if that is all rows.
    private func steps(of table: TableInfo, ends count: Int) throws -> [TextStep]? {
        let rowCount = table.sections.reduce(0) { $0 + $1.visibleRows.count }
        guard TextEnds.omitsRows(of: rowCount, count) else { return nil }
        let hidden = count..<rowCount - count
        let lines = TableLines(table, heads: showsHeadsAndFeet, collapsedRows: showsCollapsedRows)
        var steps: [TextStep] = []
        var (line, first, skipped) = (GridLine(), 0, TextOmission())
        func add(_ part: GridPart, _ row: Row, section index: Int, row number: Int = 0) throws {
            let position = RowPosition(section: index, row: number)
            let place = GridPlace(part, of: table.sections[index], at: position)
            try lines.fill(&line, with: row, at: place)
            steps.append(.line(place, line))
        }
        for (index, section) in table.sections.enumerated() {
            let rows = section.visibleRows
            let range = first..<first + rows.count
            first = range.upperBound
            let hiddenRows = hidden.clamped(to: range)
            let isHidden = range.isEmpty ? hidden.contains(first) : hiddenRows == range
            if isHidden {
                skipped.rowCount += range.count
                skipped.sectionCount += 1
                continue
            }
            if skipped.sectionCount > 0 { steps.append(.omission(skipped)) }
            skipped = TextOmission()
            steps.append(.beginSection)
            if let head = section.head { try add(.head, head, section: index) }
            for row in range.lowerBound..<hiddenRows.lowerBound {
                try add(.row, rows[row - range.lowerBound], section: index, row: row - range.lowerBound)
            }
            if !hiddenRows.isEmpty { steps.append(.omission(TextOmission(rowCount: hiddenRows.count))) }
            for row in hiddenRows.upperBound..<range.upperBound {
                try add(.row, rows[row - range.lowerBound], section: index, row: row - range.lowerBound)
            }
            if let foot = section.foot { try add(.foot, foot, section: index) }
            steps.append(.endSection)
        }
        return steps
    }
}

/// The last lines of a table that is written row by row, and the number of rows between the first ones and them.
///
/// It takes the steps behind the first rows, in whose last section it starts. Sections without rows are not counted:
/// they stay until a row behind them is taken off.
struct TextEnds {
    private let limit: Int
    /// The steps that are kept, those before `start` not among them.
    private var steps: [TextStep] = []
    private var start = 0
    private var rowCount = 0
    private var isShortened = false
    /// Whether the first step belongs to the section of the first rows, whose end is shown in any case.
    private var isInFirstSection = true
    /// What is left to write of that section.
    private var firstSection: [TextStep] = []
    /// The beginning and the head of another section that the first step belongs to.
    private var beginning: [TextStep] = []
    /// What is not shown of the section that the first step belongs to, and the sections before it.
    private var (hidden, skipped) = (TextOmission(), TextOmission())

    /// Whether a table of so many rows shows only some at each end: a line that says that one row is left out takes as
    /// much room as the row.
    static func omitsRows(of rowCount: Int, _ count: Int) -> Bool {
        count < rowCount && rowCount - count > count + 1
    }

    /// Creates an empty list that keeps a number of rows.
    init(limit: Int) {
        self.limit = limit
    }

    mutating func append(_ step: TextStep) {
        steps.append(step)
        guard case .line(let place, _) = step, place.part == .row else { return }
        rowCount += 1
        // A line that says that one row is left out takes as much room as the row.
        if rowCount - 1 > limit { takeOffRow() }
    }

    /// Returns the steps that are left to write, with those that say what is not shown.
    mutating func finish() -> [TextStep] {
        guard isShortened else { return steps }
        if rowCount > limit { takeOffRow() }
        while start < steps.count, steps[start].isEnd { takeOff() }
        let skipped: [TextStep] = skipped.sectionCount > 0 ? [.omission(skipped)] : []
        return firstSection + skipped + beginning + omission + steps[start...]
    }

    private var omission: [TextStep] { hidden.rowCount > 0 ? [.omission(hidden)] : [] }

    private mutating func takeOffRow() {
        let count = rowCount
        isShortened = true
        while rowCount == count { takeOff() }
        if start > steps.count / 2 {
            steps.removeFirst(start)
            start = 0
        }
    }

    /// Takes off the first step.
    private mutating func takeOff() {
        let step = steps[start]
        start += 1
        switch step {
        case .line(let place, _):
            switch place.part {
            case .head: beginning.append(step)
            case .row:
                rowCount -= 1
                hidden.rowCount += 1
            case .foot where isInFirstSection:
                firstSection += omission + [step]
                hidden = TextOmission()
            case .foot: break
            }
        case .beginSection: beginning.append(step)
        case .endSection:
            if isInFirstSection {
                firstSection += omission + [step]
            } else {
                skipped.rowCount += hidden.rowCount
                skipped.sectionCount += 1
            }
            isInFirstSection = false
            beginning = []
            hidden = TextOmission()
        case .omission: break
        }
    }
}

extension TextStep {
    /// Whether the step belongs to the end of a section, behind its rows.
    fileprivate var isEnd: Bool {
        switch self {
        case .line(let place, _): place.part == .foot
        case .endSection: true
        default: false
        }
    }
}
