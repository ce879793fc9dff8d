import TableAgent

/// A call of a writer that is kept until the driver knows whether to make the call.
enum GridStep {
    case beginSection(TableSection)
    case line(GridPlace, GridLine)
    case endSection
    case omission(GridOmission)
}

/// A stage before a writer that passes on the first rows and keeps the last rows, for ``GridRows/ends(_:)``.
///
/// Sections without rows are kept until a later row is dropped.
struct RowLimit {
    /// The number of rows at each end.
    let limit: Int
    /// The number of first rows that are still to come.
    private var firstRows: Int
    /// The kept steps, from `start` on.
    private var steps: [GridStep] = []
    private var start = 0
    private var rowCount = 0
    private var isShortened = false
    /// Whether the first kept step belongs to the section of the last row that was passed on. The end of that
    /// section is always written.
    private var isInFirstSection = true
    /// The remaining steps of that section.
    private var firstSection: [GridStep] = []
    /// The beginning and head of a later section whose rows are partly dropped.
    private var beginning: [GridStep] = []
    /// The dropped rows of the section of the first kept step, and the dropped rows of earlier sections.
    private var (hidden, skipped) = (GridOmission(), GridOmission())

    /// Creates a limit for a number of rows at each end.
    init(_ limit: Int) {
        (self.limit, firstRows) = (limit, limit)
    }

    /// Returns the omitted rows of a table with a number of rows, counted through all sections.
    ///
    /// The text of an omission takes a line, so a single row is never omitted.
    static func omittedRows(of rowCount: Int, limit: Int) -> Range<Int> {
        limit < rowCount && rowCount - limit > limit + 1 ? limit..<rowCount - limit : 0..<0
    }

    /// Returns whether the next step is passed on, and counts it. Otherwise, append the step.
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

    /// Has the effect of appending a number of rows and dropping them.
    mutating func skip(rows count: Int) {
        isShortened = true
        steps.append(.omission(GridOmission(rowCount: count)))
        dropAll()
    }

    /// Has the effect of appending a section with a number of rows and dropping it.
    mutating func skipSection(rows count: Int) {
        isShortened = true
        dropAll()
        skipped.rowCount += count
        skipped.sectionCount += 1
    }

    /// Returns the remaining steps, and the omissions between them.
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
