import TableAgent

/// A call to a writer that is kept until the driver knows whether to make the call.
enum GridStep {
    case beginSection(TableSection)
    case line(GridPlace, GridLine)
    case endSection
    case omission(GridOmission)
}

/// A stage before a writer that passes on the first rows and keeps the last rows, in a stream.
///
/// Sections without rows are kept until a later row is dropped.
struct RowLimit {
    /// The number of rows at each end.
    let limit: Int
    /// The number of rows at the start of the table that are still to be passed on.
    private var firstRows: Int
    /// The number of rows to keep beyond the limit: one until a row is dropped, because a single row is never
    /// omitted.
    private var spareRows = 1
    /// The kept steps, and the number of rows among them.
    private var steps: ArraySlice<GridStep> = []
    private var rowCount = 0
    /// Whether the first kept step belongs to the section of the last row that was passed on. The end of that
    /// section is always written.
    private var isInFirstSection = true
    /// The steps of that section that follow its last passed row: an omission, the foot, and the end.
    private var firstSection: [GridStep] = []
    /// The beginning and head of a later section whose rows are partly dropped.
    private var beginning: [GridStep] = []
    /// The dropped rows of the section of the first kept step, and the dropped rows of earlier sections.
    private var (hidden, skipped) = (GridOmission(), GridOmission())

    /// Creates a limit for a number of rows at each end.
    init(_ limit: Int) {
        (self.limit, firstRows) = (limit, limit)
    }

    /// Counts the next step, and returns whether to pass it on. If the result is `false`, append the step.
    mutating func passes(_ part: GridPart?) -> Bool {
        guard firstRows > 0 else { return false }
        if part == .row { firstRows -= 1 }
        return true
    }

    /// Keeps a step, and drops the oldest row if there are more rows than the limit.
    mutating func append(_ step: GridStep) {
        steps.append(step)
        if step.part == .row { rowCount += 1 }
        guard rowCount - spareRows > limit else { return }
        spareRows = 0
        while rowCount > limit { dropStep() }
    }

    /// Returns the remaining steps, and the omissions between them.
    mutating func finish() -> [GridStep] {
        while steps.first?.isEnd == true { dropStep() }
        let skipped: [GridStep] = skipped.sectionCount > 0 ? [.omission(skipped)] : []
        return firstSection + skipped + beginning + omission + steps
    }

    private var omission: [GridStep] { hidden.rowCount > 0 ? [.omission(hidden)] : [] }

    private mutating func dropStep() {
        let step = steps.removeFirst()
        switch step {
        case .beginSection: beginning.append(step)
        case .omission(let omission): hidden.rowCount += omission.rowCount
        case .line where step.part == .head: beginning.append(step)
        case .line where step.part == .row:
            rowCount -= 1
            hidden.rowCount += 1
        case .line where !isInFirstSection: break
        case .line:
            firstSection += omission + [step]
            hidden = GridOmission()
        case .endSection:
            if isInFirstSection {
                firstSection += omission + [step]
            } else {
                skipped.rowCount += hidden.rowCount
                skipped.sectionCount += 1
            }
            (isInFirstSection, beginning, hidden) = (false, [], GridOmission())
        }
    }
}

extension GridStep {
    /// The part of a line, or `nil` for any other step.
    var part: GridPart? { if case .line(let place, _) = self { place.part } else { nil } }

    /// Whether the step follows the rows of its section.
    fileprivate var isEnd: Bool { if case .endSection = self { true } else { part == .foot } }
}
