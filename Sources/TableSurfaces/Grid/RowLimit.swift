import TableAgent

/// A call of a writer that is kept until it is known whether its row is written.
enum GridStep {
    case beginSection(TableSection)
    case line(GridPlace, GridLine)
    case endSection
    case omission(GridOmission)
}

/// A stage before a writer that passes the first rows on and keeps the last rows, for ``GridRows/ends(_:)``.
///
/// Sections without rows are kept until a row after them is dropped.
struct RowLimit {
    /// The number of rows at each end.
    let limit: Int
    /// The number of rows that are still passed on.
    private var firstRows: Int
    /// The steps that are kept, from `start` on.
    private var steps: [GridStep] = []
    private var start = 0
    private var rowCount = 0
    private var isShortened = false
    /// Whether the first kept step belongs to the section of the last row that was passed on. The end of that section is
    /// always written.
    private var isInFirstSection = true
    /// The steps that are left to write of that section.
    private var firstSection: [GridStep] = []
    /// The beginning and head of another section that the first kept step belongs to.
    private var beginning: [GridStep] = []
    /// The rows that were dropped of the section that the first kept step belongs to, and those of the sections before.
    private var (hidden, skipped) = (GridOmission(), GridOmission())

    /// Creates a limit to a number of rows at each end.
    init(_ limit: Int) {
        (self.limit, firstRows) = (limit, limit)
    }

    /// Returns the rows that are omitted of a table with a number of rows, counted through all sections.
    ///
    /// The text of an omission takes a line, too, so a single row is never omitted.
    static func omittedRows(of rowCount: Int, limit: Int) -> Range<Int> {
        limit < rowCount && rowCount - limit > limit + 1 ? limit..<rowCount - limit : 0..<0
    }

    /// Returns whether the next step is passed on, and counts it; otherwise append the step.
    mutating func passes(_ part: GridPart? = nil) -> Bool {
        guard firstRows > 0 else { return false }
        if part == .row { firstRows -= 1 }
        return true
    }

    /// Keeps a step, and drops the oldest row if there are more rows than the limit.
    mutating func append(_ step: GridStep) {
        steps.append(step)
        guard case .line(let place, _) = step, place.part == .row else { return }
        rowCount += 1
        if rowCount - 1 > limit { dropRow() }
    }

    /// Does the same as appending a number of rows and dropping them.
    mutating func skip(rows count: Int) {
        isShortened = true
        steps.append(.omission(GridOmission(rowCount: count)))
        dropAll()
    }

    /// Does the same as appending a section with a number of rows and dropping it.
    mutating func skipSection(rows count: Int) {
        isShortened = true
        dropAll()
        skipped.rowCount += count
        skipped.sectionCount += 1
    }

    /// Returns the steps that are left to write, and the omissions between them.
    mutating func finish() -> [GridStep] {
        guard isShortened else { return steps }
        if rowCount > limit { dropRow() }
        while start < steps.count, steps[start].isEnd { dropStep() }
        let skipped: [GridStep] = skipped.sectionCount > 0 ? [.omission(skipped)] : []
        return firstSection + skipped + beginning + omission + steps[start...]
    }

    private var omission: [GridStep] { hidden.rowCount > 0 ? [.omission(hidden)] : [] }

    private mutating func dropRow() {
        let count = rowCount
        isShortened = true
        while rowCount == count { dropStep() }
        if start > steps.count / 2 {
            steps.removeFirst(start)
            start = 0
        }
    }

    private mutating func dropAll() {
        while start < steps.count { dropStep() }
        (steps, start) = ([], 0)
    }

    private mutating func dropStep() {
        let step = steps[start]
        start += 1
        switch step {
        case .beginSection: beginning.append(step)
        case .omission(let omission): hidden.rowCount += omission.rowCount
        case .line(let place, _):
            switch place.part {
            case .head: beginning.append(step)
            case .row:
                rowCount -= 1
                hidden.rowCount += 1
            case .foot, .tableFoot: if isInFirstSection { keepInFirstSection(step) }
            }
        case .endSection:
            if isInFirstSection {
                keepInFirstSection(step)
            } else {
                skipped.rowCount += hidden.rowCount
                skipped.sectionCount += 1
            }
            isInFirstSection = false
            (beginning, hidden) = ([], GridOmission())
        }
    }

    private mutating func keepInFirstSection(_ step: GridStep) {
        firstSection += omission + [step]
        hidden = GridOmission()
    }
}

extension GridStep {
    /// Whether the step follows the rows of its section.
    fileprivate var isEnd: Bool {
        switch self {
        case .line(let place, _): place.part == .foot
        case .endSection: true
        case .beginSection, .omission: false
        }
    }
}
